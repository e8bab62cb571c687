// When a product of the demo went live, and who voted for it, followed it and viewed it since: always the same for the
// same slug and moment, so that the demo is the same on every machine.
import { beginOf, day_ms, dayOf } from '../../days.ts'
import { addWeeks, weekOf } from '../launches/week.ts'

export type Launch = {
  slug: string
  plan: 'free' | 'launch'
  /** Launch week, counted from the week of loading: 0 is this week, 1 the next. */
  week: number
  /** Live since today; otherwise since its week began, or for a paid launch some hours into it. */
  today?: true
  /** Votes within the launch week, and those that came after it closed. */
  votes: [in_week: number, later: number]
}

/** Numbers from 0 up to 1 that are always the same for the same seed. */
export function chance(seed: string): () => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `count` different numbers below the limit, unordered. */
export function pick(count: number, limit: number, next: () => number): number[] {
  const all = Array.from({ length: limit }, (_, index) => index)
  for (let index = 0; index < count; index += 1) {
    const other = index + Math.floor(next() * (limit - index))
    ;[all[index], all[other]] = [all[other]!, all[index]!]
  }
  return all.slice(0, count)
}

export function instant(ms: number): string {
  return new Date(Math.floor(ms)).toISOString()
}

export function instantBetween(from: number, to: number, part: number): string {
  return instant(from + (to - from) * part)
}

/** What happened to a listing, the votes oldest first; a person is a position in the list of voters. */
export function activityOf(product: Launch, now: Date, people: number) {
  const next = chance(product.slug)
  const launch_week = addWeeks(weekOf(now), product.week)
  const begin = Date.parse(beginOf(launch_week))
  const close = Date.parse(beginOf(addWeeks(launch_week, 1)))
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
    launch_week,
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
function liveSince(product: Launch, begin: number, now: number, next: () => number): number {
  if (product.today) {
    const today = Math.floor(now / day_ms) * day_ms
    return today + (now - today) * 0.6 * next()
  }
  if (product.plan === 'free') return begin
  return begin + Math.min(now - begin, 3 * day_ms) * 0.6 * next()
}

/** The views by day, spread over three weeks at most, most of them near the launch. */
function spread(views: number, from: number, now: number): { viewed_on: string; views: number }[] {
  const first = Math.floor(from / day_ms)
  const last = Math.floor(now / day_ms)
  const step = Math.max(1, Math.ceil((last - first + 1) / 21))
  const days: { viewed_on: string; views: number }[] = []
  let left = views
  for (let day = first; left > 0; day += step) {
    const share = day + step > last ? left : Math.ceil(left * 0.3)
    days.push({ viewed_on: dayOf(new Date(day * day_ms)), views: share })
    left -= share
  }
  return days
}
