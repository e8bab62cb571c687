import { plain } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Found } from '../profile.ts'
import { startsWithUs, tellsOfFounding, yearTold } from './founding.ts'
import { ownThings } from './ownership.ts'
import { agreed, fewOfEach, remembered, type Sighting } from './sightings.ts'
import { isDenied, isOfUs, namesAnother, saysName, saysWe } from './subject.ts'

const edge = (words: string, flags: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}\\p{N}])`, flags)

const wideBegun = /創業|設立|創立|成立|创立|创办|创建|설립|창립|창업|تأسست|تأسس|أسس/u
const since = edge(
  "since|seit|depuis|desde(?: el año)?|dal|sinds|od(?: roku)?|sedan|siden|vanaf|fra|yılından beri|['’]?(?:den|dan|ten|tan) beri",
  'iu',
)
/** What has been done since is beside the business. */
const using =
  /(?<!\p{L})(?:us(?:e|ed|ing)|running on|runs on|powered|accept\w*|support\w*|offer\w*|sponsor\w*|donat\w*|carbon|climate|solar|wind power|remote|listed|profitable|live in|winning|best of|voted|rated|ranked|featured|trusted|with us|nutz\w*|verwend\w*|unterstütz\w*|setzen|utilis\w*|usamos|utilizamos|usiamo|utilizziamo|gebruiken|używamy|korzystamy|im team|dans l['’]équipe|en el equipo)(?!\p{L})/iu
const otherwise =
  /©|\(c\)|(?<!\p{L})(?:copyright|all rights|trial|version|\bv\d|\bfork|derived|conference|\btalk|user group|foundation was|joined|acquired|maintainer since|\blaw\b|\bact of\b|article|published|posted|updated|last modified|bibliography|standard|certif|zertifi|\biso\b|licen[cs]ed|member of|mitglied|membre|partner|customers?\b|kunden?\b|clients?\b|cliente|klient|building|hospital|novel|roman\b|novela|edificio|gebäude|bâtiment|house\b|casa (?:de|del)|haus\b|oldest|supplier|proveedor|fornecedor|lieferant|fournisseur|prize|award|prix\b|premio|prémio|preis\b|funding|levée|series [a-c]\b|patent|born|geboren|supported|available|compatible|records?\b|data\b|prices?\b|unchanged|stood|gibt es|album|band\b|podcast|blog\b|newsletter|festival|instrument|office in|büro in|branch)/iu
const fiction =
  /(?<!\p{L})(?:novels?|fiction\p{L}*|roman|novela|romanzo|movie|imagin\p{L}*|sample|example)(?!\p{L})/iu
const otherHead = /history of (?!us|our|the company)|fiction|chapter|timeline of/i
const yearAlone =
  /^(?:\D{0,3}|(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}{0,6}\.? )(1[89]\d\d|20\d\d)\D{0,3}$|^(1[89]\d\d|20\d\d)\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?)?$/iu
const label =
  /^(?:(?:year )?(?:founded|established|incorporated|inception|est\.?|founding (?:year|date)|year (?:founded|established|of foundation))(?: in)?|gegründet|gründung(?:sjahr|sdatum)?|(?:date de |année de )?création|fondée? en|fundación|fundada(?: en)?|año de fundación|fondazione|anno di fondazione|fondata(?: nel)?|fundação|založeno|rok (?:založení|założenia)|opgericht|założona|grundad|kuruluş(?: yılı)?|設立(?:年月日?)?|創業|設立年|성립|설립(?:일|연도)?|成立(?:时间|時間)?|创立|سنة التأسيس|تأسست)\s*[:：]?$/iu
const months =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)\b/giu
const plausible = (year: number): boolean => year >= 1800 && year <= 2100

type Dated = { year: number; score: number }

/** The year a sentence gives as our beginning; strong where a verb says so, weak for "since". */
function yearIn(sentence: string, line: Line, site: Reading): Dated | null {
  const years = [...sentence.matchAll(/(?<![\d.,/-])(1[89]\d\d|20\d\d)(?![\d%]|[.,/-]\d)/g)]
  const [first] = years
  if (
    first === undefined ||
    sentence.length > 400 ||
    namesAnother(sentence, site) ||
    fiction.test(sentence) ||
    /[?？؟]\s*$/.test(sentence)
  )
    return null
  const year = Number(first[1])
  const upto = sentence.slice(0, first.index)
  if (
    label.test(upto.trim()) &&
    /^(?:\P{L}*$|\s*[|·•–—])/u.test(sentence.slice(upto.length + 4)) &&
    isOfUs(sentence, line, site)
  )
    return { year, score: 3 }
  const begun = tellsOfFounding(sentence) ? yearTold(sentence, line, site) : null
  if (begun !== null) return { year: begun, score: 3 }
  if (new Set(years.map(([one]) => one)).size > 1) return null

  // A name may hold a year: "Since 1968" is a game.
  if (site.names.some((name) => name.includes(first[1]!))) return null
  const weak = since.exec(sentence)

  const told = weak && !otherwise.test(sentence) && !isDenied(sentence) && isSince(sentence, weak, line, site)
  return told ? { year, score: 2 } : null
}

/** "Since 1985" of a slogan, or of what "we" do; elsewhere it dates something else. */
function isSince(sentence: string, cue: RegExpExecArray, line: Line, site: Reading): boolean {
  const head = sentence.slice(0, cue.index)
  const rest = sentence.slice(cue.index + cue[0].length).replace(/^\D{0,12}\d{4}\s*,?\s*(?:que\s)?/, '')
  if (using.test(sentence)) return false
  // German writes every noun with a capital.
  const foreign = /^de/.test(site.start.lang)
    ? undefined
    : /(?<=[\s,(“"])\p{Lu}[\p{L}\p{N}&'’.-]+/u.exec(head.replace(months, ''))?.[0]
  if (foreign && !saysName(foreign, site) && !saysWe(foreign)) return false
  const shown =
    line.level === 1 ||
    line.level === 2 ||
    line.kind !== 'visible' ||
    line.region === 'footer' ||
    line.region === 'header'
  if (
    sentence.length < 70 &&
    (shown || (line.page === 'start' && line.at >= 0 && line.at < 15)) &&
    !startsWithAnother(head, site)
  )
    return true
  if (/^\P{L}*$/u.test(head))
    return (
      startsWithUs(rest, site) ||
      /^\p{L}+ (?:wir|we|nous|wij|vi)(?!\p{L})/iu.test(rest) ||
      pluralVerb.test(rest.split(' ')[0] ?? '') ||
      (rest === '' && isOfUs(sentence, line, site))
    )
  return startsWithUs(head, site) || pluralVerb.test(head.trim())
}

/** "Ana has been with us since": a subject that is a name of somebody else. */
const startsWithAnother = (head: string, site: Reading): boolean =>
  /^\p{Lu}\p{L}+ (?:has|is|was|ist|hat|est|a|es|ha|è)(?!\p{L})/u.test(head) && !startsWithUs(head, site)

/** Verbs that say "we" by their ending: "hacemos", "produciamo", "działamy". */
const pluralVerb = /^\p{L}{2,}(?:iamo|amos|emos|imos|amy|emy|imy|áme|íme|eme)$/iu

const ourEnd =
  /(?:当社|弊社|私たち|会社|本公司|我们(?:公司)?|公司|우리|당사|회사|저희|شركة|الشركة|株式会社\S*)(?:は|が|은|는|이|가|،|,|、|：|:)?\s*$/u

/** 二〇一七年 is 2017年. */
const inDigits = (text: string): string =>
  text.replace(/[〇零一二三四五六七八九]{4}(?=年)/gu, (said) =>
    [...said].map((one) => '〇一二三四五六七八九'.indexOf(one === '零' ? '〇' : one)).join(''),
  )

/** Scripts without gaps between words: before the word of beginning stands nothing but us and the date. */
function wideYear(sentence: string, line: Line, site: Reading): Dated | null {
  const cue = wideBegun.exec(sentence)
  const years = [...sentence.matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)]
  if (!cue || years.length !== 1 || sentence.length > 200 || isDenied(sentence) || otherwise.test(sentence))
    return null
  const head = sentence
    .slice(0, cue.index)
    .replace(
      /\d{4}\s*(?:年|년|\.)?(?:\s*\d{1,2}\s*(?:月|월|\.))?(?:\s*\d{1,2}\s*(?:日|일))?\s*(?:に|에)?/u,
      '',
    )
    .trim()
  const tail = sentence.slice(cue.index + cue[0].length)
  if (/^の/.test(tail)) return null
  const year = { year: Number(years[0]![1]), score: 3 }
  if (/\p{Script=Arabic}/u.test(cue[0]))
    return head === '' && /^\P{L}*(?:شركة |الشركة|عام|سنة|في|على)/u.test(tail) && isOfUs(sentence, line, site)
      ? year
      : head === '' && startsWithUs(tail, site)
        ? year
        : null
  if (head === '') return isOfUs(sentence, line, site) ? year : null
  const named = head.replace(/[はがは은는이가]$/u, '')
  const isSigned =
    head.length > 3 && site.lines.some(({ region, text }) => region === 'footer' && text.includes(head))
  return isSigned || ourEnd.test(head) || [...site.names, ...site.called].some((name) => named.endsWith(name))
    ? year
    : null
}

/** The founding years that lines give: sentences, labels beside a year, and JSON-LD that speaks of the site. */
export const yearSightings = remembered((site): Sighting<number>[] => {
  const found: Sighting<number>[] = []
  const add = (value: number, line: Line, quote: string, score: number): void => {
    if (plausible(value))
      found.push({
        value,
        score,
        evidence: evidenceFrom(line, quote, line.kind === 'visible' ? 'visible' : 'meta'),
      })
  }
  for (const line of site.lines) {
    const meta = line.kind === 'title' || (line.kind === 'meta' && /description$/.test(line.key))
    if (line.not || line.hidden || !(line.kind === 'visible' || meta) || line.page === 'terms') continue
    if (
      !/\d{4}|[〇零一二九][〇零一二三四五六七八九]{3}年/.test(line.text) ||
      otherHead.test(line.heads.at(-1)?.text ?? '')
    )
      continue
    for (const sentence of sentences(line.text)) {
      const seen = yearIn(sentence, line, site) ?? wideYear(inDigits(sentence), line, site)
      if (seen) add(seen.year, line, sentence, seen.score)
    }
    const alone = yearAlone.exec(line.text)
    const above = line.at > 0 ? site.visible(line.url)[line.at - 1] : undefined
    const below = site.visible(line.url)[line.at + 1]
    if (!alone || line.kind !== 'visible' || line.page === 'blog') continue
    const year = Number(alone[1] ?? alone[2])
    if (above && label.test(above.text)) add(year, line, `${above.text}\n${line.text}`, 3)
    else if (below && label.test(below.text)) add(year, line, `${line.text}\n${below.text}`, 3)
    // A timeline: the year, and under it what happened.
    else if (below && !below.not && below.text.length < 200 && yearIn(`${year} – ${below.text}`, below, site))
      add(year, line, `${line.text}\n${below.text}`, 3)
  }
  for (const page of site.pages)
    for (const thing of ownThings(page, site)) {
      const said = plain(thing['foundingDate'])
      const year = /^(\d{4})(?:-\d{2}){0,2}(?:T.*)?$/.exec(said)?.[1]
      if (year) found.push({ value: Number(year), score: 2.5, evidence: evidenceFrom(page, said, 'json-ld') })
    }
  return fewOfEach(found)
})

export const findYear = (site: Reading): Found<number> => agreed(yearSightings(site))
