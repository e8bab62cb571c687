import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { notFound } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The caller's listing, or a refusal that says where to look. Somebody else's listing gives the same 404. */
export async function ownedListing(
  listing_id: number,
  { storage, caller }: Pick<Context<Caller>, 'storage' | 'caller'>,
): Promise<Listing> {
  const listing = await storage.owners.listing(caller.user_id, listing_id)
  if (listing !== undefined) return listing
  throw notFound('listing with this id among yours', [
    { tool: 'list_my_listings', arguments: {}, why: 'Lists your listings with their ids' },
  ])
}
