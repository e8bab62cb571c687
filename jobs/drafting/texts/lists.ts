import { cleanQuestion } from './faqs.ts'
import { plain } from '../page/json_ld.ts'
import type { Block, Proven, ReadPage } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { ownThings } from '../facts/ownership.ts'

const featureHeading =
  /\b(?:features?|what (?:it|you|we) (?:does|do|can|get|gets|offer)|capabilities|highlights|functions|how it works|what['’]s (?:inside|included)|everything you need|funktionen|fonctionnalités|características|funcionalidades|funzionalità|funkce|vlastnosti|functies|possibilities|provides)\b|機能|特徴|できること|기능|功能|特性|возможности|функции/i
const uspHeading =
  /\b(?:why|benefits?|advantages?|reasons?|what makes|unlike|warum|vorteile|pourquoi|avantages|por qué|ventajas|perché|vantaggi|proč|výhody)\b|メリット|選ばれる理由|장점|优势|преимущества/i
const notFeatures =
  /\b(?:faqs?|frequently asked|pricing|prices|contact|download(?:s| now)?|get started|getting started|sign (?:up|in)|log ?in|about(?: us)?|blog|news|install(?:ation)?|docs|documentation|resources|community|support us|changelog|releases?|licen[cs]e|sponsors?|credits?|testimonials?|team|newsletter|privacy|terms|cookies?|learn more|read more|table of contents|contents|index|links?|copyright|mailing lists?|acknowledge?ments|thanks|try it|quick ?start|roadmap|requirements|legal|company|product|follow us|ready to|start (?:free|now|today)|join|what people|loved by|trusted by|used by|compare|vs\.?|examples?|demo|screenshots?|announcements?|upcoming|events?|contribut\w+|feedback|donat\w+)\b|お問い合わせ|料金|ダウンロード|가격|下载/i

const good = (text: string): boolean =>
  text.length >= 4 &&
  text.length <= 200 &&
  /\p{L}{3}|[\u3040-\u9fff\uac00-\ud7af]{2}/u.test(text) &&
  !/[?？]$/.test(text) &&
  !/^https?:|^[\d\s.,%$€+-]+$/.test(text)

/** Headings of a page about the page. Longer ones only where they begin so: "Contact us" but not "Fast support". */
function isChrome(text: string): boolean {
  if (/^(?:we|it|they|you) (?:do|does|will|can)(?: not|n['’]t)\b|^(?:no longer|not )/i.test(text)) return true
  const found = notFeatures.exec(text)
  return found !== null && (found.index === 0 || text.split(/\s+/).length <= 3)
}

/** Pages that describe the product; manuals list settings, not features. */
const describing = new Set(['start', 'features', 'about', 'pricing'])

type Item = { text: string; rank: number; page: ReadPage; quote: string }

function shortItem(block: Block): string {
  const text = cleanQuestion(block.text.replace(/^[✓✔☑✅•·\-–—*▸►→]\s*/u, ''))
  if (text.length <= 200) return text
  const cut = /^(.{10,180}?[.:;。])(?:\s|$)/u.exec(text)?.[1]
  return cut ? cut.replace(/[:;]$/, '') : ''
}

type Section = { level: number; has_heads: boolean }

/** How much a smaller heading says for being a feature; 0 for headings that are none. */
function headRank(block: Block, kind: string, section: Section): number {
  if (section.level > 0) return 6 - (block.level - section.level) * 0.1
  if (kind === 'start') return block.level === 3 || block.level === 4 ? 4 : 3
  return kind === 'features' && block.level <= 3 ? 2 : 0
}

function itemRank(block: Block, kind: string, section: Section): number {
  if (section.level > 0) return section.has_heads ? 4.5 : 5.5
  if (kind === 'pricing') return 3.2
  if (kind === 'start') return block.text.length > 15 ? 2.5 : 1
  return kind === 'about' ? 2 : 0
}

function collect(page: ReadPage, kind: string, heading: RegExp, names: string[]): Item[] {
  const found: Item[] = []
  const section: Section = { level: 0, has_heads: false }
  for (const block of page.blocks) {
    if (block.sample || block.foreign || (block.region !== 'main' && block.region !== 'header')) continue
    const within = section.level > 0
    if (block.level > 0) {
      if (heading.test(block.text) && block.text.length < 100) {
        section.level = block.level
        section.has_heads = false
        continue
      }
      if (within && block.level <= section.level) section.level = 0
      const text = cleanQuestion(block.text)
      const titled = block.level === 1 || names.some((name) => letters(name) === letters(text))
      const rank = heading === featureHeading || section.level > 0 ? headRank(block, kind, section) : 0
      if (rank === 0 || titled || !good(text) || isChrome(text)) continue
      section.has_heads ||= section.level > 0
      found.push({ text, rank, page, quote: block.text })
    } else if (block.tag === 'li') {
      const text = shortItem(block)
      const rank = heading === featureHeading || within ? itemRank(block, kind, section) : 0
      const short = text.split(/\s+/).length < 2 && !/[\u3040-\u9fff\uac00-\ud7af]{4}/u.test(text)
      if (rank > 0 && !short && good(text) && !isChrome(text))
        found.push({ text, rank, page, quote: block.text })
    } else if (within && (block.tag === 'dt' || block.tag === 'summary') && good(block.text)) {
      found.push({ text: block.text, rank: 5.5, page, quote: block.text })
    }
  }
  return found
}

/** Where a site lists nothing, the sentences in which it says what it does. */
function describingSentences(page: ReadPage, names: string[]): Item[] {
  const found: Item[] = []
  const said = page.metas.get('description') ?? ''
  for (const sentence of sentences(said)) {
    if (good(sentence) && !isChrome(sentence))
      found.push({ text: sentence, rank: 2.4, page, quote: sentence })
  }
  const own = page.blocks.filter((block) => block.tag === 'p' && !block.sample && !block.foreign)
  for (const block of own.slice(0, 6)) {
    for (const sentence of sentences(block.text)) {
      const about = says(sentence, names) || /^(?:it|with it)\b/i.test(sentence)
      if (about && sentence.length > 20 && good(sentence) && !isChrome(sentence)) {
        found.push({ text: sentence, rank: 2.3, page, quote: sentence })
      }
    }
  }
  return found.slice(0, 8)
}

function ranked(items: Item[], most: number): Proven<string>[] {
  const seen = new Set<string>()
  return items
    .toSorted((one, other) => other.rank - one.rank)
    .filter((item) => {
      const key = letters(item.text)
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, most)
    .map((item) => ({ value: item.text, evidence: [evidenceFrom(item.page, item.quote)] }))
}

/** Features: what stands under a heading that says so, then the start page's own smaller headings and lists. */
export function findFeatures(reading: Reading): Proven<string>[] {
  const items: Item[] = []
  for (const page of reading.pages) {
    const kind = reading.kinds.get(page) ?? 'other'
    if (kind === 'blog' || kind === 'terms' || kind === 'imprint' || kind === 'faq') continue
    for (const thing of ownThings(page, reading)) {
      const list = Array.isArray(thing['featureList']) ? thing['featureList'] : [thing['featureList']]
      for (const entry of list.slice(0, 30)) {
        const text = plain(entry)
        if (good(text) && text.length < 200) items.push({ text, rank: 5, page, quote: text })
      }
    }
    const found = collect(page, kind, featureHeading, reading.names)
    if (kind === 'start') found.push(...describingSentences(page, reading.names))
    items.push(
      ...found.map((item) =>
        kind === 'start' ? item : { ...item, rank: item.rank - (describing.has(kind) ? 1.2 : 4) },
      ),
    )
  }
  return ranked(items, 20).map((item) => asLd(item, reading))
}

/** What JSON-LD lists stands in a marked line, not among the visible ones. */
function asLd(item: Proven<string>, reading: Reading): Proven<string> {
  const [evidence] = item.evidence
  const page = reading.pages.find((candidate) => candidate.url === evidence?.url)
  if (!evidence || !page || page.blocks.some((block) => block.text.includes(evidence.quote))) return item
  return { ...item, evidence: [{ ...evidence, where: 'json-ld' }] }
}

export function findUsps(reading: Reading): Proven<string>[] {
  const items = reading.pages
    .filter((page) => ['start', 'about', 'features'].includes(reading.kinds.get(page) ?? ''))
    .flatMap((page) => collect(page, reading.kinds.get(page) ?? 'other', uspHeading, reading.names))
  return ranked(items, 8)
}

/** The words the site lists for machines, where it lists any. */
export function findKeywords(reading: Reading): Proven<string>[] {
  const { start } = reading
  const found = new Map<string, Proven<string>>()
  const add = (raw: string, quote: string, where: 'meta' | 'json-ld'): void => {
    const words = raw.split(/\s*[,;、，]\s*/)
    for (const word of words) {
      if (word.length < 2 || word.length > 60 || found.size >= 20 || found.has(word.toLowerCase())) continue
      found.set(word.toLowerCase(), { value: word, evidence: [evidenceFrom(start, quote, where)] })
    }
  }
  const said = start.metas.get('keywords')
  if (said) add(said, said, 'meta')
  for (const thing of ownThings(start, reading)) {
    const list = Array.isArray(thing['keywords']) ? thing['keywords'] : [thing['keywords']]
    for (const entry of list.slice(0, 20)) {
      const text = plain(entry)
      if (text !== '') add(text, text, 'json-ld')
    }
  }
  return [...found.values()]
}

/** Tags are those keywords that the start page also says to its readers. */
export function findTags(reading: Reading, keywords: Proven<string>[]): Proven<string>[] {
  const tags: Proven<string>[] = []
  for (const keyword of keywords) {
    if (keyword.value.length > 30 || keyword.value.split(/\s+/).length > 3 || tags.length >= 10) continue
    const block = reading.start.blocks.find(
      (line) => !line.sample && !line.foreign && says(line.text, [keyword.value]),
    )
    if (block) tags.push({ value: keyword.value, evidence: [evidenceFrom(reading.start, block.text)] })
  }
  return tags
}
