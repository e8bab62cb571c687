// When a product of the demo went live, and who voted for it, followed it and looked at it since.
import { day_ms, dayOf } from '../../days.ts'
import { chance, pick } from './chance.ts'
import type { DemoProduct } from './demo.ts'

const week_ms = 7 * day_ms

/** Somebody and a moment; the person is a position in the list of voters. */
export type Deed = { person: number; at: string }
export type Activity = {
  launch_week: string
  live_at: string | null
  created_at: string
  /** Oldest first. */
  votes: Deed[]
  week_votes: number
  follows: Deed[]
  views: { viewed_on: string; views: number }[]
}

export function activityOf(product: DemoProduct, now: Date, people: number): Activity {
  const next = chance(product.slug)
  const begin = mondayOf(now) + product.week * week_ms
  const close = begin + week_ms
  const live = product.week > 0 ? null : liveSince(product, begin, now.getTime(), next)
  const created = (live ?? now.getTime() - 20 * day_ms) - (30 + 20 * next()) * day_ms
  const [in_week, later] = product.votes
  const voters = pick(in_week + later, people, next)
  const votes =
    live === null
      ? []
      : voters.map((person, index) =>
          index < in_week
            ? { person, at: instantBetween(live, Math.min(close, now.getTime()), next() ** 1.6) }
            : { person, at: instantBetween(close, now.getTime(), next() ** 1.3) },
        )
  const followers = live === null ? 4 + 10 * next() : voters.length * (0.25 + 0.6 * next())
  const views = live === null ? 40 + 90 * next() : 60 + voters.length * (9 + 24 * next())
  return {
    launch_week: dayOf(new Date(begin)),
    live_at: live === null ? null : instant(live),
    created_at: instant(created),
    votes: votes.sort((a, b) => (a.at < b.at ? -1 : 1)),
    week_votes: live === null ? 0 : in_week,
    follows: pick(Math.floor(followers), people, next).map((person) => ({
      person,
      at: instantBetween(live ?? created, now.getTime(), next()),
    })),
    views: spread(Math.floor(views), live ?? created, now.getTime()),
  }
}

/** A free launch is live with its week; a paid one some hours into it, or since today. */
function liveSince(product: DemoProduct, begin: number, now: number, next: () => number): number {
  if (product.today) {
    const today = Math.floor(now / day_ms) * day_ms
    return today + (now - today) * 0.6 * next()
  }
  if (product.plan === 'free') return begin
  return begin + Math.min(now - begin, 3 * day_ms) * 0.6 * next()
}

/** The views by day, at most on three weeks of days, most of them near the launch. */
function spread(views: number, from: number, now: number): Activity['views'] {
  const first = Math.floor(from / day_ms)
  const last = Math.floor(now / day_ms)
  const step = Math.max(1, Math.ceil((last - first + 1) / 21))
  const days: Activity['views'] = []
  let left = views
  for (let day = first; left > 0; day += step) {
    const share = day + step > last ? left : Math.ceil(left * 0.3)
    days.push({ viewed_on: dayOf(new Date(day * day_ms)), views: share })
    left -= share
  }
  return days
}

function mondayOf(now: Date): number {
  const midnight = Math.floor(now.getTime() / day_ms) * day_ms
  return midnight - ((now.getUTCDay() + 6) % 7) * day_ms
}

export function instant(ms: number): string {
  return new Date(Math.floor(ms)).toISOString()
}

export function instantBetween(from: number, to: number, part: number): string {
  return instant(from + (to - from) * part)
}
