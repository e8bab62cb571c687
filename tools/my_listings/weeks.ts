// The weeks a listing may launch in: free ones, paid ones, and how many listings launch in each.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Site } from '../../storage/sites.ts'
import type { Storage } from '../../storage/storage.ts'
import { Refusal } from '../errors.ts'
import { addWeeks, weekMeant, weekOf } from '../launches/week.ts'
import { timeLeft } from '../orders/effects.ts'

/** How many weeks of each kind are offered; a later one may be requested by date. */
const [paidShown, freeShown] = [2, 5]
/** How many weeks ahead a launch may be planned. */
export const furthestWeek_ahead = 52

export const launchOptions = z.object({
  now_ends_in: z.string().describe('How long votes can still be given this week'),
  paid_until: z.string().describe('Last week of a paid launch; weeks has the next few of each kind'),
  weeks: z.array(
    z.object({ week: z.string(), booked: z.int(), free: z.boolean().describe('Else paid launch only') }),
  ),
  prices: z.array(z.object({ product: z.string(), net_cents: z.int() })),
})

type Planned = Pick<Listing, 'id' | 'site_id' | 'status' | 'live_at'>
type Asked = { storage: Storage; now: Date }

const isToLaunch = ({ status, live_at }: Planned): boolean =>
  live_at === null && status !== 'suspended' && status !== 'withdrawn'

/** What can be chosen before the launch; null once there is nothing to choose. */
export async function launchOptionsOf(
  listing: Planned,
  { storage, now }: Asked,
): Promise<z.output<typeof launchOptions> | null> {
  if (!isToLaunch(listing)) return null
  const site = await siteOf(listing, storage)
  const current = weekOf(now)
  const weeks = await weeksFrom(site, { storage, now }, addWeeks(current, 1))
  const paid = weeks.filter(({ free }) => !free).slice(0, paidShown)
  const products = await storage.products.active(site.id)
  return {
    now_ends_in: timeLeft(now),
    paid_until: addWeeks(current, furthestWeek_ahead),
    weeks: [...paid, ...weeks.filter(({ free }) => free).slice(0, freeShown)],
    prices: products.flatMap(({ key, kind, amount_cents }) =>
      kind !== 'billboard' && amount_cents !== null ? [{ product: key, net_cents: amount_cents }] : [],
    ),
  }
}

/** The requested week of the free queue, or the first with room; refused if there is none. */
export async function freeWeekFor(
  listing: Planned & Pick<Listing, 'launch_week' | 'plan'>,
  asked: string | undefined,
  { storage, now }: Asked,
): Promise<string> {
  const site = await siteOf(listing, storage)
  const first = firstFree(site, now)
  const weeks = (await weeksFrom(site, { storage, now }, first)).filter(
    ({ free, week }) => free || (listing.plan === 'free' && week === listing.launch_week),
  )
  if (asked === undefined) return weeks[0]?.week ?? addWeeks(first, furthestWeek_ahead)
  const day = weekMeant(asked) ?? asked
  const isDay = z.iso.date().safeParse(day).success
  const found = isDay && weeks.find(({ week }) => week === weekOf(new Date(`${day}T00:00:00.000Z`)))
  if (found) return found.week
  const offered = weeks.slice(0, freeShown).map(({ week }) => week)
  const message = `Must be a date as YYYY-MM-DD in a free week that has room. The next are ${offered.join(', ')}.`
  throw new Refusal('invalid_input', `week: ${message}`, {
    errors: [{ pointer: '/week', code: 'not_free', message }],
    next_steps: offered.slice(0, 1).map((week) => ({
      tool: 'choose_free_listing',
      arguments: { listing_id: listing.id, week },
      why: 'Takes the first free week that has room',
    })),
  })
}

/** Where the free queue begins: never before the next Monday. */
const firstFree = (site: Site, now: Date): string => addWeeks(weekOf(now), Math.max(1, site.free_queue_weeks))

async function weeksFrom(site: Site, { storage, now }: Asked, from: string) {
  const all = Array.from({ length: furthestWeek_ahead }, (_, ahead) => addWeeks(from, ahead))
  const booked = await storage.listings.bookedIn(site.id, from, all.at(-1)!)
  const begin = firstFree(site, now)
  return all.map((week) => {
    const here = booked.filter((one) => one.week === week)
    const of = (plan?: string) =>
      here.reduce((sum, one) => sum + (plan === undefined || one.plan === plan ? one.count : 0), 0)
    const hasRoom = site.free_week_cap === null || of('free') < site.free_week_cap
    return { week, booked: of(), free: week >= begin && hasRoom }
  })
}

async function siteOf({ site_id }: Planned, storage: Storage): Promise<Site> {
  return (await storage.sites.all()).find((one) => one.id === site_id)!
}
