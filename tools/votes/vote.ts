// Giving a vote and taking it back: on the site only, and no operation (specification 1.7).
import { z } from 'zod'
import type { Storage } from '../../storage/storage.ts'
import { beginOf } from '../../days.ts'
import { defineAction, type ActionContext } from '../action.ts'
import { Refusal } from '../errors.ts'
import { weekOf } from '../launches/week.ts'
import { standingOr404 } from '../listings/profile.ts'

/** The age (ms) at which an account's votes count. */
const ripe_ms = 3_600_000

const input = z.strictObject({ slug: z.string() })

/** When the votes of an account begin to count, and when it may review. */
export const ripeAt = ({ created_at }: { created_at: string }): Date =>
  new Date(Date.parse(created_at) + ripe_ms)

/** Whether a vote by an account created now could not count within this week. */
export const comesTooLate = (now: Date): boolean => weekOf(new Date(now.getTime() + ripe_ms)) > weekOf(now)

/**
 * One vote per mailbox and listing, and none for one's own listing; voting again changes nothing. In an account's first
 * hour the vote waits until that is over.
 */
export const castVote = defineAction({
  ...{ name: 'cast_vote', by: 'person', input },
  async handler({ slug }, { storage, site, caller, now }) {
    await demandOpen({ storage, site, now })
    const listing = await standingOr404(slug, { storage, site })
    if (listing.status !== 'live')
      throw no('This product has not launched yet. Voting starts with its launch.')
    const voter = (await storage.users.byId(caller.user_id))!
    if (await storage.votes.isOwn(listing.id, voter.id))
      throw no('This product is your own. The votes for it are other people’s.')
    const ripe = ripeAt(voter)
    if (ripe > now) {
      const counts_at = ripe.toISOString()
      await storage.waiting_votes.add({ user_id: voter.id, listing_id: listing.id, counts_at })
      return
    }
    await storage.votes.add(listing.id, voter.id, { voted_at: now.toISOString(), monday: weekOf(now) })
  },
})

type Waiting = { user_id: number; listing_id: number; counts_at: string }

/**
 * A waiting vote's hour is over: it counts as of that moment, unless it is no longer allowed. If that week is closed
 * by then, it counts as of now.
 */
export async function countWaiting(
  storage: Storage,
  { user_id, listing_id, counts_at }: Waiting,
  now: Date,
): Promise<void> {
  await storage.waiting_votes.remove(user_id, listing_id)
  const listing = await storage.listings.byId(listing_id)
  const voter = await storage.users.byId(user_id)
  if (
    listing?.status !== 'live' ||
    voter === undefined ||
    voter.deleted_at !== null ||
    voter.closed_at !== null
  )
    return
  if (await storage.votes.isOwn(listing_id, user_id)) return
  const week = weekOf(new Date(counts_at))
  const isOver = await storage.weeks.isClosed({ site_id: listing.site_id, week })
  const voted_at = isOver ? now : new Date(counts_at)
  await storage.votes.add(listing_id, user_id, {
    voted_at: voted_at.toISOString(),
    monday: weekOf(voted_at),
  })
}

/** Possible until the vote's week closes: results never change afterwards. */
export const withdrawVote = defineAction({
  ...{ name: 'withdraw_vote', by: 'person', input },
  async handler({ slug }, { storage, site, caller, now }) {
    const { id } = await standingOr404(slug, { storage, site })
    await storage.waiting_votes.remove(caller.user_id, id)
    const vote = await storage.votes.of(id, caller.user_id)
    if (vote === undefined) return
    if (vote.voted_at < beginOf(weekOf(now)))
      throw no('The week in which you gave this vote has closed. Its results do not change any more.')
    await demandOpen({ storage, site, now })
    await storage.votes.withdraw(vote.id, now.toISOString())
  },
})

/** Refuses a request from the last moment of a week that is handled after the week has closed. */
async function demandOpen({
  storage,
  site,
  now,
}: Pick<ActionContext, 'storage' | 'site' | 'now'>): Promise<void> {
  if (await storage.weeks.isClosed({ site_id: site.id, week: weekOf(now) }))
    throw no('The week closed this very moment. Try again.')
}

const no = (message: string) => new Refusal('forbidden', message)
