/** The year the company began: in sentences, labels, timelines and JSON-LD. */
import { plain } from '../page/json_ld.ts'
import { isAboutUs, type Line } from '../page/lines.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { ProvenOrNull } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { yearTold } from './founding.ts'
import { rowOf, signers, startsWithUs, tellsOfFounding } from './founding_row.ts'
import { meSaid } from './who_is_meant.ts'
import { makersOf, ownThings } from './ownership.ts'
import { founderSightings } from './people.ts'
import { foundedInWide } from './wide_founders.ts'
import { agreed, fewOfEach, remembered, type Sighting } from './sightings.ts'
import { oneYear, yearOfStory, yearsOfMaking } from './story.ts'
import { isOfAuthor } from './signatures.ts'
import { isAtHome, isOfUs, namesAnother, saysName, saysWe } from './subject.ts'

const { anyOf, saying } = wordsIn('founding')
const since = saying('since')
const began = saying('we_began', 'i_began', 'turned_into')
const firstCommit = saying('first_commits')
const mayTellOfUs = (line: Line): boolean => isAboutUs(line.page) || line.page === 'start' || isAtHome(line)
const besideBusiness = saying('beside_business')
const otherwise = new Wording(`©|\\(c\\)|${anyOf('others_dates')}`, 'iu')
const fiction = saying('fiction')
const label = new Wording(
  `^(?:${anyOf('dates')}[\\s:]+)*${anyOf('founded', 'beginnings', 'wide_begun')}(?:\\s*${anyOf('dates', 'firms')})*\\s*[:：–—]?$`,
  'iu',
)
const yearAlone = new RegExp(
  `^(?:\\d{1,2}\\.? )?(?:\\D{0,3}|\\p{L}{3,10}\\.? |\\p{L}{2} \\p{L}{3,10} )(1[89]\\d\\d|20\\d\\d)\\D{0,6}$|^(1[89]\\d\\d|20\\d\\d)\\s*[年년](?:\\s*\\d{1,2}\\s*[月월](?:\\s*\\d{1,2}\\s*[日일])?)?$`,
  'iu',
)

type Dated = { year: number; score: number }

/** Where the clause of a place ends. */
const clauseEnd = (text: string, at: number): number => {
  const comma = text.indexOf(', ', at)
  return comma < 0 ? text.length : comma
}

/** The year a sentence gives as our beginning; strong where a verb says so, weak for "since". */
function yearIn(sentence: string, before: string, line: Line, site: CrawledSite): Dated | null {
  const years = [...sentence.matchAll(oneYear)]
  const [first] = years
  if (first === undefined || sentence.length > 400 || /[?？؟]\s*$/.test(sentence)) return null
  const isSigned = signers(site).some((name) => sentence.includes(name))
  if ((namesAnother(sentence, site) && !isSigned) || fiction.test(sentence)) return null
  const year = Number(first[1])
  const begun = tellsOfFounding(sentence) ? yearTold(sentence, before, line, site) : null
  if (begun !== null) return { year: begun, score: 3 }
  // "I sold the first dozen in 2018; in 2022 I left teaching."
  const clause = sentence.split(/;\s/).find((one) => began.test(one)) ?? ''
  if (years.some(([one]) => one !== first[1]))
    return clause !== sentence && clause.search(oneYear) >= 0 ? yearIn(clause, before, line, site) : null
  // "Empecé esto en 2018": the verb holds its "I".
  if (firstCommit.test(sentence) || (began.test(sentence) && mayTellOfUs(line))) return { year, score: 2 }
  const cue = since.exec(sentence)
  if (!cue) return null
  // "We have sent pages since 2016, first for two hospitals"
  const counted = cue.index > 0 ? sentence.slice(0, clauseEnd(sentence, first.index)) : sentence
  // "Since 2015 we have shipped 9,000 orders" counts orders.
  if (
    /(?<!\d)\d{1,3}[.,]\d{3}|\d{5}/.test(counted) ||
    [otherwise, besideBusiness].some((other) => other.test(counted))
  )
    return null
  return isSince(sentence, cue, line, site) ? { year, score: 2 } : null
}

/** Where the great heading, or what says "we", says that something is done: "Clean offices in Bilbao since 2008". */
const placed =
  /(?<=\p{L} )(?:in|en|à|em|w|te|uit|from|depuis|desde|från|fra|z|ze) \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?(?:, \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)?/gu

/** "Since 1985" of a slogan, or of what "we" do; elsewhere it dates something else. */
function isSince(sentence: string, cue: RegExpExecArray, line: Line, site: CrawledSite): boolean {
  const said = sentence.slice(0, cue.index)
  // "I am Ana Sea, and since 2014 a programmer."
  if (meSaid.test(said) && !saysName(sentence, site)) return false
  // "I am Ana Sea and have written Acme since 1999."
  if (meSaid.test(said) && saysName(said, site)) return true
  // At the foot each part says something else: "Acme Ltd · Utrecht · sending since 2017".
  const head = line.region === 'footer' ? said.replace(/^.*\s[·|•]\s/, '') : said
  const rest = sentence.slice(cue.index + cue[0].length).replace(/^\D{0,12}\d{4}\s*,?\s*(?:que\s)?/, '')
  // German writes every noun with a capital.
  const foreign = /^de/.test(site.start.lang)
    ? undefined
    : /(?<=[\s,(“"])\p{Lu}[\p{L}\p{N}&'’.-]+/u.exec(
        head.replace(
          line.level === 1 || line.region === 'footer' || startsWithUs(head, site) ? placed : /$^/,
          '',
        ),
      )?.[0]
  if (foreign && !saysName(foreign, site) && !saysWe(foreign)) return false
  // "We buy it from a mill, which has made paper since 1871."
  if (/[wKo][g,]*r[^U]*$/.test(rowOf(head, '', site).letters)) return false
  const isShown =
    line.kind !== 'visible' ||
    [1, 2].includes(line.level) ||
    /^(?:footer|header)$/.test(line.region) ||
    (line.page === 'start' && line.at < 15 && line.tag !== 'td')
  if (sentence.length < 70 && isShown) return true
  // "It has been running since the autumn of 2021"
  const isIt = isAboutUs(line.page) && startsWithIt.test(head)
  // "Acme gibt es seit 2016."
  const isAll = isAboutUs(line.page) && saysName(head, site) && !/\p{L}/u.test(rest)
  if (isIt || isAll || startsWithUs(head, site) || pluralVerb.test(head.split(' ')[0]!)) return true
  if (/\p{L}/u.test(head)) return false
  return (
    startsWithUs(rest, site) ||
    /^\p{L}+ (?:wir|we|nous|wij|vi)(?!\p{L})/iu.test(rest) ||
    pluralVerb.test(rest.split(' ')[0]!) ||
    (rest === '' && isOfUs(sentence, line, site))
  )
}

const startsWithIt = new Wording(`^${anyOf('it')} `, 'iu')
/** Verbs that say "we" by their ending: "hacemos", "produciamo", "działamy". */
const pluralVerb = /^\p{L}{2,}(?:iamo|amos|emos|imos|amy|emy|imy|áme|íme|eme)$/iu

const wideBegun = saying('wide_begun')
const wideReleased = saying('wide_released')
const ourEnd = new Wording(`${anyOf('wide_firms')}(?:は|が|を|은|는|을|이|가|،|,|、|：|:)?\\s*$`, 'u')
const wideDate =
  /\d{4}\s*[年년.]?(?:\s*\d{1,2}\s*[月월.])?(?:\s*\d{1,2}\s*[日일])?\s*(?:の?[春夏秋冬](?:休み)?)?(?:に|에)?(?:\s*[-–—:：])?/u

/** Years before the first of an era. */
const eras = new Map([
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
  ['民國', 1911],
  ['民国', 1911],
])
/** 二〇一七年 is 2017年, and so are 平成29年 and 民國106年. */
const inDigits = (text: string): string =>
  text
    .replace(/[〇零一二三四五六七八九]{4}(?=年)/gu, (said) =>
      [...said].map((one) => '〇一二三四五六七八九'.indexOf(one === '零' ? '〇' : one)).join(''),
    )
    .replace(/(昭和|平成|令和|民[國国])\s?(\d{1,3}|元)\s?(?=年)/gu, (_, era: string, year: string) =>
      String(eras.get(era)! + (year === '元' ? 1 : Number(year))),
    )
    // 平成26年(2014年) says it twice.
    .replace(/(\d{4}年)\s?[(（]\1[)）]/g, '$1')

/** "Formed in 2008 from Old Mill (est. 1971) and …": years in brackets are of what stands before them. */
const withoutBrackets = (sentence: string): string => sentence.replace(/ \([^()]*\)/g, '')

/** "That was the summer of 2011.": when the sentence before it was. */
const thatWas = new Wording(`^${anyOf('that_was')} (?:\\p{L}+ ){0,4}(?:1[89]|20)\\d\\d\\.$`, 'iu')
const withoutVerb = new Wording(`^${anyOf('that_was')}`, 'iu')
/** The sentence as one with that before it, where it only dates that. */
function withWhatItDates(sentence: string, before: string): string {
  const last = thatWas.test(sentence) ? sentences(before).at(-1) : undefined
  return last === undefined || last.search(oneYear) >= 0
    ? sentence
    : `${last.replace(/\.$/, '')},${sentence.replace(withoutVerb, '')}`
}

const yearAfter = saying('year_after')
const sameYear = saying('same_year')
/** "They met in 2015. A year later …", "… that autumn …" as "… 2016 …", where one year is told before. */
function withYearAfter(sentence: string, before: string): string {
  // "It came out in 2022, for phones a year later."
  const later = sentence.search(oneYear) < 0 ? yearAfter.exec(sentence) : null
  const at = (later ?? sameYear.exec(sentence))?.index
  if (at === undefined || sentence.slice(at).search(oneYear) >= 0) return sentence
  const yearsOf = (text: string): Set<number> =>
    new Set([...text.matchAll(oneYear)].map(([said]) => Number(said)))
  const head = sentence.slice(0, at)
  const all = yearsOf(`${before} ${head}`)
  // Of several the one told last is meant.
  const [year, other] = all.size > 1 ? yearsOf(`${sentences(before).at(-1) ?? ''} ${head}`) : all
  return year === undefined || other !== undefined
    ? sentence
    : (later ? sentence.replace(yearAfter, String(year + 1)) : sentence).replace(sameYear, String(year))
}

/** Scripts without gaps between words: before the word of beginning stands nothing but us and the date. */
function wideYear(raw: string, line: Line, site: CrawledSite): Dated | null {
  const cue = wideBegun.exec(raw) ?? wideReleased.exec(raw)
  if (!cue || raw.length > 200) return null
  const sentence = inDigits(raw)
  const years = [...sentence.matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)]
  if (years.length !== 1) return null
  const [before = ''] = sentence.split(cue[0], 2)
  const head = before.replace(wideDate, '').trim()
  const year = { year: Number(years[0]![1]), score: 3 }
  // "2020年10月にこのアプリを公開しました", by its name.
  if (wideReleased.test(cue[0]))
    return site.names.some((name) => head.endsWith(name)) && isOfUs(sentence, line, site) ? year : null
  // "独立し、2020年6月に最初の版を公開しました"
  const isRelease = /^(?:最初|初めて|として)|のが/.test(cue[0])
  // A firm may be older than what it makes.
  if (isRelease) return isOfUs(sentence, line, site) ? { ...year, score: 2 } : null
  if (head === '') return isOfUs(sentence, line, site) ? year : null
  const isSigned =
    head.length > 3 && site.lines.some(({ region, text }) => region === 'footer' && text.includes(head))
  return isSigned ||
    ourEnd.test(head) ||
    (/のは$/.test(cue[0]) && saysName(head, site)) ||
    (isOfUs(sentence, line, site) && foundedInWide(sentence, site).length > 0)
    ? year
    : null
}

/** The founding years that lines give: sentences, labels beside a year, and JSON-LD that speaks of the site. */
export const yearSightings = remembered((site): Sighting<number>[] => {
  const sightings: Sighting<number>[] = []
  for (const line of site.lines) {
    const isVisible = line.kind === 'visible'
    const isTold =
      isVisible || line.kind === 'title' || (line.kind === 'meta' && /description$/.test(line.key))
    if (!isTold || (line.not && !isOfAuthor(line, site)) || line.hidden || line.page === 'terms') continue
    if (!/\d{4}|[〇零一二三四五六七八九]{4}年|[和成國国]\s?(?:\d+|元)\s?年/.test(line.text)) continue
    const add = (value: number, quote: string, score: number): void =>
      void sightings.push({
        value,
        score,
        evidence: evidenceFrom(line, quote, isVisible ? 'visible' : 'meta'),
      })
    let from = 0
    // "2018. 03. 설립" is one sentence.
    for (const sentence of /\d{4}\. ?\d/.test(line.text) ? [line.text] : sentences(line.text)) {
      const before = line.text.slice(0, from)
      from = line.text.indexOf(sentence, from) + sentence.length
      // What somebody is quoted with is of them.
      if (/^[“„«]/.test(sentence)) continue
      const said = withWhatItDates(withYearAfter(sentence, before), before)
      const seen =
        yearIn(said, before, line, site) ??
        yearIn(withoutBrackets(said), before, line, site) ??
        wideYear(said, line, site)
      if (seen) add(seen.year, said === sentence ? sentence : line.text.slice(0, from), seen.score)
    }
    const alone = isVisible ? yearAlone.exec(inDigits(line.text)) : null
    if (!alone) continue
    const year = Number(alone[1] ?? alone[2])
    const above = site.visible(line.url)[line.at - 1]
    const below = site.visible(line.url)[line.at + 1]
    // "1976, Founded, 2009": the label belongs to the year above it.
    const isTaken = yearAlone.test(site.visible(line.url)[line.at - 2]?.text ?? '')
    if (above && label.test(above.text) && !isTaken) add(year, `${above.text}\n${line.text}`, 3)
    else if (!below || below.not || below.text.length > 200) continue
    else {
      // A timeline: the year, and under it what happened.
      const event = { ...below, heads: below.heads.filter(({ at }) => at !== line.at) }
      if (
        label.test(below.text) ||
        yearIn(`${year} – ${below.text}`, '', event, site) ||
        wideYear(`${year} ${below.text}`, event, site)
      )
        add(year, `${line.text}\n${below.text}`, 3)
    }
  }
  for (const page of site.pages)
    for (const thing of [...ownThings(page, site), ...makersOf(page, site)]) {
      const said = plain(thing['foundingDate'])
      const year = /^((?:1[89]|20)\d\d)(?:-\d{2}){0,2}(?:T.*)?$/.exec(said)?.[1]
      if (year)
        sightings.push({ value: Number(year), score: 2.5, evidence: evidenceFrom(page, said, 'json-ld') })
    }
  if (sightings.length === 0) {
    const founders = founderSightings(site)
    for (const { year, line } of yearOfStory(
      site,
      founders.map(({ value }) => value.name),
    ))
      sightings.push({ value: year, score: 1, evidence: evidenceFrom(line, line.text) })
    for (const { year, evidence } of sightings.length === 0 ? yearsOfMaking(site, founders) : [])
      sightings.push({ value: year, score: 1, evidence })
  }
  return fewOfEach(sightings)
})

export const findYear = (site: CrawledSite): ProvenOrNull<number> => agreed(yearSightings(site))
