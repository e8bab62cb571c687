// Markdown for readers that are programs. As in html.ts the words of others stay words: they open no link, no heading and
// no markup, and they run on one line.

/** Markdown that is already safe to put into a text. */
export class Markdown {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markdown | string | number | null | undefined | false | readonly Part[]

/** A template whose values are escaped; Markdown nests, lists are joined, null and false leave nothing. */
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

/** One line, without what steers terminals and the direction of writing, and without any sign that Markdown heeds. */
function inert(words: string): string {
  return words
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\\`*_[\]<>|~]|&(?=[#\w])/g, '\\$&')
    .replace(/^( ?)([#+=-])/, '$1\\$2')
    .replace(/^( ?\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** A link, where the address is one that a program may follow. */
export function mdLink(words: string, address: string): Markdown {
  if (!/^https?:\/\//i.test(address)) return prose`${words}`
  const safe = address.replace(/[\s<>()\\\p{Cc}]/gu, (sign) =>
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  )
  return new Markdown(`[${inert(words)}](${safe})`)
}

/** Lines below each other, those with nothing in them left out. */
export function lines(...all: (Markdown | null | undefined | false)[]): Markdown {
  return new Markdown(all.flatMap((one) => (one ? [one.text] : [])).join('\n'))
}

/** Parts with an empty line between them. */
export function sections(...all: (Markdown | null | undefined | false)[]): Markdown {
  return new Markdown(all.flatMap((one) => (one && one.text !== '' ? [one.text] : [])).join('\n\n'))
}

/** Text somebody wrote, its empty lines kept. */
export function mdParagraphs(text: string): Markdown {
  return sections(...text.split(/\n\s*\n/).map((one) => prose`${one}`))
}
