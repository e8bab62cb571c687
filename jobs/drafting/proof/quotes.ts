/** Quotes point at lines: those a quote stands in, verbatim but for white space and case, on the page it names. */
import { foldedLine, type Line } from '../page/lines.ts'
import type { CrawledSite } from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence } from '../profile.ts'
import { isTrick } from './words.ts'

const longestQuote = 4000
const mostLines = 12
const mostQuotes = 40
const mostPlaces = 60

type Quoted = { evidence: Evidence[]; lines: Line[] }

/** The quotes that stand, and every line they stand in. */
export function linesQuoted(evidence: Evidence[] | undefined, site: CrawledSite): Quoted {
  const kept: Evidence[] = []
  const lines = new Set<Line>()
  for (const item of (Array.isArray(evidence) ? evidence : []).slice(0, mostQuotes)) {
    const places = item && typeof item.quote === 'string' ? linesOfQuote(item, site) : []
    const [first] = places
    if (!first) continue
    kept.push({ quote: item.quote, url: item.url, where: first.kind === 'title' ? 'meta' : first.kind })
    for (const line of places) lines.add(line)
  }
  return { evidence: kept, lines: [...lines] }
}

function linesOfQuote({ quote, url }: Evidence, site: CrawledSite): Line[] {
  const wanted = fold(quote)
  if (wanted === '' || quote.length > longestQuote || isTrick(quote)) return []
  const page = site.lines.filter((line) => line.url === url)
  // A quote of one character proves only where it is all that is said, as a price of "0" in JSON-LD.
  const within = page.filter((line) =>
    wanted.length < 2 ? foldedLine(line) === wanted : placeOf(wanted, foldedLine(line)) >= 0,
  )
  const answers = page.filter((line) => line.answer !== '' && placeOf(wanted, fold(line.answer)) >= 0)
  const places = [...within, ...answers].slice(0, mostPlaces)
  return places.length > 0 ? places : across(wanted, site.visible(url))
}

/** Scripts that part their words by gaps and bend them by no particle: in these a quote begins and ends with a word. */
const letter = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}]/u

/** Where the quote stands in the text, never as a part of a word: "FI" is not in "first". */
function placeOf(wanted: string, text: string): number {
  const [first, last] = [wanted[0]!, wanted.at(-1)!].map((sign) => letter.test(sign))
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before = '', behind = ''] = [text[at - 1], text[at + wanted.length]]
    if (!(first && letter.test(before)) && !(last && letter.test(behind))) return at
  }
  return -1
}

/** A quote over several lines. */
function across(wanted: string, lines: Line[]): Line[] {
  const first = wanted.split(' ')[0]!
  for (let from = 0; from < lines.length; from++) {
    const head = foldedLine(lines[from]!)
    if (!head.includes(first)) continue
    let text = head
    for (let to = from + 1; to < Math.min(lines.length, from + mostLines); to++) {
      text += ` ${foldedLine(lines[to]!)}`
      const at = placeOf(wanted, text)
      if (at >= 0 && at < head.length) return lines.slice(from, to + 1)
      if (text.length > wanted.length + head.length) break
    }
  }
  return []
}
