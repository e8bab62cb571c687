/*
 * What the lines of a site give for a fact, each value with where it was seen. The drafter picks from these, and what
 * a model claims is believed only where it is one of them and its quote points at a place it was seen.
 */
import { foldedLine, type Line } from '../page/lines.ts'
import type { CrawledSite } from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence, ProvenOrNull } from '../profile.ts'

export type Sighting<T> = { value: T; score: number; evidence: Evidence }

const shown = 3

/** The values with all that speaks for them, the likeliest first. */
type Ranked<T> = { value: T; score: number; evidence: Evidence[] }
export function ranked<T>(
  sightings: Sighting<T>[],
  keyOf: (value: T) => unknown = (value) => value,
): Ranked<T>[] {
  const groups = Map.groupBy(sightings, ({ value }) => keyOf(value))
  return [...groups.values()]
    .map((some) => ({
      value: some[0]!.value,
      score: Math.max(...some.map(({ score }) => score)),
      evidence: some.toSorted((one, other) => other.score - one.score).map(({ evidence }) => evidence),
    }))
    .sort((one, other) => other.score - one.score)
}

/** Those that speak for a value most: what a weaker one says beside them is of something else. */
export const strongest = <T>(sightings: Sighting<T>[]): Sighting<T>[] => {
  const most = Math.max(...sightings.map(({ score }) => score))
  return sightings.filter(({ score }) => score === most)
}

/** The one value that nothing as strong contradicts. */
export function agreed<T>(sightings: Sighting<T>[]): ProvenOrNull<T> {
  const [first, second] = ranked(sightings)
  if (!first || (second && second.score >= first.score)) return null
  return { value: first.value, evidence: first.evidence.slice(0, shown) }
}

/** Found once for each site or each page, whoever asks. */
export function remembered<T, K extends object = CrawledSite>(find: (of: K) => T): (of: K) => T {
  const results = new WeakMap<K, { result: T }>()
  return (of) => {
    const kept = results.get(of) ?? { result: find(of) }
    results.set(of, kept)
    return kept.result
  }
}

const several = 3
/** What so many pages say is of none of them: a foot without a mark. */
export const onSeveralPages = remembered(({ lines }): ReadonlySet<string> => {
  const places = Map.groupBy(
    lines.filter(({ kind }) => kind === 'visible'),
    ({ text }) => text,
  )
  const pagesOf = (some: Line[]): number => new Set(some.map(({ url }) => url)).size
  return new Set([...places].flatMap(([text, some]) => (pagesOf(some) < several ? [] : text)))
})

const mostPlaces = 40

/** A page may say the same ten thousand times; of each value a few places are enough. */
export function fewOfEach<T>(
  sightings: Sighting<T>[],
  keyOf: (value: T) => unknown = (value) => value,
): Sighting<T>[] {
  const counts = new Map<unknown, number>()
  return sightings.filter(({ value }) => {
    const key = keyOf(value)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < mostPlaces
  })
}

/** Does one of the quoted lines hold a place where the value was seen? */
export function isSeen(sightings: { evidence: Evidence }[], quoted: Line[]): boolean {
  return sightings.some(({ evidence }) =>
    evidence.quote.split('\n').some((part) => {
      const wanted = fold(part)
      return quoted.some((line) => {
        if (line.url !== evidence.url) return false
        const said = foldedLine(line)
        return said.includes(wanted) || (line.text.length > 3 && wanted.includes(said))
      })
    }),
  )
}
