// What somebody wants something instead of, or more of its kind: "X alternative", "something like X for Y", "free X".
import type { Concept } from './concepts.ts'
import { insteadOf, stopWords } from './language.ts'
import { all, any, term } from './request.ts'
import { nameKey, nameToken } from './words.ts'

/** A name among other words is of so many at most. */
const mostNamed = 4
/** What else is said beside a name for which something else is wanted counts so much. */
const restWeight = 0.15

/** What stands next to the words that ask for something else, up to a word that says nothing: "X alternative for Y". */
function besideFrame(words: string[], isHint: (word: string) => boolean): string[] {
  const at = words.findIndex((word) => insteadOf.has(word) || word === 'like')
  const ends = (word: string) => stopWords.has(word) || insteadOf.has(word) || isHint(word)
  const before = words.slice(0, at).reverse()
  const last = before.findIndex(ends)
  const ahead = (last < 0 ? before : before.slice(0, last)).reverse()
  if (ahead.length > 0) return ahead
  const after = words.slice(at + 1)
  const from = after.findIndex((word) => !ends(word))
  const rest = from < 0 ? [] : after.slice(from)
  const end = rest.findIndex(ends)
  return end < 0 ? rest : rest.slice(0, end)
}

/** Whether the word is a name that is not listed: every second listing that says it names itself an alternative. */
function isRival(word: string, lookUp: (expression: string) => number[]): boolean {
  const beside = lookUp(all([term(word), any([...insteadOf].map(term))])).length
  return beside > 1 && 2 * beside >= lookUp(term(word)).length
}

/**
 * The name beside which others are asked for. "Open source X" asks for others too, where X is all there is besides; "swap
 * clothes instead of buying new" names nothing that is listed, or to which a listing is an alternative.
 */
export function besideName(
  words: string[],
  concepts: Concept[],
  isInstead: boolean,
  lookUp: (expression: string) => number[],
): string[] | null {
  const hints = concepts.filter(({ isHint, isLight }) => isHint && !isLight).flatMap(({ typed }) => typed)
  const whole = concepts.flatMap(({ typed, isHint }) => (isHint ? [] : typed))
  if (!isInstead && (hints.length === 0 || whole.length > mostNamed)) return null
  const isNamed = (some: string[]) => lookUp(term(nameToken(nameKey(some.join(' '))))).length > 0
  if (isNamed(whole)) return whole
  if (!isInstead) return whole.length === 1 && isRival(whole[0]!, lookUp) ? whole : null
  const part = besideFrame(words, (word) => hints.includes(word))
  const some = part.length > 0 ? part : whole
  const isRivalled = () => lookUp(all([...some.map(term), any([...insteadOf].map(term))])).length > 0
  return some.length > 0 && (isNamed(some) || isRivalled()) ? some : null
}

/** What is asked for besides the name only raises what it fits. */
export function weighRest(concepts: Concept[], beside: string[]): void {
  const isBeside = ({ typed }: Concept) => typed.some((word) => beside.includes(word))
  if (!concepts.some(isBeside)) return
  for (const concept of concepts) {
    if (isBeside(concept)) continue
    concept.weight *= concept.isUnknown ? 0 : restWeight
    concept.isHint = true
  }
}
