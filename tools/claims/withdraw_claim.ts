// A claimant gives up a claim that still waits for its proof. On the site only: elsewhere it ends by its date.
import { z } from 'zod'
import { defineAction } from '../action.ts'
import { notFound } from '../errors.ts'
import { id } from '../inputs.ts'

export const withdrawClaim = defineAction({
  ...{ name: 'withdraw_claim', by: 'person', input: z.strictObject({ id }) },
  async handler({ id: claim_id }, { storage, caller }) {
    const row = await storage.claims.ofUser(caller.user_id, claim_id)
    if (row === undefined) throw notFound('claim of yours with this id')
    await storage.claims.dropPending(row.claim, claim_id)
  },
})
