// Excluding votes and counting them again, until their week closes: results never change afterwards.
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { weekOf } from '../launches/week.ts'
import { defineTeamAction, type TeamContext } from './action.ts'
import { reason } from './reason.ts'

/** The most votes that a team page shows. */
export const mostVotes = 500

const input = z.strictObject({ vote_ids: z.array(id).min(1, 'Choose the votes.').max(mostVotes), reason })

export const voidVotes = defineTeamAction({ name: 'void_votes', input, handler: voidOrRestore(true) })
export const restoreVotes = defineTeamAction({ name: 'restore_votes', input, handler: voidOrRestore(false) })

function voidOrRestore(isVoid: boolean) {
  return async ({ vote_ids, reason: why }: z.output<typeof input>, { storage, site, now }: TeamContext) => {
    if (await storage.weeks.isClosed({ site_id: site.id, week: weekOf(now) }))
      throw new Refusal('invalid_input', 'The week closed this very moment.')
    const at = now.toISOString()
    const moved = isVoid
      ? await storage.votes.void(vote_ids, weekOf(now), { voided_at: at, voided_why: why })
      : await storage.votes.lift(vote_ids, weekOf(now), at)
    if (moved.length === 0)
      throw new Refusal(
        'invalid_input',
        `None of these can be ${isVoid ? 'voided' : 'restored'} any more. Votes of closed weeks stay as they are.`,
      )
    const done = Map.groupBy(moved, ({ listing_id }) => listing_id)
    return Promise.all(
      [...done].map(async ([listing_id, its]) => ({
        ...{ about: 'listing' as const, about_id: listing_id, reason: why },
        name: (await storage.listings.byId(listing_id))!.name,
        outcome: `${isVoid ? 'counting no more' : 'counting again'}: votes ${its.map((vote) => `${vote.id} (account ${vote.user_id ?? 'gone'})`).join(', ')}`,
      })),
    )
  }
}
