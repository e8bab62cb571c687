/*
 * What the rule let pass, each value beside the whole lines it rests on and the headings over them, for somebody to read
 * once more. A second reading can only take away.
 */
import { openSite } from '../facts/names.ts'
import type { Evidence, ExtractedProfile, ReadPage } from '../profile.ts'
import { linesQuoted } from './quotes.ts'

export type Passed = { field: string; says: string; lines: string[] }

const mostLines = 6
const longestLine = 4000

type Kept = { value: unknown; evidence: Evidence[] }

/** Every value of a profile that somebody might doubt, in one order. */
function valuesOf(profile: ExtractedProfile): { field: string; kept: Kept }[] {
  return Object.entries(profile).flatMap(([field, found]) => {
    if (found === null || /_socials$|_url$/.test(field)) return []
    return [found].flat().map((kept) => ({ field, kept: kept as Kept }))
  })
}

export function passedOf(profile: ExtractedProfile, pages: ReadPage[], start_url: string): Passed[] {
  const site = openSite(pages, start_url)
  if (!site) return []
  return valuesOf(profile).map(({ field, kept }) => ({
    field,
    says: typeof kept.value === 'string' ? kept.value : JSON.stringify(kept.value),
    lines: linesQuoted(kept.evidence, site)
      .lines.slice(0, mostLines)
      .map(({ text, heads }) => [...heads.slice(-2).map((head) => head.text), text].join(' › '))
      .map((line) => line.slice(0, longestLine)),
  }))
}

/** The profile less the values at these places of `passedOf`. */
export function without(profile: ExtractedProfile, refused: ReadonlySet<number>): ExtractedProfile {
  const gone = new Set([...valuesOf(profile)].flatMap(({ kept }, at) => (refused.has(at) ? [kept] : [])))
  const left = Object.entries(profile).map(([field, found]) => {
    if (Array.isArray(found)) return [field, found.filter((kept) => !gone.has(kept as Kept))]
    return [field, found !== null && gone.has(found as Kept) ? null : found]
  })
  return Object.fromEntries(left) as ExtractedProfile
}
