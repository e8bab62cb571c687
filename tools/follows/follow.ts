// Following a listing, category, founder or the whole site, and unfollowing: on the site only, by signed-in people.
import { z } from 'zod'
import { hasPage } from '../../storage/listings/has_page.ts'
import type { Followed } from '../../storage/follows.ts'
import { defineAction, type ActionContext } from '../action.ts'
import { categoryOr404 } from '../categories/unknown.ts'
import { founderOr404 } from '../founders/founder.ts'
import { noListing, standingOr404 } from '../listings/profile.ts'

type Place = Pick<ActionContext, 'storage' | 'site'>

const byKind = {
  async listing(slug: string, place: Place) {
    const listing = await standingOr404(slug, place)
    if (!hasPage(listing)) throw noListing(slug)
    return { listing_id: listing.id }
  },
  category: async (slug: string, { storage, site }: Place) => ({
    category_id: (await categoryOr404(slug, storage)).id,
    site_id: site.id,
  }),
  founder: async (slug: string, place: Place) => ({
    founder_id: (await founderOr404(slug, place)).id,
    site_id: place.site.id,
  }),
  /** Following the site means getting the digest. */
  site: async (_slug: string, { site }: Place) => ({ site_id: site.id }),
} satisfies Record<string, (slug: string, place: Place) => Promise<Followed>>

export type FollowedKind = keyof typeof byKind

/** What the page of this slug is about. */
export const followedAt = (kind: FollowedKind, slug: string, place: Place): Promise<Followed> =>
  byKind[kind](slug, place)

const kinds = Object.keys(byKind) as FollowedKind[]

/** Following twice changes nothing. */
export const follow = defineAction({
  name: 'follow',
  by: 'person',
  input: z.strictObject({ kind: z.enum(kinds), slug: z.string(), follow: z.boolean() }),
  async handler({ kind, slug, follow: isFollowed }, { storage, site, caller, now }) {
    const what = await followedAt(kind, slug, { storage, site })
    if (isFollowed) await storage.follows.add(what, caller.user_id, now.toISOString())
    else await storage.follows.remove(what, caller.user_id)
  },
})

/** Mails that were ended by a link in one of them come again. */
export const mailAgain = defineAction({
  ...{ name: 'mail_again', by: 'person', input: z.strictObject({ id: z.int() }) },
  async handler({ id }, { storage, caller }) {
    await storage.follows.tell(id, caller.user_id)
  },
})

/** Takes the id of the follow, because what is followed may no longer have a page. */
export const endFollow = defineAction({
  ...{ name: 'end_follow', by: 'person', input: z.strictObject({ id: z.int() }) },
  async handler({ id }, { storage, caller }) {
    await storage.follows.end(id, caller.user_id)
  },
})
