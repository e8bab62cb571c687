// Writing and deleting a review: on the site only, and no operation. One per person and product, and none of one's own.
import { z } from 'zod'
import { addDays } from '../../days.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { ripeAt } from '../votes/vote.ts'
import { standingOr404 } from './profile.ts'

/** A limit on reviews a day: nobody tries more products than this. */
const most_a_day = 10

type Listing = { id: number; status: string }

/** Why this person may not review the listing; null if they may. An account's first hour is over first, as for votes. */
export async function whyNoReview(
  { votes, reviews, users }: Pick<Storage, 'votes' | 'reviews' | 'users'>,
  listing: Listing,
  user_id: number,
  now: Date,
): Promise<string | null> {
  if (listing.status !== 'live') return 'This product has not launched yet. Reviews begin with its launch.'
  if (await votes.isOwn(listing.id, user_id))
    return 'This product is your own. Reviews of it are other people’s.'
  const written = await reviews.of(listing.id, user_id)
  const ripe = ripeAt((await users.byId(user_id))!)
  if (written === undefined && ripe > now)
    return `An account can write reviews an hour after it was made, so that nobody makes many accounts to write many. Yours can from ${ripe.toISOString().slice(11, 16)} UTC on.`
  if (written?.hidden_at == null) return null
  return `The site team has taken your review off${written.hidden_why === null ? '.' : `: ${written.hidden_why}`}`
}

const refused = (why: string) => new Refusal('invalid_input', why)

export const writeReview = defineAction({
  name: 'write_review',
  by: 'person',
  input: z.strictObject({
    slug: z.string(),
    rating: z.enum(['1', '2', '3', '4', '5']),
    body: z.string().trim().min(20).max(2000),
    name: z.string().trim().min(2).max(80),
  }),
  async handler({ slug, rating, ...said }, { storage, site, caller, now }) {
    const { id: listing_id, status } = await standingOr404(slug, { storage, site })
    const why = await whyNoReview(storage, { id: listing_id, status }, caller.user_id, now)
    if (why !== null) throw refused(why)
    const before = await storage.reviews.of(listing_id, caller.user_id)
    const recent = await storage.reviews.writtenSince(caller.user_id, addDays(now, -1).toISOString())
    if (before === undefined && recent >= most_a_day)
      throw refused(`You have written ${most_a_day} reviews in a day. Come back tomorrow.`)
    await storage.reviews.put({
      ...{ ...said, listing_id, rating: Number(rating), reviewed_at: now.toISOString() },
      user_id: before?.user_id ?? caller.user_id,
    })
    return { listing_id }
  },
})

export const removeReview = defineAction({
  ...{ name: 'remove_review', by: 'person', input: z.strictObject({ slug: z.string() }) },
  async handler({ slug }, { storage, site, caller }) {
    const { id: listing_id } = await standingOr404(slug, { storage, site })
    const written = await storage.reviews.of(listing_id, caller.user_id)
    // A review that the team hid stays, or it could be written again.
    if (written?.hidden_at === null) await storage.reviews.remove(written)
    return { listing_id }
  },
})
