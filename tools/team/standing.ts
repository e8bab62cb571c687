// Suspending a listing, reinstating it, and withdrawing it for its owner.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { tellOwners, type LetterKind } from '../my_listings/letters.ts'
import { isHindered, reinstate, suspend, withdraw, type Standing } from '../my_listings/status.ts'
import { freeAddress } from '../my_listings/withdraw_own_listing.ts'
import { turn } from '../my_listings/turn.ts'
import { defineTeamAction, type Done, type TeamContext } from './action.ts'
import { reason } from './reason.ts'
import { madeByTeam } from './versions.ts'

const input = z.strictObject({ listing_id: id, reason })
type Input = z.output<typeof input>

/** Hides the listing from the public at once; its votes, its week and all its content stay. */
export const suspendListing = defineTeamAction({
  name: 'suspend_listing',
  input,
  async handler(given, context) {
    const listing = await listingWith(given.listing_id, context.storage)
    if (listing.status === 'suspended')
      throw new Refusal(
        'suspended',
        'This listing is suspended already. Reinstate it first to change the reason.',
      )
    const turned = suspend(listing, given.reason)
    if (isHindered(turned))
      throw new Refusal('withdrawn', 'This listing was withdrawn, so nobody sees it any more.')
    return turnAndTell(listing, turned, 'suspend_listing', 'suspended', given, context)
  },
})

/** The listing continues in the state it would have by now. */
export const reinstateListing = defineTeamAction({
  name: 'reinstate_listing',
  input,
  async handler(given, context) {
    const listing = await listingWith(given.listing_id, context.storage)
    if (listing.status !== 'suspended')
      throw new Refusal('invalid_input', 'Only a suspended listing can be reinstated, and this one is not.')
    const turned = reinstate(listing, context.now)
    return turnAndTell(listing, turned, 'reinstate_listing', 'reinstated', given, context)
  },
})

/** For an owner who can no longer do it. The address may be listed again. */
export const withdrawListing = defineTeamAction({
  name: 'withdraw_listing',
  input,
  async handler(given, context) {
    const listing = await listingWith(given.listing_id, context.storage)
    if (listing.status === 'withdrawn') throw new Refusal('withdrawn', 'This listing was withdrawn already.')
    await freeAddress(listing, context.storage, context.now)
    return turnAndTell(listing, withdraw(listing), 'withdraw_listing', 'withdrawn', given, context)
  },
})

async function turnAndTell(
  listing: Listing,
  turned: Standing,
  operation: string,
  kind: LetterKind,
  { reason: why }: Input,
  context: TeamContext,
): Promise<Done> {
  const { storage } = context
  await turn(storage, listing, turned, madeByTeam(operation, why, context))
  await tellOwners(storage, { ...listing, ...turned }, kind, { ...context, why })
  const { id: about_id, name } = listing
  return { about: 'listing', about_id, name, reason: why, outcome: `${listing.status} → ${turned.status}` }
}

export async function listingWith(listing_id: number, storage: Storage): Promise<Listing> {
  const listing = await storage.listings.byId(listing_id)
  if (listing === undefined) throw notFound('listing with this id')
  return listing
}
