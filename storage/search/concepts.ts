// From what was typed to what is looked for: words that say nothing are left out, phrases are kept together, and each
// word or phrase brings what else it is called. Pure: what the catalogue knows is asked of the dictionary.
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
} from './language.ts'
import { all, any, term } from './request.ts'
import { stem } from './stems.ts'
import { facetToken } from './words.ts'

/** One way to say what is sought: all of its words, and what it costs to read it so. */
type Way = { words: string[]; cost: number }

export type Concept = {
  typed: string[]
  ways: Way[]
  /** Facets that say the same: of categories named so, or of a country. */
  facets: string[]
  /** Raises what it fits, and is not required. */
  isHint: boolean
  /** Says little by itself, and names no filter. */
  isLight: boolean
  /** How much it tells: rare ones more. */
  weight: number
  /** Of two that are required, the one that fewer listings have. */
  isRarer: boolean
  /** No listing has it, in any form. */
  isUnknown: boolean
}

const otherName = 4
const mostCategories = 4
/** One word of more does not say what a category is for. */
const mostBeside = 4
/** Of each part of a compound so many names are tried. */
const mostNames = 4
/** What so few say as one word, others say as two. */
const seldom = 5
const kindWeight = 1.2
/** Words of a phrase stand together oftener than by chance (1) and seldomer than always (0). */
const together = 0.4

export type Asked = {
  concepts: Concept[]
  /** What stands beside these is asked for, not these themselves. */
  isInstead: boolean
  /** Several things side by side, each as welcome as the other. */
  isBeside: boolean
  /** The facets of categories that words name, with how much of the category's name they say. */
  shelves: Map<string, number>
}

/** Whoever has "two factor authentication" has "two factor". */
function widest(ways: Way[]): Way[] {
  const forms = ways.map((way) => way.words.map(stem))
  return ways.filter(
    (_, i) =>
      !forms.some(
        (other, j) =>
          i !== j &&
          (other.length < forms[i]!.length || (other.length === forms[i]!.length && j < i)) &&
          other.every((short) => forms[i]!.includes(short)),
      ),
  )
}

export const expressionOf = (dictionary: Dictionary, { ways, facets }: Concept): string =>
  any([...widest(ways).map((way) => all(way.words.map(dictionary.anyForm))), ...facets.map(term)])

/** What is left of the words when question frames are taken away, and what the frames said. */
function unframed(words: string[]) {
  let isInstead = false
  let isBeside = false
  const left = words.filter((word, i) => {
    const isFrame =
      insteadOf.has(word) || (word === 'like' && i > 0 && i < words.length - 1 && generic.has(words[i - 1]!))
    if (isFrame) isInstead = true
    const stands = beside.has(word) && i > 0 && i < words.length - 1
    if (stands) isBeside = true
    return !isFrame && !stands
  })
  return left.length === 0
    ? { left: words, isInstead: false, isBeside: false }
    : { left, isInstead, isBeside }
}

/** Words and phrases in their order; the longest phrase that is known by another name is one. */
function units(words: string[], isSaid: (phrase: string) => boolean): string[][] {
  const isEmpty = words.every((word) => stopWords.has(word))
  const found: string[][] = []
  for (let i = 0; i < words.length;) {
    let length = Math.min(longestPhrase, words.length - i)
    for (; length > 1; length -= 1) {
      const phrase = phraseOf(words.slice(i, i + length))
      if ([same, readAs, narrowing, countries].some((known) => known.has(phrase))) break
      if (isSaid(words.slice(i, i + length).join(' '))) break
    }
    if (length > 1 || isEmpty || !stopWords.has(words[i]!)) found.push(words.slice(i, i + length))
    i += length
  }
  return found
}

const telling = (words: string[]): string[] => {
  const left = words.filter((word) => !stopWords.has(word))
  return left.length === 0 ? words : left
}

type Filed = Pick<ReturnType<typeof openCategories>, 'named' | 'length' | 'share' | 'says' | 'meaning'>

export function openConcepts(dictionary: Dictionary, filed: Filed) {
  /** How many listings may have all of these words: those of a phrase meet seldomer than its rarest one is used. */
  function spreadOf(words: string[], size: number): number {
    const spreads = words.map((word) => dictionary.spread(stem(word))).sort((a, b) => a - b)
    const share = spreads.slice(1).reduce((all, spread) => all * Math.min(1, spread / (size + 1)), 1)
    return spreads[0]! * share ** together
  }

  function weightOf(spread: number, size: number): number {
    return Math.log(1 + (size + 1) / (Math.min(spread, size) + 0.5))
  }

  /** What else phrases of these words are called, as the catalogue itself says. */
  function meaningsIn(words: string[]): Map<string, Set<string>> {
    const phrases = words.flatMap((_, i) =>
      Array.from({ length: Math.min(longestPhrase, words.length - i) }, (_, more) =>
        words.slice(i, i + more + 1).join(' '),
      ),
    )
    const found = new Map<string, Set<string>>()
    const add = (phrase: string, other: string) =>
      found.set(phrase, (found.get(phrase) ?? new Set()).add(other))
    for (const { said, means } of dictionary.meanings(phrases)) add(said, means)
    for (const phrase of phrases) {
      const other = filed.meaning(phrase)
      if (other !== undefined) add(phrase, other)
    }
    return found
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

  /** What a compound says, in the words of its parts and in what these are called. */
  function compoundOf(word: string): string[][] {
    const parts = partsOf(word, isMeant)
    if (parts === null || parts.every((part) => stopWords.has(part))) return []
    const [first, second] = parts
      .filter((part) => !stopWords.has(part))
      .map((part) =>
        [[part], ...(readAs.get(stem(part)) ?? []), ...(same.get(stem(part)) ?? [])].slice(0, mostNames),
      )
    return first!.flatMap((one) => (second ?? [[]]).map((other) => telling([...one, ...other])))
  }

  function conceptOf(typed: string[], size: number, meanings: Map<string, Set<string>>): Concept {
    const phrase = phraseOf(typed)
    const own = telling(typed)
    const instead = readAs.get(phrase)
    const ways: Way[] = instead === undefined ? [{ words: own, cost: 0 }] : []
    for (const other of instead ?? []) ways.push({ words: telling(other), cost: 0 })
    // "Getting things done" says nothing word by word.
    for (const other of same.get(phrase) ?? [])
      if (!other.every((word) => stopWords.has(word))) ways.push({ words: telling(other), cost: otherName })
    for (const other of meanings.get(typed.join(' ')) ?? [])
      ways.push({ words: telling(other.split(' ')), cost: otherName })
    if (typed.length === 1 && spreadOf(own, size) < seldom)
      for (const words of compoundOf(typed[0]!)) ways.push({ words, cost: otherName })
    const known = ways.filter((way) => spreadOf(way.words, size) > 0)
    const isNarrowing = [typed, ...(instead ?? [])].some((words) => narrowing.has(phraseOf(words)))
    const country = countries.get(phrase)
    const isLight = !isNarrowing && country === undefined && typed.length === 1 && saysLittle.has(typed[0]!)
    const facets = country === undefined ? [] : [facetToken('country', country)]
    // How telling a word is does not depend on what else it is called, unless nobody uses it.
    const spread =
      spreadOf(ways[0]!.words, size) || known.reduce((sum, way) => sum + spreadOf(way.words, size), 0)
    return {
      typed,
      ways: known.length === 0 ? ways.slice(0, 1) : known,
      facets,
      isHint: isNarrowing || country !== undefined || isLight,
      isLight,
      weight: weightOf(spread, size) * (isNarrowing ? 0.5 : 1),
      isRarer: false,
      isUnknown: known.length === 0 && facets.length === 0,
    }
  }

  /** The categories that are called so, in any of the ways. */
  function categoriesOf({ ways }: Concept): number[] {
    const named = new Set<number>()
    for (const way of ways) {
      const [first, ...others] = way.words.map(filed.named)
      for (const id of first!) if (others.every((ids) => ids.includes(id))) named.add(id)
    }
    return [...named]
  }

  /** A word that is in many categories' names tells them apart only beside a neighbour. */
  function file(concepts: Concept[]): void {
    const named = concepts.map(categoriesOf)
    concepts.forEach((concept, i) => {
      const beside = [named[i - 1] ?? [], named[i + 1] ?? []].flat()
      const both = named[i]!.filter((id) => beside.includes(id))
      const ids = both.length > 0 ? both : named[i]!.filter((id) => filed.length(id) <= mostBeside)
      if (ids.length > mostCategories) return
      // What names a category says what kind of thing is needed.
      if (ids.length > 0) concept.weight *= kindWeight
      for (const id of ids) concept.facets.push(facetToken('category', id))
      concept.isUnknown &&= ids.length === 0
    })
  }

  /** How much of the categories' names is asked for, by facet. */
  function shelvesOf(concepts: Concept[]): Map<string, number> {
    const words = concepts.flatMap(({ ways }) => ways.flatMap((way) => way.words))
    const stems = new Set(words.map(stem))
    const ids = new Set(words.flatMap(filed.named))
    return new Map([...ids].map((id) => [facetToken('category', id), filed.share(id, stems)]))
  }

  return function ask(words: string[], size: number): Asked {
    const { left: typed, ...frames } = unframed(words)
    const left = typed.flatMap((word) => (isUnheard(word) ? (partsOf(word, isMeant) ?? word) : word))
    const meanings = meaningsIn(left)
    const concepts = units(left, (phrase) => meanings.has(phrase)).map((typed) =>
      conceptOf(typed, size, meanings),
    )
    const [first, second, ...more] = concepts.filter(({ isHint }) => !isHint)
    if (second && more.length === 0) (first!.weight > second.weight ? first! : second).isRarer = true
    file(concepts)
    if (concepts.every(({ isHint }) => isHint)) for (const concept of concepts) concept.isHint = false
    return { concepts, shelves: shelvesOf(concepts), ...frames }
  }
}
