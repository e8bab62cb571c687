// What stands first among the alternatives to a listing: named by its owner, or by the team.
import { z } from 'zod'
import { id, slug } from '../inputs.ts'
import { nameAlternative, takeAlternative } from '../my_listings/alternatives.ts'
import { defineAction } from './action.ts'
import { listingWith } from './standing.ts'
import { madeByTeam } from './versions.ts'

const input = z.strictObject({ listing_id: id, slug })

export const approveAlternative = defineAction({
  name: 'team_approve_alternative',
  input,
  async handler({ listing_id, slug: named }, context) {
    const listing = await listingWith(listing_id, context.storage)
    const making = madeByTeam('team_approve_alternative', null, context)
    await nameAlternative(context.storage, listing, named, making)
    return { about: 'listing', about_id: listing_id, name: listing.name, outcome: `${named} approved` }
  },
})

export const removeAlternative = defineAction({
  name: 'team_remove_alternative',
  input,
  async handler({ listing_id, slug: named }, context) {
    const listing = await listingWith(listing_id, context.storage)
    const making = madeByTeam('team_remove_alternative', null, context)
    await takeAlternative(context.storage, listing, named, making)
    return { about: 'listing', about_id: listing_id, name: listing.name, outcome: `${named} removed` }
  },
})
