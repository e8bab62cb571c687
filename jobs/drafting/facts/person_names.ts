/** Recognises names of people, alone and in lists. */
import { createRequire } from 'node:module'
import type * as GivenNames from 'gender-detection-from-name'
import { byText } from '../page/by_text.ts'
import type { CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { bare, plainName } from '../words/spelling.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { countriesOfTown } from './towns.ts'

const { anyOf, setOf } = wordsIn('people')

const organisations = setOf('organisations')
const verbs = wordsIn('founding').setOf('beside_names')
const noName = new Set([...organisations, ...verbs, ...setOf('not_names')])
const isFirmLikePerson = new Wording(`^${anyOf('firms_like_people')}$`, 'iu')
const clauseOpeners = setOf('clause_openers')
const particles = setOf('particles')

/** The lists of words that say of somebody beside us that they began nothing. */
export const beganNothing = ['helpers', 'took_over']

/** Pages on which a company says who it is. */
export const isCompanyPage = (page: string): boolean => /^(?:about|team|contact|imprint)$/.test(page)

/** Two to four capitalised words that are no organisation: "Eric S. Raymond", "Ana de la Cruz". */
export function isPersonName(text: string): boolean {
  if (text.length > 60) return false
  const words = text.trim().split(/\s+/)
  if (words.length < 2 || words.length > 5) return false
  let full = 0
  for (const [at, word] of words.entries()) {
    const low = bare(word.toLowerCase()).replace(/\.$/, '')
    if ((noName.has(low) && !(at > 0 && particles.has(word))) || /(?<!c)['’]\p{Ll}{0,4}$/u.test(low))
      return false
    if (at === 0 && clauseOpeners.has(low)) return false
    if (word === 'den' && !/^v[ao]n$/.test(words[at - 1]!)) return false
    if (particles.has(word)) continue
    if (/^\p{Lu}\.$/u.test(word)) {
      if (at === words.length - 1) return false
      continue
    }
    if (
      !/^(?:(?:Mc|Mac|L[ea]|D[eiu]|Van|Von|Fitz|O['’]|D['’])?\p{Lu}[\p{Ll}'’]+(?:-\p{Lu}?\p{Ll}+)*|\p{Lu}[\p{Ll}'’]+)$/u.test(
        word,
      )
    )
      return false
    full++
  }
  return full >= 2 && !isFirmLikePerson.test(text.trim())
}

const isNoWideName = new Wording(anyOf('not_wide_names'), 'u')
/** Names in scripts without capitals: believed only where a label says whose they are. */
export const isWideName = (text: string): boolean =>
  !isNoWideName.test(text) &&
  /^\p{Script=Han}{1,3}[ 　]?[\p{Script=Han}\p{Script=Hiragana}]{1,3}$|^\p{Script=Hangul}{2,4}$/u.test(
    text.trim(),
  )

const and = `(?:${anyOf('and')}|&)`
const named = String.raw`(?:\p{Lu}[\p{L}'’.-]*|${anyOf('particles')})`
export const person = String.raw`${named}(?:\s+${named}){1,4}`
/** One person or several: "Ana Sea, Ben Ort and Cy Dee". */
export const people = String.raw`(${person}(?:\s*(?:,|,?\s+${and})\s+(?:(?:η|ο|τη|τον|την|a|o|la|el)\s+)?${person}){0,5})`

/** "Dr. Ana Sea" is Ana Sea, and "Architektin Ana See" Ana See. */
export const honorific = new Wording(
  `^(?:${anyOf('honorifics', 'small_honorifics')}\\.?\\s+)+(?=\\p{Lu})`,
  'u',
)
/** "Dr inż. Radosław Wnuk", within a sentence. */
export const honorifics = new RegExp(`(?<=\\s)(?:${anyOf('small_honorifics')}\\.? )+(?=\\p{Lu})`, 'gu')
const occupation =
  /^(?:(?:(?:Ihr|Sein|Mein|Unser|Deren|Dessen)\p{Ll}{0,2}\s+)?\p{Lu}?\p{L}*(?:[Ff]reund|[Bb]ruder|[Ss]chwester|[Kk]olleg[en]|[Nn]achbar|[Kk]amerad(?:en)?|[Kk]ommiliton(?:e|en)?|[Pp]artner|[Cc]ousine?|[Ss]chwager|Mann|Frau|[Tt]ochter|[Ss]ohn|[Vv]ater|[Mm]utter)(?:in|n)?\s+(?=\p{Lu}\S+\s\p{Lu}))|^\p{Lu}\p{L}+(?:erin|istin|wältin|eurin|meister|ingenieur|iker|techniker|designer|architekt|berater|entwickler|anwalt|lehrer|unternehmer)(?:in)?\s+(?=\p{Lu}\S+\s\p{Lu})/u

/** "Archivarin Ana Sea", "Violist Ben Ort" */
const called = /^(\p{Lu}\p{Ll}{2,}(?:in|er|or|ist|ent|ant|aren|eren|sken?))\s+(\p{Lu}\S+\s\p{Lu}.*)$/u
/** Trims what a pattern took too much of: "Eric S. Raymond on" never matches, "Raymond. It" could. */
function trimmed(raw: string): string | null {
  const words = raw
    .replace(/(?<![.,;:])[.,;:]+$/, '')
    .replace(honorific, '')
    .replace(/^(?:\p{Ll}{2,3}|\S+['’][dt][ae]n?)\s+(?=\p{Lu})/u, '')
    .replace(occupation, '')
    .replace(called, (said, calling: string, name: string) =>
      isGiven(calling) || !isGiven(name) ? said : name,
    )
    // In Indonesian "di" is "in".
    .replace(/ di (\p{Lu}\p{L}+)$/u, (said, town: string) => (countriesOfTown(town).length > 0 ? '' : said))
    .split(/\s+/)
  while (words.length > 1) {
    if (particles.has(words.at(-1)!)) words.pop()
    const text = words.join(' ')
    if (isPersonName(text)) return text
    if (organisations.has(words.pop()!.toLowerCase())) return null
    const last = words.at(-1)
    if (last?.endsWith('.') && last.length > 2) words[words.length - 1] = last.slice(0, -1)
  }
  return null
}

const between = new RegExp(
  String.raw`\s*,\s*(?:${and}\s+)?|\s+${and}\s+(?:(?:η|ο|τη|τον|την|a|o|la|el)\s+(?=\p{Lu}))?`,
  'u',
)
/** The people of a list, up to the first part that is no person. */
export function peopleOf(list: string): string[] {
  const names = list.split(between).map(trimmed)
  const upTo = names.indexOf(null)
  return (upTo < 0 ? names : names.slice(0, upTo)) as string[]
}

const anybody = new RegExp(people, 'gu')
function peopleNamed(text: string): string[][] {
  const people: string[][] = []
  for (let match = anybody.exec(text); match !== null; match = anybody.exec(text)) {
    // "The table of the Vrouwe Jantje", in Dutch: what stands before a name is no part of it.
    const isOfThing = /^\p{Ll}/u.test(match[0]) && /[\p{Ll},] $/u.test(text.slice(0, match.index))
    const names = isOfThing ? [] : peopleOf(match[0])
    if (names.length > 0) people.push(names)
    // "Hi, I'm Ana Sea": the name may begin with a later word.
    else anybody.lastIndex = match.index + match[0].search(/\s/)
  }
  return people
}

const sibling = new RegExp(
  `${inAnyCase(`${anyOf('whose_kin')} ${anyOf('siblings')}`)} (\\p{Lu}\\p{Ll}+)(?!\\p{L}| \\p{Lu})`,
  'gu',
)
/** "Ana Sea fishes. Her brother Ben writes." as "… Ben Sea …", of the one who was named before. */
export const withSiblings = (text: string): string =>
  text.replace(sibling, (said, _: string, at: number) => {
    const last = peopleNamed(text.slice(0, at)).flat().at(-1)
    return last === undefined ? said : `${said} ${last.split(' ').at(-1)}`
  })

/** All people named in a text, in order, grouped by list. */
export const peopleIn = byText((text): string[][] => peopleNamed(withSiblings(text)))

const load = createRequire(import.meta.url)
/** Does it begin with a name that is given to people? The list is 13 MB, so it is loaded when a site first needs it. */
export function isGiven(name: string): boolean {
  const [given = ''] = name.split(/[ -]/)
  if (given === '') return false
  const { getGender } = load('gender-detection-from-name') as typeof GivenNames
  return [given, plainName(given)].some((one) => getGender(one) !== 'unknown')
}

/** "Ana Sea (drawings) and Ben Ort (code)" without what each does. */
export const withoutAsides = (text: string): string => text.replace(/ \(\p{Ll}[^()]*\)/gu, '')

const relatives = new RegExp(
  String.raw`(?<![\p{L}-])(\p{Lu}\p{L}+) (${and}) (\p{Lu}\p{L}+) ((?:(?:Le|La|De|Du|Van|Von|von|van|de|di|del|Ó|Ní|Nic|Mac) )?\p{Lu}[\p{L}'’-]+)(?! \p{Lu})`,
  'gu',
)
/** "Rosa and Karl Sea" as "Rosa Sea and Karl Sea": two of one name. */
const withTwoSurnames = (text: string): string =>
  text.replace(relatives, (said, one: string, join: string, other: string, surname: string, at: number) => {
    const [before = ''] = /\p{L}+ $/u.exec(text.slice(0, at)) ?? []
    const areTwo =
      isPersonName(`${one} ${surname}`) &&
      (isGiven(one) || isGiven(other)) &&
      !particles.has(before.trim()) &&
      !isPersonName(`${before}${one}`)
    // "Ola i Kuba Nowaczykowie"
    const name = surname.replace(/(?<=\p{Ll}{3})owie$/u, '')
    return areTwo ? `${one} ${name} ${join} ${other} ${name}` : said
  })

const moreOfName = new RegExp(
  String.raw`(?<![\p{L}-])((?:\p{Lu}\p{L}+, )+)(?=(\p{Lu}\p{L}+ )(\p{Lu}[\p{L}'’-]+),? ${and} \p{Lu}\p{L}+ \3(?!\p{L}| \p{Lu}))`,
  'gu',
)
/** "Rosa, Karl and Ina Sea", all of one name, by their first names and it. */
const withAllSurnames = (text: string): string =>
  text.replace(moreOfName, (said, firsts: string, _: string, surname: string, at: number) => {
    const given = firsts.split(', ').slice(0, -1)
    const areNames = given.every((one) => isPersonName(`${one} ${surname}`)) && (at > 0 || isGiven(given[0]!))
    return areNames ? given.map((one) => `${one} ${surname}, `).join('') : said
  })

export const withSurnames = (text: string): string => withAllSurnames(withTwoSurnames(text))

const beforePlaces = setOf('before_places')
/** What stands behind "in" is a place, though it may look like a name: "a Reggio Emilia". */
export const opensPlace = (word: string, lang: string): boolean =>
  beforePlaces.has(word.toLowerCase()) || (word.toLowerCase() === 'a' && lang.startsWith('it'))

/** Named like a person, in words that the site never writes small: "Time Tracker" is no name where it tracks time. */
export const isSomebody = (text: string, site: CrawledSite): boolean =>
  isPersonName(text) && !text.split(' ').some((word) => site.small_words.has(word.toLowerCase()))

/** Does it name anybody or anything behind its first word? German writes all things so. */
export const namesSomebody = (text: string, site: CrawledSite): boolean =>
  !site.start.lang.startsWith('de') &&
  (text.match(/(?<=[\p{L},] )\p{Lu}\p{L}{2,}/gu) ?? []).some(
    (word) => ![site.small_words, site.own_words].some((words) => words.has(word.toLowerCase())),
  )

/** Verbs of several: "založili", "gründeten", "fondarono". */
const ofSeveral = /(?:li|ly|t?en|ron|ram|rent|rono|t[aáeé]k|vat|śmy)$/u
/** Of whom the sentence before speaks, all of them where the verb is of several. */
export const lastNamed = (before: string, verb = ''): string[] => {
  const named = peopleIn(sentences(before).at(-1) ?? '')
  if (!ofSeveral.test(verb)) return named[0] ?? []
  const all = [...new Set(peopleIn(before).flat())]
  return named.flat().length < 2 && all.length === 2 ? all : named.flat()
}
