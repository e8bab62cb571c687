// How much of drafts is kept, and for how long: twelve pages of a hostile site are six megabytes.
import { addDays } from '../../days.ts'

/** How long a page is kept as it was read, and how long a draft counts that nobody touches. */
export const keptDays = 90
/** Drafts of one person that were neither submitted nor left alone for so long. */
export const mostOpenDrafts = 100

/** The instant before which nothing counts any more. */
export function keptSince(now: Date): string {
  return addDays(now, -keptDays).toISOString()
}
