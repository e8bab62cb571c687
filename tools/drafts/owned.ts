import type { Caller } from '../../auth/caller.ts'
import type { Draft } from '../../storage/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import { notFound, Refusal } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The caller's draft, or a refusal that says where to look. Somebody else's draft gives the same 404. */
export async function ownedDraft(
  id: string,
  { storage, site, caller }: Pick<Context<Caller>, 'storage' | 'site' | 'caller'>,
): Promise<Draft> {
  const draft = await storage.drafts.ownedBy(caller.user_id, site.id, id.toLowerCase())
  if (draft !== undefined) return draft
  throw notFound('draft of yours with this id', [
    { tool: 'list_my_drafts', arguments: {}, why: 'Lists your drafts with their ids' },
  ])
}

/** Whether the draft's author still owns the listing made from it: somebody else may have proved ownership since. */
export async function isListingOfAuthor(
  { user_id, listing_id }: Pick<Draft, 'user_id' | 'listing_id'>,
  { owners }: Pick<Storage, 'owners'>,
): Promise<boolean> {
  return listing_id === null || (await owners.listing(user_id, listing_id)) !== undefined
}

export const listingLost = () =>
  new Refusal('forbidden', 'You no longer own the listing made from this draft, so nothing was changed.', {
    next_steps: [{ tool: 'list_my_listings', arguments: {}, why: 'Lists your listings with their ids' }],
  })
