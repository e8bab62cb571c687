/*
 * The one rule of support: a text is what remains of the site's own lines after harmless cuts. Each of its claims
 * comes from one sentence of one line, in that line's order; it says nothing the line does not, and what it leaves
 * out changes nothing (cut.ts).
 */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { once } from '../facts/prices.ts'
import { fold } from '../page/stored_text.ts'
import { wordsIn } from '../words/words_in.ts'
import { asks, isCue, meantIn } from './cues.ts'
import { isStop } from './cut.ts'
import { foreignSubject } from './foreign_subject.ts'
import { whyNotLaid } from './lay.ts'
import { hasPrice, headOfRow, isFigureOf, labelOf, plainHead } from './rows.ts'
import { contentOf, isInstruction, isSame, isTrick, type Token, tokens } from './words.ts'

const mostTokens = 700
const none = 'its words are not in the line'

/** The product's own name as a subject needs no proof. */
function withoutName(claim: Token[], site: Reading): Token[] {
  const name = site.name_tokens
    .toSorted((one, other) => other.length - one.length)
    .find((words) => words.length <= claim.length && words.every((word, at) => claim[at]!.word === word))
  return name ? claim.slice(name.length) : claim
}

const deniedNext =
  /^(?:that|this|it|which) (?:(?:is|was) not|isn['’]?t|wasn['’]?t) (?:true|so|the case|yet|available|ready)|^(?:that|this|it|which) (?:is|was) (?:no longer|false|wrong|untrue|a myth|over)|^(?:not|no) (?:longer|yet|available)\b/i
const { anyOf, setOf } = wordsIn('proof')
const only = setOf('only')
const exceptions = setOf('exceptions')
const takenBack = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${anyOf('taken_back')}|${anyOf('refused')}[^\\p{L}\\p{N}]*$)`,
  'iu',
)
const ornament = /^[\s✓✔☑•*–—-]+|[\s.!。]+$/g
const unadorned = (text: string): string => fold(text).replace(ornament, '')

/** What stands under a price in a line of its own. */
const rate = /^(?:\/ ?|per |an? |par |por |al |pro |na |za |je |per )\p{L}{1,12}$/iu
const isTerm = (text: string): boolean => rate.test(text) || once.exec(text)?.index === 0
const goesOn = /^(?:it|they|we|er|sie|es|wir|il|elle|nous|lo|la|ella) /i
/** A sentence, and where in it the second of two begins that read on. */
type Part = { sentence: string; seam: number }
const join = (one: string, other: string): Part => ({ sentence: `${one} ${other}`, seam: tokens(one).length })

/** What reads on: a heading over the line right below it, and a sentence whose "it" is that of the one before. */
function joined(parts: string[], line: Line, claim: string, site: Reading): Part[] {
  const head = line.heads.at(-1)
  const below = head && line.level === 0 ? line.at - head.at : 9
  const near = below < (/\d/.test(claim) ? 2 : 3) && plainHead(head!.text)
  const below2 =
    line.at >= 0 && line.text.length < 20 && hasPrice(line) ? site.visible(line.url)[line.at + 1] : undefined
  const label = headOfRow(line, site) ?? (hasPrice(line) ? labelOf(line, site) : undefined)
  return parts.flatMap((part, index) => {
    const next = parts[index + 1] ?? (below2 && isTerm(below2.text) ? below2.text : undefined)
    if (next !== undefined && next === below2?.text) return [join(part, next)]
    return [
      ...(label ? [join(`${label.text}:`, part)] : []),
      ...(near ? [join(`${head!.text}:`, part)] : []),
      ...(next && goesOn.test(next) && !/\d/.test(next) ? [join(part, next)] : []),
    ]
  })
}

/** "… Coming in 2027.", "… Enamelled pots excepted.", "… Only for members." */
function isTakenBack(next: string): boolean {
  if (deniedNext.test(next) || (next.length < 60 && takenBack.test(next))) return true
  const said = next.length < 60 ? tokens(next).filter((one) => !isStop(one)) : []
  return (
    said.some(({ word }, at) => exceptions.has(word) && (at < 2 || at === said.length - 1)) ||
    only.has(said[0]?.word ?? '')
  )
}

/** Is the claim what somebody is quoted with in the line? */
const isQuoted = (claim: string, { text }: Line): boolean =>
  [...text.matchAll(/[“„«"]([^“”„«»"]{15,})[”“»"]/gu)].some(
    ([whole, said]) => text.length > whole.length + 6 && letters(said!).includes(letters(claim)),
  )

/** Why the line does not say this claim; '' where it does. */
export function whyNotSaid(claim: string, line: Line, site: Reading, asking = false): string {
  if (line.not) return line.not
  if (isQuoted(claim, line)) return 'quoted'
  const below = line.text.length < 60 ? site.visible(line.url)[line.at + 1] : undefined
  if (below && line.at >= 0 && below.text.length < 60 && takenBack.test(below.text))
    return 'the next line takes it back'
  if (
    below &&
    line.row > 0 &&
    below.row === line.row &&
    tokens(below.text)
      .slice(0, 3)
      .some(({ word }) => only.has(word))
  )
    return 'the next cell limits it'
  const cell = line.tag === 'td' && line.text.length < 60 && !hasPrice(line)
  const head = cell ? headOfRow(line, site) : undefined
  if (
    head &&
    letters(head.text).length > 2 &&
    !tokens(claim).some(({ word }) => tokens(head.text).some((one) => one.word === word))
  )
    return 'the head of its row is cut'
  if (unadorned(line.text) === unadorned(claim) && asks.test(claim) === asks.test(line.text))
    return foreignSubject(tokens(line.text), new Set(), site) && 'speaks of somebody else'
  const whole = meantIn(line.lang, tokens(claim)).filter((one) => !isStop(one))
  const claimed = new Set(whole.map(({ word }) => word))
  const rest = withoutName(whole, site)
  const wanted: [Token[], boolean][] =
    rest.length < whole.length && rest.length > 0
      ? [
          [whole, false],
          [rest, true],
        ]
      : [[whole, false]]
  let why = none
  const parts = sentences(line.text)
  for (const [index, { sentence, seam }] of [
    ...parts.map((sentence) => ({ sentence, seam: 0 })),
    ...joined(parts, line, claim, site),
  ].entries()) {
    if (asks.test(sentence) && !asks.test(claim) && !asking) {
      why = 'a question'
      continue
    }
    const said = meantIn(line.lang, tokens(sentence).slice(0, mostTokens))
    if (said.length === 0) continue
    const denied = isTakenBack(parts[index + 1] ?? '')
    for (const [one, named] of wanted) {
      const bad =
        whyNotLaid(one, said, named, site, seam) ||
        foreignSubject(said, claimed, site) ||
        (denied && 'the next sentence denies it')
      if (!bad) return ''
      why = bad
    }
  }
  return why
}

/** A word or a name is said where it stands whole in a line of the site's own that neither asks, denies nor limits anything. */
export function isNamed(value: string, lines: Line[]): boolean {
  const wanted = tokens(value).filter((one) => !isStop(one))
  if (wanted.length === 0) return false
  return lines.some(
    (line) =>
      line.not === '' &&
      sentences(line.text).some((sentence) => {
        const said = tokens(sentence).slice(0, mostTokens)
        const at = said.findIndex((_, from) =>
          wanted.every((one, index) => said[from + index] && isSame(one.word, said[from + index]!.word)),
        )
        return (
          at >= 0 &&
          !asks.test(sentence) &&
          !said.some(({ word }, index) => isCue(word) && (index < at || index >= at + wanted.length))
        )
      }),
  )
}

/** Where a whole sentence has no line, its parts may have one each: at semicolons, colons, "with", "and". */
const seams = [
  /\s*[;·|•→]\s*|\n+/,
  /(?<!\d):\s+|\s[—–-]\s|—/,
  /,?\s+(?:that|which|with|including|plus|mit|avec|con|com)\s+/,
  /,\s+(?:and\s+|und\s+|et\s+|y\s+|e\s+|i\s+)?|\s+(?:and|und|et)\s+|\s+(?:or|oder|ou|o)\s+(?=[€$£¥₹]\d)/,
  /(?<=^\p{Lu}[\p{L}\p{N} ]{1,24})\s+(?=[€$£¥₹]?\s?\d)/u,
]
/** A plan with its price, or a price alone: each is told by itself. */
function isOffer(text: string): boolean {
  const said = tokens(text)
  const at = said.findIndex(({ price }) => price)
  const price = said[at]
  if (!price || price.at > 30) return false
  const label = said.slice(0, at)
  if (label.some(isStop) || (at > 0 && !/^\p{Lu}/u.test(label[0]!.raw))) return false
  return said.length > at + 1 || /^\D+0$/.test(price.word) || /^\d/.test(price.raw.trim())
}
const dangling =
  /^\s*(?:in|for|with|under|at|on|by|from|to|of|per|as|while|that|which|when|if|für|mit|bei|in|pour|avec|sans|para|con|per|dla|z)\s/i

type Holding = { why: string; lines: Line[] }

function holds(text: string, lines: Line[], site: Reading, seam: number): Holding {
  if (contentOf(text).length === 0) return { why: 'says nothing', lines: [] }
  let why = lines.length > 0 ? '' : 'no line'
  const saying = lines.filter((line) => {
    const bad = whyNotSaid(text, line, site)
    if (bad && (why === '' || why === none)) why = bad
    return bad === ''
  })
  if (saying.length > 0) return { why: '', lines: saying }
  for (let next = seam; next < seams.length; next++) {
    const parts = text.split(seams[next]!).filter((part) => part.trim() !== '')
    if (parts.length < 2 || parts.length > 30) continue
    if (withoutName(contentOf(parts[0]!), site).length === 0) continue
    if (next === 3 && parts.slice(1).some((part) => dangling.test(part))) continue
    const found = parts.map((part) => holds(part, lines, site, next))
    const bad = found.find((one) => one.why)
    if (bad) {
      if (why === none) why = bad.why
      continue
    }
    const placed = found.map((one) => one.lines)
    const belong =
      next === 0 ||
      (next === 3 && parts.every(isOffer)) ||
      (next === 2
        ? parts.filter(hasNumber).length < 2 && shared(placed)
        : together(parts, placed, site, next === 1 || next === 4))
    if (belong) return { why: '', lines: placed.at(-1)! }
    why = 'its parts stand in different places'
  }
  return { why, lines: [] }
}

const hasNumber = (text: string): boolean => /\d/.test(text)
const shared = (placed: Line[][]): boolean =>
  placed[0]!.some((line) => placed.every((some) => some.includes(line)))

/** Parts of one line are told in its order. */
const inOrder = (parts: string[], placed: Line[][]): boolean =>
  placed[0]!.some((line) => {
    if (!placed.every((some) => some.includes(line))) return false
    const said = letters(line.text)
    const at = parts.map((part) => said.indexOf(letters(contentOf(part)[0]!.raw)))
    return at.every((one, index) => index === 0 || at[index - 1]! <= one)
  })

/** Parts of one sentence lie in one section; numbers are never paired anew. */
function together(parts: string[], placed: Line[][], site: Reading, labelled: boolean): boolean {
  const numeric = parts.some(hasNumber)
  if (!labelled && parts.filter(hasNumber).length > 1 && shared(placed)) return false
  if (!(numeric && labelled) && inOrder(parts, placed)) return true
  // What stands below a price, up to the next price or heading, is told of it.
  const [first, ...rest] = placed
  const terms = (one: Line): boolean =>
    rest.every((some) => some.some((other) => isFigureOf(one, other, site) && !hasPrice(other)))
  if (!labelled && tokens(parts[0]!)[0]?.price && first!.some((one) => hasPrice(one) && terms(one)))
    return true
  return placed.slice(1).every((later, index) => {
    const label = parts[index]!
    const from = placed[index]!.filter(({ at }) => at >= 0)
    const to = later.filter(({ at }) => at >= 0)
    if (!numeric && !labelled)
      return from.some(
        (one) =>
          isWhole(one, label) && to.some((other) => isWhole(other, parts[index + 1]!) && areNear(one, other)),
      )
    if (!numeric) return from.some((one) => to.some((other) => isHeadOf(one, other, label)))
    // A label with a figure is a line of its own, or begins one.
    const labels = hasNumber(label) ? from : from.filter((line) => begins(line, label))
    return labels.some((one) => to.some((other) => isFigureOf(one, other, site)))
  })
}

/** A label stands over its line: as its heading, or as the whole of the line before. */
const isHeadOf = (one: Line, other: Line, label: string): boolean =>
  one.url === other.url &&
  (one.level > 0 ? other.heads.at(-1)?.at === one.at : other.at === one.at + 1 && isWhole(one, label))

const isWhole = (line: Line, part: string): boolean => letters(line.text) === letters(part)
const areNear = (one: Line, other: Line): boolean =>
  one !== other &&
  one.url === other.url &&
  (one.heads.at(-1)?.at === other.heads.at(-1)?.at ||
    Math.abs(other.at - one.at) <= 3 ||
    (one.tag === other.tag && one.level === other.level && one.level > 0))

function begins(line: Line, label: string): boolean {
  const said = letters(line.text)
  const wanted = letters(label)
  return said.startsWith(wanted) && said.length < wanted.length + 12 && !hasPrice(line)
}

/** Is every claim of the value said by a line? Why not, or ''. */
export function whyNotSupported(value: string, lines: Line[], site: Reading): string {
  if (isTrick(value)) return 'unseen or mixed letters'
  if (isInstruction(value)) return 'an instruction'
  const addresses = value.match(/https?:\/\/\S+|[^\s@]+@[^\s@]+\.\w+/g) ?? []
  for (const address of addresses) {
    const wanted = fold(address.replace(/[.,;]+$/, ''))
    if (!lines.some((line) => fold(line.text).includes(wanted))) return 'its address is not there'
  }
  for (const sentence of value.split(/\n+/).flatMap(sentences)) {
    const { why } = holds(sentence, lines, site, 0)
    if (why) return why
  }
  return ''
}
