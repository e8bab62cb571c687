// Words that no listing has: taken as the likeliest that some have where that helps, as two that were written as one, or
// left out. Synchronous, as the dictionary is.
import { expressionOf, type Concept } from './concepts.ts'
import type { Dictionary, Neighbour } from './dictionary.ts'
import { halvesOf } from './misspelt.ts'
import { all, anyForm } from './request.ts'

/** So many of the likeliest are tried. */
const tried = 3
/** A word so long that is one edit from another is most likely misspelt, whatever stands beside it. */
const longEnough = 6
/** Half a word must be used by so many and be so long, or any letters would be two words. */
const usedHalf = 3
const shortestHalf = 3

export type Taken = { typed: string; as: string }

type Asked = {
  concepts: Concept[]
  size: number
  /** Whether the word may be the beginning of another. */
  isBeginning: (word: string) => boolean
  nearTexts: (word: string) => Neighbour[]
  lookUp: (expression: string) => number[]
}

/** Of words that it may be a misspelling of, the first that some listing has beside the other words. */
function likeliestOf(
  word: string,
  near: Neighbour[],
  beside: Concept[],
  lookUp: Asked['lookUp'],
): Neighbour | undefined {
  if (beside.length === 0) return near[0]
  const some = near.slice(0, tried)
  const rarest = beside.reduce((a, b) => (b.weight > a.weight ? b : a))
  const stands = (other: Neighbour, concepts: Concept[]) =>
    lookUp(all([anyForm(other.word), ...concepts.map(expressionOf)])).length > 0
  return (
    some.find((other) => stands(other, beside)) ??
    (word.length >= longEnough ? some.find(({ distance }) => distance === 1) : undefined) ??
    (beside.length > 1 ? some.find((other) => stands(other, [rarest])) : undefined)
  )
}

export function openUnknown(dictionary: Dictionary) {
  function halves(word: string): [string, string] | null {
    const parts = word.length < 2 * shortestHalf ? null : halvesOf(dictionary, word)
    const isUsed = (part: string) => part.length >= shortestHalf && dictionary.uses(part) >= usedHalf
    return parts?.every(isUsed) ? parts : null
  }

  /** Gives concepts that nothing has another way, and says which words were taken as others and which are left out. */
  return function settle({ concepts, size, isBeginning, nearTexts, lookUp }: Asked) {
    const taken: Taken[] = []
    const leftOut: string[] = []
    const beside = concepts.filter(({ isUnknown, isHint }) => !isUnknown && !isHint)
    function take(concept: Concept, words: string[], cost: number): void {
      const used = Math.min(...words.map(dictionary.uses))
      concept.ways.push({ words, cost })
      concept.weight = Math.log(1 + (size + 1) / (used + 0.5))
      taken.push({ typed: concept.typed[0]!, as: words.join(' ') })
    }
    for (const concept of concepts) {
      const word = concept.typed[0]!
      if (!concept.isUnknown || concept.typed.length > 1 || isBeginning(word)) continue
      dictionary.catchUp()
      const near = nearTexts(word).filter((other) => other.uses > 0)
      const likeliest = likeliestOf(word, near, beside, lookUp)
      const parts = likeliest === undefined ? halves(word) : null
      if (likeliest !== undefined) take(concept, [likeliest.word], likeliest.distance * 10)
      else if (parts !== null) take(concept, parts, 0)
      else leftOut.push(word)
    }
    return { taken, leftOut }
  }
}
