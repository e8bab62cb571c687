import type { Category, Evidence, Proven } from '../profile.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'

/** Words that stand in so many category names that they choose nothing. */
const empty = new Set(
  'and or of the for in a an to with software tool tools app apps application applications platform platforms system systems service services solution solutions other misc general online web based management online'.split(
    ' ',
  ),
)

/** A word without its ending, so that "invoicing" meets "invoices". */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ers?|ies|es|s|y|ment|ments|ion|ions)$/, '') : word

function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter((word) => word.length > 1)
}

const telling = (name: string): string[] =>
  tokens(name)
    .filter((word) => !empty.has(word))
    .map(stem)

/** Does the quote speak of the category: hold all telling words of its name? */
export function speaksOf(category: Category, quote: string): boolean {
  const wanted = telling(category.name)
  if (wanted.length === 0) return false
  const words = new Set(tokens(quote).map(stem))
  return wanted.every((word) => words.has(word))
}

type Line = { text: string; weight: number; evidence: Evidence }

function tellingLines(reading: Reading): Line[] {
  const { start } = reading
  const lines: Line[] = [{ text: start.title, weight: 4, evidence: evidenceFrom(start, start.title, 'meta') }]
  for (const key of ['description', 'og:description', 'og:title', 'keywords']) {
    const said = start.metas.get(key)
    if (said)
      lines.push({
        text: said,
        weight: key === 'keywords' ? 2 : 3,
        evidence: evidenceFrom(start, said, 'meta'),
      })
  }
  let paragraphs = 0
  for (const block of start.blocks) {
    if (block.sample || block.foreign || block.region === 'nav' || block.region === 'footer' || block.hidden)
      continue
    if (block.level === 1 || block.level === 2)
      lines.push({
        text: block.text,
        weight: block.level === 1 ? 3 : 1,
        evidence: evidenceFrom(start, block.text),
      })
    else if (block.tag === 'p' && paragraphs < 4) {
      paragraphs++
      lines.push({
        text: block.text.slice(0, 600),
        weight: paragraphs === 1 ? 2 : 1,
        evidence: evidenceFrom(start, block.text),
      })
    }
  }
  return lines.filter((line) => line.text !== '')
}

/** The categories the start page speaks of most, primary first; at most four, by name. */
export function findCategories(reading: Reading, categories: Category[]): Proven<string>[] {
  const lines = tellingLines(reading).map((line) => ({
    ...line,
    words: new Set(tokens(line.text).map(stem)),
  }))
  const scored: { category: Category; score: number; evidence: Evidence[] }[] = []
  for (const category of categories) {
    const wanted = telling(category.name)
    if (wanted.length === 0) continue
    let score = 0
    const evidence: Evidence[] = []
    for (const line of lines) {
      if (!wanted.every((word) => line.words.has(word))) continue
      score += line.weight
      if (evidence.length < 2) evidence.push(line.evidence)
    }
    if (score >= 3) scored.push({ category, score: score + wanted.length * 1.5, evidence })
  }
  scored.sort((one, other) => other.score - one.score)
  return scored.slice(0, 4).map(({ category, evidence }) => ({ value: category.name, evidence }))
}

/** A category by its name or slug, or null where the list does not hold it. */
export const findCategory = (value: string, categories: Category[]): Category | null =>
  categories.find((category) => category.name === value || category.slug === value) ?? null
