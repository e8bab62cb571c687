// The ranks of a week's launches: current ones while it runs, final ones once it is closed.
import type { Storage } from '../../storage/storage.ts'
import type { Week } from '../../storage/weeks.ts'
import { rules } from '../votes/rules.ts'
import { tellWebhooks } from '../webhooks/tell.ts'
import { weekOf } from './week.ts'

/** How many ranks of a week get an award. */
const awardedPlaces = 3

/** Closes a week: freezes its ranks, and gives awards to the first launches with votes. Call inside a transaction. */
export async function closeWeek(storage: Storage, over: Week, now: Date): Promise<void> {
  const { weeks, webhooks } = storage
  if (!(await weeks.close(over, now.toISOString(), rules.version))) return
  const { ranked } = await weeks.results(over.site_id, over.week, { limit: awardedPlaces, offset: 0 })
  for (const { id: listing_id, place, week_votes: votes } of ranked)
    if (votes > 0) await weeks.award({ ...over, period: over.week, place, listing_id, votes })
  for (const { user_id, ...place } of await webhooks.placesIn(over)) {
    const data = { ...place, week: over.week }
    await tellWebhooks(storage, [user_id], { type: 'week.closed', data, site_id: over.site_id, now })
  }
}

type RankedLaunch = { id: number; week_votes: number; rank: number }

/** The launches of a week with their ranks: final ones if the week is closed, else current ones. */
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
