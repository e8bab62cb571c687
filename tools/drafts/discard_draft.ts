// A person deletes a draft that was never submitted. On the site only: what was typed and read is gone for good.
import { z } from 'zod'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { draftId } from '../inputs.ts'
import { ownedDraft } from './owned.ts'

export const discardDraft = defineAction({
  ...{ name: 'discard_draft', by: 'person', input: z.strictObject({ id: draftId }) },
  async handler({ id }, context) {
    const draft = await ownedDraft(id, context)
    if (draft.listing_id !== null)
      throw new Refusal('draft_exists', 'This draft was submitted. Withdraw its listing instead.')
    await context.storage.drafts.remove(draft.id)
  },
})
