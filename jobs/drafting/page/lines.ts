/*
 * The lines of a page with what surrounds them. Quotes only point at lines; what may be said is judged by the whole
 * line, and by whether it is the site's own word about itself today.
 */
import { sentences } from './sentences.ts'
import { isInstruction, isTrick } from '../proof/words.ts'
import type { Block, ReadPage } from '../profile.ts'
import { byText, matching } from './by_text.ts'
import { isObject, plain, typesOf } from './json_ld.ts'
import { headsNotNow } from './not_now.ts'
import { letters } from './own_names.ts'
import { fold, markedLines, squeeze } from './stored_text.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

/**
 * `label` is the short line above it that names its section as well. By these, or by what it is part of, it says whether
 * somebody else speaks or is spoken of below it, and whether the reader is told there what to do. `wall` heads logos alone,
 * `soon` what is not there now.
 */
type Head = {
  level: number
  text: string
  at: number
  label: string
  others: boolean
  guide: boolean
  wall: boolean
  soon: boolean
}

export type Line = Block & {
  url: string
  /** The language of its page, '' where it does not say. */
  lang: string
  /** What its page is about: start, about, pricing, faq, blog … */
  page: string
  kind: 'visible' | 'title' | 'meta' | 'json-ld' | 'link'
  /** The name of a meta, the path in JSON-LD, the region of a link. */
  key: string
  /** The text of a link. */
  note: string
  /** Its place among the visible lines of its page, -1 elsewhere. */
  at: number
  /** It is nothing but a link, or several. */
  linked: boolean
  /** The headings it stands under, the nearest last. */
  heads: Head[]
  /** Why it is not the site's own word about itself now; '' where it is. */
  not: string
  /** Shown, in the site's own voice, about the product: what texts, features and prices are taken from. */
  usable: boolean
  /** The list that it is of, '' for none; and whether it says something there (sections.ts). */
  list: string
  item: boolean
  /** The answer to a question of structured data. */
  answer: string
}

const { anyOf, saying } = wordsIn('pages')
const isOfOthers = matching(new Wording(`${anyOf('of_others')}|^${anyOf('others_alone')}$`, 'iu'))
const isWall = matching(saying('walls'))
const isGuide = matching(saying('guides'))
const credit =
  /\b(?:(?:web ?site|site|theme|template|design(?:ed)?|powered|hosted|photos?|illustrations?|icons?)\b.{0,20}\b(?:by|with|on)\b|webdesign|umsetzung|réalisation|diseño web|realizzazione|realizacja)/i
/** "Made with Webflow", and not "made with love". */
const madeWith = /\b(?:[Bb]uilt|[Mm]ade|[Cc]reated) with [A-Z]/
const isCredit = byText((text) => credit.test(text) || madeWith.test(text))
/** What a foot says of its own before it tells who made the site. */
export function beforeCredit({ text, not }: Line): string {
  if (not !== 'credit') return text
  const parts = text.split(/(?<=[.!?|·•]\s)/)
  return parts
    .slice(
      0,
      Math.max(
        0,
        parts.findIndex((part) => isCredit(part)),
      ),
    )
    .join('')
}
export const isToReader = matching(new Wording(`^\\P{L}*${anyOf('to_reader')}`, 'iu'))
export const isUnhelpful = matching(saying('unhelpful'))
const role = saying('roles')
const personName = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u
// "I dag" is "today" in Swedish.
const ofMyself =
  /(?<!\p{L})(?:I(?! dag)|I['’](?:m|ve|d|ll)|my|me)(?!\p{L})|(?<!\p{L})(?:ich|mein\p{L}*|j['’]|mon|mes|mijn|io|mio|meu|minha)(?!\p{L})/u
/** "Dribbble LinkedIn": nobody's name. */
const linkNames = wordsIn('accounts').setOf('calls')
const isRowOfLinks = (text: string): boolean =>
  text.split(' ').every((word) => linkNames.has(word.toLowerCase()))
/** Kinds of page that say who is behind the product. */
export const isAboutUs = (page: string): boolean => page === 'about' || page === 'team'
const mostOfRole = 60
/** Somebody is named right below or above who is called by what they do, or the line is of one who says "I". */
function isTestimony(line: Line, near: (Line | undefined)[]): boolean {
  if (line.level > 0 || line.text.length < 40 || line.text.length > 900) return false
  // There a name stands over or under what its bearer has done.
  if (isAboutUs(line.page) || /^(?:contact|imprint)$/.test(line.page)) return false
  return near.some((one, at) => {
    if (
      one === undefined ||
      one.region !== line.region ||
      one.tag === 'th' ||
      one.linked ||
      one.text.length > 90 ||
      // "Plain SSH, logs or a file. Nothing to install."
      (one.text.length > mostOfRole && /[.!?]$/.test(one.text)) ||
      isRowOfLinks(one.text)
    )
      return false
    const [name = '', said = ''] = one.text.split(/,\s|\s[–—|·-]\s/)
    if (!personName.test(name.trim())) return false
    // The other line of the same side.
    const beside = near[at ^ 1]?.text ?? ''
    // What stands between is what that one says.
    if ((at === 0 || at === 3) && beside.length > mostOfRole) return false
    const isRole =
      role.test(said) || (beside.length < mostOfRole && role.test(beside) && !/[.!?]$/.test(beside))
    return ofMyself.test(line.text) || (one.level === 0 && isRole)
  })
}

/** Is it shown, ours and about the product, and not said to the reader? */
const isTold = (line: Line): boolean =>
  line.not === '' &&
  !line.heads.some(({ guide }) => guide) &&
  !line.hidden &&
  (line.region === 'main' || line.region === 'header') &&
  !(line.text.length > 60 && isUnhelpful(sentences(line.text)[0] ?? '')) &&
  (line.level > 2 || !isToReader(line.text))

/** Words that somebody says; not those that the sentence is about: '"Behind the mill" is an address.' */
const quoted = new Wording(
  `^\\s*["“„«‚「『»].{15,}["”“»«’」』](?!\\s${wordsIn('proof').anyOf('copulas')}\\s)`,
  'u',
)
/** A story that begins with what somebody said goes on for longer than that. */
const longAfter = 90
function isQuotation(text: string): boolean {
  const said = text.length * (gapless.test(text) ? 2 : 1) > 24 ? quoted.exec(text)?.[0].length : undefined
  return said !== undefined && text.length - said <= Math.max(longAfter, said)
}
const isJobPage = matching(
  /^\w+:\/\/[^/]+\/(?:[^?#]*\/)?(?:jobs?|careers?|karriere|stellen\w*|praca|empleo|vacatures)(?:[/.?#]|$)/i,
)

const dashed = /^[—–―]\s?\p{Lu}/u

/** `isDashed` is whether a dash stands before the line above or below as well: a list, and no name. */
function whyNot(line: Line, isDashed: boolean): string {
  const { text } = line
  if (isTrick(text)) return 'unseen'
  if (isInstruction(text)) return 'instruction'
  if (line.sample) return 'sample'
  if (line.foreign) return 'foreign'
  if (line.kind === 'visible') {
    if (isQuotation(text)) return 'quoted'
    if (text.length < 90 && dashed.test(text) && !isDashed) return 'attribution'
    if ((line.region === 'footer' || (line.level === 0 && text.length < 80)) && isCredit(text))
      return 'credit'
  }
  if (line.page === 'blog') return 'blog'
  if (isJobPage(line.url)) return 'jobs'
  const head = line.heads.at(-1)
  return (line.level === 0 ? head?.others : line.heads.some(({ others }) => others)) ? 'others' : ''
}

/** The headings that the lines below this one stand under. */
function headsBelow(
  blocks: Block[],
  at: number,
  heads: Head[],
  isStart: boolean,
  isLinked: (at: number) => boolean,
): Head[] {
  const { text, level, region } = blocks[at]!
  const over = heads.filter((head) => head.level < level && !head.wall)
  const before = blocks[at - 1]
  const isLabel =
    level > (isStart ? 1 : 0) &&
    before?.level === 0 &&
    before.tag !== 'li' &&
    before.region === region &&
    before.text.length < 40 &&
    !/[.!?。]$/.test(before.text) &&
    // The last link of a menu: "Stockists".
    !isLinked(at - 1)
  const label = isLabel ? before.text.trim() : ''
  const says = (is: (text: string) => boolean): boolean =>
    (text.length < 80 && is(text.trim())) || (label.split(' ').length < 4 && is(label))
  // The great heading of the start page is of the product, whatever it says: "Know what's in the press."
  const isOurs = isStart && level === 1
  // Logos are pictures: what stands below the next heading is told of us.
  const wall = blocks[at + 1] !== undefined && blocks[at + 1]!.level > level && isWall(text)
  const others = !isOurs && (over.some((head) => head.others) || says(isOfOthers))
  const guide = level > 1 && (over.some((head) => head.guide) || says(isGuide))
  const soon = !isOurs && (over.some((head) => head.soon) || headsNotNow(blocks, at))
  return [...over, { level, text, at, label, others, guide, wall, soon }]
}

/** What a page says more often than this it says no more truly, and reading it would take long. */
const mostTimes = 20
const marked = new Set(['title', 'meta', 'json-ld', 'link'])

/** Visible lines in order, then the title, metas, JSON-LD and links. */
export function linesOf(page: ReadPage, kind: string): Line[] {
  const bare = {
    url: page.url,
    lang: page.lang,
    page: kind,
    key: '',
    note: '',
    not: '',
    usable: false,
    list: '',
    item: false,
    answer: '',
  }
  const built = { tag: '', level: 0, row: 0, shape: '', lead: '', depth: 0, group: 0, linked: false }
  const around = { region: 'main' as const, hidden: false, sample: false, foreign: false }
  const unseen = { ...built, ...around, at: -1, heads: [] }
  const links = Map.groupBy(page.links, ({ block }) => block)
  // One, or a row of them: "Play | About | Questions".
  const isLinked = (at: number): boolean => {
    const said = (links.get(at) ?? []).map(({ text }) => letters(text))
    return said.length > 0 && [...said, said.join('')].includes(letters(page.blocks[at]!.text))
  }
  let heads: Head[] = []
  const lines = page.blocks.map((block, at): Line => {
    const { level, region } = block
    // The foot of a page is no part of its last section.
    if (region === 'footer' && page.blocks[at - 1]?.region !== 'footer') heads = []
    if (level > 0 && region !== 'nav') heads = headsBelow(page.blocks, at, heads, kind === 'start', isLinked)
    const above = level > 0 && region !== 'nav' ? heads.slice(0, -1) : heads
    const linked = isLinked(at)
    const not = [heads, above].some((some) => some.at(-1)?.soon) ? 'not now' : ''
    return { ...bare, ...block, kind: 'visible', at, linked, heads: above, not }
  })
  for (const one of markedLines(page)) {
    if (!marked.has(one.kind)) continue
    const key = one.kind === 'title' ? '' : one.key
    lines.push({
      ...bare,
      ...unseen,
      kind: one.kind as Line['kind'],
      key,
      note: one.note,
      text: squeeze(one.value),
    })
  }
  for (const { question, answer } of answersOf(page))
    lines.push({ ...bare, ...unseen, kind: 'json-ld', key: 'answer', text: question, answer })
  const said = new Map<string, number>()
  lines.forEach((line, at) => {
    const times = said.get(line.text) ?? 0
    said.set(line.text, times + 1)
    const near = [at + 2, at + 1, at - 1, at - 2].map((one) =>
      lines[one]?.kind === 'visible' ? lines[one] : undefined,
    )
    const isDashed = [near[1], near[2]].some((one) => one !== undefined && dashed.test(one.text))
    line.not = times >= mostTimes ? 'repeated' : whyNot(line, isDashed) || line.not
    if (line.not === '' && line.kind === 'visible' && isTestimony(line, near)) line.not = 'foreign'
    // "- Hal, Duluth" below what he says.
    if (line.not === '' && near[2]?.not === 'quoted' && /^-\s?\p{Lu}/u.test(line.text))
      line.not = 'attribution'
    line.usable = line.kind === 'visible' && isTold(line)
  })
  return lines
}

/** The questions and answers of structured data. */
function answersOf(page: ReadPage): { question: string; answer: string }[] {
  const answers: { question: string; answer: string }[] = []
  for (const thing of page.json_ld) {
    if (!typesOf(thing).includes('FAQPage')) continue
    for (const entity of [thing['mainEntity']].flat().slice(0, 60)) {
      if (!isObject(entity)) continue
      const first: unknown = [entity['acceptedAnswer'] ?? entity['suggestedAnswer']].flat()[0]
      const question = plain(entity['name'])
      const answer = isObject(first) ? plain(first['text']) : plain(first)
      if (question !== '' && answer !== '') answers.push({ question, answer })
    }
  }
  return answers
}

const folded = new WeakMap<Line, string>()
/** The line as quotes are compared with it. */
export function foldedLine(line: Line): string {
  const text = folded.get(line) ?? fold(line.text)
  folded.set(line, text)
  return text
}
