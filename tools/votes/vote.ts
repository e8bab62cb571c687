// Giving a vote and taking it back: on the site only, and no operation (specification 1.7).
import { z } from 'zod'
import { beginOf } from '../../days.ts'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { weekOf } from '../launches/week.ts'
import { standingOr404 } from '../listings/profile.ts'

/** So long an account has to be here before it votes. */
const ripe_ms = 3_600_000

const input = z.strictObject({ slug: z.string() })

/** One vote a mailbox a listing: not for one's own, and not in an account's first hour. Given twice, it is given once. */
export const castVote = defineAction({
  ...{ name: 'cast_vote', by: 'person', input },
  async handler({ slug }, { storage, site, caller, now }) {
    const listing = await standingOr404(slug, { storage, site })
    if (listing.status !== 'live')
      throw no('This product has not launched yet. Voting starts with its launch.')
    const voter = (await storage.users.byId(caller.user_id))!
    if (now.getTime() - Date.parse(voter.created_at) < ripe_ms)
      throw no('Your account is less than an hour old. Come back in an hour and vote then.')
    if (await storage.votes.isOwn(listing.id, voter.id))
      throw no('This product is your own. The votes for it are other people’s.')
    await storage.votes.add(listing.id, voter.id, { voted_at: now.toISOString(), monday: weekOf(now) })
  },
})

/** Until the week it was given in closes: results never change afterwards. */
export const withdrawVote = defineAction({
  ...{ name: 'withdraw_vote', by: 'person', input },
  async handler({ slug }, { storage, site, caller, now }) {
    const { id } = await standingOr404(slug, { storage, site })
    const vote = await storage.votes.of(id, caller.user_id)
    if (vote === undefined) return
    if (vote.voted_at < beginOf(weekOf(now)))
      throw no('The week in which you gave this vote has closed. Its results do not change any more.')
    await storage.votes.withdraw(vote.id, now.toISOString())
  },
})

const no = (message: string) => new Refusal('forbidden', message)
