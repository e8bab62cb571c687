/*
 * Features and reasons, from the sections that list them: the smaller headings or the items under a heading that says
 * so, else the cards of the start page. Three to ten short statements, or none.
 */
import { plain } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { termsOf } from '../../../storage/search/telling.ts'
import { tellingWeights } from '../facts/categories.ts'
import { byText } from '../page/by_text.ts'
import { isSomebody } from '../facts/person_names.ts'
import { isNamed } from '../proof/text.ts'
import type { Category, Evidence, Proven } from '../profile.ts'
import { ownThings } from '../facts/ownership.ts'
import { cleanQuestion, faqHeading } from './faqs.ts'

const featureHeading =
  /(?<!\p{L})(?:features?|what (?:it|you|we) (?:does|do|can|get|gets|offer)|capabilities|highlights|functions|what['’]s (?:inside|included)|everything you (?:need|get)|built for|at a glance|funktionen|leistungen|das kann|fonctionnalités|características|funcionalidades|funzionalità|funkce|vlastnosti|functies|funkcje|funktioner|özellikler|possibilities|provides)(?!\p{L})|機能|特徴|できること|기능|功能|特性|возможности|функции|المزايا|الميزات/iu
const reasonHeading =
  /(?<!\p{L})(?:why|benefits?|advantages?|reasons?|what makes|unlike|warum|vorteile|pourquoi|avantages|por qué|ventajas|perché|vantaggi|porquê|vantagens|proč|výhody|waarom|voordelen|dlaczego|zalety|varför|fördelar|neden)(?!\p{L})|メリット|選ばれる理由|장점|优势|преимущества|لماذا/iu
/** Headings and items of a page about the page, the company, its law or its shop. */
const chrome =
  /(?<!\p{L})(?:faqs?|frequently asked|pricing|prices?|contact|downloads?|get(?:ting)? started|sign (?:up|in)|log ?in|about(?: us)?|blog|news|install(?:ation)?|docs|documentation|resources|community|support|change ?log|releases?|licen[cs]e|sponsors?|credits?|testimonials?|team|newsletter|subscribe|privacy policy|terms|cookies?|(?:learn|read|see|find out) more|table of contents|contents|index|links?|copyright|mailing lists?|acknowledge?ments|thanks|try it|quick ?start|roadmap|requirements|legal|company|products?|follow us|ready to|start (?:free|now|today)|join|what people|loved by|trusted by|used by|compare|vs\.?|examples?|demo|screenshots?|announcements?|upcoming|events?|contribut\p{L}+|feedback|donat\p{L}+|home|menu|overview|story|history|mission|buy|order|cart|checkout|shipping|reviews?|questions?|search|skip to|impressum|datenschutz|kontakt|agb|preise|tarifs?|mentions légales|précios?|contacto|condiciones|aviso legal)(?!\p{L})|お問い合わせ|料金|ダウンロード|가격|下载|الأسعار|من نحن/iu
const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const bullet = /^[✓✔☑✅•·▪■►▸→*–—-]\s/u
const leading = /^[✓✔☑✅•·▪■►▸→\-–—*\s\p{Extended_Pictographic}\ufe0f]+/u
const fewest = 3
const most = 10
/** A list so much worse than the best adds nothing to it. */
const near = 2

type Item = { text: string; evidence: Evidence[] }

/** Says it first, or hardly anything else. */
const isChrome = (text: string): boolean => {
  const found = chrome.exec(text)
  return found !== null && (found.index === 0 || text.split(/\s+/).length <= 3)
}

/** A question, an unfinished line, an address, code, a version, a date. */
const noStatement =
  /[:?？,…]$|^https?:|[{}<>$\\]|=>|\w_\w|\w\((?!e?s\))|&\w+;|\bv?\d+\.\d+\.\d+|^\d{1,2}[./]|(?:19|20)\d\d[-/.]\d|^(?:we|it|they|you) (?:do|does|will|can)(?: not|n['’]t)(?!\p{L})|^(?:no longer|not )/iu

/** A statement that stands by itself: neither a label nor an unfinished line. */
function isStatement(text: string, site: Reading): boolean {
  if (text.length > 160 || (text.length < 8 && !(wide.test(text) && text.length >= 4))) return false
  if (noStatement.test(text) || (!/\p{L}{3}/u.test(text) && !wide.test(text))) return false
  return !isChrome(text) && !site.own.includes(letters(text))
}

const isShort = (text: string): boolean => text.split(/\s+/).length < 3 && !wide.test(text)

/** A heading, and where it is short the first sentence below it, which says what it means. */
function explained(head: Line, lines: Line[], site: Reading): Item | null {
  const title = cleanQuestion(head.text).replace(leading, '')
  const below = lines[head.at + 1]
  const isOpen = isShort(title) && title.length > 1 && !/[.:!?]$/.test(title)
  const said =
    isOpen && below?.level === 0 && below.not === '' && !below.hidden
      ? (sentences(below.text)[0] ?? '').replace(/[.。]$/, '')
      : ''
  if (said.length > 15 && said.length < 110 && !/[:?？]$/.test(said) && !site.own.includes(letters(title))) {
    const text = `${title}: ${said}`
    const evidence = [evidenceFrom(head, head.text), evidenceFrom(head, below!.text)]
    if (isStatement(text, site)) return { text, evidence }
  }
  const isLabel = !/\s/.test(title) && !wide.test(title)
  return isLabel || !isStatement(title, site)
    ? null
    : { text: title, evidence: [evidenceFrom(head, head.text)] }
}

function listed(line: Line, site: Reading): Item | null {
  const text = line.text
    .replace(leading, '')
    .replace(/[;,.]$/, '')
    .trim()
  const short =
    text.length <= 160 ? text : (/^(.{10,150}?[.:;。])(?:\s|$)/u.exec(text)?.[1] ?? '').replace(/[.:;]$/, '')
  const single = short.split(/\s+/).length < 2 && !wide.test(short)
  return !single && isStatement(short, site)
    ? { text: short, evidence: [evidenceFrom(line, line.text)] }
    : null
}

const isOurs = (line: Line): boolean =>
  line.not === '' &&
  !line.hidden &&
  (line.region === 'main' || line.region === 'header') &&
  line.tag !== 'button'

const headsOver = ({ level, heads }: Line) => (level > 0 ? heads.filter((head) => head.level < level) : heads)

/** Headings of one level, the items of a list, or titles each with its line below it, under the same heading. */
function listsOf(lines: Line[]): Line[][] {
  const isOver = (line: Line | undefined, below: Line | undefined): boolean =>
    line !== undefined &&
    below !== undefined &&
    line.level + below.level === 0 &&
    line.text.length < 60 &&
    below.text.length > line.text.length &&
    /[.!。！]$/.test(below.text) &&
    !/[.!。！]$/.test(line.text)
  // A short line below is enough where it goes on so, as in the rows of a table.
  const goesOn = (at: number): boolean =>
    lines[at]?.tag === lines[at + 1]?.tag && isOver(lines[at], lines[at + 1])
  const isTitle = (line: Line): boolean =>
    isOver(line, lines[line.at + 1]) &&
    (lines[line.at + 1]!.text.length > 40 ||
      (goesOn(line.at) && (goesOn(line.at - 2) || goesOn(line.at + 2))))
  const kindOf = (line: Line): string =>
    line.level > 1
      ? `h${line.level}`
      : line.tag === 'li' || line.tag === 'dt' || bullet.test(line.text)
        ? 'li'
        : line.level === 0 && isTitle(line)
          ? line.tag
          : ''
  const own = lines.filter((line) => isOurs(line) && kindOf(line) !== '')
  return [...Map.groupBy(own, (line) => `${headsOver(line).at(-1)?.at ?? -1} ${kindOf(line)}`).values()]
}

/** What stands right below a heading over somebody's words, or over questions. */
const opensOther = (below: Line | undefined): boolean =>
  below !== undefined &&
  below.level === 0 &&
  (below.not === 'quoted' || below.not === 'foreign' || below.not === 'others' || /[?？]$/.test(below.text))

type Group = { items: Item[]; rank: number }

/** Lists and runs of cards of one page, ranked by what stands over them. */
function groupsOf(lines: Line[], page: string, heading: RegExp, site: Reading): Group[] {
  const groups: Group[] = []
  const links = new Set(
    site.pages
      .find(({ url }) => url === lines[0]?.url)
      ?.links.map(({ block, text }) => `${block} ${letters(text)}`),
  )
  const lists = listsOf(lines)
  const openers = new Set(
    lists.flatMap((some) => (some.length < fewest ? [] : (headsOver(some[0]!).at(-1)?.at ?? []))),
  )
  for (const some of lists) {
    const [first] = some
    const near = headsOver(first!).at(-1)?.text ?? ''
    const titled = near.length < 100 && heading.test(near)
    // Where most headings have lists below them, they part the page and list nothing.
    const ends = some.filter(({ at }) => !openers.has(at))
    const items = (ends.length * 2 > some.length ? some : ends).flatMap((line) => {
      // An item that is nothing but a link is a menu.
      if (line.level === 0 && links.has(`${line.at} ${letters(line.text)}`)) return []
      if (line.level > 0 && opensOther(lines[line.at + 1])) return []
      return (
        (line.tag === 'li' || line.tag === 'dt' ? listed(line, site) : explained(line, lines, site)) ?? []
      )
    })
    if (items.length * 2 < some.length || items.length < fewest) continue
    const people = items.filter(({ text }) => isSomebody(text.split(':')[0]!, site))
    if (people.length * 2 > items.length) continue
    if (near.length < 60 && !titled && (isChrome(near) || faqHeading.test(near) || /^v?\d+\.\d/.test(near)))
      continue
    const place = heading === featureHeading ? (page === 'features' ? 4 : page === 'start' ? 2 : 0) : 0
    const rank = titled ? 6 : place + (place === 2 && first!.level > 0 ? 1 : 0)
    // The longer list and the earlier one says more of the product; a numbered one tells steps.
    const isParting = ends.length < some.length || /^\d\./.test(first!.text)
    const more =
      items.length / most + (first!.level > 0 ? 0.5 : 0) - (isParting ? 1 : 0) - first!.at / lines.length
    if (rank > 0) groups.push({ items, rank: rank + more })
  }
  return groups
}

function bestOf(site: Reading, heading: RegExp, taken: string[]): Proven<string>[] {
  const groups: Group[] = []
  for (const page of site.pages) {
    const kind = site.kinds.get(page) ?? 'other'
    if (kind !== 'start' && kind !== 'features' && kind !== 'about') continue
    const found = groupsOf(site.visible(page.url), kind, heading, site)
    groups.push(...found.map((group) => ({ ...group, rank: group.rank - (kind === 'about' ? 1.5 : 0) })))
  }
  const seen = new Set(taken.map(letters))
  const chosen: Proven<string>[] = []
  groups.sort((one, other) => other.rank - one.rank)
  for (const { items, rank } of groups) {
    if (chosen.length > 0 && rank < groups[0]!.rank - near) break
    const fresh = items.filter((item) => {
      const key = letters(item.text)
      return !seen.has(key) && !taken.some((text) => letters(text).includes(key))
    })
    if (fresh.length < fewest) continue
    for (const { text, evidence } of fresh) {
      if (chosen.length >= most || seen.has(letters(text))) continue
      seen.add(letters(text))
      chosen.push({ value: text, evidence })
    }
    if (chosen.length >= most - 3) break
  }
  return chosen.length >= fewest ? chosen : []
}

/** Features; nothing that the summary says already. */
export const findFeatures = (site: Reading, summary: string[]): Proven<string>[] =>
  bestOf(site, featureHeading, summary)

/** What speaks for the product, under a heading that asks why; nothing twice. */
export const findUsps = (site: Reading, taken: string[]): Proven<string>[] =>
  bestOf(site, reasonHeading, taken)

/** The words the site lists for machines, where it lists any. */
export function findKeywords(reading: Reading): Proven<string>[] {
  const { start } = reading
  const found = new Map<string, Proven<string>>()
  const add = (raw: string, quote: string, where: 'meta' | 'json-ld'): void => {
    for (const word of raw.split(/\s*[,;、，]\s*/)) {
      if (word.length < 2 || word.length > 60 || found.size >= 20 || found.has(word.toLowerCase())) continue
      found.set(word.toLowerCase(), { value: word, evidence: [evidenceFrom(start, quote, where)] })
    }
  }
  const said = start.metas.get('keywords')
  if (said) add(said, said, 'meta')
  for (const thing of ownThings(start, reading))
    for (const entry of [thing['keywords']].flat().slice(0, 20)) {
      const text = plain(entry)
      if (text !== '') add(text, text, 'json-ld')
    }
  return [...found.values()]
}

const mostKnown = 8
/** How much a word must speak for a category to be a tag of what is filed there; two side by side say more. */
const speaking = { word: 3, pair: 1.2 }

const termsIn = byText((text) => [...termsOf(text).keys()])

/** What the start page says in words that the catalogue knows from its categories: three to eight, or none. */
export function findKnownWords(site: Reading, categories: Category[]): Proven<string>[] {
  const weights = tellingWeights(categories)
  if (weights.size === 0) return []
  const found = new Map<string, { value: string; weight: number; line: Line }>()
  const lines = site
    .visible(site.start.url)
    .filter((line) => isOurs(line) && line.text.length < 400)
    .slice(0, mostLines)
  for (const line of lines)
    for (const run of line.text.split(/[^\p{L}\p{N}'’ +#-]+|\s[-–]\s/u)) {
      const words = run.split(/\s+/).filter((word) => word !== '')
      words.forEach((word, at) => {
        for (const value of [word, words.slice(at, at + 2).join(' ')]) {
          const terms = termsIn(value)
          const isPair = value.includes(' ')
          const term = terms.find((one) => one.includes('_')) ?? (isPair ? undefined : terms[0])
          const weight = weights.get(term ?? '') ?? 0
          const key = value.toLowerCase()
          const isTag = weight >= (isPair ? speaking.pair : speaking.word) && isWord(key, site)
          if (!isTag || found.has(term!) || value.split(' ').some((one) => termsIn(one).length === 0))
            continue
          if (!isNamed(key, [line]) || site.isName(key)) continue
          const isShouted = /\p{Lu}.*\p{Lu}/u.test(word)
          found.set(term!, { value: isShouted ? value : key, weight: isPair ? weight * 2 : weight, line })
        }
      })
    }
  const chosen = [...found]
    .toSorted(([, one], [, other]) => other.weight - one.weight)
    .filter(([term], at, all) => !all.slice(0, at).some(([other]) => other.split('_').includes(term)))
    .slice(0, mostKnown)
  return chosen.length < fewest
    ? []
    : chosen.map(([, { value, line }]) => ({ value, evidence: [evidenceFrom(line, line.text)] }))
}

const mostLines = 80
/** A word for what is sold: not for a page of the site, and not the site's own name. */
const isWord = (key: string, site: Reading): boolean =>
  key.length > 2 &&
  key.length <= 30 &&
  !chrome.test(key) &&
  !site.own.some((own) => own.includes(letters(key)) || letters(key).includes(own))

/** Tags are those keywords that the start page also says to its readers. */
export function findTags(reading: Reading, keywords: Proven<string>[]): Proven<string>[] {
  const tags: Proven<string>[] = []
  for (const keyword of keywords) {
    if (!isWord(keyword.value.toLowerCase(), reading)) continue
    if (keyword.value.split(/\s+/).length > 3 || tags.length >= mostKnown) continue
    const line = reading
      .visible(reading.start.url)
      .find((one) => isOurs(one) && says(one.text, [keyword.value]))
    if (line) tags.push({ value: keyword.value, evidence: [evidenceFrom(line, line.text)] })
  }
  return tags
}
