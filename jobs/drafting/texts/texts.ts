import { isPlanned } from '../page/not_now.ts'
import { goingOn, isAside, paragraphs } from './further.ts'
import { asks, faqHeading } from './questions.ts'
import { usableSentences } from '../proof/text.ts'
import { isToReader, isUnhelpful, type Line } from '../page/lines.ts'
import { plain } from '../page/json_ld.ts'
import type { ProvenOrNull, Where } from '../profile.ts'
import { letters, startsWithArticle } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import { amountIn, isOthersMoney } from '../facts/prices.ts'
import { clip, sentences } from '../page/sentences.ts'
import { weightOf } from '../page/sections.ts'
import { isFirmLine } from '../facts/own_addresses.ts'
import { ownThings } from '../facts/ownership.ts'
import { agreed, onSeveralPages, type Sighting } from '../facts/sightings.ts'
import { isDenied } from '../facts/subject.ts'
import { gapless } from '../words/spelling.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const words = wordsIn('texts')
const waiting = words.saying('waiting')
const greets = new Wording(`^[¡!]?${words.anyOf('greetings')}`, 'iu')
/** "I'm Ana Sea.": said of the maker, not of the product. */
const introduces = new Wording(`^${inAnyCase(wordsIn('founding').anyOf('i_am'))} \\p{Lu}`, 'u')
const page = words.saying('page_titles')
/** A greeting, or what a page of the site is about. */
const isOfPage = (text: string): boolean => greets.test(text) || (text.length < 90 && page.test(text))
/** What the product is goes before where it comes from. */
const began = wordsIn('founding').saying('founded')
const isMadeBy = new Wording(
  `${wordsIn('founding').anyOf('makes', 'started')} ${wordsIn('founding').anyOf('by')} \\p{Lu}|${wordsIn('founding').anyOf('runs')} ${wordsIn('founding').anyOf('by')} `,
  'u',
)
const begunIn = wordsIn('founding').saying('founded', 'started')
const early =
  /\b(?:(?:public|private|closed|open|early|free) (?:beta|alpha)|(?:is|are) (?:currently |still )?in (?:beta|alpha|preview)(?! (?:for|of|with|on)(?!\p{L}))|beta version|technical preview|pre-release)\b/iu
const isWhatItIs = new Wording(`^${words.anyOf('what_it_is')}.{0,40}$`, 'iu')

const isPlaceholder = /^(?:a|my|your) (?:website|web site|description)\b/i
/** "Acme keeps kettles warm.", "Der Acme ist …": begins with the name and goes on. */
const isNamed = (whole: string, { names }: CrawledSite): boolean =>
  [whole, whole.replace(startsWithArticle, '')].some((text) =>
    names.some(
      (name) =>
        text.toLowerCase().startsWith(name.toLowerCase()) && /^[\s\p{Lo}]/u.test(text.slice(name.length)),
    ),
  )

/** Right below the great heading of the start page a short sentence that names the product is enough. */
const leastOf = ({ page, text, heads, at }: Line, site: CrawledSite): number =>
  page === 'start' &&
  heads.length === 1 &&
  heads[0]!.level === 1 &&
  heads[0]!.at === at - 1 &&
  isNamed(text, site)
    ? 20
    : 50

const unheaded = 12
/** Below the great heading and its subtitle alone, or before any heading: what opens the page. */
const isHero = ({ url, heads, at }: Line, site: CrawledSite): boolean => {
  const [great, ...lower] = heads
  if (great === undefined) return at < unheaded
  // A page may have no greater heading than a second one.
  const isGreat = great.level === 1 || (great.level === 2 && lower.length === 0 && great.at < unheaded)
  // A menu may stand between the name and the slogan.
  const isNext = (head: number): boolean =>
    site
      .visible(url)
      .slice(great.at + 1, head)
      .every(({ level, linked, region }) => level === 0 && (linked || region === 'nav'))
  return isGreat && lower.every(({ level, at }) => level === 1 || isNext(at))
}
/** One of its first sentences begins with the name. */
const namesUs = (text: string, site: CrawledSite): boolean =>
  sentences(text)
    .slice(0, 3)
    .some((sentence) => isNamed(sentence, site))

/** "Acme is that book on a tablet": of what the paragraph before says. */
const isThatOne = new Wording(`^\\S+ (?:\\S+ )?${words.anyOf('that_one')}`, 'iu')
/** "They tell you when it floats." */
const ofNobody = new Wording(`^${words.anyOf('pronouns')} `, 'iu')
/** "He lies on your phone.": of whom the sentence before names. */
const goesOn = new Wording(`^${wordsIn('founding').anyOf('she', 'they_people', 'it')} `, 'iu')
/** A bar over the great heading of the page: "Batch six ships in May." */
const isAboveTitle = ({ url, at }: Line, site: CrawledSite): boolean =>
  site.visible(url).some((one) => one.level === 1 && one.at > at)

function isParagraph(line: Line, site: CrawledSite): boolean {
  const { usable, tag, at, heads, text } = line
  return (
    usable &&
    !onSeveralPages(site).has(text) &&
    !/^[*•·]\s/.test(text) &&
    !isFirmLine(line, site) &&
    !(heads.length === 0 && isAboveTitle(line, site)) &&
    !ofNobody.test(text) &&
    !(isNamed(text, site) && isThatOne.test(text)) &&
    (!/^\p{Ll}/u.test(text) || isNamed(text, site)) &&
    !isOthersMoney(text) &&
    // A chapter of a manual.
    !/^\d+(?:\.\d+)*\.?\s/.test(heads.at(-1)?.text ?? '') &&
    // What stands below the great heading may be a heading itself.
    (paragraphs.has(tag) || (heads.at(-1)?.at === at - 1 && /[.!?。！？]$/.test(text))) &&
    weightOf(text) >= leastOf(line, site) &&
    text.length <= 1500 &&
    /[.!?。！？]/.test(text)
  )
}

/** Right below the great heading, where nothing else below it asks. */
const isSubtitle = (at: number, lines: Line[]): boolean =>
  lines[at - 1]?.level === 1 && lines.filter(({ level, text }) => level > 1 && asks.test(text)).length === 1

/** A paragraph that ends with a question goes on with its answer. */
const asksAlone = ({ text, level }: { text: string; level: number }): boolean =>
  asks.test(text) && (level > 0 || sentences(text).length < 3)

/** The great heading that asks is a slogan, and so is its subtitle; what answers "What is it?" is no answer to anything else. */
const isAnswer = ({ heads, at }: Line, lines: Line[]): boolean =>
  [...heads.filter(({ level }) => level > 1), ...lines.slice(Math.max(0, at - 1), at)].some(
    (one) =>
      faqHeading.test(one.text) ||
      (asksAlone(one) && one.level !== 1 && !isSubtitle(one.at, lines) && !isWhatItIs.test(one.text)),
  )

/** "Acme turns it into an email": of what the sentence before says. */
const refersBack = new Wording(`^\\S+ (?:\\S+ ){1,2}${words.anyOf('refers_back')}`, 'iu')
/** So short a sentence says little by itself. */
const shortest = 60
/** What the site says of itself in one breath: its meta description, else its first paragraph; not the tagline if it can be helped. */
function findShortDescription(site: CrawledSite, tagline: string): ProvenOrNull<string> {
  const { start } = site
  const told = (quote: string, where?: Where): ProvenOrNull<string> => ({
    value: clip(quote, 300),
    evidence: [evidenceFrom(start, quote, where)],
  })
  const metas = ['description', 'og:description', 'twitter:description']
    .map((key) => start.metas.get(key) ?? '')
    .filter(
      (said) =>
        weightOf(said) >= 25 &&
        !isOfPage(said) &&
        !isToReader(said) &&
        !waiting.test(said) &&
        !/\s#\s/.test(said) &&
        !isPlaceholder.test(said),
    )
  const other = metas.find((said) => letters(said) !== letters(tagline))
  if (other !== undefined) return told(other, 'meta')
  const thing = ownThings(start, site).map((one) => plain(one['description']))
  const said = thing.find((text) => weightOf(text) >= 25 && letters(text) !== letters(tagline))
  if (said !== undefined) return told(said, 'json-ld')
  const described = findDescription(site, [tagline])
  // The sentence that says what the product is; else the first, where it says enough, or as much as fits.
  const parts = sentences(described?.value ?? '')
  const named = parts.findIndex((text) => isNamed(text, site))
  const [naming = '', next = ''] = parts.slice(Math.max(0, named))
  // "Acme is a program for Windows. It reads receipts …"
  const value =
    weightOf(naming) < shortest ? [naming, next].join(gapless.test(naming) ? '' : ' ').trim() : naming
  // "Notebooks get lost. Acme doesn't."
  const isCut = named > 0 && (refersBack.test(naming) || weightOf(naming) < 20)
  const isEnough = (named >= 0 || weightOf(naming) >= 50) && !isCut
  if (described) return { ...described, value: clip(isEnough ? value : described.value, 300) }
  const opening = site
    .visible(start.url)
    .filter((line, _, lines) => isParagraph(line, site) && !isAnswer(line, lines))
  const first = opening
    .slice(0, 6)
    .find(({ text }) => isNamed(text, site) && amountIn(text) === null && !isMadeBy.test(text))
  return first ? told(first.text) : metas[0] === undefined ? null : told(metas[0], 'meta')
}

/** "And clicks off again", below "A crate that clicks on" */
const joinsOn = new Wording(`^${words.anyOf('joining_on')} `, 'iu')
/** The sentences of a paragraph that may be told and are no tagline; '' where they are too few. */
function sayable(line: Line, tagline: string, site: CrawledSite): string {
  const usable = usableSentences(line, site).map(({ text }) => text)
  const all = sentences(line.text)
  // "Who has the key? You see it before you look.": of a question that is not told.
  const isOfQuestion = (text: string): boolean =>
    asks.test(all[all.indexOf(text) - 1] ?? '') &&
    ((weightOf(text) < 25 && !goesOn.test(all[all.indexOf(text) + 1] ?? '')) ||
      (!isNamed(text, site) && refersBack.test(text)))
  const fresh = usable.filter(
    (text) =>
      letters(text) !== tagline &&
      !isOfQuestion(text) &&
      !(usable.length > 1 && text === all[0] && joinsOn.test(text)) &&
      !isToReader(text) &&
      !isUnhelpful(text) &&
      !isPlanned.test(text) &&
      !/^[(（].*[)）]$/.test(text) &&
      amountIn(text) === null &&
      !((greets.test(text) || introduces.test(text)) && text.length < 60) &&
      /[.!?。！？…]["”’»)\]]?$/.test(text),
  )
  // Where the maker introduces themself, only what opens the page goes on to the product.
  if (fresh.every(isAside) || (!isHero(line, site) && usable.some((text) => introduces.test(text)))) return ''
  const text = fresh.join(gapless.test(line.text) ? '' : ' ')
  const unpriced = all.filter((one) => amountIn(one) === null).join(' ')
  const isEnough = isHero(line, site)
    ? weightOf(text) >= Math.min(30, leastOf(line, site)) &&
      (text.length * 2 > unpriced.length || weightOf(text) >= shortest || namesUs(text, site))
    : text.length * 2 > line.text.length && weightOf(text) >= leastOf(line, site)
  return isEnough ? text : ''
}

/**
 * The paragraph of the start page that says what the product is: one that names it or opens the page, no answer, without
 * what the tagline says, and more than all that is told already.
 */
function findDescription(site: CrawledSite, shorter: string[]): ProvenOrNull<string> {
  const told = shorter.map(letters)
  const tagline = told[0] ?? ''
  const paragraphsFit = site.visible(site.start.url).flatMap((line, at, lines) => {
    if (!isParagraph(line, site) || isAnswer(line, lines) || /\S@\S|https?:/.test(line.text)) return []
    if (letters(line.text) === tagline) return []
    const text = sayable(line, tagline, site)
    const isOf = says(text, site.names)
    const head = line.heads.at(-1)?.text ?? ''
    const isBeginning =
      ((began.test(text) || isMadeBy.test(text)) && isNamed(text, site)) ||
      (/(?<!\d)(?:19|20)\d\d(?!\d)/.test(text) && begunIn.test(text))
    const rank =
      (isHero(line, site) ? 2 : 0) +
      (asks.test(head) && isWhatItIs.test(head) ? 2 : 0) +
      (isBeginning ? (sentences(text).length > 1 ? -1 : -3) : namesUs(text, site) ? 2 : isOf ? 1 : 0) -
      (weightOf(text) < (isHero(line, site) ? 30 : 50) ? 2 : 0) -
      at / lines.length +
      Math.min(text.length, 160) / 160
    if (rank < 1.5) return []
    return text === '' ? [] : { line, text, rank }
  })
  // Where the best is told already, another must say by itself what the product is.
  const ranked = paragraphsFit.toSorted((one, other) => other.rank - one.rank)
  const isTold = ({ text }: { text: string }): boolean => told.includes(letters(text))
  const best =
    ranked[0] && isTold(ranked[0])
      ? ranked.find((one) => !isTold(one) && isNamed(one.text, site) && !isDenied(one.text))
      : ranked[0]
  return best ? { value: best.text, evidence: [evidenceFrom(best.line, best.line.text)] } : null
}

/**
 * The description; where a site says nothing else of itself, what is short as well, if it is more than the tagline. Of
 * several sentences the first is short then.
 */
export function findTexts(site: CrawledSite, tagline: string) {
  const short_description = findShortDescription(site, tagline)
  const short = short_description?.value ?? ''
  const isMore = weightOf(short) >= 50 && letters(short) !== letters(tagline)
  const description = findDescription(site, [tagline, short]) ?? (isMore ? short_description : null)
  const [first = '', ...more] = sentences(short)
  const isEnough = more.length > 0 && weightOf(first) >= shortest && letters(first) !== letters(tagline)
  if (isEnough && description?.value === short)
    return { short_description: { ...short_description!, value: first }, description }
  const further = short_description && description?.value === short ? goingOn(short_description, site) : null
  return { short_description, description: further ?? description }
}

/** Waiting for its launch, or open as a beta: where the head of the start page, or a line that names the product, says so. */
export const stageSightings = (site: CrawledSite): Sighting<string>[] =>
  site.visible(site.start.url).flatMap((line) => {
    const { text, region, level, at } = line
    if (!line.usable || at > 60 || text.length > 240 || isDenied(text)) return []
    const isAbout = region === 'header' || level === 1 || says(text, site.names)
    const value = early.test(text) ? 'mvp' : waiting.test(text) && text.length < 80 ? 'idea' : ''
    return isAbout && value !== '' ? { value, score: 1, evidence: evidenceFrom(line, text) } : []
  })

export const findStage = (site: CrawledSite): ProvenOrNull<string> => agreed(stageSightings(site))
