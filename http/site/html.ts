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

/** The fixed parts of our templates, without the white space that only formats the source. */
const tight = new WeakMap<TemplateStringsArray, readonly string[]>()

/** A template with escaped values; Html is inserted as it is, lists are joined, null and false become nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let words = tight.get(strings)
  if (words === undefined) {
    words = strings.map((text) => text.replace(/\s*\n\s*/g, '\n'))
    tight.set(strings, words)
  }
  let markup = words[0]!
  for (let index = 0; index < parts.length; index += 1) {
    const part = rendered(parts[index])
    const next = words[index + 1]!
    // A line that held nothing but an empty part is left out.
    const blank = part === '' && words[index]!.endsWith('\n') && next.startsWith('\n')
    markup += part + (blank ? next.slice(1) : next)
  }
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

/** Bidirectional control characters are removed: they would reverse our own words too. */
const unsafe = /[&<>"'\u202a-\u202e\u2066-\u2069]/g

export function escaped(text: string): string {
  return text.replace(unsafe, (sign) => (sign > '\u007f' ? '' : `&#${sign.charCodeAt(0)};`))
}
