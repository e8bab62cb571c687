// How many drafts are kept, and for how long: twelve pages of a hostile site are six megabytes.
import { addDays } from '../../days.ts'

/** Days for which a page is kept as fetched, and after which an untouched draft no longer counts as open. */
export const keptDays = 90
/** The most open drafts of one person. */
export const mostOpenDrafts = 100

/** Drafts last touched before this instant no longer count. */
export function keptSince(now: Date): string {
  return addDays(now, -keptDays).toISOString()
}
