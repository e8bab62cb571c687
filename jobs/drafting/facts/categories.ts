/*
 * Categories by meaning: what the start page says of the product, against the words that tell each category. One that
 * the page does not also call by a word of its name is a guess, and so is one that another comes near: right or none.
 */
import { tellingStems, tellingWords, usesIn } from '../../../storage/search/telling.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import type { Category, Evidence, Proven } from '../profile.ts'

/** Words that stand in so many category names that they choose nothing. */
const empty = new Set(
  'software tool app application platform system service solution other miscellaneous general online web base management manage technology topic public good essential utility product development data media digital open source free'
    .split(' ')
    .flatMap(tellingStems),
)

type Told = { category: Category; weights: Map<string, number>; name: string[]; isTaught: boolean }

function toldOf(categories: Category[]): Told[] {
  // Without words learned from listings, those of name and description tell a category.
  const own = tellingWords(
    categories.map(({ name, description }) => ({ name, description: description ?? null, uses: usesIn([]) })),
  )
  return categories.map((category, at) => {
    const parts = (category.words || own[at]!).split(' ')
    const weights = new Map<string, number>()
    for (let from = 0; from + 1 < parts.length; from += 2) weights.set(parts[from]!, Number(parts[from + 1]))
    const stems = [...new Set(tellingStems(category.name))]
    const name = stems.filter((word) => !empty.has(word))
    return { category, weights, name, isTaught: (category.words ?? '') !== '' }
  })
}

const known = new WeakMap<Category[], Told[]>()
function readTold(categories: Category[]): Told[] {
  const told = known.get(categories) ?? toldOf(categories)
  known.set(categories, told)
  return told
}

const most = { headings: 14, paragraphs: 5, length: 400 }

type Line = { words: Set<string>; weight: number; evidence: Evidence }

/** What the start page says the product is, each line with how much it counts. */
function tellingLines({ start }: Reading): Line[] {
  const lines: Line[] = []
  const add = (text: string, weight: number, where: 'meta' | 'visible'): void => {
    if (text !== '')
      lines.push({
        words: new Set(tellingStems(text.slice(0, most.length))),
        weight,
        evidence: evidenceFrom(start, text, where),
      })
  }
  add(start.title, 1, 'meta')
  const description = start.metas.get('description') ?? start.metas.get('og:description')
  add(description ?? '', 1.5, 'meta')
  add(start.metas.get('keywords') ?? '', 0.5, 'meta')
  let headings = 0
  let paragraphs = 0
  for (const { text, level, tag, region, sample, foreign, hidden } of start.blocks) {
    if (sample || foreign || hidden || region === 'nav' || region === 'footer') continue
    if (level > 0 && level < 4 && headings++ < most.headings) add(text, level === 1 ? 1.5 : 0.5, 'visible')
    else if (tag === 'p' && paragraphs++ < most.paragraphs)
      add(text, description || paragraphs > 1 ? 0.5 : 1.5, 'visible')
  }
  return lines
}

/** How often a word may count, and what a word must weigh to be telling. */
const bounds = { counted: 4, telling: 1.6 }
const wanted = {
  named: 0.33,
  score: 15,
  untaught: 7,
  telling: 2,
  margin: 0.3,
  alike: 0.35,
  further: 0.75,
  most: 3,
}

const likeness = (one: Told, other: Told): number => {
  let shared = 0
  for (const [word, weight] of one.weights) shared += weight * (other.weights.get(word) ?? 0)
  const length = ({ weights }: Told): number => Math.hypot(...weights.values())
  return shared / (length(one) * length(other) || 1)
}

/** The category the start page speaks of, and those alike that it speaks of nearly as much; by name. */
export function findCategories(reading: Reading, categories: Category[]): Proven<string>[] {
  const lines = tellingLines(reading)
  const said = new Map<string, number>()
  for (const { words, weight } of lines)
    for (const word of words) said.set(word, Math.min(bounds.counted, (said.get(word) ?? 0) + weight))
  // The product's own name says nothing of what it is.
  for (const word of reading.names.flatMap(tellingStems)) if (letters(word).length > 3) said.delete(word)
  const scored = readTold(categories)
    .map((told) => {
      const named = told.name.filter((word) => said.has(word)).length / Math.max(1, told.name.length)
      let score = 0
      let telling = 0
      for (const [word, times] of said) {
        const weight = told.weights.get(word)
        if (weight === undefined) continue
        score += weight * Math.sqrt(times)
        if (weight > bounds.telling) telling++
      }
      return { told, telling, score: named < wanted.named || named === 0 ? 0 : score * (0.5 + named) }
    })
    .sort((one, other) => other.score - one.score)
  const [best] = scored
  const isEnough = best && best.score >= (best.told.isTaught ? wanted.score : wanted.untaught)
  if (!isEnough || (best.told.isTaught && best.telling < wanted.telling)) return []
  const alike = scored.filter((one) => one === best || likeness(one.told, best.told) >= wanted.alike)
  const rival = scored.find((one) => !alike.includes(one))
  if (rival && best.score - rival.score < best.score * wanted.margin) return []
  return alike
    .filter((one) => one.score >= best.score * wanted.further)
    .slice(0, wanted.most)
    .map(({ told }) => ({ value: told.category.name, evidence: evidenceOf(told, lines) }))
}

/** The lines that say most of its words; first of all one with a word of its name. */
function evidenceOf({ weights, name }: Told, lines: Line[]): Evidence[] {
  const weigh = ({ words }: Line): number =>
    [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0) + (name.includes(word) ? 5 : 0), 0)
  return lines
    .toSorted((one, other) => weigh(other) - weigh(one))
    .slice(0, 2)
    .map(({ evidence }) => evidence)
}

/** Does the quote speak of the category: hold the words of its name, or one of them and others that tell it? */
export function speaksOf(category: Category, quote: string): boolean {
  const [told] = toldOf([category])
  const words = new Set(tellingStems(quote))
  const named = told!.name.filter((word) => words.has(word)).length
  if (named === 0) return false
  const telling = [...told!.weights].filter(
    ([word, weight]) => weight > bounds.telling && words.has(word),
  ).length
  return named === told!.name.length || telling >= wanted.telling
}

/** A category by its name or slug, or null where the list does not hold it. */
export const findCategory = (value: string, categories: Category[]): Category | null =>
  categories.find((category) => category.name === value || category.slug === value) ?? null
