/*
 * The closed list of harmless cuts. What a claim leaves out of its sentence must be on it: words that say nothing or
 * praise, whole items between stops, what only frames the beginning, what only says more at the end. All else that is
 * cut changes the sense until the opposite is shown.
 */
import type { Reading } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import {
  ands,
  but,
  dated,
  deniesThing,
  deniesVerb,
  free,
  glue,
  gratis,
  hedges,
  isCue,
  prepositions,
  universals,
  whens,
} from './cues.ts'
import type { Token } from './words.ts'

/** A claim beside the sentence it may come from. */
export type Pair = {
  claim: Token[]
  said: Token[]
  site: Reading
  /** The product's name, the claim's subject, was taken off. */
  named: boolean
  strong: boolean
  denied: boolean
  numeric: boolean
}

const { setOf } = wordsIn('proof')
const ornaments = setOf('ornaments')
export const removals = setOf('removals')
const additions = setOf('additions')
const relatives = setOf('relatives')
const bounding = setOf('bounding')
export const bounds = setOf('bounds')
const tiers = setOf('tiers')
export const framing = setOf('framing')
export const conditions = setOf('conditions')
const times = setOf('times')
const afterwards = setOf('afterwards')
const choices = setOf('or')
const comparatives = setOf('comparatives')
const quantities = setOf('quantities')
export const withs = setOf('with')
export const articles = setOf('articles')
export const groupings = setOf('groupings')
export const genitives = setOf('genitives')
const spans = setOf('spans')
const licences = setOf('licences')
const rough = setOf('rough')
export const ownPronouns = setOf('own_pronouns')
export const you = setOf('you')
const included = setOf('included')
const withouts = setOf('withouts')
const superlative =
  /^(?:best|fastest|largest|leading|cheapest|easiest|simplest|first|most|unlimited|instant|guaranteed|\w{4,}est)$/
/** Nobody and nothing: as a subject they deny their own clause only. */
const nobody = /^(?:nothing|nobody)$/
const aside = /^(?:will|was|were)$/

export const isStop = ({ kind }: Token): boolean => kind === 'stop'
export const isStrongStop = ({ kind, word }: Token): boolean =>
  kind === 'stop' && /^[.;:!?—–…。；：·•→]$/.test(word)
const isWide = ({ raw }: Token): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u.test(raw)

/** Where the segment ends that holds this place: at a stop, an "and", or the sentence's end. */
export const isEdge = (one: Token | undefined): boolean =>
  one === undefined || isStop(one) || ands.has(one.word)
export function edgeAfter(said: Token[], at: number): number {
  while (!isEdge(said[at])) at++
  return at
}
const begins = (said: Token[], at: number): boolean => at === 0 || isEdge(said[at - 1])

/** The part of the sentence up to a place, from the last stop that parts statements. */
export const leadOf = (said: Token[], at: number): Token[] =>
  said.slice(said.slice(0, at).findLastIndex(isStrongStop) + 1, at)

/** Do words stand there that are neither glue nor the product's name? */
export const hasOther = (tokens: Token[], site: Reading): boolean =>
  tokens.some((one) => !isStop(one) && !glue.has(one.word) && !site.own_words.has(one.word))

/** Leaving it out tells less or the same. */
export const isIdle = (one: Token): boolean =>
  !isStop(one) &&
  !isCue(one.word) &&
  (free.has(one.word) || you.has(one.word) || ornaments.has(one.word) || universals.has(one.word))

const isCharged = (one: Token): boolean => one.price || gratis.test(one.word) || included.has(one.word)
export const denies = ({ word }: Token): boolean => deniesThing.has(word) || deniesVerb.has(word)
/** Less may be told where less is the weaker claim; of these words it is the stronger one. */
export const isStrong = (one: Token): boolean =>
  isCharged(one) ||
  denies(one) ||
  universals.has(one.word) ||
  removals.has(one.word) ||
  superlative.test(one.word)

export const saysMore = ({ word }: Token): boolean =>
  additions.has(word) || relatives.has(word) || prepositions.has(word)

/** "Of any kind" narrows nothing. */
export const isOfAny = (said: Token[], at: number): boolean =>
  genitives.has(said[at]!.word) && universals.has(said[at + 1]?.word ?? '')
/** "Seconds after you sign up". */
const isSpan = (said: Token[], at: number): boolean =>
  spans.has(said[at]!.word) &&
  (afterwards.has(said[at + 1]?.word ?? '') || conditions.has(said[at + 1]?.word ?? ''))

/** "Premium", "Vertragskunden" */
const isTier = ({ word }: Token): boolean =>
  tiers.has(word) || (word.length > 9 && [...tiers].some((tier) => tier.length > 4 && word.endsWith(tier)))

/** Why the rest of a segment does not only say more of what was told; '' where it does. */
export function whyNotTail({ said, numeric }: Pair, at: number, told: Token[]): string {
  const one = said[at]!
  if (isWide(one) || whens.has(one.word)) return `cuts "${one.raw}"`
  const more = additions.has(one.word) || /(?:ando|endo)$/.test(one.word)
  const limiting =
    prepositions.has(one.word) ||
    withouts.has(one.word) ||
    relatives.has(one.word) ||
    isOfAny(said, at) ||
    isSpan(said, at)
  if (!more && !limiting) return `cuts "${one.raw}"`
  if (told.some(limiting ? isStrong : isCharged) || (numeric && bounding.has(one.word)))
    return `limited by "${one.raw}"`
  const rest = said.slice(at, edgeAfter(said, at))
  if (rest.some(({ price }) => price)) return 'limited by a price'
  return rest.some(isTier) ? 'not for everybody' : ''
}

/** A title and its text in one line: "Works across launchers Keep using …". */
export const isNextLine = ({ said, site }: Pair, at: number): boolean =>
  at > 1 &&
  /^\p{Lu}/u.test(said[at]!.raw) &&
  /^\p{Ll}/u.test(said[at - 1]!.raw) &&
  !site.own_words.has(said[at]!.word) &&
  (glue.has(said[at]!.word) || site.small_words.has(said[at]!.word))

/** A licence is told without its version: "GPLv2 or later". */
function afterVersion(said: Token[], at: number): number {
  if (said[at]?.kind !== 'number' || !licences.has(said[at - 1]!.word)) return at
  return choices.has(said[at + 1]?.word ?? '') && comparatives.has(said[at + 2]?.word ?? '') ? at + 3 : at + 1
}

/** Why the claim may not end here; '' where what follows in the sentence changes nothing. */
export function whyNotEnd(pair: Pair, from: number): string {
  const { said, claim, strong, denied } = pair
  from = afterVersion(said, from)
  let at = from
  while (!isEdge(said[at]) && isIdle(said[at]!) && !saysMore(said[at]!)) at++
  const cut = isEdge(said[at]) || isNextLine(pair, at) ? '' : whyNotTail(pair, at, claim)
  if (cut) return cut
  for (let index = from; index < said.length; index++) {
    const { word } = said[index]!
    const next = said[index + 1]?.word ?? ''
    // A remark in brackets with a subject of its own: "(it keeps none)".
    if (word === '(' && ownPronouns.has(next)) break
    const parted = said.slice(from, index).findLastIndex(isStrongStop)
    const opens = index > from && begins(said, index)
    // "Data sharing: none".
    const none = denies(said[index]!) && isStrongStop(said[index - 1]!) && isEdge(said[index + 1])
    const limit =
      none ||
      (opens && but.has(word)) ||
      (opens && whens.has(word) && (strong || !times.has(word))) ||
      (opens && strong && !denied && conditions.has(word)) ||
      (opens &&
        strong &&
        (afterwards.has(word) || (parted < 0 && (prepositions.has(word) || bounds.has(word))))) ||
      (choices.has(word) && comparatives.has(next))
    // "You pay once, and version 7 will be free": the next clause has a time of its own.
    if (aside.test(word) && said.slice(from, index - 1).some((one) => ands.has(one.word))) continue
    // "Every five minutes on average" is cut as a whole.
    if (rough.has(word) && said.slice(from, edgeAfter(said, index)).some(({ kind }) => kind === 'number'))
      continue
    if (dated.has(word) && hasSubject(said, from, index)) continue
    if (limit || holdsBack(word, index - from, parted, begins(said, index) || isAdjunct(said, index)))
      return `limited afterwards by "${word}"`
  }
  return ''
}

/** "…, with no seats to count" says more and takes nothing back. */
const isAdjunct = (said: Token[], at: number): boolean =>
  at > 0 && withs.has(said[at - 1]!.word) && begins(said, at - 1)

/** "…, automatic import is planned", "(plums are planned)": what is dated is told by its own clause. */
function hasSubject(said: Token[], from: number, at: number): boolean {
  const opens = said.slice(from, at).findLastIndex(({ word }) => word === ',' || word === '(')
  const subject = said.slice(from + opens + 1, at).filter((one) => !isStop(one) && !glue.has(one.word))
  return (
    opens >= 0 &&
    subject.filter(({ word }) => !isCue(word)).length > (said[from + opens]!.word === '(' ? 0 : 1)
  )
}

/** Does a cue behind a claim reach back to it? */
function holdsBack(word: string, distance: number, parted: number, opens: boolean): boolean {
  if (!isCue(word)) return false
  if (withouts.has(word)) return false
  if (deniesThing.has(word) || nobody.test(word)) return !opens
  if (dated.has(word)) return true
  if (hedges.has(word) && !/^(?:if|false|untrue|myth)$/.test(word)) return distance <= 2
  return parted < 0 || (distance - parted <= 2 && !quantities.has(word))
}
