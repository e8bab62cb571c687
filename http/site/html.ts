/** Markup that is already safe to put into a page. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** What our templates say, without the spaces that only order them in the source. */
const tight = new WeakMap<TemplateStringsArray, readonly string[]>()

/** A template whose values are escaped; Html nests, lists are joined, null and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let words = tight.get(strings)
  if (words === undefined) {
    words = strings.map((text) => text.replace(/\n\s*/g, '\n'))
    tight.set(strings, words)
  }
  let markup = words[0]!
  for (let index = 0; index < parts.length; index += 1) markup += rendered(parts[index]) + words[index + 1]!
  return new Html(markup)
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  let markup = ''
  for (const one of part) markup += rendered(one)
  return markup
}

/** Signs that turn the direction of what follows would turn our own words as well; they are left out. */
const unsafe = /[&<>"'\u202a-\u202e\u2066-\u2069]/g

export function escaped(text: string): string {
  return text.replace(unsafe, (sign) => (sign > '\u007f' ? '' : `&#${sign.charCodeAt(0)};`))
}
