/*
 * What a product calls itself, and whom it is for, in the page's own words: "a soil sensor that …", "software for funeral
 * homes"; and which words are no tag of any product.
 */
import { beforeWhatItIsFor } from '../../../storage/search/kinds.ts'
import { cases } from '../facts/who_is_meant.ts'
import { remembered } from '../facts/sightings.ts'
import { laterLines, tellingLines } from '../facts/telling_lines.ts'
import { letters } from '../page/own_names.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import type { Proven } from '../profile.ts'
import { glue, prepositions, relatives } from '../proof/cues.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying } = wordsIn('texts')
const chrome = saying('site_parts')
const greets = new Wording(`^${anyOf('greetings')}`, 'iu')
/** A line says so much of what the product is where it is meant to, and so many lines prove a word. */
export const enough = 1
export const mostLines = 3

const who = wordsIn('founding').anyOf('who')
const forWhat = [...beforeWhatItIsFor, anyOf('going_on')].join('|')
const copula = wordsIn('proof').anyOf('copulas')
const article = wordsIn('prices').anyOf('articles')
const afterName = '[–—|:·]\\s+'
const selfCalled = new RegExp(
  `^(?:\\P{L}*\\S+(?: \\S+)?${afterName})?\\P{L}*(?:${copula} )?${article} ((?:[\\p{L}\\p{M}'’-]+ ){0,2}?[\\p{L}\\p{M}-]+?)(?=,? ${who} | (?:${forWhat}) |[.;]|$)`,
  'iu',
)
/** A notebook app, at the end of what Japanese says of it. */
const unspacedCall =
  /(?:^|[\p{Script=Hiragana}\s｜|:：])((?:[\p{Script=Han}\p{Script=Katakana}ー・]+[ちりしいみえけせれめべ]{1,2})?[\p{Script=Han}\p{Script=Katakana}ー・]{4,})(?:です)?[。.]?$/u
/** "For" in all languages; "de" joins in most. */
const forThat = `(?!de )${wordsIn('prices').anyOf('for')}`
/** "Shift planning for care homes", as a title or a description begins or goes on after the name; "prise de notes" goes on. */
const titled = new Wording(
  `^(?:[^–—|:·]*${afterName}|\\s*-\\s+)?((?:[\\p{L}\\p{M}-]+ ){0,2}?[\\p{L}\\p{M}-]{3,})(?= (?:${forThat}|${forWhat}) )`,
  'iu',
)
/** A slogan's words stand nowhere else on the page. */
const isSaidElsewhere = (word: string, here: string[], { lines, start }: CrawledSite): boolean =>
  lines.some(
    ({ usable, url, text }) =>
      usable &&
      url === start.url &&
      here.every((one) => letters(text) !== letters(one)) &&
      text.toLowerCase().includes(word.slice(0, -1)),
  )
const articles = wordsIn('founding').setOf('articles')
export const isSmall = glue
  .union(prepositions)
  .union(articles)
  .union(relatives)
  .union(wordsIn('texts').setOf('possessives'))
/** "Acme – instrument rental": all that a title says beside the name, in two or three words. */
const besideName =
  /^\P{L}*(?:\s|^)[–—|:·-]\s+((?:[\p{L}\p{M}-]{2,} ){1,2}[\p{L}\p{M}-]{3,})$|^((?:[\p{L}\p{M}-]{2,} ){1,2}[\p{L}\p{M}-]{3,})\s+[–—|:·-]\P{L}*$/u
function titleAlone(text: string, site: CrawledSite): string | undefined {
  const said = besideName.exec(text)
  const phrase = said?.[1] ?? said?.[2] ?? ''
  const words = phrase.toLowerCase().split(' ')
  if (words.length < 2 || words.some((word) => isSmall.has(word))) return undefined
  return words.some((word) => word.length > 3 && isSaidElsewhere(word, [phrase, site.start.title], site))
    ? phrase
    : undefined
}
/** "Sunday newsletter": what elsewhere is a part of the site. */
const isProduct = new Wording(` ${wordsIn('prices').anyOf('products')}$`, 'iu')
/** The name, which telling lines leave out, and what it is. */
const isOfName = new RegExp(`^\\s+${copula} `, 'iu')
const plainAdjectives = new Wording(`^.*(?<!\\p{L})${anyOf('plain_adjectives')} `, 'iu')
/** "A hand grinder built for …" */
const madeSo = new Wording(` ${anyOf('made_so')}$`, 'iu')
const startsWithArticle = new RegExp(`^${article} `, 'iu')
export const isAnything = new Wording(`^(?:(?:\\p{L}+ )?${anyOf('made_so')}|${anyOf('anything')})$`, 'iu')

/** "Shift planning" as a word within a sentence; "CSV export" and a German noun keep their capitals. */
const uncapitalized = (text: string, { start }: CrawledSite): string => {
  if (start.lang.startsWith('de')) return text
  const isTitleCase = text.split(' ').every((word) => /^\p{Lu}/u.test(word))
  return text.replace(isTitleCase ? /\p{Lu}(?=\p{Ll})/gu : /^\p{Lu}(?=\p{Ll}+(?:[ -]|$))/u, (first) =>
    first.toLowerCase(),
  )
}

/** What the product calls itself: "a soil sensor that …", "die Zeiterfassung für …". */
export function callsItself(site: CrawledSite): Proven<string>[] {
  const telling = tellingLines(site)
  const called = telling.flatMap(({ text, weight, evidence }) => {
    const isMeant = evidence.where !== 'json-ld' && (weight >= enough || isOfName.test(text))
    const phrase = titled.exec(text)?.[1]?.replace(startsWithArticle, '')
    const words = phrase?.toLowerCase().split(' ') ?? []
    const said = words.some((word) => isSmall.has(word)) ? undefined : phrase
    // "Boot care for people who walk": of one word nobody could tell.
    const isHeading =
      evidence.where === 'visible' &&
      weight >= enough &&
      said !== undefined &&
      words.length > 1 &&
      words.some((word) => word.length > 3 && isSaidElsewhere(word, [text], site))
    const alone = evidence.quote === site.start.title ? titleAlone(text, site) : undefined
    const title = evidence.where === 'meta' || isHeading ? (said ?? alone) : undefined
    const calls = isMeant
      ? (selfCalled.exec(text)?.[1] ?? unspacedCall.exec(text)?.[1] ?? uncapitalized(title ?? '', site))
      : ''
    const value = calls.replace(plainAdjectives, '').replace(madeSo, '')
    // "Ein Auftrag passt auf …": a verb, where nouns have capitals.
    const isVerb = site.start.lang.startsWith('de') && !/^(?:\p{Ll}\S* )*\p{Lu}\S*$/u.test(value)
    // "Read your logs for …": no name of a thing.
    const isOfReader = glue.has(value.toLowerCase().split(' ')[0]!) || greets.test(value)
    const isNone = value === '' || isVerb || isOfReader || isAnything.test(value)
    return isNone || !(isProduct.test(value) ? isTerm : isWord)(value.toLowerCase(), site) ? [] : value
  })
  return called.flatMap((value, at) => {
    const said = [...telling, ...laterLines(site)].filter(({ text }) => says(text, [value]))
    const isTold = called.slice(0, at).some((one) => isLike(one, value))
    return isTold || said.length === 0
      ? []
      : { value, evidence: said.slice(0, mostLines).map(({ evidence }) => evidence) }
  })
}

const forWhom = new Wording(
  `(?<!\\p{L})${forThat}(?: ${article})? ((?:[\\p{L}\\p{M}’'-]+ ){0,1}[\\p{L}\\p{M}-]{4,})(?=$|[.,:;!]| ${who} )`,
  'iu',
)
const prices = wordsIn('prices')
const isAnybody = new Wording(
  `${anyOf('anybody')}|${prices.anyOf('all_people')}|^${prices.anyOf('numbers')} `,
  'iu',
)
/** "Software for funeral homes that …" */
const isForm = new Wording(`^(?:${article} )?${anyOf('anything')} ${forThat} `, 'iu')
/** How words of several end, by language. */
const plurals: [RegExp, RegExp][] = [
  [/^(?:en|es|pt|fr|ca|$)/, /[sx]$/],
  [/^it/, /[ie]$/],
  [/^(?:sv|da|no|nb)/, /[aoe]r$/],
  [/^nl/, /(?:en|s)$/],
]
/** Those who do something are several: "beekeepers", and not "the wall". */
const isSeveral = (value: string, { start }: CrawledSite): boolean =>
  plurals.some(([lang, ends]) => lang.test(start.lang) && ends.test(value))
/** "Film photographers", of "an exposure diary for film photographers": what its readers do tells what it is of. */
export function madeFor(site: CrawledSite): Proven<string>[] {
  // Where they are bent they are no word of their own.
  if (cases.test(site.start.lang)) return []
  const whom = tellingLines(site).flatMap(({ text, weight, evidence }) => {
    const isMeant = (evidence.where === 'meta' && weight > enough) || isOfName.test(text) || isForm.test(text)
    const said = isMeant ? (forWhom.exec(text)?.[1] ?? '') : ''
    // "For enhancing privacy" is what it is for.
    const value = /^\p{Ll}+ing /u.test(said) ? '' : said
    const isTelling =
      isWord(value.toLowerCase(), site) &&
      !isAnybody.test(value) &&
      !isAnything.test(value) &&
      (/^\p{Lu}/u.test(value) || isSeveral(value, site)) &&
      !value
        .toLowerCase()
        .split(' ')
        .some((word) => glue.has(word) || prepositions.has(word))
    return isTelling ? [{ value, evidence: [evidence] }] : []
  })
  return whom.slice(0, 1)
}

/** Forms of one word begin alike, and two words say what one of them says. */
export const isLike = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((words) =>
    words
      .toLowerCase()
      .split(' ')
      .map((word) => word.slice(0, 4)),
  )
  return first!.every((word) => second!.includes(word)) || second!.every((word) => first!.includes(word))
}

/** "Walk in" and "agenda de las" are parts of something. */
const isJoining = (word: string): boolean => prepositions.has(word) || articles.has(word)
/** A word for what is sold: not for a page of the site, and not the site's own name. */
export const isWord = (key: string, site: CrawledSite): boolean => !chrome.test(key) && isTerm(key, site)
/** "A Sunday newsletter" is what it is. */
const isTerm = (key: string, site: CrawledSite): boolean =>
  key.length > 2 &&
  key.length <= 30 &&
  !prepositions.has(key.split(' ')[0]!) &&
  !(key.includes(' ') && isJoining(key.split(' ').at(-1)!)) &&
  !site.own.some((own) => own.includes(letters(key)) || letters(key).includes(own))

/** Things of the product's world that have a capital: all of them in German, and in "a plug-in for WordPress". */
const capitalThing = {
  all: new RegExp(`(?<!\\p{L})${forThat} (\\p{Lu}[\\p{L}-]+)`, 'gu'),
  German: new RegExp(
    `(?<!\\p{L})(?:${inAnyCase(article)}|${forThat}) (?:\\p{Ll}+ )?(\\p{Lu}[\\p{L}-]+)`,
    'gu',
  ),
}
const capitalThings = remembered((site) => {
  const thing = site.start.lang.startsWith('de') ? capitalThing.German : capitalThing.all
  return new Set(site.lines.flatMap(({ text }) => [...text.matchAll(thing)].map(([, word]) => fold(word!))))
})
/** A word that only ever has a capital is somebody's name. */
export const isOthersName = (word: string, site: CrawledSite): boolean =>
  site.isName(word) && !site.own_words.has(word) && !capitalThings(site).has(word)
