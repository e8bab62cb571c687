/*
 * A text is told in the site's own words. What a claim takes from a sentence of the lines it quotes, up to a stop and
 * without a word that changes the sense, stays as it is written; for all else the sentence itself is told that the
 * claim leaned on. So nothing is judged by its wording, nothing is lost for it, and nothing is said that the site does not.
 */
import { foldedLine, type Line } from '../page/lines.ts'
import { isOthersMoney } from '../facts/prices.ts'
import { letters } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { isLabelOver, isPlanned } from '../page/not_now.ts'
import { sentences } from '../page/sentences.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence } from '../profile.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import {
  ands,
  asks,
  copulas,
  deniesThing,
  deniesVerb,
  glue,
  gratis,
  isCue,
  limits,
  no,
  prepositions,
  relatives,
  universals,
  whens,
  yes,
} from './cues.ts'
import { hasForeignSubject } from './foreign_subject.ts'
import { contentOf, isInstruction, isSame, isTrick, type Token, tokens } from './words.ts'

const { anyOf, setOf } = wordsIn('proof')
const pronouns = setOf('own_pronouns')
const conditions = setOf('conditions')
const takenBack = new Wording(
  `^[^\\p{L}\\p{N}]*(?:${anyOf('soon', 'taken_back')}|${anyOf('refused')}[^\\p{L}\\p{N}]*$)|^(?:that|this|it|which) (?:(?:is|was) not|isn['’]?t|wasn['’]?t|is no longer|was no longer|is false|is wrong|is a myth)(?!\\p{L})`,
  'iu',
)
const isStop = ({ kind }: Token): boolean => kind === 'stop'
const isEdge = (one: Token | undefined): boolean => one === undefined || isStop(one) || ands.has(one.word)
/** Less may be told where less is the weaker claim; of these words it is the stronger one. */
export const isStrong = (one: Token): boolean =>
  one.price || one.kind === 'number' || gratis.test(one.word) || isCue(one.word) || universals.has(one.word)

/** A sentence that may be told: not asked, not taken back by the next, not what somebody else does. */
type UsableSentence = { text: string; line: Line }

const only = setOf('only')
const exceptions = setOf('exceptions')
const notYet = new Wording(anyOf('soon'), 'iu')
/** "… Coming in 2027.", "… Enamelled pots excepted." */
function isTakenBack(next: string): boolean {
  if (next.length >= 60) return false
  return takenBack.test(next) || tokens(next).some(({ word }) => exceptions.has(word))
}

const isNextUp = new Wording(`^\\P{L}*${wordsIn('proof').anyOf('next_up')}\\s?[:：]`, 'iu')
export function usableSentences(line: Line, site: CrawledSite): UsableSentence[] {
  if (line.not !== '') return []
  const [under, then] =
    line.text.length < 60 && line.at >= 0 ? site.visible(line.url).slice(line.at + 1, line.at + 3) : []
  const below = under && takenBack.test(under.text) && !isLabelOver(under, then) ? 'not' : undefined
  const { lead } = line
  const all = lead === '' ? sentences(line.text) : [lead, ...sentences(line.text.slice(lead.length).trim())]
  return all.flatMap((text, at) => {
    const next = all[at + 1] ?? below
    if (asks.test(text) || isNextUp.test(text) || (next !== undefined && isTakenBack(next))) return []
    if (hasForeignSubject(tokens(text), site)) return []
    return { text, line }
  })
}

/** Does a claim stand in a sentence, from stop to stop, and does what is left out change nothing? */
export function isPartOf(claim: string, { text, line }: UsableSentence, site: CrawledSite): boolean {
  const wanted = tokens(claim).filter((one) => !isStop(one))
  const said = tokens(text)
  const words = said.flatMap((one, at) => (isStop(one) ? [] : at))
  const isSaid = (from: number): boolean =>
    wanted.every((one, at) => {
      const other = said[words[from + at] ?? -1]
      return other !== undefined && other.word === one.word && other.kind === one.kind
    })
  // What only counts the lines: "F4 · …".
  const label = said.slice(0, Math.max(0, said.findIndex(isStop)))
  const isCount = /^\p{L}?\d{1,2}$/u.test(label.map(({ word }) => word).join(''))
  const lead = (one: Token): boolean => (isCount && label.includes(one)) || isLead(one)
  const isLead = ({ word }: Token): boolean =>
    site.own_words.has(word) || pronouns.has(word) || copulas.has(word) || (glue.has(word) && !isCue(word))
  const strong = wanted.some(isStrong)
  // A quotation within the line is somebody's.
  const isQuoted = [...line.text.matchAll(/[“„«"]([^“”„«»"]{15,})[”“»"]/gu)].some(([, quoted]) =>
    letters(quoted!).includes(letters(claim)),
  )
  if (wanted.length === 0 || isQuoted) return false
  return words.some((_, from) => {
    if (!isSaid(from)) return false
    const [first, last] = [words[from]!, words[from + wanted.length - 1]!]
    const before = said.slice(0, first)
    const after = said.slice(last + 1)
    const isClean = (some: Token[]): boolean =>
      !some.some(({ word }) => isCue(word) || gratis.test(word) || conditions.has(word))
    const opens = before.every((one) => isStop(one) || lead(one)) || isStop(said[first - 1]!)
    const ends = strong ? after.every(isStop) : isEdge(after[0])
    return (
      opens &&
      ends &&
      isClean(before) &&
      isClean(after) &&
      !(strong && before.some((one) => !isStop(one) && !lead(one)))
    )
  })
}

/** The sentences that quotes stand in; of a line that a quote goes beyond, all. */
function leanedOn(evidence: Evidence[], lines: Line[], site: CrawledSite): UsableSentence[] {
  const quotes = evidence.map(({ quote }) => fold(quote))
  const usable = lines.flatMap((line) => {
    const whole = foldedLine(line)
    const ranges = quotes.map((quote) => [whole.indexOf(quote), quote.length] as const)
    return usableSentences(line, site).filter(({ text }) => {
      const from = whole.indexOf(fold(text))
      return ranges.some(([at, length]) => at < 0 || (at < from + text.length && from < at + length))
    })
  })
  return usable.filter(({ text }, at) => usable.findIndex((one) => one.text === text) === at)
}

/** Which of some words a text says. */
export const sharedWith = (wanted: Token[], text: string): Token[] => {
  const said = tokens(text)
  return wanted.filter((one) => said.some(({ word }) => isSame(word, one.word)))
}

/** The part of a sentence, from stop to stop and no longer than this, that says most of a claim; '' where there is none. */
function cutTo(sentence: UsableSentence, most: number, wanted: Token[], site: CrawledSite): string {
  if (sentence.text.length <= most) return sentence.text
  const stops = [...sentence.text.matchAll(/[,;:]\s|\s[—–-]\s/g)]
  const starts = [0, ...stops.map((stop) => stop.index + stop[0].length)]
  const ends = [...stops.map(({ index }) => index), sentence.text.length]
  const parts = starts.flatMap((from) =>
    ends.filter((to) => to > from + 25 && to <= from + most).map((to) => sentence.text.slice(from, to)),
  )
  const worth = (part: string): number => sharedWith(wanted, part).length + part.length / 1000
  return (
    parts
      .filter((part) => isPartOf(part, sentence, site))
      .sort((one, other) => worth(other) - worth(one))[0] ?? ''
  )
}

const flatly = deniesVerb.difference(deniesThing)
const holds = (text: string, ...words: ReadonlySet<string>[]): boolean =>
  tokens(text).some(({ word }) => words.some((some) => some.has(word)))

/** No figure, no caption below one and no beginning of a list: it says something by itself. */
function isWhole({ text, line }: UsableSentence, site: CrawledSite): boolean {
  const said = tokens(text).filter((one) => !isStop(one))
  const [first, last] = [said[0], said.at(-1)]
  const isBelow =
    /^\p{Ll}/u.test(text) && line.tag !== 'li' && line.level === 0 && !site.own_words.has(first?.word ?? '')
  const isCondition = first !== undefined && only.has(first.word) && whens.has(said[1]?.word ?? '')
  // "Liest Zählerstände vom Foto ab"
  const isItem = line.tag === 'li' && text === line.text
  const isBeginning = !isItem && !/[.!?]$/.test(text) && prepositions.has(last?.word ?? '')
  return /\p{L}{3}|\p{Lo}{2}/u.test(text) && !isBelow && !isCondition && !isBeginning
}

/** "No, it has a card of its own" answers, and says that it has one. */
export function withoutAnswer(text: string): string {
  const [, word, rest] = /^(\p{L}+)[,.;:—–-]\s*(\S.{12,})$/su.exec(text) ?? []
  const answers = word !== undefined && (yes.has(word.toLowerCase()) || no.has(word.toLowerCase()))
  return answers && rest !== undefined ? rest[0]!.toUpperCase() + rest.slice(1) : text
}

/** The sentences a claim leaned on: the one that says most of it, and those that say what is left of it. */
function insteadOf(
  claim: string,
  usable: UsableSentence[],
  quotes: ReadonlySet<string>,
  most: number,
  site: CrawledSite,
): string[] {
  const chosen: UsableSentence[] = []
  const claimed = contentOf(claim)
  let wanted = claimed
  // A figure says nothing by itself, other people's money nothing of the product, and what is planned nothing of it now.
  const isPlan = (text: string): boolean => [notYet, isPlanned].some((is) => is.test(text) && !is.test(claim))
  const sayable = usable.filter((one) => isWhole(one, site) && !isOthersMoney(one.text) && !isPlan(one.text))
  const enough = wanted.length * (wanted.length > 4 ? 0.3 : 0.4)
  while (chosen.length < 3) {
    const shares = sayable.map((one) => ({ one, shared: sharedWith(wanted, one.text) }))
    const best = shares.sort((one, other) => other.shared.length - one.shared.length)[0]
    // A quote of one sentence points at it, whatever the claim makes of it; of several each at its own, as long as it says some of it.
    const some = best && /[.!?。！]$/.test(best.one.text) ? 1 : 2
    const isPointed =
      best && (sayable.length === 1 || (best.shared.length >= some && quotes.has(letters(best.one.text))))
    if (!best || (chosen.length === 0 ? best.shared.length < enough && !isPointed : best.shared.length < 2))
      break
    // Where a clause denies what the claim does not, or what we do, it is no claim of the site's at all.
    const isDenied = best.one.text
      .split(/[,;:]\s|\s[—–-]\s/)
      .some(
        (clause) =>
          holds(clause, flatly) && (sharedWith(claimed, clause).length > 0 || holds(clause, pronouns)),
      )
    if (isDenied && !holds(claim, deniesVerb, deniesThing)) break
    // Parts that are no sentences would make one.
    if (chosen.length > 0 && ![...chosen, best.one].every(({ text }) => /[.!?。！]["”»)]?$/.test(text))) break
    chosen.push(best.one)
    wanted = wanted.filter((one) => !best.shared.includes(one))
  }
  return usable
    .filter((one) => chosen.includes(one))
    .map((one) => withoutAnswer(cutTo(one, most, claimed, site)))
}

/** Whoever quotes half the page points at nothing. */
export const pointsAt = (evidence: Evidence[]): boolean => evidence.length < 5

/** A label and what stands right below it: a heading over its line, a term before what it means. */
const isHeadOf = (one: Line, other: Line): boolean =>
  one.url === other.url &&
  (one === other || (one.level > 0 ? other.heads.at(-1)?.at === one.at : other.at === one.at + 1))

/** "War Room: a command center", of a heading and the line below it. */
function titledIn(claim: string, usable: UsableSentence[]): { heads: UsableSentence[]; rest: string } {
  const [, title = '', rest = ''] = /^(.{2,80}?)(?::|\s[—–-])\s+(.+)$/s.exec(claim) ?? []
  return { heads: title ? usable.filter(({ text }) => letters(text) === letters(title)) : [], rest }
}
function isTitled(claim: string, usable: UsableSentence[], site: CrawledSite): boolean {
  const { heads, rest } = titledIn(claim, usable)
  return usable.some((one) => heads.some(({ line }) => isHeadOf(line, one.line)) && isPartOf(rest, one, site))
}

/**
 * The value in the site's own words, at most so many characters, or '' where its quotes say nothing that may be told.
 */
export function saidBy(
  value: string,
  evidence: Evidence[],
  lines: Line[],
  site: CrawledSite,
  most: number,
): string {
  if (isTrick(value) || isInstruction(value)) return ''
  const usable = leanedOn(evidence, lines, site)
  const pointed = pointsAt(evidence) ? evidence.map(({ quote }) => sentences(quote)) : []
  const quotes = new Set(pointed.filter(({ length }) => length < 3).flatMap((some) => some.map(letters)))
  const titles = lines
    .filter((line) => line.not === '' && line.level > 0)
    .map((line) => ({ text: line.text, line }))
  const kept = (claim: string): boolean =>
    usable.some((one) => isPartOf(claim, one, site)) || isTitled(claim, [...titles, ...usable], site)
  const claims = value.split(/\n+/).flatMap(sentences)
  if (claims.every(kept) || kept(value)) return value
  // A heading alone says nothing instead of what stands below it.
  const untitled = (claim: string): string => {
    const { heads, rest } = titledIn(claim, [...titles, ...usable])
    return heads.length > 0 ? rest : claim
  }
  const parts = new Map(
    claims
      .flatMap((claim) => (kept(claim) ? claim : insteadOf(untitled(claim), usable, quotes, most, site)))
      .map((part) => [letters(part), part]),
  )
  let text = ''
  for (const part of parts.values()) if (`${text} ${part}`.length <= most) text = `${text} ${part}`.trim()
  return text
}

/** Do the words stand in a line in a row, however that sentence goes on? So a tag is taken, or a title. */
export function isNamed(text: string, lines: Line[]): boolean {
  const wanted = tokens(text).filter((one) => !isStop(one))
  if (wanted.length === 0) return false
  return lines.some(
    (line) =>
      line.not === '' &&
      sentences(line.text).some((sentence) => {
        const said = tokens(sentence)
        const at = said.findIndex((_, from) =>
          wanted.every((one, index) => said[from + index] && isSame(one.word, said[from + index]!.word)),
        )
        const end = at + wanted.length
        // "A sensor without wifi" is a sensor; "no sensor" and "a sensor is not included" are none.
        // "A notebook that doesn't burn" is one: what stands behind "that" is said of it, in Japanese before it.
        const isOfIt = (index: number): boolean => index === at - 1 && gapless.test(wanted[0]!.word)
        const isTurned = ({ word }: Token, index: number): boolean =>
          isCue(word) &&
          ((index < at && !isOfIt(index)) || (index >= end && !deniesThing.has(word) && !limits.has(word))) &&
          !said.slice(end, index).some((one, after) => after < 2 && relatives.has(one.word))
        return at >= 0 && !asks.test(sentence) && !said.some(isTurned)
      }),
  )
}
