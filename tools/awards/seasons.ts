// Years and programmes that are over: their first three are the listings with the most votes in their own launch week.
import type { Storage } from '../../storage/storage.ts'
import { weekOf } from '../launches/week.ts'

const awardedPlaces = 3

type Won = { kind: 'year' | 'programme'; period: string; week: string; site_id: number }

async function give({ weeks }: Storage, won: Won, ranked: readonly { id: number; votes: number }[]) {
  for (const [at, { id: listing_id, votes }] of ranked.entries())
    if (votes > 0) await weeks.award({ ...won, place: at + 1, listing_id, votes })
}

/** Closes years and programmes whose last week is closed, not just over. Call it inside a transaction. */
export async function closeSeasons(storage: Storage, now: Date): Promise<void> {
  const this_week = weekOf(now)
  const open = await storage.weeks.unclosed(this_week)
  const isOpen = (site_id: number, to_week: string) =>
    open.some((one) => one.site_id === site_id && one.week <= to_week)
  for (const programme of await storage.programmes.over(this_week)) {
    const { site_id, slug: period, to_week: week } = programme
    if (isOpen(site_id, week)) continue
    const first = await storage.programmes.board(programme, awardedPlaces)
    await give(storage, { kind: 'programme', period, week, site_id }, first)
    await storage.programmes.close(programme.id, now.toISOString())
  }
  // A week belongs to the year of its Monday.
  const year = String(Number(this_week.slice(0, 4)) - 1)
  const [from_week, to_week] = [`${year}-01-01`, `${year}-12-31`]
  for (const { id: site_id } of await storage.sites.all()) {
    if (isOpen(site_id, to_week) || (await storage.programmes.isAwarded(site_id, 'year', year))) continue
    const ranked = await storage.programmes.ranked({ site_id, from_week, to_week }, awardedPlaces)
    const week = weekOf(new Date(`${to_week}T00:00:00.000Z`))
    await give(storage, { kind: 'year', period: year, week, site_id }, ranked)
  }
}
