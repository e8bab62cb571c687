/* What stands before a claim in its sentence: whether it holds the claim back, or only frames it. */
import type { Reading } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import { ands, but, dated, deniesThing, deniesVerb, free, glue, hedges, isCue, prepositions } from './cues.ts'
import {
  articles,
  bounds,
  conditions,
  framing,
  hasOther,
  isEdge,
  isIdle,
  isNextLine,
  isStop,
  isStrongStop,
  leadOf,
  ownPronouns,
  type Pair,
  removals,
  withs,
  you,
} from './cut.ts'
import { isSame, type Token } from './words.ts'

const { setOf } = wordsIn('proof')
const examples = setOf('examples')
const reasons = setOf('reasons')
const ownDeterminers = setOf('own_determiners')
const helping = setOf('helping')
const productNouns = setOf('product_nouns')
const past = /^(?:was|were|had|did|could|war|waren|hatte|etait|avait|era|eran|erano|aveva|had)$/
const participle = /ed$|^(?:built|made|bought|begun|born|written|sold)$/

/** Why the claim may not begin here; '' where what stands before it only frames it. */
export function whyNotBegin(pair: Pair, at: number): string {
  const { said, strong, site } = pair
  for (let index = 0; index < at; index++)
    if (reaches(said, index, at)) return `held by "${said[index]!.word}"`
  if (isNextLine(pair, at)) return ''
  // What a sentence opens with limits it: "On the Fleet plan, …".
  const lead = leadOf(said, at)
  const start = lead.findIndex((one) => !ands.has(one.word) && !but.has(one.word))
  const comma = lead.findIndex((one, index) => index > start && /^[,—–]$/.test(one.word))
  const opening = lead[start]?.word ?? ''
  if (comma > 0 && conditions.has(opening)) return 'a condition comes first'
  if (comma > 0 && prepositions.has(opening) && (strong || hasOther(lead.slice(start, comma), site)))
    return 'what it opens with limits it'
  // "Acme, a rival of ours, gives away its app"
  const named = lead[0] && /^\p{Lu}/u.test(lead[0].raw) && !site.own_words.has(lead[0].word)
  if (named && lead[1]?.word === ',' && articles.has(lead[2]?.word ?? '')) return 'its subject is another'
  return whyNotHead(pair, at)
}

/** Does a cue in front of a claim hold for it? */
function reaches(said: Token[], index: number, at: number): boolean {
  const { word } = said[index]!
  if (word === 'used' && said[index + 1]?.word === 'to') return true
  if (!isCue(word) && !removals.has(word)) return false
  const gap = said.slice(index + 1, at)
  if (/^(?:was|were)$/.test(word) && gap.length === 0 && participle.test(said[at]!.word)) return false
  if (hedges.has(word)) return !/^(?:if|wenn|falls|si)$/.test(word) || !gap.some((one) => one.word === ':')
  if (deniesThing.has(word) && !deniesVerb.has(word)) return !gap.some(isStop)
  // "Not included: an app for phones".
  const stop = gap.findIndex(isStop)
  if (deniesVerb.has(word) && (stop === 0 || stop === 1) && gap[stop]!.word === ':') return true
  // "Coming in spring: alarms", and on the other hand "No installation: works anywhere".
  if (dated.has(word) && gap.find(isStop)?.word === ':') return true
  return !gap.some((one, far) => isStrongStop(one) || (isStop(one) && but.has(gap[far + 1]?.word ?? '')))
}

/** "We call it clientless because no plugins are required": nobody else is spoken of, and nothing of the past. */
const isOwnReason = (said: Token[], at: number, site: Reading): boolean => {
  const lead = leadOf(said, at)
  const first = lead[0]!.word
  return (
    (ownPronouns.has(first) || site.own_words.has(first)) &&
    !lead.slice(1).some(({ word, raw }) => /^\p{Lu}/u.test(raw) && !site.own_words.has(word)) &&
    !said.slice(at).some(({ word }) => past.test(word))
  )
}

/** The name may be inflected: "Με τον Ήχο". */
const isOwnWord = (word: string, site: Reading): boolean =>
  ownDeterminers.has(word) ||
  site.own_words.has(word) ||
  [...site.own_words].some(
    (own) =>
      isSame(own, word) ||
      (/^\p{Script=Hangul}/u.test(own) && word.startsWith(own) && word.length < own.length + 3),
  )

/** "With our app", "thanks to the app", "at Acme": the product brings in what it does. */
function bringsIn(head: Token[], site: Reading): boolean {
  const [first, ...rest] = head
  if (!first || rest.length === 0) return false
  const isOwn = ({ word }: Token): boolean =>
    framing.has(word) ||
    free.has(word) ||
    you.has(word) ||
    isOwnWord(word, site) ||
    [...productNouns].some((noun) => isSame(noun, word))
  return (
    (withs.has(first.word) && rest.every(isOwn)) ||
    (withs.has(rest.at(-1)!.word) && head.slice(0, -1).every(isOwn)) ||
    (prepositions.has(first.word) && rest.every(({ word }) => isOwnWord(word, site)))
  )
}

function whyNotHead({ said, site, named }: Pair, at: number): string {
  let from = at
  while (from > 0 && !isEdge(said[from - 1])) from--
  const head = said.slice(from, at)
  const [last, before] = [head.at(-1)?.word ?? '', head.at(-2)?.word ?? '']
  if (bringsIn(head, site) || (ownDeterminers.has(last) && withs.has(before))) return ''
  if (reasons.has(last) && isOwnReason(said, at, site)) return ''
  if (examples.has(last) || (last === 'as' && before === 'such')) return ''
  let subject = false
  let framed = false
  let helped = 0
  for (const [index, one] of head.entries()) {
    const { word, raw } = one
    if (helping.has(word)) helped = 3
    const own = site.own_words.has(word) || ownPronouns.has(word) || productNouns.has(word)
    if (own) subject = true
    else if (named && index > 0 && /^\p{Lu}/u.test(raw)) return 'its subject is another'
    else if (/^(?:was|were)$/.test(word) || (framing.has(word) && !prepositions.has(word))) framed = true
    else if (helped > 0 && /^\p{Ll}/u.test(raw) && !isCue(word)) helped--
    else if (isIdle(one) || (framed && (word === 'of' || prepositions.has(word)))) continue
    // Of the product itself a verb may be cut: "Tide prints labels".
    else if (subject && !framed && /^\p{Ll}/u.test(raw) && !glue.has(word) && !bounds.has(word)) framed = true
    else return `cuts "${raw}" before`
  }
  return ''
}
