/*
 * Features and reasons, from the sections that list them: the smaller headings or the items under a heading that says
 * so, else the cards of the start page. Three to ten short statements, or none.
 */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { isSomebody } from '../facts/person_names.ts'
import type { Evidence, Proven, ReadPage } from '../profile.ts'
import { gapless, wordsIn } from '../words/words_in.ts'
import { cleanQuestion, faqHeading } from './faqs.ts'

const { saying } = wordsIn('texts')
const featureHeading = saying('features')
const reasonHeading = saying('reasons')
const chrome = saying('site_parts')
const audience = saying('audiences')
const bullet = /^[✓✔☑✅•·▪■►▸→–—-]\s/u
const leading = /^[✓✔☑✅•·▪■►▸→\-–—*\s\p{Extended_Pictographic}\ufe0f]+/u
const ending = /[.!。！]$/
const fewest = 3
const most = 10
const longest = 160
/** A list so much worse than the best adds nothing to it. */
const near = 2

type Item = { text: string; evidence: Evidence[] }

/** Says it first, or hardly anything else. */
const isChrome = (text: string): boolean => {
  const match = chrome.exec(text)
  if (match === null) return false
  return match.index === 0 || (!gapless.test(text) && text.split(/\s+/).length < 3)
}

/** A question, an unfinished line, an address, code, a version, a date. */
const noStatement =
  /[:?？,…]$|^https?:|[{}<>$\\]|=>|\w_\w|\w\((?!e?s\))|&\w+;|\bv?\d+\.\d+\.\d+|^\d{1,2}[./:]|(?:19|20)\d\d[-/.]\d|^(?:we|it|they|you) (?:do|does|will|can)(?: not|n['’]t)(?!\p{L})|^(?:no longer|not )/iu

/** What a text weighs in letters: a sign of a script without gaps says as much as two. */
const weightOf = (text: string): number => (gapless.test(text) ? text.length * 2 : text.length)

/** A statement that stands by itself: neither a label nor an unfinished line. */
const isStatement = (text: string, site: CrawledSite): boolean =>
  text.length <= longest &&
  weightOf(text) >= 8 &&
  /\p{L}{3}|\p{Lo}/u.test(text) &&
  !noStatement.test(text) &&
  !isChrome(text) &&
  !faqHeading.test(text) &&
  !site.own.includes(letters(text))

const wordsOf = (text: string): number => (gapless.test(text) ? 3 : text.split(/\s+/).length)

/** A title, and where it is short the first sentence below it, which says what it means. */
function explained(head: Line, below: Line | undefined, site: CrawledSite): Item | null {
  const title = cleanQuestion(head.text).replace(leading, '')
  if (
    wordsOf(title) < 3 &&
    /\p{L}{2}/u.test(title) &&
    !/[.:!?。]$/.test(title) &&
    below?.level === 0 &&
    below.usable
  ) {
    const said = (sentences(below.text)[0] ?? '').replace(/[.。]$/, '')
    const text = `${title}: ${said}`
    const isFit = said.length > 15 && (said.length < 110 || wordsOf(title) === 1)
    if (isFit && isStatement(text, site) && !site.own.includes(letters(title)))
      return { text, evidence: [evidenceFrom(head, head.text), evidenceFrom(below, below.text)] }
  }
  return wordsOf(title) > 1 && isStatement(title, site)
    ? { text: title, evidence: [evidenceFrom(head, head.text)] }
    : null
}

/** An item, or what it says first. */
function listed(line: Line, site: CrawledSite): Item | null {
  const text = line.text
    .replace(leading, '')
    .replace(/[;,.]$/, '')
    .trim()
  const first = /^(.{8,150}?)(?:[.:;。]|\s[–—-])(?:\s|$)/u.exec(text)?.[1]
  const said = [text, first ?? ''].find((one) => wordsOf(one) > 1 && isStatement(one, site))
  return said === undefined ? null : { text: said, evidence: [evidenceFrom(line, line.text)] }
}

const headOver = ({ level, heads }: Line) =>
  (level > 0 ? heads.filter((head) => head.level < level) : heads).at(-1)

/** An item of a list, or a bold title with a dash behind it. */
const isItem = ({ tag, text }: Line, shape: string): boolean =>
  tag === 'li' ||
  tag === 'dt' ||
  bullet.test(text) ||
  (/^\d+ (?:strong|b)\. /.test(shape) && /^.{4,60}?(?::|\s[–—-])\s/.test(text))

/** What a line of a list is built of; '' for one that is of none. */
function kindOf(line: Line, lines: Line[], { blocks }: ReadPage): string {
  if (line.level > 0) return line.level > 1 ? `h${line.level}` : ''
  // A table of two columns may list; a wider one compares.
  const isOfRow = (near: number): boolean => lines[line.at + near]?.row === line.row
  if (line.row > 0 && (line.tag === 'th' || isOfRow(-1) || isOfRow(2))) return ''
  const { shape, group } = blocks[line.at]!
  if (bullet.test(line.text)) return 'li'
  // What goes on in the same item.
  if (isItem(line, shape)) return blocks[line.at - 1]?.group === group ? '' : 'li'
  const below = lines[line.at + 1]
  if (below?.level !== 0 || line.text.length >= 60 || ending.test(line.text)) return ''
  const isLonger = below.text.length > line.text.length
  const isApart = blocks[below.at]!.shape !== shape
  const isMarked = !/[\p{L}\p{N}]/u.test(lines[line.at - 1]?.text ?? 'a')
  const isTitle = ending.test(below.text)
    ? isApart || isLonger
    : isLonger && (isMarked || (isApart && weightOf(below.text) > 40))
  return isTitle ? shape : ''
}

/** What stands right below a heading over somebody's words, or over questions that are answered. */
const opensOther = (below: Line | undefined, next: Line | undefined): boolean =>
  below?.level === 0 &&
  (/^(?:quoted|foreign|others)$/.test(below.not) || (/[?？]$/.test(below.text) && next?.level === 0))

/** A heading over more than a card holds, or over nothing, parts the page and says nothing of the product. */
function isSection({ at, level }: Line, lines: Line[]): boolean {
  const near = lines.slice(at + 1, at + 9)
  const next = near.findIndex((one) => one.level > 0)
  const below = near.slice(0, next < 0 ? undefined : next)
  return (
    (level === 2 && below.length === 0) ||
    (next >= 0 && near[next]!.level > level && near[next + 1]?.level === 0) ||
    below.length > 6 ||
    below.some(({ tag, not }) => not === 'sample' || /^(?:t[dh]|summary|label)$/.test(tag))
  )
}

/** A heading right over another as great parts the page. */
const isParting = ({ level }: Line, below: Line | undefined): boolean =>
  below !== undefined && below.level > 0 && below.level <= level

/** `loose` is one that only its look makes a list. */
type Group = { items: Item[]; rank: number; loose: boolean }

/** Lists and runs of cards of one page, ranked by what stands over them. */
function groupsOf(page: ReadPage, heading: RegExp, site: CrawledSite): Group[] {
  const lines = site.visible(page.url)
  const kind = site.kinds.get(page)
  const links = new Set(page.links.map(({ block, text }) => `${block} ${letters(text)}`))
  const kindAt = (line: Line): string => (line.usable ? kindOf(line, lines, page) : '')
  const lists = [
    ...Map.groupBy(
      lines.filter((line) => kindAt(line) !== ''),
      (line) => `${headOver(line)?.at ?? -1} ${kindAt(line)}`,
    ).values(),
  ]
  const openers = new Set(
    lists.flatMap((some) => (some.length < fewest ? [] : (headOver(some[0]!)?.at ?? []))),
  )
  const place = heading === reasonHeading ? 0 : kind === 'features' ? 4 : kind === 'start' ? 2 : 0
  return lists.flatMap((some) => {
    const first = some[0]!
    const head = headOver(first)
    const over = head?.text ?? ''
    // A label above a heading names its section as well: "FEATURES", "Who it is for".
    const label = lines[(head?.at ?? 0) - 1]
    const isLabel =
      head && head.level > 1 && label && label.level === 0 && label.usable && label.text.length < 40
    const names = [over.length < 100 ? over : '', isLabel ? label.text : '']
    const titled = names.some((name) => heading.test(name))
    const isOther = over.length < 60 && (isChrome(over) || faqHeading.test(over) || /^v?\d+\.\d/.test(over))
    if (!titled && (place === 0 || isOther)) return []
    // Where most headings have lists below them, they part the page and list nothing; so does one right over the next.
    const ends = some.filter(({ at }) => !openers.has(at))
    const usable = some.filter((line) => !isParting(line, lines[line.at + 1]))
    const isMost = (few: Line[]): boolean => few.length * 2 > some.length
    const left = (isMost(ends) ? some : ends).filter((line) => !isMost(usable) || usable.includes(line))
    const again = new Set(
      [...Map.groupBy(some, ({ text }) => text)].flatMap(([text, same]) => (same.length > 1 ? text : [])),
    )
    const items = left.flatMap((line) => {
      if (again.has(line.text)) return []
      // An item that is nothing but a link is a menu.
      if (line.level === 0 && links.has(`${line.at} ${letters(line.text)}`)) return []
      if (line.level > 0 && opensOther(lines[line.at + 1], lines[line.at + 2])) return []
      const below = lines[line.at + 1]
      const goesOn = page.blocks[line.at]!.group === page.blocks[line.at + 1]?.group
      const item =
        isItem(line, page.blocks[line.at]!.shape) && !goesOn
          ? listed(line, site)
          : explained(line, below, site)
      const isBare = item?.evidence.length === 1 && line.level > 0 && !titled
      return item === null || (isBare && line !== some.at(-1) && isSection(line, lines)) ? [] : item
    })
    const isHead = first.level > 0 && isMost(usable)
    const isFew = items.length * 2 < some.length || items.length < fewest
    if (isFew && !(isHead && first.level === 2 && !titled && place === 2 && some.length > 4)) return []
    const people = items.filter(({ text }) => isSomebody(text.split(':')[0]!, site))
    if (people.length * 2 > items.length) return []
    // The longer list and the earlier one says more of the product; a numbered one tells steps.
    const parts = ends.length < some.length || /^\d\./.test(first.text)
    const more =
      items.length / most +
      (isHead ? 0.5 : 0) -
      (parts ? 1 : 0) -
      first.at / lines.length -
      (names.some((name) => audience.test(name)) ? 2 : 0)
    // Sections that say nothing by themselves still outrank what stands in them.
    const loose = first.level === 0 && first.tag !== 'li'
    return [
      {
        items: isFew ? [] : items,
        loose,
        rank: more + (titled ? 6 : place + (isHead && place === 2 ? 1 : 0)),
      },
    ]
  })
}

function bestOf(site: CrawledSite, heading: RegExp, taken: string[]): Proven<string>[] {
  const groups = site.pages.flatMap((page) => {
    const kind = site.kinds.get(page) ?? 'other'
    const aside =
      { start: 0, features: 0, about: 1.5, other: heading === featureHeading ? 4 : null }[kind] ?? null
    if (aside === null) return []
    const isForeign = page.lang !== '' && site.start.lang !== '' && page.lang !== site.start.lang
    return groupsOf(page, heading, site).map((group) => ({
      ...group,
      rank: group.rank - aside - (isForeign ? 3 : 0),
    }))
  })
  groups.sort((one, other) => other.rank - one.rank)
  const said = taken.map(letters)
  const chosen = new Map<string, Proven<string>>()
  const parted = groups.findIndex(({ items }) => items.length === 0)
  for (const [nth, { items, rank, loose }] of groups.entries()) {
    if (loose && parted >= 0 && parted < nth) continue
    if (chosen.size >= most - 3 || (chosen.size > 0 && rank < groups[0]!.rank - near)) break
    const fresh = items.filter(({ text }) => {
      const key = letters(text)
      return !chosen.has(key) && !said.includes(key)
    })
    if (fresh.length < (chosen.size === 0 ? fewest : 2)) continue
    for (const { text, evidence } of fresh)
      if (chosen.size < most) chosen.set(letters(text), { value: text, evidence })
  }
  return chosen.size >= fewest ? [...chosen.values()] : []
}

/** What the product does; not what its tagline says. */
export const findFeatures = (site: CrawledSite, tagline: string): Proven<string>[] =>
  bestOf(site, featureHeading, [tagline])

/** What speaks for the product, under a heading that asks why; nothing twice. */
export const findUsps = (site: CrawledSite, taken: string[]): Proven<string>[] =>
  bestOf(site, reasonHeading, taken)
