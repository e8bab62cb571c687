// A short note by the makers, at the top of their listing from its launch on. It is written on the site only: the
// specification gives the edit of a listing no more inputs.
import { z } from 'zod'
import { defineAction } from '../action.ts'
import { id } from '../inputs.ts'
import { ownedListing } from './owned.ts'
import { changeListing } from './turn.ts'
import { madeBy } from './versions.ts'

export const longest_note = 600

/** An empty note removes the stored one. Every change is a version. */
export const writeLaunchNote = defineAction({
  name: 'write_launch_note',
  by: 'person',
  input: z.strictObject({ listing_id: id, launch_note: z.string().trim().max(longest_note) }),
  async handler({ listing_id, launch_note }, { storage, caller, now }) {
    const listing = await ownedListing(listing_id, { storage, caller })
    const making = madeBy(caller, 'write_launch_note', now)
    await changeListing(storage, listing, { launch_note: launch_note || null }, making)
  },
})
