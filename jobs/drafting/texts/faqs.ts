import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { clip, longestAnswer } from '../page/sentences.ts'
import { onSeveralPages } from '../facts/sightings.ts'
import type { Evidence, Faq, Proven } from '../profile.ts'
import { contentOf } from '../proof/words.ts'
import { wordsIn } from '../words/words_in.ts'
import { answerPrefix, cleanQuestion, faqHeading, isQuestion, longestQuestion, prefix } from './questions.ts'

const ofOthers = wordsIn('texts').saying('asked_by_others')

/** A line that may ask; `rest` is what stands behind the question in the same line. */
type Row = { line: Line; question: string; rest: string; asks: boolean; certain: boolean }
/** What stands below one heading; its rows by what they look like. */
type Section = { faq: boolean; others: boolean; rows: Map<string, Row[]> }

const forms = new Set('label legend option td th li button'.split(' '))
/** Drawn to be opened, or marked up as what is asked. */
const opens = /^(?:h[2-6]|dt|summary)$|\bbutton\.|accordion|faq|question|toggle|collaps/i
const bold = /^\d+ (?:strong|b)\./
const icon = /^[+−–▾▼⌄›#¶×✕]$/u

function rowOf(line: Line): Row {
  const { text, shape } = line
  const label = prefix.exec(text)?.[0] ?? ''
  const isLabelled = /\p{L}/u.test(label) && text.length > label.length + 3 && text.length < 160
  const parts = bold.test(shape) || isLabelled ? /^(.{4,200}?[?？؟;])\s+(\S.*)$/u.exec(text) : null
  const lead = parts && isQuestion(cleanQuestion(parts[1]!)) ? parts : null
  const question = cleanQuestion(lead?.[1] ?? text)
  return {
    line,
    question,
    rest: lead?.[2] ?? '',
    asks: isLabelled || isQuestion(question),
    certain: false,
  }
}

/** So many questions that are links are a list of them, and no menu. */
const fewest = 2

/** Whose words stand there is known: what nobody says here asks nothing. */
const isSilent = ({ region, not }: Line, wholly: boolean): boolean =>
  region === 'nav' || not === 'sample' || not === 'not now' || (not === 'foreign' && !wholly)

/** The lines of a page below their headings, those together that look alike. */
function sectionsOf(lines: Line[], wholly: boolean): Section[] {
  const open = (faq: boolean, others: boolean): Section => ({ faq, others, rows: new Map() })
  const sections = [open(wholly, false)]
  const asking = lines.filter(({ linked, text }) => linked && isQuestion(text)).length
  const above: Section[] = [sections[0]!]
  for (const line of lines) {
    const { text, level, shape } = line
    // The foot of a page is no part of its last section.
    if (line.region === 'footer' && lines[line.at - 1]?.region !== 'footer') above.length = 1
    if (isSilent(line, wholly)) continue
    if (text.length > (bold.test(shape) ? longestAnswer : longestQuestion)) continue
    // In a menu of plain lines each only leads to a page.
    if (line.linked && level === 0 && !opens.test(shape) && asking < fewest) continue
    const row = rowOf(line)
    // In a menu the word only leads to the questions.
    const isTitle = level > 0 || (!row.asks && line.region === 'main')
    // A card beside others is no heading: "One question a meal".
    const isCard = /^(?:div|p)$/.test(line.tag) && line.item
    const titled =
      isTitle && !isCard && text.length < 90 && !/\s\|.*\s\|\s/.test(text) && faqHeading.test(text)
    if (!titled || !row.asks) {
      const over = above.slice(0, level || 8).findLast((one) => one !== undefined)!
      const alike = over.rows.get(shape)
      if (alike) alike.push(row)
      else over.rows.set(shape, [row])
    }
    if (level === 0 && !titled) continue
    const over = above.slice(0, level || 7).findLast((one) => one !== undefined)!
    const eyebrow = level > 1 && above[7]?.rows.size === 0
    const faq = titled || eyebrow || (over.faq && (!row.asks || level === 1))
    above.length = level || 7
    above[level || 7] = open(faq, over.others || (level !== 1 && ofOthers.test(text)))
    sections.push(above[level || 7]!)
  }
  return sections
}

const isTopic = ({ question }: Row): boolean =>
  /\p{L}{3}|[\u3040-\u9fff]{2}/u.test(question) &&
  question.length <= 90 &&
  !/[.!,:。！]$/.test(question) &&
  !faqHeading.test(question)

/** Those lines of one look that ask, and among them those that do so without a mark ("Refunds"). */
function askedAmong(rows: Row[], section: Section, lines: Line[]): Row[] {
  const { shape = '', tag = '' } = rows[0]?.line ?? {}
  const answered = rows.filter((row) => {
    const { at } = row.line
    const below = lines.slice(at + 1, at + 3).find(({ text }) => !icon.test(text))
    if (row.rest !== '') return true
    if (
      !below ||
      below.level > 0 ||
      rowOf(below).asks ||
      (below.region === 'footer' && row.line.region !== 'footer')
    )
      return false
    // What looks like the question itself answers it only where questions are at home.
    return (
      section.faq || (below.shape !== shape && (!forms.has(below.tag) || /^.{9,}[.!。]$/.test(below.text)))
    )
  })
  const asking = answered.filter((row) => row.asks)
  // A list whose answers are fetched when it is opened leaves the last with what stands below the list.
  if (asking.length * 2 < rows.filter((row) => row.asks).length) return []
  // "Looking for help? Then write to us", over a button: it invites.
  const isInvitation = ({ line: { at, level } }: Row): boolean =>
    level === 0 && lines.slice(at + 2, at + 5).some(({ linked, tag }) => linked && tag !== 'li')
  if (asking.length === 1 && !opens.test(shape) && isInvitation(asking[0]!)) return []
  if (section.faq) {
    const topics = answered.filter((row) => isTopic(row) && lines[row.line.at + 1]?.shape !== shape)
    const both = answered.filter((row) => row.asks || topics.includes(row))
    const named = /\.[a-z]/i.test(shape) && (asking.length > 0 || topics.length === rows.length)
    return both.length > 1 && (opens.test(shape) || named) ? both : asking
  }
  if (shape === 'summary') return asking
  if (section.others || /^(?:option|legend|label)$/.test(tag)) return []
  const all = asking.length === rows.length
  // Two great headings that ask sell; three, or two below a heading of their own, are answered.
  if (asking.length < 3)
    return all && asking.length === 2 && (shape !== 'h2' || rows[0]!.line.page === 'pricing') ? asking : []
  if (asking.length * 3 >= rows.length * 2) return asking
  const beside = asking.filter((row) => [-1, 1].some((by) => rows[rows.indexOf(row) + by]?.asks))
  return beside.length > 2 ? beside : []
}

const isAsking = (rows: Row[]): boolean => rows.some((row) => row.asks)
const weight = (rows: Row[]): number =>
  rows.filter((row) => row.asks).length + (opens.test(rows[0]!.line.shape) ? 0.5 : 0)

function askedIn(lines: Line[], wholly: boolean): Row[] {
  const rows = sectionsOf(lines, wholly).flatMap((section) => {
    const kinds = [...section.rows.values()]
      .map((rows) => askedAmong(rows, section, lines))
      .filter((rows) => rows.length > 0)
    const chief = kinds.toSorted((one, other) => weight(other) - weight(one))[0]
    return kinds
      .filter((rows) => rows === chief || (opens.test(rows[0]!.line.shape) && isAsking(rows)))
      .map((rows) => rows.map((row) => ({ ...row, certain: section.faq || row.line.tag === 'summary' })))
  })
  // Where any list has marks, one without them is no list of questions.
  const asking = rows.some(isAsking) ? rows.filter(isAsking) : rows
  return asking.flat().toSorted((one, other) => one.line.at - other.line.at)
}

/** "For example:" says that the answer is what follows. */
const announces = /(?:[:：]|\b(?:i\.e\.|e\.g\.))$/
const ends = /(?<!i\.e|e\.g)[.!?。！？…)"'”»]$/
const nothing = { answer: '', lines: [] }
/** How what answers the questions of one look is built, and of how many lines at most, once two are answered: what is more is no part of the last answer. */
function answersAbove(asked: Line, page: Line[]) {
  const alike = page.filter((line) => line.at < asked.at && line.shape === asked.shape && rowOf(line).asks)
  if (alike.length < 2) return null
  const most = Math.max(...alike.map(({ at }, nth) => (alike[nth + 1] ?? asked).at - at - 1))
  return { most, shapes: new Set(page.slice(alike[0]!.at + 1, asked.at).map(({ shape }) => shape)) }
}

/** What stands between a question and the next, in the box and the region where it begins. */
function answerTo(
  { line: asked, rest, question }: Row,
  next: Row | undefined,
  page: Line[],
  around?: ReadonlySet<string>,
) {
  const lines: string[] = rest === '' ? [] : [rest]
  let first: Line | undefined
  // A table of contents asks what is answered below.
  if (asked.linked && page.some(({ text, at }) => at > asked.at && text === asked.text)) return nothing
  const isLast = next?.line.shape !== asked.shape
  const above = isLast ? answersAbove(asked, page) : null
  for (const block of page.slice(asked.at + 1, Math.min(next?.line.at ?? Infinity, asked.at + 40))) {
    if (block.level > 0 && (asked.level === 0 || block.level <= asked.level)) break
    if (block.region === 'footer' && asked.region !== 'footer') break
    if (block.tag === 'summary' || (block.tag === 'dt' && asked.tag === 'dt')) break
    const isOutside = isLast && block.depth < Math.min(first?.depth ?? 0, asked.depth)
    // A question and its answer in one paragraph.
    const isNext = isLast && first?.group === asked.group && block.group !== asked.group
    const isUnlike = above !== null && (!above.shapes.has(block.shape) || lines.length >= above.most)
    const isAround = isLast && around?.has(block.text) === true
    if (first && (block.region !== first.region || isOutside || isNext || isUnlike || isAround)) break
    // Code and tables stand apart in the stored text; the answer is told without them, unless it announces them.
    const isApart = block.not === 'sample' || (/^t[dh]$/.test(block.tag) && !/^t[dh]$/.test(asked.tag))
    if (isApart && !ends.test(lines.at(-1) ?? '.')) return nothing
    const isButton = /^(?:button|label)$/.test(block.tag) || (block.linked && block.tag !== 'li' && first)
    if (isApart || block.not === 'foreign' || isButton || icon.test(block.text)) continue
    const length = lines.join('\n').length + block.text.length
    const isListed = block.tag === 'li' || block.depth > (first?.depth ?? Infinity)
    // Half a list is no answer.
    if (length > longestAnswer && isListed) return nothing
    if (length > longestAnswer && first) break
    first ??= block
    lines.push(block.text)
    if (length > 700 && !isListed) break
  }
  const answer = clip(lines.join('\n')).replace(question === asked.text ? /^$/ : answerPrefix, '')
  if (announces.test(answer)) return nothing
  return { answer, lines: lines.slice(0, 12) }
}

/** What answers a line that asks, up to the next that does. */
export function answerBelow(line: Line, lines: Line[]) {
  const next = lines.find((below) => below.at > line.at && below.tag === line.tag && rowOf(below).asks)
  return answerTo(rowOf(line), next && rowOf(next), lines)
}

type Item = Proven<Faq> & { rank: number }

function itemsOf(site: CrawledSite, page: { url: string }, wholly: boolean): Item[] {
  const structured = site.lines.flatMap((line): Item | [] => {
    if (line.answer === '' || line.url !== page.url) return []
    const evidence = [line.text, line.answer].map((text) => evidenceFrom(page, text, 'json-ld'))
    return { value: { question: line.text, answer: clip(line.answer) }, evidence, rank: 3 }
  })
  const lines = site.visible(page.url)
  const rows = askedIn(lines, wholly)
  const asked = rows.map((row, index): Item => {
    const { answer, lines: said } = answerTo(row, rows[index + 1], lines, onSeveralPages(site))
    const evidence: Evidence[] = [row.line.text, ...said].map((line) => evidenceFrom(page, line))
    return {
      value: { question: row.question, answer },
      evidence,
      rank: (row.certain ? 2 : 1) + (wholly ? 1 : 0),
    }
  })
  return [...structured, ...asked].filter(
    ({ value: { question, answer } }) =>
      answer.length > 1 && question.length > 3 && question.length <= longestQuestion,
  )
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(contentOf(text).map(({ word }) => word))

/** The same in other words: nothing is asked beside it, and as much is asked or answered alike. */
function isAskedAgain(one: Faq, chosen: { value: Faq }[], site: CrawledSite): boolean {
  const [asked, said] = [one.question, one.answer].map(wordsOf)
  return chosen.some(({ value }) => {
    const others = wordsOf(value.question)
    const shared = asked!.intersection(others).difference(site.own_words).size
    const isWithin = asked!.difference(others).difference(site.own_words).size === 0
    const isAround = others.difference(asked!).difference(site.own_words).size === 0
    const answer = wordsOf(value.answer)
    const alike = said!.intersection(answer).size / Math.min(said!.size, answer.size)
    return (
      (alike > 0.9 && answer.size > 9) ||
      ((isWithin || isAround) && shared > 0 && (shared > 2 || alike > 0.4))
    )
  })
}

/**
 * Questions with their answers: structured data, accordions, definition lists, headings that ask. A table
 * of contents asks too, but has no answers.
 */
export function findFaqs(site: CrawledSite, most = 10): Proven<Faq>[] {
  const items = new Map<string, Item>()
  const { lang } = site.start
  for (const page of site.pages) {
    const kind = site.kinds.get(page)
    if (kind === 'blog') continue
    const isForeign = lang !== '' && page.lang !== '' && page.lang !== lang
    for (const item of itemsOf(site, page, kind === 'faq' || faqHeading.test(page.title))) {
      const key = letters(item.value.question)
      const before = items.get(key)
      const rank = Math.max(before?.rank ?? -3, item.rank - (isForeign ? 3 : 0))
      items.set(key, { ...(before ?? item), rank })
    }
  }
  const all = [...items.values()]
  // What is asked in another language is asked again.
  const own = all.filter(({ rank }) => rank > 0)
  const chosen: Item[] = []
  for (const item of (own.length > 0 ? own : all).toSorted((one, other) => other.rank - one.rank))
    if (chosen.length < most && !isAskedAgain(item.value, chosen, site)) chosen.push(item)
  return chosen.map(({ value, evidence }) => ({ value, evidence }))
}
