// The states of a listing (specification 3.3), and how each event changes them. Pure.
//
//   draft → awaiting_badge → scheduled → live on the free plan · scheduled or live when paid · suspended by the team ·
//   withdrawn. Once launched, a listing keeps its week and its votes, whatever happens to it later.
import type { Listing } from '../../storage/listings/read.ts'
import { addWeeks, weekOf } from '../launches/week.ts'

export type Standing = Pick<Listing, 'status' | 'plan' | 'launch_week' | 'live_at' | 'status_reason'>

/** Why an event cannot happen to a listing. */
export type Hindrance = 'paid_already' | 'suspended' | 'withdrawn'

type Turn = Standing | Hindrance

export const isHindered = (turn: Turn): turn is Hindrance => typeof turn === 'string'

/** The owner chooses the free plan and a week; with `moves`, a listing that has not launched moves to another week. */
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
 * Badge and founder profile are both there: the launch is scheduled for its week, or the next one. A listing
 * that had launched before and lost its badge is live again at once.
 */
export function conditionsMet(listing: Standing, now: Date): Standing {
  if (listing.status !== 'awaiting_badge') return listing
  if (listing.live_at !== null) return { ...listing, status: 'live' }
  return { ...listing, status: 'scheduled', launch_week: notBefore(nextWeek(now), listing.launch_week) }
}

/** The badge or the founder profile is missing again before the launch. A paid launch has no such conditions. */
export function conditionsLost(listing: Standing): Standing {
  return listing.status === 'scheduled' && listing.plan === 'free'
    ? { ...listing, status: 'awaiting_badge' }
    : listing
}

/**
 * A launch week has begun, or several while the service was down. Scheduled listings go live this week, so that
 * people can still vote; the others wait for the next week.
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

/** A live free listing was warned, and its badge did not come back in time. */
export function graceEnds(listing: Standing): Standing {
  return listing.status === 'live' && listing.plan === 'free'
    ? { ...listing, status: 'awaiting_badge' }
    : listing
}

/** The launch was paid: live at once, or in the chosen week. A listing that is live already stays in its week. */
export function launchPaid(listing: Standing, week: string | 'now', now: Date): Turn {
  if (listing.status === 'suspended' || listing.status === 'withdrawn') return listing.status
  if (listing.plan === 'launch') return 'paid_already'
  const paid: Standing = { ...listing, plan: 'launch', status_reason: null }
  if (listing.live_at !== null) return { ...paid, status: 'live' }
  if (week === 'now' || week <= weekOf(now))
    return { ...paid, status: 'live', launch_week: weekOf(now), live_at: now.toISOString() }
  return { ...paid, status: 'scheduled', launch_week: week }
}

/** The site team hides a listing, with a reason. */
export function suspend(listing: Standing, reason: string): Turn {
  if (listing.status === 'withdrawn') return 'withdrawn'
  return { ...listing, status: 'suspended', status_reason: reason }
}

/** The site team reinstates a suspended listing, in the state it would have by now. */
export function reinstate(listing: Standing, now: Date): Standing {
  if (listing.status !== 'suspended') return listing
  const free: Standing = { ...listing, status_reason: null }
  if (listing.live_at !== null) return { ...free, status: 'live' }
  if (listing.plan === null) return { ...free, status: 'draft' }
  const launch_week = notBefore(nextWeek(now), listing.launch_week)
  return { ...free, status: listing.plan === 'free' ? 'awaiting_badge' : 'scheduled', launch_week }
}

/** The owner withdraws the listing; its address may be listed again. */
export function withdraw(listing: Standing): Standing {
  return { ...listing, status: 'withdrawn' }
}

function nextWeek(now: Date): string {
  return addWeeks(weekOf(now), 1)
}

function notBefore(earliest: string, week: string | null): string {
  return week === null || week < earliest ? earliest : week
}
