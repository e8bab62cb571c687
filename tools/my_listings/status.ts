// The life of a listing (specification 3.3): what each thing that happens makes of each status. Pure.
//
//   draft → awaiting_badge → scheduled → live on the free plan · scheduled or live when paid · suspended by the team ·
//   withdrawn. What has launched once keeps its week and its votes, whatever happens to it later.
import type { Listing } from '../../storage/listings/read.ts'
import { addWeeks, weekOf } from '../launches/week.ts'

export type Standing = Pick<Listing, 'status' | 'plan' | 'launch_week' | 'live_at' | 'status_reason'>

/** Why something cannot happen to a listing. */
export type Hindrance = 'paid_already' | 'suspended' | 'withdrawn'

type Turn = Standing | Hindrance

export const isHindered = (turn: Turn): turn is Hindrance => typeof turn === 'string'

/** The owner chooses the free plan and a week of its queue; choosing another moves what has not launched. */
export function queueForFree(listing: Standing, launch_week: string, moves = false): Turn {
  if (listing.status === 'suspended' || listing.status === 'withdrawn') return listing.status
  if (listing.plan === 'launch') return 'paid_already'
  if (listing.status !== 'draft')
    return moves && listing.plan === 'free' && listing.live_at === null
      ? { ...listing, launch_week }
      : listing
  return { ...listing, status: 'awaiting_badge', plan: 'free', launch_week, status_reason: null }
}

/**
 * Badge and founder profile are both there: the launch is fixed, in the week it waits for or the next. What had
 * launched before and lost its badge is back at once.
 */
export function conditionsMet(listing: Standing, now: Date): Standing {
  if (listing.status !== 'awaiting_badge') return listing
  if (listing.live_at !== null) return { ...listing, status: 'live' }
  return { ...listing, status: 'scheduled', launch_week: notBefore(nextWeek(now), listing.launch_week) }
}

/** The badge or the founder profile has gone again before the launch. A paid launch has no such conditions. */
export function conditionsLost(listing: Standing): Standing {
  return listing.status === 'scheduled' && listing.plan === 'free'
    ? { ...listing, status: 'awaiting_badge' }
    : listing
}

/**
 * A launch week has begun, or several have while nobody was there. Who is scheduled goes live, in a week that people
 * can still vote in; who is not ready waits for the next one.
 */
export function weekBegins(listing: Standing, now: Date): Standing {
  const week = weekOf(now)
  if (listing.launch_week === null || listing.launch_week > week) return listing
  if (listing.status === 'scheduled')
    return { ...listing, status: 'live', launch_week: week, live_at: now.toISOString() }
  if (listing.status === 'awaiting_badge' && listing.live_at === null)
    return { ...listing, launch_week: nextWeek(now) }
  return listing
}

/** A live free listing was warned, and the badge has not come back. */
export function graceEnds(listing: Standing): Standing {
  return listing.status === 'live' && listing.plan === 'free'
    ? { ...listing, status: 'awaiting_badge' }
    : listing
}

/** The launch product is paid: live at once, or in the week that was chosen. What is live already stays in its week. */
export function launchPaid(listing: Standing, week: string | 'now', now: Date): Turn {
  if (listing.status === 'suspended' || listing.status === 'withdrawn') return listing.status
  if (listing.plan === 'launch') return 'paid_already'
  const paid: Standing = { ...listing, plan: 'launch', status_reason: null }
  if (listing.live_at !== null) return { ...paid, status: 'live' }
  if (week === 'now' || week <= weekOf(now))
    return { ...paid, status: 'live', launch_week: weekOf(now), live_at: now.toISOString() }
  return { ...paid, status: 'scheduled', launch_week: week }
}

/** The site team takes a listing out of sight, and says why. */
export function suspend(listing: Standing, reason: string): Turn {
  if (listing.status === 'withdrawn') return 'withdrawn'
  return { ...listing, status: 'suspended', status_reason: reason }
}

/** The site team lets a suspended listing go on where it would be by now. */
export function reinstate(listing: Standing, now: Date): Standing {
  if (listing.status !== 'suspended') return listing
  const free: Standing = { ...listing, status_reason: null }
  if (listing.live_at !== null) return { ...free, status: 'live' }
  if (listing.plan === null) return { ...free, status: 'draft' }
  const launch_week = notBefore(nextWeek(now), listing.launch_week)
  return { ...free, status: listing.plan === 'free' ? 'awaiting_badge' : 'scheduled', launch_week }
}

/** The owner withdraws the listing; its address is free for another. */
export function withdraw(listing: Standing): Standing {
  return { ...listing, status: 'withdrawn' }
}

function nextWeek(now: Date): string {
  return addWeeks(weekOf(now), 1)
}

function notBefore(earliest: string, week: string | null): string {
  return week === null || week < earliest ? earliest : week
}
