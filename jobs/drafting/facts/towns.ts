/** Some seven thousand towns of the world, by every name the list has for them. */
import { cityMapping } from 'city-timezones'
import { plainName } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'

const places = wordsIn('places')
const alsoWords = places.setOf('towns_and_words')
/** Of smaller ones a name alone says too little. */
const few = 3000
const inhabitants = new Map<string, Map<string, number>>()
for (const { city, city_ascii, iso2, pop } of cityMapping)
  for (const name of new Set([city, city_ascii].map(plainName))) {
    const countries = inhabitants.get(name) ?? new Map<string, number>()
    countries.set(iso2, Math.max(pop, countries.get(iso2) ?? 0))
    inhabitants.set(name, countries)
  }
for (const one of places.setOf('towns')) {
  const [name, country] = one.replaceAll('_', ' ').split('=') as [string, string]
  inhabitants.set(plainName(name), new Map([[country, few]]))
}

const regions = new Set(cityMapping.map(({ province }) => plainName(province ?? '')))
/** "Nova Scotia": a province, state or region of several words. */
export const isRegion = (name: string): boolean => name.includes(' ') && regions.has(plainName(name))

/**
 * The countries that have a town of this name, the largest town's first; none of what is no town. One ten times smaller
 * than the largest is not meant where nothing else is said.
 */
export function countriesOfTown(name: string): string[] {
  const key = plainName(name)
  if (alsoWords.has(key)) return []
  const all = [...(inhabitants.get(key) ?? [])].toSorted(([, a], [, b]) => b - a)
  const most = all[0]?.[1] ?? 0
  return most < few ? [] : all.filter(([, some]) => some * 10 > most).map(([country]) => country)
}
