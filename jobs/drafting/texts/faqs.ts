import { answersOf } from '../page/lines.ts'
import type { Block, Evidence, Faq, Proven, ReadPage } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'

/** "Questions" in any language, by itself or with what goes before it ("Frequently asked", "Your"). */
export const faqHeading =
  /(?<!\p{L})(?:faqs?|f\.a\.q\.?|frequently asked|common questions|questions? (?:and|&) answers?|questions people|q ?& ?a|got questions|your questions|häufig(?:e|\s)|oft gestellte|foire aux questions|questions fréquentes|preguntas frecuentes|domande frequenti|perguntas frequentes|časté (?:dotazy|otázky)|otázky a odpovědi|veelgestelde|vanliga frågor|pytania)(?!\p{L})|^(?:\p{L}+ ){0,2}(?:questions|fragen|preguntas|dudas|domande|perguntas|dúvidas|vragen|frågor|spørgsmål|spørsmål|kysymykset|kysymyksiä|pytania|dotazy|otázky|kérdések|întrebări|pitanja|vprašanja|sorular\p{L}*|pertanyaan(?: \p{L}+)?|câu hỏi(?: \p{L}+){0,2}|ερωτήσεις|вопросы|запитання|питання|въпроси|שאלות(?: \p{L}+)?|أسئلة(?: \p{L}+)?|أسئلتكم|الأسئلة(?: \p{L}+)?|सवाल)(?: (?:and|und|et|y|e|en|och|og|ja|i|a|ve|и|та|και) \p{L}+)?$|sıkça sorulan|الأسئلة الشائعة|よくある(?:ご)?質問|자주 ?묻는|常见问题|常見問題|常见问答|часто задаваемые/iu
export const asks = /[?？؟;]["”’»)\s]*$/
/** Chinese, Japanese and Korean ask by their words; the mark may be left out. */
const asksInWords = /(?:か|吗|嗎|呢|나요|까요|가요)[。.]?$|^(?:怎么|怎样|如何|为什么|什么是|是否|能否)/
const prefix =
  /^(?:(?:FAQ|Q)[-\s.:]?[A-Z]{0,4}\d{1,4}[\s.:)\-–]+|(?:FAQ|Q)\s*[:：.)]\s*|(?:[FPDVSВ]|問|问|질문|(?:Frage|Question|Pregunta|Pergunta|Domanda|Vraag|Pytanie|Otázka|Soru|Вопрос|质问)(?=[\s\d]*[:：.)]))\s?\d{0,3}\s?[:：.)]\s*|(?:\d{1,2}\.){1,3}\d{0,2}\s*|\d{1,3}(?:[.)]\s+|(?=¿))|[»›>▸▶+•-]\s*)/i
const answerPrefix =
  /^(?:[AROSVО]|Answer|Antwort|Réponse|Respuesta|Resposta|Risposta|Antwoord|Odpowiedź|Odpověď|Cevap|Ответ)\s?\d{0,3}\s?[:：.)]\s*/i
const longestQuestion = 300
const longestAnswer = 1500

export function cleanQuestion(text: string): string {
  return text
    .replace(prefix, '')
    .replace(/(?<=[?？؟])\s*[∨↓×✕＋]$/, '')
    .replace(/(?<![#¶+−–▾▼⌄›»])[#¶+−–▾▼⌄›»]+\s*$/u, '')
    .trimEnd()
    .replace(/\s+[-–+]$/, '')
    .trim()
}

/** "Still have questions?" invites; nothing is answered. */
const invites =
  /(?<!\p{L})(?:questions?|fragen|preguntas|dudas|domande|perguntas|dúvidas|vragen|frågor|pytania|dotazy|otázky|sorular?\p{L}*)\s*\?$/iu

/** In Greek a semicolon asks; elsewhere it does not. */
function isQuestion(text: string): boolean {
  if (text.length > longestQuestion || text.length < 4) return false
  if (!asks.test(text)) return text.length < 60 && asksInWords.test(text)
  if (text.length < 60 && invites.test(text)) return false
  return !/;[^\w;]*$/.test(text) || /\p{Script=Greek}/u.test(text)
}

type Item = { question: string; answer: string; evidence: Evidence[]; rank: number }

function fromJsonLd(page: ReadPage): Item[] {
  return answersOf(page)
    .filter(({ question }) => question.length >= 4 && question.length <= longestQuestion)
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

/** A line that may ask; `rest` is what stands behind the question in the same line. */
type Row = { at: number; block: Block; question: string; rest: string; asks: boolean; certain: boolean }
/** What stands below one heading; its rows by what they look like. */
type Section = { faq: boolean; others: boolean; rows: Map<string, Row[]> }

const ofOthers =
  /(?<!\p{L})(?:blog|news|articles?|artikel|journal|magazine?|ratgeber|actualités|noticias|notícias|notizie|nieuws|quiz|testimonials?|reviews?|customers?|clients?|kunden|clientes|clienti|contact|kontakt|contacto|contato)(?!\p{L})|ブログ|お知らせ|博客|新闻|블로그|お問い合わせ/iu
const forms = new Set('label legend option td th li button'.split(' '))
/** Drawn to be opened, or marked up as what is asked. */
const opens = /^(?:h[2-6]|dt|summary)$|\bbutton\.|accordion|faq|question|toggle|collaps/i
const bold = /^\d+ (?:strong|b)\./
const icon = /^[+−–▾▼⌄›#¶×✕]$/u

function rowOf(block: Block, at: number): Row {
  const { text, shape } = block
  const label = prefix.exec(text)?.[0] ?? ''
  const parts = bold.test(shape) || /\p{L}/u.test(label) ? /^(.{4,200}?[?？؟;])\s+(\S.*)$/u.exec(text) : null
  const lead = parts && isQuestion(cleanQuestion(parts[1]!)) ? parts : null
  const question = cleanQuestion(lead?.[1] ?? text)
  const asking = isQuestion(question) || (/^(?:Q|Frage|問|问|质问|질문)/i.test(label) && text.length < 160)
  return { at, block, question, rest: lead?.[2] ?? '', asks: asking, certain: false }
}

/** The lines of a page below their headings, those together that look alike. */
function sectionsOf(page: ReadPage, wholly: boolean, linked: Set<number>): Section[] {
  const open = (faq: boolean, others: boolean): Section => ({ faq, others, rows: new Map() })
  const sections = [open(wholly, false)]
  const above: Section[] = [sections[0]!]
  page.blocks.forEach((block, at) => {
    const { text, level, shape } = block
    if (block.region === 'nav' || block.sample || (block.foreign && !wholly)) return
    if (text.length > (bold.test(shape) ? longestAnswer : longestQuestion)) return
    const row = rowOf(block, at)
    // In a menu the word only leads to the questions.
    const isTitle = level > 0 || !(row.asks || linked.has(at) || block.region !== 'main')
    const titled = isTitle && text.length < 90 && faqHeading.test(text)
    if (!titled || !row.asks) {
      const over = above.slice(0, level || 8).findLast((one) => one !== undefined)!
      const alike = over.rows.get(shape)
      if (alike) alike.push(row)
      else over.rows.set(shape, [row])
    }
    if (level === 0 && !titled) return
    const over = above.slice(0, level || 7).findLast((one) => one !== undefined)!
    const eyebrow = level > 1 && above[7]?.rows.size === 0
    const faq = titled || eyebrow || (over.faq && (!row.asks || level === 1))
    const section = open(faq, over.others || ofOthers.test(text))
    above.length = level || 7
    above[level || 7] = section
    sections.push(section)
  })
  return sections
}

const isTopic = ({ question }: Row): boolean =>
  /\p{L}{3}|[\u3040-\u9fff]{2}/u.test(question) &&
  question.length <= 90 &&
  !/[.!,:。！]$/.test(question) &&
  !faqHeading.test(question)

/** Those lines of one look that ask, and among them those that do so without a mark ("Refunds"). */
function askedAmong(rows: Row[], section: Section, page: ReadPage): Row[] {
  const { shape = '', tag = '' } = rows[0]?.block ?? {}
  const answered = rows.filter((row, index) => {
    const below = page.blocks.slice(row.at + 1, row.at + 3).find(({ text }) => !icon.test(text))
    if (row.rest !== '') return true
    const next = rows[index + 1]
    if (next?.asks && next.block === below) return false
    if (!below || below.level > 0 || (below.region === 'footer' && row.block.region !== 'footer'))
      return false
    // What looks like the question itself answers it only where questions are at home.
    return (
      section.faq || (below.shape !== shape && (!forms.has(below.tag) || /^.{9,}[.!。]$/.test(below.text)))
    )
  })
  const asking = answered.filter((row) => row.asks)
  // A list whose answers are fetched when it is opened leaves the last with what stands below the list.
  if (asking.length * 2 < rows.filter((row) => row.asks).length) return []
  if (section.faq) {
    const topics = answered.filter((row) => isTopic(row) && page.blocks[row.at + 1]?.shape !== shape)
    const both = answered.filter((row) => row.asks || topics.includes(row))
    const named = /\.[a-z]/i.test(shape) && (asking.length > 0 || topics.length === rows.length)
    return both.length > 1 && (opens.test(shape) || named) ? both : asking
  }
  if (shape === 'summary') return asking
  if (section.others || /^(?:option|legend|label)$/.test(tag)) return []
  const all = asking.length === rows.length
  // Two great headings that ask sell; three, or two below a heading of their own, are answered.
  if (asking.length < 3) return all && asking.length === 2 && shape !== 'h2' ? asking : []
  if (all || rows.some(({ rest }) => rest !== '')) return all ? asking : []
  if (asking.length * 3 >= rows.length * 2) return asking
  const beside = asking.filter((row) => [-1, 1].some((by) => rows[rows.indexOf(row) + by]?.asks))
  return beside.length > 2 ? beside : []
}

const isAsking = (rows: Row[]): boolean => rows.some((row) => row.asks)
const weight = (rows: Row[]): number =>
  rows.filter((row) => row.asks).length + (opens.test(rows[0]!.block.shape) ? 0.5 : 0)

function askedIn(page: ReadPage, wholly: boolean): Row[] {
  const links = page.links.filter(({ text, block }) => {
    const line = page.blocks[block]
    return line !== undefined && text.length * 1.3 > line.text.length
  })
  // A line that is a link to another page is answered there.
  const elsewhere = new Set(links.flatMap(({ href, block }) => (/^https?:[^#]+$/.test(href) ? block : [])))
  const linked = new Set(links.map(({ block }) => block))
  const found = sectionsOf(page, wholly, linked).flatMap((section) => {
    const kinds = [...section.rows.values()]
      .map((rows) =>
        askedAmong(
          rows.filter(({ at }) => !elsewhere.has(at)),
          section,
          page,
        ),
      )
      .filter((rows) => rows.length > 0)
    const chief = kinds.toSorted((one, other) => weight(other) - weight(one))[0]
    return kinds
      .filter((rows) => rows === chief || (opens.test(rows[0]!.block.shape) && isAsking(rows)))
      .map((rows) => rows.map((row) => ({ ...row, certain: section.faq || row.block.tag === 'summary' })))
  })
  // Where any list has marks, one without them is no list of questions.
  const asking = found.some(isAsking) ? found.filter(isAsking) : found
  return asking.flat().toSorted((one, other) => one.at - other.at)
}

/** What stands between a question and the next, in the box and the region where it begins. */
function answerOf(page: ReadPage, from: Row, next: Row | undefined): { text: string; lines: string[] } {
  const lines: string[] = from.rest === '' ? [] : [from.rest]
  let length = from.rest.length
  let first: Block | undefined
  const isLast = next?.block.shape !== from.block.shape
  for (const block of page.blocks.slice(from.at + 1, Math.min(next?.at ?? Infinity, from.at + 40))) {
    if (block.level > 0 && (from.block.level === 0 || block.level <= from.block.level)) break
    if (block.region === 'footer' && from.block.region !== 'footer') break
    if (block.tag === 'summary' || (block.tag === 'dt' && from.block.tag === 'dt')) break
    const isOutside = isLast && block.depth < Math.min(first?.depth ?? 0, from.block.depth)
    if (first && (block.region !== first.region || isOutside)) break
    // Code and cells stand apart in the stored text; the answer is told without them.
    if (icon.test(block.text) || block.sample || block.foreign || /^(?:button|label)$/.test(block.tag))
      continue
    if (block.tag === 'td' && from.block.tag !== 'td' && from.block.tag !== 'th') continue
    first ??= block
    if (length + block.text.length > longestAnswer && lines.length > 0) break
    lines.push(block.text)
    length += block.text.length
    if (length > 700) break
  }
  return {
    text: clip(lines.join('\n')).replace(from.question === from.block.text ? /^$/ : answerPrefix, ''),
    lines,
  }
}

function fromBlocks(page: ReadPage, wholly: boolean): Item[] {
  const asked = askedIn(page, wholly)
  return asked.flatMap((row, index) => {
    const { text, lines } = answerOf(page, row, asked[index + 1])
    if (text.length < 2 || row.question.length < 4) return []
    const evidence = [row.block.text, ...lines.slice(0, 12)].map((line) => evidenceFrom(page, line))
    return { question: row.question, answer: text, evidence, rank: (row.certain ? 2 : 1) + (wholly ? 1 : 0) }
  })
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
