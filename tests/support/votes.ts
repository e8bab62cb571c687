// Votes as people give them, and crowds that have given theirs.
import { weekOf } from '../../tools/launches/week.ts'
import { perform } from '../../tools/action.ts'
import { castVote, withdrawVote } from '../../tools/votes/vote.ts'
import { Refusal } from '../../tools/errors.ts'
import { actionContext } from './actions.ts'
import type { Service } from './service.ts'

type Place = Pick<Service, 'storage' | 'clock' | 'url'>

const asked = (action: typeof castVote) => async (service: Place, user_id: number, slug: string) => {
  try {
    await perform(action, { slug }, actionContext(service, { user_id, via: 'session' }))
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** What a person on the site does; "done", or why not. */
export const cast = asked(castVote)
export const withdraw = asked(withdrawVote)

let crowds = 0

/** So many people who were here before vote for it at the instant; returns who they are. */
export async function votedBy(
  { storage }: Pick<Service, 'storage'>,
  listing_id: number,
  people: number,
  at: string,
): Promise<number[]> {
  crowds += 1
  return storage.write(async ({ users, votes }) => {
    const ids: number[] = []
    for (let n = 0; n < people; n += 1) {
      const { id } = await users.ensure(`voter-${crowds}-${n}@crowd.example`, '2026-01-01T00:00:00.000Z')
      await votes.add(listing_id, id, { voted_at: at, monday: weekOf(new Date(at)) })
      ids.push(id)
    }
    return ids
  })
}
