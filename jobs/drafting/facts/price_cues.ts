/** The cues about money in the stored lines of one page, so that drafter and check see the same. */
import type { StoredPage } from '../profile.ts'
import {
  askForPrice,
  freeHeading,
  freePlan,
  isOnce,
  isTrial,
  paidHeading,
  priceLine,
  saysFree,
  sellsMore,
  spokenPrices,
} from './prices.ts'
import { sentences } from '../page/sentences.ts'
import { indexOf } from '../page/stored_text.ts'

export type Cue = 'free' | 'zero' | 'free-plan' | 'paid' | 'once' | 'tier' | 'contested'
export type Said = { cue: Cue; text: string }

/** Kinds of page whose prices are the product's own. A blog compares; a help page estimates. */
const priced = new Set(['pricing', 'start', 'features', 'about'])
const notOwn =
  /\b(?:sponsor(?:s|ship|ing)?|donat(?:e|ions?)|backers?|alternatives?|competitors?|compared?|vs\.?|elsewhere|others?|provider|estimate|calculator|example)\b/i
type Line = { text: string; cell: boolean }

function lineCues(lines: Line[], kind: string, names: string[]): Said[] {
  const found: Said[] = []
  let named_plans = 0
  const around: string[] = []
  const heads: string[] = []
  lines.forEach(({ text, cell }, at) => {
    around.push(text)
    if (around.length > 7) around.shift()
    if (cell) return
    const price = priced.has(kind) ? priceLine(text, lines[at + 1]?.text ?? '') : null
    if (price && !around.slice(0, -1).some((line) => line.length < 60 && notOwn.test(line))) {
      if (price.amount === 0) found.push({ cue: 'zero', text })
      else if (price.recurring && !price.once) found.push({ cue: 'paid', text })
      else if (price.once) found.push({ cue: 'once', text })
    }
    if (kind === 'pricing' || kind === 'start') {
      if (freeHeading.test(text) && kind === 'pricing') heads.push(text)
      if (paidHeading.test(text) || askForPrice.test(text)) {
        if (paidHeading.test(text)) named_plans++
        found.push({ cue: 'tier', text })
      }
    }
    if (text.length < 160 && freePlan.test(text) && !isTrial(text)) found.push({ cue: 'free-plan', text })
    if (kind === 'blog' || text.length > 1500) return
    if (sellsMore(text)) found.push({ cue: 'contested', text })
    const told = lines[at - 1]?.text ?? ''
    let spoken_of =
      names.some((name) => told.includes(name)) && /\b(?:free|cost|price|charge|pay)/i.test(told)
    for (const sentence of sentences(text)) {
      // The answer to "What is Acme?" begins as the head of a page does.
      const answers =
        /^what (?:is|are)\b.*\?$/i.test(told) && told.length < 80 && names.some((name) => told.includes(name))
      const head =
        ((kind === 'start' || kind === 'pricing') && (at < 40 || answers)) ||
        (priced.has(kind) && /^\W*(?:absolutely|completely|totally|entirely|100 ?%) free\b/i.test(sentence))
      if (saysFree(sentence, names, head, spoken_of)) found.push({ cue: 'free', text: sentence })
      spoken_of ||= names.some((name) => sentence.includes(name))
    }
  })
  // "Free" heads a plan only beside plans of other names.
  if (named_plans > 0) for (const text of heads) found.push({ cue: 'free-plan', text })
  return found
}

function linesOf(page: StoredPage): Line[] {
  const lines: Line[] = []
  for (const raw of page.text.split('\n')) {
    if (!raw.includes('\t')) lines.push({ text: raw, cell: false })
    else if (raw.startsWith('cell\t\t')) lines.push({ text: raw.slice(6), cell: true })
  }
  return lines
}

export function metaCues(page: StoredPage, kind: string, names: string[]): Said[] {
  const found: Said[] = []
  if (kind !== 'start' && kind !== 'pricing') return found
  for (const { kind: where, key, value } of indexOf(page).marked) {
    if (where !== 'meta' || !/description$/.test(key)) continue
    const own = sentences(value)
    for (const sentence of own) {
      const said = spokenPrices(sentence)
      if (said.some((amount) => amount > 0) && !notOwn.test(sentence)) {
        found.push({ cue: isOnce(sentence) ? 'once' : 'paid', text: value })
      }
      if (freePlan.test(sentence) && !isTrial(sentence)) found.push({ cue: 'free-plan', text: value })
    }
    if (own[0] && saysFree(own[0], names, true)) found.push({ cue: 'free', text: own[0] })
  }
  return found
}

/** What the visible lines of a page say of money. */
export const cuesOf = (page: StoredPage, kind: string, names: string[]): Said[] =>
  lineCues(linesOf(page), kind, names)
