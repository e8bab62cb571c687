import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { Refusal } from '../errors.ts'
import type { Context } from '../tool.ts'

/** Refuses a second listing of an address, and names the one there is. */
export async function alreadyListed(
  { id, slug, status }: Pick<Listing, 'id' | 'slug' | 'status'>,
  { storage, caller }: Pick<Context<Caller>, 'storage' | 'caller'>,
): Promise<Refusal> {
  if ((await storage.owners.listing(caller.user_id, id)) !== undefined)
    return new Refusal('already_listed', 'You already have a listing for this address. Edit that one.', {
      next_steps: [{ tool: 'get_my_listing', arguments: { listing_id: id }, why: 'Shows your listing' }],
    })
  const isPublic = status === 'live' || status === 'scheduled'
  return new Refusal(
    'already_listed',
    'This address is listed here already. If it is yours, claim it by proving control of the domain.',
    {
      next_steps: [
        ...(isPublic ? [{ tool: 'get_listing', arguments: { slug }, why: 'Shows the listing' }] : []),
        {
          tool: 'claim_listing',
          arguments: { slug, method: 'dns' },
          why: 'Says which DNS record proves that it is yours',
        },
      ],
    },
  )
}
