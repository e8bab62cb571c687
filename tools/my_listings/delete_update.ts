// An owner deletes an update. On the site only: the mails about it have been sent and cannot be undone.
import { z } from 'zod'
import { defineAction } from '../action.ts'
import { id } from '../inputs.ts'
import { ownedListing } from './owned.ts'

export const deleteUpdate = defineAction({
  ...{ name: 'delete_update', by: 'person', input: z.strictObject({ listing_id: id, update_id: id }) },
  async handler({ listing_id, update_id }, context) {
    await ownedListing(listing_id, context)
    await context.storage.updates.remove(listing_id, update_id)
  },
})
