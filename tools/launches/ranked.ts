import type { Storage } from '../../storage/storage.ts'
import { weekOf } from './week.ts'

export type RankedLaunch = { id: number; week_votes: number; rank: number }

/** The launches of a week with their ranks: as they were frozen when it closed, or as they stand until then. */
export async function rankedIn(
  { weeks, listings }: Storage,
  at: { site_id: number; week: string; now: Date },
  window: { limit: number; offset: number },
): Promise<{ ranked: RankedLaunch[]; total: number; closed: boolean }> {
  const { site_id, week, now } = at
  if (week < weekOf(now) && (await weeks.isClosed(at))) {
    const { ranked, total } = await weeks.results(site_id, week, window)
    return { ranked: ranked.map(({ place, ...one }) => ({ ...one, rank: place })), total, closed: true }
  }
  const { ranked, total } = await listings.launchedIn(site_id, week, window)
  return {
    ranked: ranked.map((one, index) => ({ ...one, rank: window.offset + index + 1 })),
    total,
    closed: false,
  }
}
