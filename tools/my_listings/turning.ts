// How jobs apply the rules of status.ts: each reads the listing again, applies a rule, saves the change, and tells the
// owners. Everything here runs in the transaction of the job, and running it twice changes nothing.
import type { Storage } from '../../storage/storage.ts'
import { addDays } from '../../days.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { applyProof } from '../claims/proven.ts'
import { tellOfLaunch } from '../follows/tell_followers.ts'
import { tellWebhooksOf } from '../webhooks/tell.ts'
import { hasCompleteProfile, isSeen } from './launch.ts'
import { tellOwners, type LetterKind } from './letters.ts'
import { conditionsLost, conditionsMet, graceEnds, weekBegins, type Standing } from './status.ts'
import { turn } from './turn.ts'
import { madeByItself } from './versions.ts'

const graceDays = 7

type Moment = { now: Date; public_url: string }

/** After a check of the homepage; `outcome` is "seen", or the reason why the badge was not seen. */
export async function afterLook(storage: Storage, listing_id: number, outcome: string, moment: Moment) {
  const { now } = moment
  const listing = await storage.listings.byId(listing_id)
  const check = await storage.badge_checks.of(listing_id)
  if (listing === undefined || check === undefined) return
  const isFree = listing.plan === 'free' && listing.status !== 'draft' && listing.status !== 'withdrawn'
  if (!isFree) return storage.badge_checks.end(listing_id)
  const at = now.toISOString()
  const later = (days: number) => addDays(now, days).toISOString()
  const seen = outcome === 'seen'
  const checked = { checked_at: at, fault: seen ? null : outcome, ...(seen && { seen_at: at }) }
  if (listing.status !== 'live') {
    await storage.badge_checks.change(listing_id, {
      ...checked,
      next_check_at: later(listing.status === 'awaiting_badge' ? 0.25 : 1),
    })
    return applyConditions(storage, listing_id, seen, moment)
  }
  if (seen) {
    const calm = { warned_at: null, grace_ends_at: null, next_check_at: later(7) }
    return storage.badge_checks.change(listing_id, { ...checked, ...calm })
  }
  if (check.warned_at === null) {
    const warned = { warned_at: at, grace_ends_at: later(graceDays), next_check_at: later(1) }
    await storage.badge_checks.change(listing_id, { ...checked, ...warned })
    await tellBadgeMissing(storage, listing, warned.grace_ends_at, now)
    return tellOwners(storage, listing, 'badge_gone', { ...moment, fault: outcome })
  }
  if (check.grace_ends_at! > at) {
    const next = later(1) < check.grace_ends_at! ? later(1) : check.grace_ends_at!
    return storage.badge_checks.change(listing_id, { ...checked, next_check_at: next })
  }
  const calm = { warned_at: null, grace_ends_at: null, next_check_at: later(1) }
  await storage.badge_checks.change(listing_id, { ...checked, ...calm })
  if (await turnAndTell(storage, listing_id, graceEnds, 'grace_ended', moment))
    await tellBadgeMissing(storage, { ...listing, ...graceEnds(listing) }, null, now)
}

async function tellBadgeMissing(
  storage: Storage,
  { id: listing_id, slug, status, site_id }: Pick<Listing, 'id' | 'slug' | 'status' | 'site_id'>,
  grace_ends_at: string | null,
  now: Date,
): Promise<void> {
  const data = { listing_id, slug, status, grace_ends_at }
  await tellWebhooksOf(storage, listing_id, { type: 'badge.missing', data, site_id, now })
}

/** Schedules the launch or cancels that, from whether the badge was seen and the founder profile is complete. */
async function applyConditions(
  storage: Storage,
  listing_id: number,
  seen: boolean,
  moment: Moment,
): Promise<void> {
  const isReady = seen && (await hasCompleteProfile(storage, listing_id))
  const rule = (listing: Standing) => (isReady ? conditionsMet(listing, moment.now) : conditionsLost(listing))
  const kind = isReady ? 'conditions_met' : 'conditions_lost'
  if (!(await turnAndTell(storage, listing_id, rule, kind, moment)) || seen) return
  await tellBadgeMissing(storage, (await storage.listings.byId(listing_id))!, null, moment.now)
}

/** Schedules the launch if the badge was seen and the founder profile is complete by now. */
export async function applyProfile(storage: Storage, listing_id: number, moment: Moment): Promise<void> {
  if (!isSeen(await storage.badge_checks.of(listing_id))) return
  if (await hasCompleteProfile(storage, listing_id)) await applyConditions(storage, listing_id, true, moment)
}

/** After the owners changed, and with them the proof and the founder profile that count. */
export async function applyOwners(storage: Storage, listing_id: number, moment: Moment): Promise<void> {
  await applyProof(storage, listing_id)
  const isFree = (await storage.listings.byId(listing_id))?.plan === 'free'
  if (isFree)
    await applyConditions(storage, listing_id, isSeen(await storage.badge_checks.of(listing_id)), moment)
}

/** After a person saved their founder profile: schedules their listings that lacked only that. */
export async function applyProfileOf(storage: Storage, user_id: number, moment: Moment): Promise<void> {
  for (const id of await storage.badge_checks.waitingWithBadgeOf(user_id))
    await applyProfile(storage, id, moment)
}

/** Its launch week has begun: the listing goes live, or waits for the next week. */
export async function startWeek(storage: Storage, listing_id: number, moment: Moment): Promise<void> {
  const check = await storage.badge_checks.of(listing_id)
  // A listing without a badge check, such as one of the demo, needs no badge.
  const isReady = check === undefined || (isSeen(check) && (await hasCompleteProfile(storage, listing_id)))
  const rule = (one: Standing) => weekBegins(isReady ? one : conditionsLost(one), moment.now)
  const kind = ({ status }: Standing) => (status === 'live' ? 'launched' : 'moved')
  const isTurned = await turnAndTell(storage, listing_id, rule, kind, moment)
  if (!isTurned || check === undefined || isSeen(check)) return
  await tellBadgeMissing(storage, (await storage.listings.byId(listing_id))!, null, moment.now)
}

async function turnAndTell(
  storage: Storage,
  listing_id: number,
  rule: (listing: Standing) => Standing,
  kindOf: LetterKind | ((turned: Standing) => LetterKind),
  moment: Moment,
): Promise<boolean> {
  const listing = await storage.listings.byId(listing_id)
  if (listing === undefined) return false
  const turned = rule(listing)
  const kind = typeof kindOf === 'string' ? kindOf : kindOf(turned)
  if (!(await turn(storage, listing, turned, madeByItself(kind, moment.now)))) return false
  if (kind === 'launched') await tellOfLaunch(storage, listing, moment)
  await tellOwners(storage, { ...listing, ...turned }, kind, moment)
  return true
}
