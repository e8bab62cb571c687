// Turns the typed words into what is searched: drops words without meaning, keeps phrases together, and adds synonyms
// to each word or phrase. Pure: it asks the dictionary for what the catalogue knows.
import { partsOf } from './compounds.ts'
import type { Dictionary } from './dictionary.ts'
import type { openCategories } from './filed.ts'
import {
  beside,
  countries,
  generic,
  insteadOf,
  longestPhrase,
  narrowing,
  phraseOf,
  readAs,
  same,
  saysLittle,
  stopWords,
  turning,
} from './language.ts'
import { all, any, term } from './request.ts'
import { stem } from './stems.ts'
import { facetToken } from './words.ts'

/** One way to express a concept: all of its words, and the cost of reading it so. */
type Way = { words: string[]; cost: number }

export type Concept = {
  typed: string[]
  ways: Way[]
  /** Facets with the same meaning: categories of this name, or a country. */
  facets: string[]
  /** What it costs to read it in what was typed. */
  cost: number
  /** Optional: it only raises listings that match it. */
  isHint: boolean
  /** A word of little meaning that names no filter. */
  isLight: boolean
  /** How significant it is: rare words more. */
  weight: number
  /** Of two required concepts, the one that fewer listings have. */
  isRarer: boolean
  /** No listing has it in any form. */
  isUnknown: boolean
}

/** A word by itself, with no other way to say it. */
export const plain = (word: string): Concept => ({
  typed: [word],
  ways: [{ words: [word], cost: 0 }],
  facets: [],
  cost: 0,
  isHint: false,
  isLight: false,
  weight: 1,
  isRarer: false,
  isUnknown: false,
})

/** Rare words are more significant. */
export const weightOf = (spread: number, size: number): number =>
  Math.log(1 + (size + 1) / (Math.min(spread, size) + 0.5))

export const weigh = (some: Concept[]): number => some.reduce((sum, { weight }) => sum + weight, 0)

/** What it costs to be found by a synonym. */
export const otherName = 3
const mostCategories = 4
/** The most other words of a query beside a category's name; with more the category is not meant. */
const mostBeside = 4
const kindWeight = 1.2
/** In a question of more words, "or" stands between some of them only. */
const mostCompared = 3
/** How often the words of a phrase occur together, between by chance (1) and always (0). */
const together = 0.4

export type Asked = {
  concepts: Concept[]
  /** The query asks for alternatives to these, not for these. */
  isInstead: boolean
  /** Several equally wanted things. */
  isBeside: boolean
  /** Facets of the categories that the query names, with the share of the category's name it contains. */
  shelves: Map<string, number>
}

export const expressionOf = (dictionary: Dictionary, { ways, facets }: Concept): string =>
  any([...ways.map((way) => all(way.words.map(dictionary.anyForm))), ...facets.map(term)])

/** The words without question phrases, and the meaning of those. */
function unframed(words: string[]) {
  let isInstead = false
  let isBeside = false
  const left = words.filter((word, i) => {
    const isFrame =
      insteadOf.has(word) || (word === 'like' && i > 0 && i < words.length - 1 && generic.has(words[i - 1]!))
    if (isFrame) isInstead = true
    // In "sign pdf or word documents" it says nothing of the documents.
    const says = words.length <= mostCompared || !stopWords.has(word)
    const stands = says && beside.has(word) && i > 0 && i < words.length - 1
    if (stands) isBeside = true
    return !isFrame && !stands
  })
  return left.length === 0
    ? { left: words, isInstead: false, isBeside: false }
    : { left, isInstead, isBeside }
}

/**
 * The phrase if it has a meaning of its own, with the words in it that say nothing or without ("read it later"). Two
 * words around "a" or "of" may stand the other way round: "edit a video" is "video editing".
 */
function phraseIn(words: string[]): string[] | undefined {
  const isKnown = (phrase: string[]) =>
    [same, readAs, narrowing, countries].some((known) => known.has(phraseOf(phrase)))
  const ends = [words[0]!, words.at(-1)!].some((word) => stopWords.has(word))
  const told = ends ? words : words.filter((word) => !stopWords.has(word))
  const between = words.slice(1, -1)
  const isTurned = between.length > 0 && between.every((word) => turning.has(word))
  return [words, told, isTurned ? told.toReversed() : told].find(isKnown)
}

/** Words and phrases in order; the longest phrase with a synonym becomes one unit. */
function units(words: string[]): string[][] {
  const isEmpty = words.every((word) => stopWords.has(word))
  const found: string[][] = []
  for (let i = 0; i < words.length;) {
    let length = Math.min(longestPhrase, words.length - i)
    let phrase: string[] | undefined
    for (; length > 1 && phrase === undefined; length -= 1) phrase = phraseIn(words.slice(i, i + length))
    if (phrase !== undefined) length += 1
    if (phrase !== undefined || isEmpty || !stopWords.has(words[i]!)) found.push(phrase ?? [words[i]!])
    i += length
  }
  return found
}

/** In a phrase a longer word says something although it is a stop word: "search engine" is no engine. */
const longestLittle = 3

const telling = (words: string[]): string[] => {
  const left = words.filter((word) => word.length > longestLittle || !stopWords.has(word))
  return left.length === 0 ? words : left
}

type Filed = Pick<ReturnType<typeof openCategories>, 'named' | 'length' | 'share' | 'says'>

export function openConcepts(dictionary: Dictionary, filed: Filed) {
  /** The likely number of listings with all of these words: fewer than with the rarest of them. */
  function spreadOf(words: string[], size: number): number {
    const spreads = words.map((word) => dictionary.spread(stem(word))).sort((a, b) => a - b)
    const share = spreads.slice(1).reduce((all, spread) => all * Math.min(1, spread / (size + 1)), 1)
    return spreads[0]! * share ** together
  }

  function isMeant(word: string): boolean {
    const short = stem(word)
    return (
      same.has(short) ||
      readAs.has(short) ||
      narrowing.has(short) ||
      // "Tak" is all that is left of "taking", and stands in any letters.
      (word.length > 4 ? filed.named(word).length > 0 : filed.says(word)) ||
      (word.length > 3 && stopWords.has(word))
    )
  }

  const isUnheard = (word: string): boolean => !isMeant(word) && dictionary.spread(stem(word)) === 0

  function conceptOf(typed: string[], size: number): Concept {
    const phrase = phraseOf(typed)
    const own = telling(typed)
    const instead = readAs.get(phrase)
    const ways: Way[] = instead === undefined ? [{ words: own, cost: 0 }] : []
    for (const other of instead ?? []) ways.push({ words: telling(other), cost: 0 })
    // "Getting things done" says nothing word by word.
    for (const other of same.get(phrase) ?? [])
      if (!other.every((word) => stopWords.has(word))) ways.push({ words: telling(other), cost: otherName })
    const known = ways.filter((way) => spreadOf(way.words, size) > 0)
    const isNarrowing = [typed, ...(instead ?? [])].some((words) => narrowing.has(phraseOf(words)))
    const country = countries.get(phrase)
    const isLight = !isNarrowing && country === undefined && typed.length === 1 && saysLittle.has(typed[0]!)
    const facets = country === undefined ? [] : [facetToken('country', country)]
    // A word's significance does not depend on its synonyms, unless nobody uses the word.
    const spread =
      spreadOf(ways[0]!.words, size) || known.reduce((sum, way) => sum + spreadOf(way.words, size), 0)
    return {
      ...plain(phrase),
      typed,
      ways: known.length === 0 ? ways.slice(0, 1) : known,
      facets,
      isHint: isNarrowing || country !== undefined || isLight,
      isLight,
      weight: weightOf(spread, size) * (isNarrowing ? 0.5 : 1),
      isUnknown: known.length === 0 && facets.length === 0,
    }
  }

  /** The categories whose name is any of these ways. */
  function categoriesOf({ ways }: Concept): number[] {
    const named = new Set<number>()
    for (const way of ways) {
      const [first, ...others] = way.words.map(filed.named)
      for (const id of first!) if (others.every((ids) => ids.includes(id))) named.add(id)
    }
    return [...named]
  }

  /** A word in the names of many categories selects them only together with a neighbour. */
  function file(concepts: Concept[]): void {
    const named = concepts.map(categoriesOf)
    concepts.forEach((concept, i) => {
      const beside = [named[i - 1] ?? [], named[i + 1] ?? []].flat()
      const both = named[i]!.filter((id) => beside.includes(id))
      const ids = both.length > 0 ? both : named[i]!.filter((id) => filed.length(id) <= mostBeside)
      if (ids.length > mostCategories) return
      // A category's name says what kind of thing is wanted.
      if (ids.length > 0) concept.weight *= kindWeight
      for (const id of ids) concept.facets.push(facetToken('category', id))
      concept.isUnknown &&= ids.length === 0
    })
  }

  /** By facet, the share of the category's name that the query contains. */
  function shelvesOf(concepts: Concept[]): Map<string, number> {
    const words = concepts.flatMap(({ ways }) => ways.flatMap((way) => way.words))
    const stems = new Set(words.map(stem))
    const ids = new Set(words.flatMap(filed.named))
    return new Map([...ids].map((id) => [facetToken('category', id), filed.share(id, stems)]))
  }

  return function ask(words: string[], size: number): Asked {
    const { left: typed, ...frames } = unframed(words)
    const left = typed.flatMap((word) => (isUnheard(word) ? (partsOf(word, isMeant) ?? word) : word))
    const concepts = units(left).map((typed) => conceptOf(typed, size))
    const [first, second, ...more] = concepts.filter(({ isHint }) => !isHint)
    if (second && more.length === 0) (first!.weight > second.weight ? first! : second).isRarer = true
    file(concepts)
    if (concepts.every(({ isHint }) => isHint)) for (const concept of concepts) concept.isHint = false
    return { concepts, shelves: shelvesOf(concepts), ...frames }
  }
}
