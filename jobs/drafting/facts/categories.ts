/*
 * Categories by meaning: what the start page says of the product, against the words that tell each category
 * (storage/search/telling.ts). Where those below a category disagree the words of all of them still tell it, so it may
 * be given in their place. One that a rival of another kind comes near is a guess: right or none.
 */
import { kindsNamed, tellingWords, termsOf, usesIn } from '../../../storage/search/telling.ts'
import { withoutHyphen, wordsOfKinds } from '../../../storage/search/kinds.ts'
import { stem } from '../../../storage/search/stems.ts'
import { wordsOf } from '../../../storage/search/words.ts'
import type { CrawledSite } from '../page/reading.ts'
import type { Category, Evidence, Proven } from '../profile.ts'
import { calledOf } from './category_names.ts'
import { tellingLines, type TellingLine } from './telling_lines.ts'

/** Weights are read when they are asked for: of most categories they are not. */
type ReadCategory = {
  category: Category
  kinds: string[][]
  names: Set<string>
  weights(): Map<string, number>
}

const readOnce = new WeakMap<Category, ReadCategory>()
const readOf = (category: Category): ReadCategory => {
  const read = readOnce.get(category) ?? readCategory(category)
  readOnce.set(category, read)
  return read
}

function readCategory(category: Category): ReadCategory {
  const kinds = kindsNamed(category.name)
  let weights: Map<string, number> | undefined
  return {
    category,
    kinds,
    names: new Set(kinds.flat()),
    weights: () => (weights ??= new Map(weightsIn(category))),
  }
}

function* weightsIn({ name, description = null, words }: Category): Generator<[string, number]> {
  // Without words learned from listings, those of name and description tell a category.
  const own = () => tellingWords([{ name, description, parent: null, uses: usesIn([]) }]).next().value
  const parts = (words || own() || '').split(' ')
  for (let from = 0; from + 1 < parts.length; from += 2) yield [parts[from]!, Number(parts[from + 1])]
}

const mostGiven = 3

/** What the lines say together, and which terms they say of the thing itself. */
function saidIn(lines: TellingLine[]) {
  const said = new Map<string, number>()
  const head = new Set<string>()
  for (const line of lines) {
    for (const term of line.head) head.add(term)
    for (const [term, share] of line.terms) {
      const times = line.weight * share * (line.head.has(term) ? 2 : 1)
      said.set(term, (said.get(term) ?? 0) + times)
    }
  }
  return { said, head }
}

/** A category of apps for a platform that the page does not speak of. */
const elsewhere = 0.8
const platform = /\b(?:mac|macos|windows|linux|ios|iphone|ipad|android)\b/gi

/** What it is worth that a page names a category: by one of its kinds where it says what it is, or elsewhere. */
const naming = { whole: 2, beside: 1.3, none: 1 }
/** What no category knows speaks for none: so much of it weighs against all. Long pages say more of everything. */
const length = { least: 2, unknown: 0.4, power: 0.7 }
type Scored = { category: ReadCategory; score: number; named: keyof typeof naming }

const namesOne = ({ kinds }: ReadCategory, words: { has(word: string): boolean }): boolean =>
  kinds.some((kind) => kind.every((word) => words.has(word)))

function score(
  { all, telling }: CategoryList,
  { said, head }: ReturnType<typeof saidIn>,
  isOn: (category: ReadCategory) => boolean,
): Scored[] {
  const sums = all.map(() => 0)
  let spoken = length.least
  for (const [term, times] of said) {
    const weighed = telling.get(term)
    const share = Math.log1p(times)
    // Two words beside each other are hardly ever known.
    if (weighed !== undefined) spoken += share
    else if (!term.includes('_')) spoken += share * length.unknown
    for (let i = 0; weighed !== undefined && i < weighed.length; i += 2)
      sums[weighed[i]!]! += weighed[i + 1]! * share
  }
  return all
    .map((category, at) => {
      const named = namesOne(category, head) ? 'whole' : namesOne(category, said) ? 'beside' : 'none'
      const times = naming[named] * (isOn(category) ? 1 : elsewhere)
      return { category, named, score: (sums[at]! / spoken ** length.power) * times } as const
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, sure.among)
}

/** So much scores that none fits; how much more what scores more weighs; and the share that is no guess. */
const sure = { none: 2.2, power: 3.5, share: 0.23, among: 15 }
/** So much of the best's score, and named as well, is as clear. */
const further = 0.75
/** So near in score, and in what also stands by it, another kind makes a guess of the best. */
const near = { score: 0.9, rank: 0.8 }
/** So much score and share stand in for the name where no word says it. */
const unnamed = { score: 2, share: 0.3 }
/** So much score, and all but this share, is no guess, whatever else is said once or of another kind. */
const plain = { score: 4, share: 0.75, both: 3.5 }
/** What has fewer names and so much of the best's score takes its place. */
const plainer = 0.6

/** The categories that a term tells, place and weight in turn. Of one list at a time: every draft brings its own copy. */
type CategoryList = { of: Category[]; all: ReadCategory[]; telling: Map<string, number[]> }
let lastList: CategoryList = { of: [], all: [], telling: new Map() }
const sameWords = (one: Category, other: Category | undefined): boolean =>
  one === other ||
  (['slug', 'name', 'parent', 'words', 'description'] as const).every((key) => one[key] === other?.[key])

function readTold(of: Category[]): CategoryList {
  if (of.length === lastList.of.length && of.every((one, at) => sameWords(one, lastList.of[at])))
    return lastList
  const parents = new Set(of.map(({ parent }) => parent))
  // One that only holds others has no products of its own to be known by.
  const all = of
    .map(readOf)
    .filter(({ kinds, category }) => kinds.length > 0 && !(parents.has(category.slug) && !category.words))
  const telling: CategoryList['telling'] = new Map()
  for (const [at, { category }] of all.entries())
    for (const [term, weight] of weightsIn(category)) {
      const weighed = telling.get(term)
      if (weighed) weighed.push(at, weight)
      else telling.set(term, [at, weight])
    }
  return (lastList = { of, all, telling })
}

/** How deep categories lie, and which are for a platform that the page speaks of. */
function treeOf(categories: Category[], { lines, start }: CrawledSite) {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const above = function* (category: Category): Generator<Category> {
    for (let at = bySlug.get(category.parent ?? ''); at !== undefined; at = bySlug.get(at.parent ?? ''))
      yield at
  }
  const spoken = lines.flatMap(({ url, text }) => (url === start.url ? text.toLowerCase() : [])).join(' ')
  const isSpoken = ({ name }: Category): boolean => {
    const platforms = name.match(platform) ?? []
    return platforms.length === 0 || platforms.some((one) => spoken.includes(one.toLowerCase()))
  }
  return {
    depthOf: ({ category }: Scored): number => [...above(category.category)].length,
    isOn: ({ category }: ReadCategory): boolean => isSpoken(category) && above(category).every(isSpoken),
  }
}

/**
 * The categories the start page speaks of most, by name; or by slug where several bear that name. Each weighs against
 * all others and against none; those above and below it, and those called by the same word of the page, stand by it.
 */
export function findCategories(site: CrawledSite, categories: Category[]): Proven<string>[] {
  const lines = tellingLines(site)
  const read = readTold(categories)
  const { isOn, depthOf } = treeOf(read.of, site)
  const page = saidIn(lines)
  const scored = score(read, page, isOn)
  const isAlike = (one: Scored, other: Scored): boolean =>
    one === other ||
    [...one.category.names].some((word) => other.category.names.has(word) && page.said.has(word))
  const weigh = (some: Scored[]) => some.reduce((sum, one) => sum + one.score ** sure.power, 0)
  const shareOf = (one: Scored): number =>
    weigh(scored.filter((other) => isAlike(one, other))) / (weigh(scored) + sure.none ** sure.power)
  const ranked = new Map(scored.map((one) => [one, one.score * Math.sqrt(shareOf(one))]))
  const order = [...ranked.keys()].sort((one, other) => ranked.get(other)! - ranked.get(one)!)
  const best = order[0]
  if (best === undefined || shareOf(best) < sure.share) return []
  // A category needs its name's sense as well as the words of what is filed there, or many more of these.
  if (best.named === 'none' && (best.score < unnamed.score || shareOf(best) < unnamed.share)) return []
  // One word of its name, and nothing else of what is filed there, is a word like any other.
  const { names, weights } = best.category
  const told = [...page.head].filter((term) => weights().has(term))
  const isThin = told.every((term) => names.has(term) && weights().get(term)! < enough.alone)
  const isPlain = best.score > plain.score && shareOf(best) > plain.share
  if ((best.named === 'whole' && isThin) || (!isPlain && isSaidOnce(best, told, lines, site))) return []
  const isRival = (one: Scored): boolean =>
    !isAlike(one, best) &&
    one.score > best.score * near.score &&
    ranked.get(one)! > ranked.get(best)! * near.rank
  // A page that names two kinds as plainly is of both.
  const isBoth = (one: Scored): boolean =>
    [best, one].every(({ named, score }) => named === 'whole' && score > plain.both)
  const rivals = scored.filter(isRival)
  if (!rivals.every(isBoth)) return []
  // "Finance" rather than "Economics / Finance" where nothing is said of economics; of two "Education" the higher one.
  const isPlainer = (one: Scored): boolean =>
    one.score >= best.score * plainer &&
    isWithin(one, best) &&
    (isWithin(best, one)
      ? one.category.category.name === best.category.category.name && depthOf(one) < depthOf(best)
      : ![...best.category.names].every((word) => page.said.has(word)))
  const first = order.find(isPlainer) ?? best
  const clear = order.filter(
    (one) =>
      one.named === 'whole' &&
      [...one.category.names].every((word) => page.said.has(word)) &&
      one.score >= first.score * further &&
      isAlike(one, first) &&
      !isWithin(one, first),
  )
  const called = calledOf(categories)
  return [first, ...rivals, ...clear].slice(0, mostGiven).map(({ category }) => ({
    value: called[read.of.indexOf(category.category)]!,
    evidence: evidenceOf(category, lines),
  }))
}

const stemsOf = (text: string): string[] => wordsOf(withoutHyphen(text)).map(stem)

/**
 * Spoken of by one word alone: by the way, or, in the catalogue's own language, by one that neither it nor those filed
 * there are called by. A garage is no transport, nor a wedding an event.
 */
function isSaidOnce(
  { category, named }: Scored,
  told: string[],
  lines: TellingLine[],
  { start }: CrawledSite,
): boolean {
  const { names, weights } = category
  const spoken = lines.flatMap(({ text }) =>
    [...wordsOfKinds(text)].flatMap(({ said, kind }) =>
      stemsOf(kind).some((word) => names.has(word)) ? stemsOf(said).join(' ') : [],
    ),
  )
  const [only = ''] = spoken
  const own = only.split(' ')
  const isOwnLanguage = start.lang.startsWith('en') && /^[a-z ]+$/.test(only)
  const meant = new Set([...own, ...told.flatMap((term) => (term.startsWith('@') ? stemsOf(term) : []))])
  return (
    new Set(spoken).size === 1 &&
    !own.some((word) => weights().has(word) || [...names].some((name) => word.endsWith(name))) &&
    (isOwnLanguage || (named === 'beside' && spoken.length < 3)) &&
    told.every((term) => /[@_]/.test(term) || meant.has(term) || weights().get(term)! < 2)
  )
}

/** Whatever the one is called, so is the other. */
const isWithin = ({ category }: Scored, other: Scored): boolean =>
  [...category.names].every((word) => other.category.names.has(word))

/** The lines that say most of its words. */
function evidenceOf({ weights, names }: ReadCategory, lines: TellingLine[]): Evidence[] {
  const weigh = ({ terms }: TellingLine): number =>
    [...terms].reduce(
      (sum, [term, share]) => sum + ((weights().get(term) ?? 0) + (names.has(term) ? 2 : 0)) * share,
      0,
    )
  return lines
    .toSorted((one, other) => weigh(other) - weigh(one))
    .slice(0, 2)
    .map(({ evidence }) => evidence)
}

/** What speaks for any of the categories, with how much it does. */
export const tellingWeights = (categories: Category[]): Map<string, number> =>
  new Map(categories.flatMap((category) => [...weightsIn(category)]))

/** How much a word must weigh to be telling, and what those of a quote must weigh together. */
const enough = { word: 1, quote: 5, alone: 3.5 }

/** Does the quote speak of the category: name its kind, or say several of the words that tell it? */
export function speaksOf(category: Category, quote: string): boolean {
  const { kinds, weights } = readOf(category)
  const terms = termsOf(quote)
  if (kinds.some((kind) => kind.every((word) => terms.has(word)))) return true
  const said = [...terms.keys()]
    .map((term) => weights().get(term) ?? 0)
    .filter((weight) => weight > enough.word)
  return (
    Math.max(0, ...said) > enough.alone ||
    (said.length > 1 && said.reduce((sum, weight) => sum + weight, 0) > enough.quote)
  )
}
