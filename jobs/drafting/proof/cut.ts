/*
 * May what a claim leaves out of its sentence be left out? Only where that changes nothing: no denial, exception,
 * condition, date, bound, unit or other subject may go.
 */
import type { Reading } from '../page/reading.ts'
import {
  bounds,
  copulas,
  dated,
  deniesThing,
  deniesVerb,
  glue,
  gratis,
  hedges,
  isCue,
  joints,
  limits,
  prepositions,
  rates,
  removals,
  universals,
  whens,
  words,
} from './cues.ts'
import type { Token } from './words.ts'

/** A claim laid on a sentence: which of its tokens it says, in order. */
export type Placed = {
  claim: Token[]
  /** Every word of the claim, glue too. */
  claimed: ReadonlySet<string>
  said: Token[]
  at: number[]
  sentence: string
}

export const isStop = ({ kind }: Token): boolean => kind === 'stop'
const isStrong = ({ kind, word }: Token): boolean => kind === 'stop' && /^[.;:!?—–…。；：·•→()]$/.test(word)
const conditions = words(
  'when once if whenever sobald wenn quand lorsque cuando quando without ohne sans sin senza sem zonder bez utan',
)
const butNot = words('but aber sondern mais pero sino ma')
const exceptions = words('only except excluding unless nur sauf solo ausser')

/** Why the placement may not stand, or ''. */
export function whyNotCut(placed: Placed, site: Reading): string {
  const { said, at } = placed
  return (
    addedIs(placed, site) ||
    (at.length === said.filter((token) => !isStop(token)).length
      ? ''
      : cutCue(placed) ||
        cutNumber(placed) ||
        cutBetween(placed) ||
        cutScope(placed) ||
        cutClause(placed, site) ||
        cutNeighbour(placed))
  )
}

/** Do words stand there that are neither glue nor the product's name? */
export const hasOther = (tokens: Token[], site: Reading): boolean =>
  tokens.some((one) => !isStop(one) && !glue.has(one.word) && !site.own_words.has(one.word))

/** "X is Y" needs a sentence that says "is", or begins with what it calls so. */
function addedIs({ claimed, said, at }: Placed, site: Reading): string {
  const first = at[0]!
  if (first === 0 || ![...claimed].some((word) => copulas.has(word))) return ''
  const upto = said.slice(0, at.at(-1))
  return hasOther(said.slice(0, first), site) && !upto.some(({ word }) => copulas.has(word))
    ? '"is" is not said'
    : ''
}

const joins = words('and or & und oder et ou y o e i lub oraz a en of och ja ve и или')
const isJoin = (one: Token | undefined): boolean => one === undefined || isStop(one) || joins.has(one.word)
const isEmpty = (one: Token): boolean => !isStop(one) && glue.has(one.word) && !joins.has(one.word)
const saysMore = (gap: Token[]): boolean => gap.some((one) => !isStop(one) && !glue.has(one.word))
/** The rest of a clause. */
function upToStop(rest: Token[]): Token[] {
  const end = rest.findIndex((one) => isStop(one) && one.word !== '/')
  return end < 0 ? rest : rest.slice(0, end)
}

/** What is left out between two words: whole items, or what only says more of the next word. */
function cutBetween({ claimed, said, at }: Placed): string {
  for (const [index, place] of at.slice(0, -1).entries()) {
    const gap = said.slice(place + 1, at[index + 1])
    const ends = [gap.find((one) => !isEmpty(one)), gap.findLast((one) => !isEmpty(one))]
    if (gap.some(isStop)) {
      if (!ends.some(isJoin)) return 'crosses a clause'
      continue
    }
    // "Plans shifts for bakers" is not "plans bakers".
    const last = gap.findLastIndex((one) => prepositions.has(one.word))
    const told = gap.some((one) => prepositions.has(one.word) && claimed.has(one.word))
    if (last > 0 && !told && saysMore(gap.slice(0, last)) && gap.slice(last + 1).every(isEmpty))
      return 'another object'
  }
  return ''
}

/** "Works on any phone with SMS" does not work on any phone. */
const partners = words('with that which who mit avec con com met med')

/*
 * Less may be told where less is the weaker claim. After "free", a price, a denial, an "all" and a verb that does
 * away with things it is the stronger one: there neither what stands before the thing may go nor what limits it after.
 */
function cutScope({ claimed, said, at, sentence }: Placed): string {
  const tail = upToStop(said.slice(at.at(-1)! + 1))
  const more = saysMore(tail) && !everybody.test(tail[1]?.word ?? '')
  for (const [index, place] of at.entries()) {
    const one = said[place]!
    const charged = one.price || gratis.test(one.word)
    const denied = (deniesThing.has(one.word) || deniesVerb.has(one.word)) && !isPrefix(one, sentence)
    const every = universals.has(one.word)
    if (!charged && !denied && !every && !removals.has(one.word)) continue
    const next = at[index + 1]
    const gap = said.slice(place + 1, next)
    if (next !== undefined && saysMore(gap) && !isJoin(gap[0]) && !isJoin(gap.at(-1)))
      if (!charged || !gap.some(isStop)) return `cuts after "${one.word}"`
    const limiting = charged || denied ? prepositions : every ? partners : undefined
    const open = !said.slice(place, at.at(-1)).some(isStop)
    if (more && open && limiting?.has(tail[0]!.word)) return 'limited to the right'
    const bare = place === 0 && saysMore(tail) && (every || conditions.has(one.word))
    if (bare && !prepositions.has(tail[0]!.word) && !isJoin(tail[0])) return 'its predicate is cut'
    const lead = said.slice(said.findLastIndex((other, far) => far < place && isStop(other)) + 1, place)
    if (charged && lead.some(({ word }) => rates.has(word) && !claimed.has(word))) return 'only for a time'
  }
  return ''
}

/** "non-caching" denies nothing but itself. */
const isPrefix = ({ word, at, raw }: Token, sentence: string): boolean =>
  (word === 'non' || word === 'un') && sentence[at + raw.length] === '-'

function cutCue(placed: Placed): string {
  const { said, at, sentence } = placed
  const used = new Set(at)
  const first = at[0]!
  const last = at.at(-1)!
  for (const [index, { word, kind }] of said.entries()) {
    if (used.has(index) || kind !== 'word' || !isCue(word)) continue
    if (isPrefix(said[index]!, sentence)) continue
    const why =
      index < first
        ? before(word, said.slice(index + 1, first), said[first]!)
        : index < last
          ? within(word, placed, index)
          : after(word, placed, index)
    if (why) return `${why} "${word}"`
  }
  // "When enabled, …", "But without guardrails, …"
  const opening = said.findIndex((one) => !butNot.has(one.word) && one.word !== 'and')
  const conditional =
    opening < first &&
    conditions.has(said[opening]!.word) &&
    said.slice(0, first).some((one) => one.word === ',')
  return conditional ? 'a condition comes first' : ''
}

const participle = /ed$|^(?:built|made|bought|begun|born|written|sold)$/

/** A cue to the left holds for what follows, up to where its reach ends. */
function before(word: string, gap: Token[], next: Token): string {
  if (/^(?:was|were)$/.test(word) && gap.length === 0 && participle.test(next.word)) return ''
  if (hedges.has(word))
    return /^(?:if|wenn|falls|si)$/.test(word) && gap.some((one) => one.word === ':') ? '' : 'hedged by'
  if (deniesVerb.has(word)) {
    const ended =
      gap.some(isStrong) || gap.some((one, at) => isStop(one) && butNot.has(gap[at + 1]?.word ?? ''))
    return ended ? '' : 'denied by'
  }
  // "Coming in spring: alarms", and on the other hand "No installation: works anywhere".
  return gap.some((one) => isStop(one) && (deniesThing.has(word) || one.word !== ':')) ? '' : 'cuts'
}

/** An item of a list may go whole, with its "no". */
function within(word: string, { said, at }: Placed, index: number): string {
  const left = at.filter((one) => one < index).at(-1)!
  const right = at.find((one) => one > index)!
  const alone = said.slice(left + 1, index).some(isStop) && said.slice(index + 1, right).some(isStop)
  return deniesThing.has(word) && alone ? '' : 'cuts within'
}

function after(word: string, { said, at }: Placed, index: number): string {
  const last = at.at(-1)!
  const gap = withoutBrackets(said, last, index)
  const ended = gap.some(isStop)
  const strong = gap.some(isStrong)
  if (deniesThing.has(word)) {
    const negative = at.some((one) => deniesVerb.has(said[one]!.word) || deniesThing.has(said[one]!.word))
    return negative && !ended ? 'cuts the exception' : ''
  }
  if (hedges.has(word) && !/^(?:if|false|untrue|myth)$/.test(word) && gap.length > 2) return ''
  if (dated.has(word) && ended) return ''
  if (limits.has(word) && (strong || (!exceptions.has(word) && gap.length > 1))) return ''
  if (deniesVerb.has(word) && strong) return ''
  return 'limited afterwards by'
}

/** What stands between the claim and a later word, less a remark in brackets. */
function withoutBrackets(said: Token[], last: number, index: number): Token[] {
  const open = said.findIndex((one, at) => at > last && one.word === '(')
  const shut = said.findIndex((one, at) => at > last && one.word === ')')
  const from = open < 0 || open > shut ? last + 1 : open
  return said.slice(last + 1, index).filter((_, at) => {
    const place = last + 1 + at
    return !(shut >= 0 && shut < index && place >= from && place <= shut)
  })
}

/** A number keeps its bound, its unit and what it is paid by. */
function cutNumber({ claim, claimed, said, at }: Placed): string {
  const used = new Set(at)
  for (const [index, place] of at.entries()) {
    const number = said[place]!
    if (number.kind !== 'number') continue
    for (const left of [place - 1, place - 2, place - 3]) {
      const word = said[left]?.kind === 'word' ? said[left].word : undefined
      if (word === undefined) break
      const harmless = (word === 'from' && !number.price) || /^(?:do|a|od)$/.test(word)
      if (bounds.has(word) && !used.has(left) && !claimed.has(word) && !harmless) return `bound "${word}"`
      if (!glue.has(word) && !bounds.has(word)) break
    }
    if (said[place - 1]?.word === 'of' && said[place - 2]?.word === 'out') return 'out of'
    if (said[place + 1]?.word === 'out' && said[place + 2]?.word === 'of')
      return used.has(place + 3) ? '' : 'out of'
    let next = place + 1
    while (said[next]?.kind === 'word' && glue.has(said[next]!.word)) next++
    const unit = said[next]
    if (unit && !isStop(unit) && !used.has(next)) {
      if (claim[index + 1] ? !number.price : next === place + 1) return 'the unit is cut'
    }
    if (!number.price) continue
    for (let right = place + 1; right <= place + 3 && right < said.length; right++)
      if (rates.has(said[right]!.word) && !used.has(right)) return 'the rate is cut'
  }
  return ''
}

const everybody = /^(?:everyone|everybody|all|ever|alle|tous|todos|tutti|personal)$/

/** A clause inside is not told as if it were the main one, nor does a claim leap over its joint. */
function cutClause({ claimed, said, at }: Placed, site: Reading): string {
  const used = new Set(at)
  const first = at[0]!
  for (let index = 0; index < at.at(-1)!; index++) {
    const { word } = said[index]!
    if (used.has(index) || !joints.has(word) || claimed.has(word)) continue
    // ", which means that …" is said as much as what stands before it.
    if (index < first && said[index - 1]?.word === ',' && !whens.has(word)) continue
    if (index < first) {
      const gap = said.slice(index + 1, first)
      const foreign = gap.some((one) => !glue.has(one.word) && !site.own_words.has(one.word))
      if (!gap.some(isStop) && (whens.has(word) || foreign)) return `clause after "${word}"`
    } else {
      const left = at.filter((one) => one < index).at(-1)
      if (
        !said
          .slice(
            left,
            at.find((one) => one > index),
          )
          .some(isStop)
      )
        return `leaps over "${word}"`
    }
  }
  return ''
}

const superlative = /^(?:best|fastest|largest|leading|cheapest|easiest|simplest|first|most|\w{4,}est)$/
const prefix = /^(?:non|un|anti|pseudo|semi|quasi)$/

function cutNeighbour({ said, at, sentence }: Placed): string {
  const used = new Set(at)
  for (const place of at) {
    const next = said[place + 1]
    if (
      superlative.test(said[place]!.word) &&
      next?.kind === 'word' &&
      !glue.has(next.word) &&
      !used.has(place + 1)
    )
      return 'a superlative is moved'
    const before = said[place - 1]
    if (before && prefix.test(before.word) && sentence[said[place]!.at - 1] === '-' && !used.has(place - 1))
      return 'a prefix is cut'
  }
  return ''
}
