import { answersOf } from '../page/lines.ts'
import type { Block, Evidence, Faq, Proven, ReadPage } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'

export const faqHeading =
  /\b(?:faqs?|f\.a\.q\.?|frequently asked|common questions|questions? (?:and|&) answers?|questions people|q ?& ?a|got questions|your questions|häufig(?:e|\s)|oft gestellte|foire aux questions|questions fréquentes|preguntas frecuentes|domande frequenti|perguntas frequentes|časté (?:dotazy|otázky)|otázky a odpovědi|veelgestelde|vanliga frågor|pytania)\b|^questions$|^fragen$|^preguntas$|^domande$|sıkça sorulan|الأسئلة|أسئلة شائعة|よくある(?:ご)?質問|자주 ?묻는|常见问题|常見問題|часто задаваемые|частые вопросы|вопросы и ответы|въпроси/i
export const asks = /[?？؟;]["”’»)\s]*$/
const prefix =
  /^(?:(?:FAQ|Q)[-\s.:]?[A-Z]{0,4}\d{1,4}[\s.:)\-–]+|(?:FAQ|Q)\s*[:.)]\s*|(?:\d{1,2}\.){1,3}\d{0,2}\s*|\d{1,3}[.)]\s+|[»›>▸▶+•-]\s*)/i
const longestQuestion = 300
const longestAnswer = 1500
const questionTags = new Set(['summary', 'dt', 'button', 'h2', 'h3', 'h4', 'h5', 'h6'])

export function cleanQuestion(text: string): string {
  return text
    .replace(prefix, '')
    .replace(/(?<![#¶+−–▾▼⌄›»])[#¶+−–▾▼⌄›»]+\s*$/u, '')
    .trimEnd()
    .replace(/\s+[-–+]$/, '')
    .trim()
}

/** "Still have questions?" invites; nothing is answered. */
const invites =
  /(?<!\p{L})(?:questions?|fragen|preguntas|dudas|domande|perguntas|dúvidas|vragen|frågor|pytania|dotazy|otázky|sorular?\p{L}*)\s*\?$/iu

/** In Greek a semicolon asks; elsewhere it does not. */
const isQuestion = (text: string): boolean =>
  text.length <= longestQuestion &&
  text.length >= 6 &&
  asks.test(text) &&
  !(text.length < 60 && invites.test(text)) &&
  (!/;[^\w;]*$/.test(text) || /\p{Script=Greek}/u.test(text))

type Item = { question: string; answer: string; evidence: Evidence[]; rank: number }

function fromJsonLd(page: ReadPage): Item[] {
  return answersOf(page)
    .filter(({ question }) => question.length >= 6 && question.length <= longestQuestion)
    .map(({ question, answer }) => ({
      question,
      answer: clip(answer),
      evidence: [evidenceFrom(page, question, 'json-ld'), evidenceFrom(page, answer, 'json-ld')],
      rank: 3,
    }))
}

/** Cut at the end of a sentence, so that a shortened answer says nothing it did not say. */
export function clip(text: string, most = longestAnswer): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const end = Math.max(
    cut.lastIndexOf('. '),
    cut.lastIndexOf('。'),
    cut.lastIndexOf('! '),
    cut.lastIndexOf('\n'),
  )
  return (end > most / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(' '))).trim()
}

type Asked = { at: number; block: Block; certain: boolean }

/** Blocks that ask: within an FAQ section or page anything marked up as a question, elsewhere only "?". */
function askedIn(page: ReadPage, wholly: boolean): Asked[] {
  const found: Asked[] = []
  const topics: Asked[] = []
  let inSection = wholly
  let sectionLevel = 0
  page.blocks.forEach((block, at) => {
    if (block.region === 'nav' || block.sample || (block.foreign && !wholly)) return
    if (
      faqHeading.test(block.text) &&
      block.text.length < 90 &&
      (block.level > 0 || !isQuestion(block.text))
    ) {
      inSection = true
      sectionLevel = block.level || sectionLevel
      if (!isQuestion(block.text)) return
    } else if (
      inSection &&
      !wholly &&
      block.level > 0 &&
      block.level <= sectionLevel &&
      !isQuestion(block.text)
    )
      inSection = false
    if (!isQuestion(block.text)) {
      if (inSection && isTopic(page, at, sectionLevel)) topics.push({ at, block, certain: true })
      return
    }
    const marked = questionTags.has(block.tag) || block.level > 0
    const plainAsk = inSection && block.text.length < 160
    if (marked || plainAsk) found.push({ at, block, certain: inSection || block.tag === 'summary' })
  })
  const all = [...found, ...topics].sort((one, other) => one.at - other.at)
  const rows = Map.groupBy(all, ({ block }) => block.tag)
  return all.filter((one) => !topics.includes(one) || rows.get(one.block.tag)!.length > 1)
}

/** "Refunds", "Can I cancel any time": in a list of questions, what has an answer asks without the mark. */
function isTopic(page: ReadPage, at: number, sectionLevel: number): boolean {
  const { text, tag, level } = page.blocks[at]!
  const next = page.blocks[at + 1]
  const row =
    tag === 'summary' || tag === 'dt' || tag === 'button' || (sectionLevel > 0 && level > sectionLevel)
  if (!row || text.length < 4 || text.length > 90 || !next) return false
  return next.level === 0 && next.tag !== tag && next.text.length > 9 && !isQuestion(next.text)
}

function answerOf(page: ReadPage, from: Asked, to: number): { text: string; lines: string[] } {
  const lines: string[] = []
  let length = 0
  for (let at = from.at + 1; at < Math.min(to, from.at + 40); at++) {
    const block = page.blocks[at]
    if (!block) break
    if (block.level > 0 && (from.block.level === 0 || block.level <= from.block.level)) break
    if (block.region !== from.block.region && (block.region === 'footer' || block.region === 'nav')) break
    if (block.tag === 'summary' || (block.tag === 'dt' && from.block.tag === 'dt')) break
    // Code and cells stand apart in the stored text; the answer is told without them.
    if (/^[+−–▾▼⌄›#¶]$/u.test(block.text) || block.sample || block.foreign || block.tag === 'td') continue
    if (length + block.text.length > longestAnswer && lines.length > 0) break
    lines.push(block.text)
    length += block.text.length
    if (length > 700) break
  }
  return { text: clip(lines.join('\n')), lines }
}

function fromBlocks(page: ReadPage, wholly: boolean): Item[] {
  const asked = askedIn(page, wholly)
  const certain = asked.filter((one) => one.certain).length
  if (certain === 0 && asked.filter((one) => one.block.tag !== 'button').length < 3) return []
  const found: Item[] = []
  asked.forEach((one, index) => {
    const next = asked[index + 1]?.at ?? page.blocks.length
    const { text, lines } = answerOf(page, one, next)
    const question = cleanQuestion(one.block.text)
    if (text.length < 2 || question.length < 6) return
    const evidence = [
      evidenceFrom(page, one.block.text),
      ...lines.slice(0, 12).map((line) => evidenceFrom(page, line)),
    ]
    const rank = (one.certain ? 2 : 1) + (wholly ? 1 : 0)
    found.push({ question, answer: text, evidence, rank })
  })
  return found
}

/**
 * Questions with their answers: structured data, accordions, definition lists, headings that ask. A table
 * of contents asks too, but has no answers; the question with the longest answer wins.
 */
export function findFaqs(reading: Reading, most = 10): Proven<Faq>[] {
  const items = new Map<string, Item>()
  const consider = (item: Item): void => {
    const key = letters(item.question)
    const known = items.get(key)
    if (!known) items.set(key, item)
    else if (
      item.answer.length > known.answer.length &&
      item.answer.length > 40 &&
      known.answer.length < 40
    ) {
      items.set(key, { ...item, rank: Math.max(item.rank, known.rank) })
    } else known.rank = Math.max(known.rank, item.rank)
  }
  const { lang } = reading.start
  for (const page of reading.pages) {
    const kind = reading.kinds.get(page)
    if (kind === 'blog') continue
    const wholly = kind === 'faq' || faqHeading.test(page.title)
    const foreignTongue = lang !== '' && page.lang !== '' && page.lang !== lang
    for (const item of [...fromJsonLd(page), ...fromBlocks(page, wholly)]) {
      consider(foreignTongue ? { ...item, rank: item.rank - 3 } : item)
    }
  }
  const answered = [...items.values()].filter((item) => item.answer.length >= 2)
  const order = new Map(answered.map((item, at) => [item, at]))
  answered.sort((one, other) => other.rank - one.rank || (order.get(one) ?? 0) - (order.get(other) ?? 0))
  return answered
    .slice(0, most)
    .map(({ question, answer, evidence }) => ({ value: { question, answer }, evidence }))
}
