// The team adds and removes chosen alternatives of a listing, as its owner can.
import { z } from 'zod'
import { id, slug } from '../inputs.ts'
import { nameAlternative, takeAlternative } from '../my_listings/alternatives.ts'
import { defineTeamAction } from './action.ts'
import { listingWith } from './standing.ts'
import { madeByTeam } from './versions.ts'

const input = z.strictObject({ listing_id: id, slug })

const asTeam = (name: string, step: typeof nameAlternative, outcome: string) =>
  defineTeamAction({
    name,
    input,
    async handler({ listing_id, slug: named }, context) {
      const listing = await listingWith(listing_id, context.storage)
      await step(context.storage, listing, named, madeByTeam(name, null, context))
      return { about: 'listing', about_id: listing_id, name: listing.name, outcome: `${named} ${outcome}` }
    },
  })

export const approveAlternative = asTeam('team_approve_alternative', nameAlternative, 'approved')
export const removeAlternative = asTeam('team_remove_alternative', takeAlternative, 'removed')
