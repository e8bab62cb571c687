/** Whom a word of a sentence means: a first name, "she", "they", "I"; and whose name a bent one is. */
import { byText } from '../page/by_text.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { remembered } from './sightings.ts'
import {
  isCompanyPage,
  isGiven,
  isPersonName,
  lastNamed,
  peopleIn,
  peopleOf,
  person,
} from './person_names.ts'

const { anyOf, setOf } = wordsIn('founding')
/** A part of a sentence, by its letter (founding_row.ts). */
export type Part = { letter: string; text: string; at: number; names: string[] }
export const lettersOf = (parts: Part[]): string => parts.map(({ letter }) => letter).join('')

export const first = setOf('i')
export const meSaid = new Wording(`${anyOf('i_am')}\\s+(${person})`, 'iu')
const she = setOf('she')
const they = setOf('they_people')
const ofSeveral = setOf('of_several')

/** Those who stand by their names on a page about us. */
const peopleShown = remembered((site): string[] => {
  const names = site.lines.flatMap(({ kind, page, text }) => {
    const name = isCompanyPage(page) && kind === 'visible' ? text.split(/,| [–—|-] |\s?\(/)[0]! : ''
    return isPersonName(name) && !says(name, site.names) ? name : []
  })
  return [...new Set(names)]
})
export const cases = /^(?:pl|el|cs|sk|ru|uk|be|hr|sr|sl|lt|lv|et)/
/** "Przez Annę Nowak" names Anna Nowak: believed where the site shows somebody by that very name. */
export const inNominative = (names: string[], site: CrawledSite): string[] =>
  cases.test(site.start.lang) ? names.filter((name) => peopleShown(site).includes(name)) : names

/** Whom a first name means: the one of that name. */
const firstNames = remembered((site) => {
  const byFirst = Map.groupBy(peopleShown(site), (name) => name.split(' ')[0]!)
  return new Map([...byFirst].filter(([, names]) => names.length === 1))
})

/** "Ana Sea baked. Ana founded it with Ben Ort." */
const namedIn = byText((before: string) =>
  Map.groupBy(new Set(peopleIn(before).flat()), (name) => name.split(' ')[0]!),
)

/** Whom "I", "she" or "they" means: who says so, or those named last, in this sentence or the one before. */
export function meant(pronoun: string, parts: Part[], before: string): string[] | undefined {
  if (first.has(pronoun)) {
    const [name] = peopleOf(meSaid.exec(before)?.[1] ?? '')
    return name === undefined ? undefined : [name]
  }
  if (!she.has(pronoun) && !they.has(pronoun)) return undefined
  const row = lettersOf(parts)
  const here = parts.findLast(({ letter }, at) => letter === 'P' && !/L[gtw]{0,2}$/.test(row.slice(0, at)))
  const last = here?.names ?? lastNamed(before)
  const all = new Set(peopleIn(before).flat())
  // "Elf Jahre Kassenwart" looks like somebody.
  const given = all.size > 1 ? [...all].filter(isGiven) : [...all]
  const names = last.length === 0 && given.length === 1 ? given : last
  // "2020 gründeten sie …", "2014 haben sie …": of "sie" the verb tells how many.
  const { letter, text: verb } = parts.at(-1) ?? { letter: '', text: '' }
  const areSeveral =
    they.has(pronoun) && (letter === 'V' ? /en$/.test(verb) : ofSeveral.has(verb.toLowerCase()))
  if (names.length === 1 && she.has(pronoun) && !areSeveral) return names
  if (!they.has(pronoun)) return []
  const some = [...new Set([...peopleIn(before).flat(), ...names])]
  // "Rue Saint-Denis" looks like one of them.
  const two = some.length > 2 ? some.filter(isGiven) : some
  return names.length > 1 ? names : two.length === 2 ? two : []
}

/** Those whom one word means; nobody where it means nobody that is named. */
export function whoIsMeant(word: string, parts: Part[], before: string, site: CrawledSite): string[] {
  // "Hun" is "she" there, and "their" in Dutch.
  const low = word === 'hun' && /^(?:da|no|nb)/.test(site.start.lang) ? 'hon' : word.toLowerCase()
  const named = namedIn(before).get(word) ?? []
  return meant(low, parts, before) ?? firstNames(site).get(word) ?? (named.length === 1 ? named : [])
}
