// Markdown for programs. As in html.ts, user text is escaped: it cannot make a link, heading or markup,
// and is put on one line.

/** Markdown that is already escaped. */
export class Markdown {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markdown | string | number | null | undefined | false | readonly Part[]

/** A template with escaped values; Markdown is inserted as it is, lists are joined, null and false become nothing. */
export function prose(strings: TemplateStringsArray, ...parts: Part[]): Markdown {
  return new Markdown(
    strings.reduce(
      (text, words, index) => text + words + (index < parts.length ? written(parts[index]) : ''),
      '',
    ),
  )
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markdown) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return inert(String(part))
}

/** One line, without control and bidirectional characters, and with Markdown characters escaped. */
function inert(words: string): string {
  return words
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\\`*_[\]<>|~]|&(?=[#\w])/g, '\\$&')
    .replace(/^( ?)([#+=-])/, '$1\\$2')
    .replace(/^( ?\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** A link, if the address has a safe scheme. */
export function mdLink(words: string, address: string): Markdown {
  if (!/^https?:\/\//i.test(address)) return prose`${words}`
  const safe = address.replace(/[\s<>()\\\p{Cc}]/gu, (sign) =>
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  )
  return new Markdown(`[${inert(words)}](${safe})`)
}

/** Lines without the empty ones. */
export function lines(...all: (Markdown | null | undefined | false)[]): Markdown {
  return new Markdown(all.flatMap((one) => (one ? [one.text] : [])).join('\n'))
}

/** Parts with an empty line between them. */
export function sections(...all: (Markdown | null | undefined | false)[]): Markdown {
  return new Markdown(all.flatMap((one) => (one && one.text !== '' ? [one.text] : [])).join('\n\n'))
}

/** User text with its empty lines. */
export function mdParagraphs(text: string): Markdown {
  return sections(...text.split(/\n\s*\n/).map((one) => prose`${one}`))
}
