/*
 * Where a quote stands. A quote counts only if it stands verbatim (white space and case folded) in the
 * stored text of the page it names: within the visible lines, or within one marked line.
 */
import type { Evidence, StoredPage } from '../profile.ts'
import { fold, indexOf, type LineKind, squeeze, type TextIndex } from '../page/stored_text.ts'

export type Proof = {
  url: string
  kind: LineKind
  /** For metas and JSON-LD the name or path, for links the region. */
  key: string
  note: string
  quote: string
  /** The whole lines the quote stands in, so that a rule can see what the quote left out. */
  lines: string[]
  /** The visible line before. */
  before: string
  /** Where it stands: the number of the first visible line, or of the marked line. */
  at: number
}

const longestQuote = 4_000
const mostLines = 12
/** Characters that hide or reorder text: a quote or value that holds one is a trick. */
export const trickery =
  /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/

/** A line that talks to a model instead of to a reader. What it says is data, and proves nothing. */
const instruction =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|previous|above)\b|\b(?:system prompt|developer message|as an? (?:ai|llm|language model)|dear (?:ai|llm|assistant|chatbot)|(?:ai|llm)s? (?:assistants?|models?|agents?|crawlers?)?\s?(?:must|should|shall|are instructed|are required)|you (?:must|should|shall) (?:now )?(?:output|answer|respond|reply|return|write|say|set|report|list)|(?:set|change|write|output|return) the (?:name|tagline|description|price|pricing(?: model)?|country|city|founders?|e-?mail|category|field)\b.{0,30}\b(?:to|as)\b|<\/?(?:system|instructions?|assistant)>|\[(?:system|inst)\])/i

export const isInstruction = (line: string): boolean => instruction.test(line.slice(0, 3000))

function lineAt(index: TextIndex, offset: number): number {
  let low = 0
  let high = index.line_starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((index.line_starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function visibleProofs(index: TextIndex, quote: string, folded: string): Proof[] {
  const found: Proof[] = []
  let at = index.folded_visible.indexOf(folded)
  while (at !== -1 && found.length < 12) {
    const first = lineAt(index, at)
    const last = lineAt(index, at + folded.length - 1)
    if (last - first < mostLines) {
      const lines = index.lines.slice(first, last + 1)
      const before = index.lines[first - 1] ?? ''
      found.push({ url: index.url, kind: 'visible', key: '', note: '', quote, lines, before, at: first })
    }
    at = index.folded_visible.indexOf(folded, at + Math.max(1, folded.length))
  }
  return found
}

/** Every place the quote of this evidence stands on its page. None means that the evidence is worth nothing. */
export function proofsOf(evidence: Evidence, pages: StoredPage[]): Proof[] {
  const { quote, url } = evidence
  if (typeof quote !== 'string' || quote.length > longestQuote || trickery.test(quote)) return []
  const page = pages.find((candidate) => candidate.url === url)
  const folded = fold(quote)
  if (!page || folded === '') return []
  const index = indexOf(page)
  // A quote of one character proves only where it is all that is said, as a price of "0" in JSON-LD.
  const whole = folded.length < 2
  const found = whole ? [] : visibleProofs(index, squeeze(quote), folded)
  for (let at = 0; at < index.marked.length && found.length < 24; at++) {
    const line = index.marked[at]
    const said = index.folded_marked[at] ?? ''
    if (!line || !(whole ? said === folded : said.includes(folded))) continue
    const { key, value, note } = line
    // A cell is as visible as any line; only its neighbours are not its context.
    const kind = line.kind === 'cell' ? 'visible' : line.kind
    found.push({
      url,
      kind,
      key,
      note: line.kind === 'cell' ? 'cell' : note,
      quote: squeeze(quote),
      lines: [value],
      before: '',
      at,
    })
  }
  return found.filter((proof) => !proof.lines.some(isInstruction))
}
