// Parts of public pages as Markdown (prose.ts): lists, sections and links.
import { counted } from './parts.ts'
import { Markdown, lines, mdLink, mdParagraphs, prose, sections } from './prose.ts'

export type Place = { public_url: string }
export type Summary = { slug: string; name: string; tagline: string | null; votes?: number }

export const at = ({ public_url }: Place, path: string) => public_url + path

/** A code block, for text to be copied. */
export const fenced = (text: string): Markdown => new Markdown(`\`\`\`\n${text}\n\`\`\``)

/** A list; null if it is empty. */
export const list = (items: readonly Markdown[]): Markdown | null =>
  items.length === 0 ? null : lines(...items.map((item) => prose`- ${item}`))

/** A numbered list from 1, or with each item's own rank: ranks of removed items are skipped, late items have none. */
export function ranked(items: readonly Markdown[], ranks: number | readonly (number | null)[] = 1): Markdown {
  const rankAt = (index: number) => (typeof ranks === 'number' ? ranks + index : ranks[index])
  return lines(
    ...items.map((item, index) => {
      const rank = rankAt(index) ?? null
      return prose`${new Markdown(rank === null ? '-' : `${rank}.`)} ${item}`
    }),
  )
}

/** One listing in a list. */
export function listed({ slug, name, tagline, votes }: Summary, place: Place, side?: string): Markdown {
  const what = side ?? (votes === undefined ? null : counted(votes, 'vote'))
  return prose`${mdLink(name, at(place, `/listings/${slug}`))}${tagline !== null && prose`: ${tagline}`}${what !== null && prose` (${what})`}`
}

type Paged = { page: number; per_page: number; total: number; has_more: boolean }
/** The number of the first item on a page of a list. */
export const first = ({ page, per_page }: Paged): number => (page - 1) * per_page + 1

/** A link to the next page, if there is one. */
export function more(
  { page, per_page, total, has_more }: Paged,
  path: string,
  place: Place,
): Markdown | false {
  const [address, query = ''] = path.split('?')
  const next = new URLSearchParams(query)
  next.set('page', String(page + 1))
  return (
    has_more &&
    prose`${mdLink(`Page ${page + 1} of ${Math.ceil(total / per_page)}`, at(place, `${address}?${next.toString()}`))}`
  )
}

export const questions = (faqs: readonly { question: string; answer: string }[]): Markdown | false =>
  faqs.length > 0 &&
  sections(
    prose`## Questions`,
    ...faqs.map(({ question, answer }) => sections(prose`### ${question}`, mdParagraphs(answer))),
  )

/** A section under a heading, or nothing. */
export const named = (heading: string, part: Markdown | null | false): Markdown | false =>
  part !== null && part !== false && sections(prose`## ${heading}`, part)
