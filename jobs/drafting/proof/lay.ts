/* Lays a claim on a sentence word for word. Every word of it must be there, in order; what it leaves out, cut.ts judges. */
import type { Reading } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import { ands, copulas, deniesThing, free, isCue, prepositions, whens } from './cues.ts'
import {
  articles,
  denies,
  framing,
  genitives,
  groupings,
  isOfAny,
  edgeAfter,
  hasOther,
  isEdge,
  isIdle,
  isStop,
  isStrong,
  leadOf,
  ownPronouns,
  type Pair,
  removals,
  saysMore,
  whyNotEnd,
  whyNotTail,
  withs,
} from './cut.ts'
import { whyNotBegin } from './front.ts'
import { isSame, type Token } from './words.ts'

const { setOf } = wordsIn('proof')
const offering = setOf('offering')
const usages = setOf('usages')
const auxiliaries = setOf('auxiliaries')
const asidePronouns = setOf('aside_pronouns')

const matches = (one: Token, other: Token | undefined): boolean =>
  other !== undefined && one.kind === other.kind && isSame(one.word, other.word)

/** May the claim have it though the line does not? */
const isAdded = ({ word }: Token, begins: boolean): boolean =>
  !isCue(word) && (free.has(word) || ands.has(word) || (begins && offering.has(word)))

/** Why the sentence does not say the claim; '' where it does. Up to the seam it is another line, which must be used. */
export function whyNotLaid(
  claim: Token[],
  said: Token[],
  named: boolean,
  site: Reading,
  seam: number,
): string {
  const content = claim.findIndex((one) => !free.has(one.word) && !offering.has(one.word))
  if (content < 0) return 'says nothing'
  const last = claim.at(-1)!.word
  if (ands.has(last) || articles.has(last)) return 'is cut off'
  const pair: Pair = {
    claim,
    said,
    site,
    named,
    strong: claim.some(isStrong),
    denied: claim.some(denies),
    numeric: claim.some(({ kind }) => kind === 'number'),
  }
  let why = 'its words are not in the line'
  for (let at = 0; at < said.length; at++) {
    const from = claim.findIndex((one) => matches(one, said[at]))
    if (from < 0 || from > content || (seam > 0 && !hasOther(said.slice(at, seam), site))) continue
    const bad =
      whyNotSubject(pair, from, at) || whyNotBegin(pair, at) || layFrom(pair, from + 1, at + 1, content, seam)
    if (bad === '') return ''
    why = bad
  }
  return why
}

/** The product may stand for its own pronouns only, and is called only what the line calls it. */
function whyNotSubject({ claim, said, site, named }: Pair, from: number, at: number): string {
  const lead = leadOf(said, at)
  // "We do, until the box is ticked" is not said by "Stripe does, until …".
  const led = claim.slice(0, from).some(({ word }) => ownPronouns.has(word))
  const joins = whens.has(said[at]!.word) || prepositions.has(said[at]!.word)
  if (led && joins && hasOther(lead, site)) return 'its subject is another'
  const isCopula = ({ word }: Token): boolean => copulas.has(word)
  if (claim.some(isCopula) && hasOther(said.slice(0, at), site) && !said.slice(at).some(isCopula))
    return '"is" is not said'
  if (!named || lead.some(({ word }) => site.own_words.has(word))) return ''
  const aside = ({ word }: Token): boolean => asidePronouns.has(word) || /^(?:it|es|il)$/.test(word)
  const another =
    asidePronouns.has(lead.at(-1)?.word ?? '') ||
    (auxiliaries.has(claim[0]!.word) && [...lead, said[at]!].some(aside)) ||
    (hasOther(lead, site) && !lead.some(({ word }) => ownPronouns.has(word)))
  return another ? 'its subject is another' : ''
}

function layFrom(pair: Pair, from: number, at: number, content: number, seam: number): string {
  const { claim, said } = pair
  const failed = new Set<number>()
  let why = 'its words are not in the line'
  const lay = (i: number, j: number): boolean => {
    const one = claim[i]
    if (one === undefined) {
      const bad = j > seam ? whyNotEnd(pair, j) : 'only its heading is used'
      if (bad) why = bad
      return bad === ''
    }
    const key = i * (said.length + 1) + j
    if (failed.has(key)) return false
    const other = said[j]
    const done =
      (matches(one, other) && lay(i + 1, j + 1)) ||
      (isAdded(one, i < content) && lay(i + 1, j)) ||
      (other !== undefined && withs.has(one.word) && /^[:—–·(]$/.test(other.word) && lay(i + 1, j + 1)) ||
      (other !== undefined && isPassed(said, j) && lay(i, j + 1)) ||
      (other !== undefined && passedFrom(pair, i, j, seam).some((to) => lay(i, to))) ||
      (other !== undefined && skipsFrom(pair, i, j, seam).some((to) => lay(i, to)))
    if (!done) failed.add(key)
    return done
  }
  return lay(from, at) ? '' : why
}

/** "A whole range of charts" are charts; below a heading "Work across launchers" goes on as "across launchers". */
const passedFrom = ({ claim, said }: Pair, i: number, at: number, seam: number): number[] => {
  const of = [at + 1, at + 2].find((to) => genitives.has(said[to]?.word ?? ''))
  const whole = !claim.slice(0, i).some(isStrong) && !said.slice(at, of).some(({ word }) => isCue(word))
  if (of && groupings.has(said[of - 1]!.word) && whole) return [of + 1]
  // "A server for use with phones" is one for phones.
  const [before, after] = [said[at - 1]!.word, said[at + 1]?.word ?? '']
  if (
    usages.has(said[at]!.word) &&
    prepositions.has(before) &&
    (withs.has(after) || /^(?:in|on|by)$/.test(after))
  )
    return [at + 2]
  const leads = seam > 0 && at === seam && framing.has(said[at]!.word)
  return leads && said[at + 1] && saysMore(said[at + 1]!) ? [at + 1] : []
}

const isPassed = (said: Token[], at: number): boolean =>
  isEdge(said[at]) || isIdle(said[at]!) || (ownPronouns.has(said[at]!.word) && isStop(said[at - 1]!))

/** Where the sentence may go on though the claim leaves out what stands between: items, remarks, what says more. */
function skipsFrom(pair: Pair, i: number, j: number, seam: number): number[] {
  const { claim, said, numeric, denied } = pair
  const found: number[] = []
  const [last, first] = [said[j - 1]!, said[j]!]
  const told = claim.slice(0, i)
  const strong = told.some(isStrong)
  const end = edgeAfter(said, j)
  const hasCue = (to: number): boolean =>
    said.slice(j, to).some(({ word }) => isCue(word) || removals.has(word))
  const number = ({ kind }: Token): boolean => kind === 'number'
  if (/^[(—–]$/.test(last.word)) {
    const mark = last.word === '(' ? ')' : last.word
    const shut = said.findIndex((one, index) => index > j && one.word === mark)
    if (shut > 0 && !hasCue(shut)) found.push(shut + 1)
    if (mark === ')') return found
  }
  const joined = ands.has(claim[i]!.word)
  // "A logbook. It never sleeps and writes no mails": what is said first goes, and a denial of it where the next has its own.
  if (ownPronouns.has(last.word) && j > 1 && isStop(said[j - 2]!) && ands.has(said[end]?.word ?? '')) {
    const next = said.slice(end + 1, edgeAfter(said, end + 1))
    const cues = said.slice(j, end).filter(({ word }) => isCue(word) || removals.has(word))
    if (cues.length === 0 || (next.some(denies) && cues.every(denies))) found.push(end)
  }
  // "Plan, note and prove their crops": an item goes with its "and".
  if (ands.has(first.word)) {
    if (strong || joined || ands.has(told.at(-1)!.word)) return []
    return [j + 2, j + 3].filter((to) => to < said.length && to <= edgeAfter(said, j + 1) && !hasCue(to))
  }
  if (isStop(first) || number(last) || (numeric && said.slice(j, end).some(number))) return found
  const stop = said[end]?.word ?? ''
  const closes = ands.has(stop) || /^[,)—–/·•]$/.test(stop)
  if (ands.has(last.word) || /^[,—–/·•]$/.test(last.word)) {
    const item = !hasCue(end) || (deniesThing.has(first.word) && !denied)
    if (closes && item && !prepositions.has(first.word) && !whens.has(first.word)) found.push(end)
    return found
  }
  const more = whyNotTail(pair, j, told) === ''
  // "A route with your crew by link" is a route by link.
  if (more && (prepositions.has(first.word) || isOfAny(said, j)))
    for (let to = j + 2; to < Math.min(end, j + 5); to++)
      if (prepositions.has(said[to]!.word) && !hasCue(to)) found.push(to)
  if (hasCue(end)) return found
  if (closes && more) found.push(end)
  // "Prices, stock and reviews across shops": an item goes with its comma.
  if (closes && end - j <= 2 && !joined && (!isStrong(last) || denied)) found.push(end + 1)
  // "Shows one number: what is left" shows what is left.
  if (stop === ':' && end - j < 4 && !strong && seam === 0) found.push(end + 1)
  return found
}
