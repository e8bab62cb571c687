/*
 * Lists of features or reasons, from the sections that hold them: the smaller headings or the items under a heading that
 * says so, else the cards of the start page. Three to ten short statements, or none.
 */
import { isSomebody, namesSomebody } from '../facts/person_names.ts'
import { amountIn } from '../facts/prices.ts'
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { headOver, weightOf } from '../page/sections.ts'
import type { Proven, ReadPage } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { isAnswered, isItem, type Item, itemOf, under, wordsOf } from './list_items.ts'
import { asks, faqHeading } from './questions.ts'
import { isChrome } from './statements.ts'

const { anyOf, saying } = wordsIn('texts')
const featureHeading = saying('features')
const reasonHeading = saying('reasons')
/** "Why people sell here", and nothing that asks. */
const statedReason = new Wording(`^(?=[^?？]*$).*${anyOf('reasons')}`, 'iu')
const audience = saying('audiences')
const removal = saying('removals')
const fewest = 3
const most = 10
/** A list so much worse than the best adds nothing to it, unless that one says so little. */
const near = 2
const few = 5
/** So short a label says hardly anything: cards that explain themselves go before a list of these. */
const shortLabel = 22

/** A price stands below it, by itself and not in a sentence. */
export function isOverPrice({ at, level }: Line, lines: Line[]): boolean {
  if (level === 0) return false
  const next = lines.findIndex((one) => one.at > at && one.level > 0)
  const below = lines.slice(at + 1, Math.min(at + 4, next < 0 ? Infinity : next))
  // "895 kr." is no sentence.
  const isSaid = (text: string): boolean => /[.。]$/.test(text) && wordsOf(text) > 3
  return below.some(({ text }) => text.length < 40 && !isSaid(text) && amountIn(text) !== null)
}

/**
 * The cards of a run of headings: those that follow each other with nothing else between. None where one before them is
 * the heading of a list: then all of them are sections of the page.
 */
function cardsOf(some: Line[], lists: Map<string, Line[]>, lines: Line[]): Line[] {
  const isOverList = ({ at }: Line): boolean =>
    [...lists.values()].some(
      (list) => headOver(list[0]!)?.at === at && list.filter(({ item }) => item).length >= fewest,
    )
  const from = some.findIndex(({ item }) => item)
  if (from < 0 || some.slice(0, from).some(isOverList)) return []
  const isNext = (nth: number): boolean =>
    some[nth]!.item &&
    !lines
      .slice(some[nth - 1]!.at + 1, some[nth]!.at)
      .some(({ level }) => level > 0 && level <= some[nth]!.level)
  // One card among them may hold somebody's words.
  const isQuote = (nth: number): boolean =>
    lines[some[nth]!.at + 1]?.not === 'quoted' && nth + 1 < some.length
  const to = some.findIndex((_, nth) => nth > from && !isNext(nth) && !(isQuote(nth) && isNext(nth + 1)))
  return some.slice(from, to < 0 ? undefined : to).filter(({ text }) => !isChrome(text))
}

/** Steps are numbered. */
type Group = {
  items: Item[]
  isNumbered: boolean
  isOfSections: boolean
  isTitled: boolean
  isAudience: boolean
  rank: number
}

/** Lists and runs of cards of one page, ranked by what stands over them. */
function groupsOf(page: ReadPage, heading: Wording, site: CrawledSite): Group[] {
  const lines = site.visible(page.url)
  const kind = site.kinds.get(page)
  const lists = Map.groupBy(lines, ({ list }) => list)
  lists.delete('')
  const plans = lines.filter(
    ({ text, not }) => not === '' && text.length < 40 && amountIn(text) !== null,
  ).length
  const place = heading !== featureHeading ? 0 : kind === 'features' ? 4 : kind === 'start' ? 2 : 0
  return [...lists.values()].flatMap((some) => {
    const first = some[0]!
    const head = headOver(first)
    const over = head?.text ?? ''
    const above = lines[first.at - 1]
    const isLabel = / li$/.test(first.list) && above?.level === 0 && above.usable && above.text.length < 40
    const names = [over.length < 100 ? over : '', head?.label ?? '', isLabel ? above.text : '']
    const titled = names.some((name) => heading.test(name))
    const isAudience = names.some((name) => audience.test(name))
    const isOther =
      over.length < 60 &&
      (isChrome(over) ||
        faqHeading.test(over) ||
        (head?.level !== 1 &&
          first.tag !== 'td' &&
          asks.test(over) &&
          !(first.level > 0 && reasonHeading.test(over))) ||
        /^v?\d+\.\d/.test(over))
    // On a page about something else a list whose items begin with links leads to pages.
    const isIndex = kind === 'other' && some.every(({ shape }) => /^\d+ a\./.test(shape))
    if (isIndex || (!titled && (place === 0 || isOther || / two$/.test(first.list)))) return []
    // What a plan holds is told of the plan.
    const between = lines.slice((head?.at ?? first.at) + 1, first.at)
    const isPriced = between.length < 5 && between.some(({ text }) => amountIn(text) !== null)
    if (!titled && plans > 1 && head?.level !== 1 && isPriced) return []
    // What is hidden or ended is said with the heading that says so.
    const taken = head && over.length < 40 && removal.test(over) ? lines[head.at]! : null
    const answers = some.filter(({ text }) => isAnswered.test(text)).length > 1
    const found = some.map((line) =>
      !line.item || isOverPrice(line, lines) || (answers && isAnswered.test(line.text))
        ? null
        : taken
          ? under(taken, line, site)
          : itemOf(line, lines, site),
    )
    const cards = first.level > 0 && !titled ? cardsOf(some, lists, lines) : some
    const items = found.filter((item, nth) => item !== null && cards.includes(some[nth]!)).filter(isItem)
    // Headings before the first of several cards and behind the last are none of them.
    const isRun = first.level > 0 && items.length > fewest
    const among = isRun ? found.findLastIndex(isItem) - found.findIndex(isItem) + 1 : cards.length
    const people = items.filter(({ text }) => isSomebody(text.split(':')[0]!, site))
    if (items.length < fewest || items.length * 2 < among || people.length * 2 > items.length) return []
    // Names and labels say nothing by themselves, unless a heading says that they are features.
    const labels = items.filter(
      ({ text, evidence }) => evidence.length < 2 && wordsOf(text) < 4 && !/[.!]$/.test(text),
    )
    if (!titled && labels.length * 2 > items.length && !some.some((line) => lines[line.at + 1]?.level === 0))
      return []
    const bare = first.level > 0 ? [] : labels.filter(({ text }) => weightOf(text) < shortLabel)
    // Steps, unless each has a title.
    const isOrdered = some.every(({ shape }) => /^\d+ (?:li|p)\.\S* ol$/.test(shape))
    if (isOrdered && !titled) return []
    const isNumbered =
      isOrdered ||
      some.every(
        ({ at, text }) => /^\d{1,2}\.?(?:\s|$)/.test(text) || /^0?\d\.?$/.test(lines[at - 1]?.text ?? ''),
      )
    // The longer list and the earlier one says more of the product; a numbered one tells steps.
    const more =
      items.length / most +
      (first.level > 0 ? 0.5 : 0) -
      (isNumbered ? 1 : 0) -
      first.at / lines.length -
      (4 * bare.length) / items.length -
      (isAudience ? 4 : 0) -
      (heading === featureHeading && !titled && names.some((name) => reasonHeading.test(name)) ? 1 : 0)
    // How it works is told in three steps, or, where nothing else says what it does, in more things than that.
    const isGuide = first.heads.some(({ guide }) => guide)
    if (isGuide && (isNumbered || kind !== 'start' || items.length <= fewest)) return []
    return [
      {
        items,
        isNumbered: isNumbered || isGuide,
        isTitled: titled,
        isAudience,
        // Cards that explain themselves are more than sections.
        isOfSections:
          first.level > 0 &&
          !titled &&
          head?.level === 1 &&
          (items.length <= fewest ||
            items.filter(({ evidence }) => evidence.length > 1).length * 2 < items.length),
        rank: (isGuide ? -9 : 0) + more + (titled ? 6 : place + (first.level > 0 && place === 2 ? 1 : 0)),
      },
    ]
  })
}

/** Before the explanation: two lists may explain the same thing. */
const titleOf = (text: string): string => letters(text.split(': ')[0]!)

function bestOf(site: CrawledSite, heading: Wording, taken: string[]): Proven<string>[] {
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
  for (const { items, isNumbered, isOfSections, isTitled, isAudience, rank } of groups) {
    const least = groups[0]!.rank - (chosen.size < few ? 3 * near : near)
    if (chosen.size >= most - 3 || (chosen.size > 0 && rank < least)) break
    // Beside cards or a list the headings of the page only part it.
    if ((isNumbered || isOfSections || (isAudience && !isTitled)) && chosen.size > 0) continue
    const titles = new Set([...chosen.values()].map(({ value }) => titleOf(value)))
    const fresh = items.filter(({ text }) => {
      const key = letters(text)
      return !chosen.has(key) && !said.includes(key) && !titles.has(titleOf(text))
    })
    if (fresh.length < (chosen.size === 0 ? fewest : 2)) continue
    // Beside what it does a list of names is of those who use it.
    const isOfNames = fresh.filter(({ text }) => namesSomebody(text, site)).length * 3 >= fresh.length * 2
    if (chosen.size > 0 && isOfNames && !isTitled) continue
    for (const { text, evidence } of fresh)
      if (chosen.size < most) chosen.set(letters(text), { value: text, evidence })
  }
  return chosen.size >= fewest ? [...chosen.values()] : []
}

/** What the product does; not what its tagline says. */
export const findFeatures = (site: CrawledSite, tagline: string): Proven<string>[] =>
  bestOf(site, featureHeading, [tagline])

/** Reasons, which tell what it does where nothing else does. */
export const findStatedReasons = (site: CrawledSite, taken: string[]): Proven<string>[] =>
  bestOf(site, statedReason, taken)
export const findReasons = (site: CrawledSite, taken: string[]): Proven<string>[] =>
  bestOf(site, reasonHeading, taken)
