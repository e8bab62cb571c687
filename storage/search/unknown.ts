// Words that no listing has: replaced by the likeliest correction if that helps, or left out. Synchronous, as the dictionary is.
import { expressionOf, weightOf, type Concept } from './concepts.ts'
import type { Dictionary } from './dictionary.ts'
import { reviewed } from './language.ts'
import type { Neighbour } from './shelves.ts'
import { all, any, term } from './request.ts'
import { stem } from './stems.ts'
import { nameToken } from './words.ts'

/** How many of the likeliest corrections are tried. */
const tried = 3
/** A word of so many letters that is one edit from another is most likely misspelt, in any context. */
const longEnough = 6

/** What a word was replaced by, and the cost of that. */
export type Taken = { typed: string; as: string; cost: number }

type Asked = {
  concepts: Concept[]
  size: number
  /** Whether the word may be a prefix of another. */
  isBeginning: (word: string) => boolean
  nearTexts: (word: string) => Neighbour[]
  lookUp: (expression: string) => number[]
  /** The query as a name key, with these replacements. */
  keyWith: (taken: Taken[]) => string
  /** Whether it is the only word. */
  isAlone: boolean
}

/** Among equally close words, those with the same first letter rank above those used up to ten times as often. */
function likeliestFirst(word: string, near: Neighbour[]): Neighbour[] {
  const unlikeliness = (other: Neighbour) =>
    10 * other.distance + (other.word[0] === word[0] ? 0 : 1) - Math.log10(other.uses)
  return near.sort((a, b) => unlikeliness(a) - unlikeliness(b))
}

/** The first correction that some listing has together with the other words. */
function likeliestOf(
  dictionary: Dictionary,
  word: string,
  near: Neighbour[],
  beside: Concept[],
  lookUp: Asked['lookUp'],
): Neighbour | undefined {
  if (beside.length === 0) return near[0]
  // "Aloud" is no misspelt "cloud": a short word with another first letter is another word.
  const isOther = (other: string) =>
    other.length === word.length && other[0] !== word[0] && other[1] === word[1]
  const some = near.filter((other) => word.length >= longEnough || !isOther(other.word)).slice(0, tried)
  const rarest = beside.reduce((a, b) => (b.weight > a.weight ? b : a))
  const stands = (other: Neighbour, concepts: Concept[]) =>
    lookUp(all([dictionary.anyForm(other.word), ...concepts.map((one) => expressionOf(dictionary, one))]))
      .length > 0
  return (
    some.find((other) => stands(other, beside)) ??
    (word.length >= longEnough ? some.find(({ distance }) => distance === 1) : undefined) ??
    (beside.length > 1 ? some.find((other) => stands(other, [rarest])) : undefined)
  )
}

/** A word one edit from one that is used so many times as often most likely meant that one. */
const muchMore = 20
const longEnoughToDoubt = 5

export function openUnknown(dictionary: Dictionary) {
  /** "Mangaer" is no form of "manga", though it could be one. */
  function isDoubtful({ typed, isHint }: Concept, nearTexts: Asked['nearTexts']): boolean {
    const word = typed[0]!
    if (isHint || typed.length > 1 || reviewed.has(word) || word.length < longEnoughToDoubt) return false
    if (dictionary.uses(word) > 0) return false
    const short = stem(word)
    const [likeliest] = nearTexts(word)
    return (
      likeliest?.distance === 1 &&
      stem(likeliest.word) !== short &&
      likeliest.uses >= muchMore * dictionary.spread(short)
    )
  }

  /** Replaces concepts that nothing matches, and reports which words were replaced and which were left out. */
  return function settle({ concepts, size, isBeginning, nearTexts, lookUp, keyWith, isAlone }: Asked) {
    const taken: Taken[] = []
    const leftOut: string[] = []
    const isNamed = (words: Taken[]) => lookUp(term(nameToken(keyWith(words)))).length > 0
    const unsure = concepts.filter(
      (concept) => concept.typed.length === 1 && (concept.isUnknown || isDoubtful(concept, nearTexts)),
    )
    // What is called just so was meant so.
    if (unsure.length === 0 || isNamed([])) return { taken, leftOut, isCalled: false }
    let isCalled = false
    const beside = concepts.filter(
      (concept) => !concept.isUnknown && !concept.isHint && !unsure.includes(concept),
    )
    function take(concept: Concept, { word, distance }: Neighbour): void {
      const way = { words: [word], cost: 10 * distance }
      concept.ways = concept.isUnknown ? [...concept.ways, way] : [way]
      concept.weight = weightOf(dictionary.uses(word), size)
      taken.push({ typed: concept.typed[0]!, as: word, cost: way.cost })
    }
    /** The likeliest with which something is called just so. */
    function called(typed: string, near: Neighbour[]): Neighbour | undefined {
      const withIt = ({ word }: Neighbour) => [...taken, { typed, as: word, cost: 0 }]
      const names = near.map((other) => term(nameToken(keyWith(withIt(other)))))
      return names.length === 0 || lookUp(any(names)).length === 0
        ? undefined
        : near.find((other) => isNamed(withIt(other)))
    }
    for (const concept of unsure) {
      const word = concept.typed[0]!
      const near = likeliestFirst(
        word,
        nearTexts(word).filter((other) => other.uses > 0),
      )
      const name = isAlone ? undefined : called(word, near)
      isCalled = name !== undefined
      if (!isCalled && isBeginning(word)) continue
      const likeliest = name ?? likeliestOf(dictionary, word, near, beside, lookUp)
      if (likeliest !== undefined) take(concept, likeliest)
      else if (concept.isUnknown) leftOut.push(word)
    }
    return { taken, leftOut, isCalled }
  }
}
