// Disputes: two people claim the same listing. The team decides, and both get a mail.
import { z } from 'zod'
import { decideClaim, decisions } from '../claims/settle.ts'
import { notFound } from '../errors.ts'
import { id } from '../inputs.ts'
import { defineTeamAction } from './action.ts'
import { reason } from './reason.ts'

export const decideDispute = defineTeamAction({
  name: 'decide_dispute',
  input: z.strictObject({ id, decision: z.enum(decisions, 'Choose whose it is.'), reason }),
  async handler({ id: claim_id, decision, reason: why }, { storage, now, public_url }) {
    const disputed = await storage.claims.byId(claim_id)
    if (disputed === undefined) throw notFound('dispute with this id')
    const { listing } = disputed
    if ((await decideClaim(storage, claim_id, decision, { public_url, now, why })) === null)
      throw notFound('dispute of this number that waits for a decision')
    const outcomes = {
      beside: 'the claimant owns it too',
      alone: 'the claimant owns it alone',
      refused: 'it stays with its owner',
    }
    return {
      about: 'listing',
      about_id: listing.id,
      name: listing.name,
      reason: why,
      outcome: `claim ${claim_id}: ${outcomes[decision]}`,
    }
  },
})
