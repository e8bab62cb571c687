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

/** A template whose values are escaped; Html nests, lists are joined, null and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce(
      (markup, text, index) => markup + text + (index < parts.length ? rendered(parts[index]) : ''),
      '',
    ),
  )
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(rendered).join('')
  return escaped(String(part))
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
