// Groups of suspicious votes: the team excludes them, counts them, or asks the maker, until the week closes.
import { z } from 'zod'
import type { FindingKind } from '../../storage/listings/findings.ts'
import { Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { weekOf } from '../launches/week.ts'
import { tellOwners } from '../my_listings/letters.ts'
import { rules } from '../votes/rules.ts'
import { addDays } from '../../days.ts'
import { defineTeamAction, type TeamContext } from './action.ts'
import { reason } from './reason.ts'

const kind = z.enum(['newcomers', 'ring', 'look'])
const which = { week: z.iso.date(), listing_id: id, kind, reason }

/** The weeks whose votes may be decided on: this week, and the last one until it closes. */
export async function decidable({
  storage,
  site,
  now,
}: Pick<TeamContext, 'storage' | 'site' | 'now'>): Promise<string[]> {
  const last = weekOf(addDays(now, -7))
  const waits =
    !(await storage.weeks.isClosed({ site_id: site.id, week: last })) &&
    (await storage.findings.of({ site_id: site.id, week: last })).length > 0
  return [...(waits ? [last] : []), weekOf(now)]
}

async function findingOf(
  given: { week: string; listing_id: number; kind: FindingKind },
  context: TeamContext,
) {
  const { storage, site, caller } = context
  const over = { site_id: site.id, week: given.week }
  if (!(await decidable(context)).includes(given.week))
    throw new Refusal(
      'invalid_input',
      'This week has closed. Its votes stay as they are; an award can be revoked.',
    )
  if (await storage.findings.launches(caller.user_id, over))
    throw new Refusal(
      'forbidden',
      'You have a launch in this week. Somebody else of the team decides about its votes.',
    )
  const all = await storage.findings.of(over)
  const found = all.find(
    ({ finding }) => finding.listing_id === given.listing_id && finding.kind === given.kind,
  )
  if (found === undefined) throw new Refusal('not_found', 'There is no such group of votes any more.')
  return { over, ...found }
}

/** Excludes a group of votes, or counts it against the rules; `undo` reverts that decision. */
export const decideVotes = defineTeamAction({
  name: 'decide_votes',
  input: z.strictObject({ ...which, decision: z.enum(['aside', 'count', 'undo']) }),
  async handler({ decision, reason: why, ...given }, context) {
    const { storage, caller, now } = context
    const { over, finding, name } = await findingOf(given, context)
    const at = now.toISOString()
    const { vote_ids, decision: before } = finding
    if (decision === 'undo' ? before === null : before !== null)
      throw new Refusal(
        'invalid_input',
        decision === 'undo' ? 'Nothing was decided yet.' : 'This was decided already. Undo it first.',
      )
    if (decision === 'aside')
      await storage.votes.void(vote_ids, over.week, { voided_at: at, voided_why: why })
    if (decision === 'count') await storage.votes.lift(vote_ids, over.week, at)
    if (decision === 'undo') await storage.votes.lift(vote_ids, over.week, null)
    const decided = { decision, decided_at: at, decided_by: caller.user_id, reason: why }
    const nothing = { decision: null, decided_at: null, decided_by: null, reason: null }
    await storage.findings.decide(over, finding, decision === 'undo' ? nothing : { ...decided, decision })
    const said = { aside: 'set aside', count: 'counted', undo: 'undone' }[decision]
    return {
      ...{ about: 'listing' as const, about_id: given.listing_id, name, reason: why },
      outcome: `${vote_ids.length} votes (${given.kind}) ${said}, rules ${rules.version}`,
    }
  },
})

/** Asks the owners for an explanation before a decision. */
export const askAboutVotes = defineTeamAction({
  name: 'ask_about_votes',
  input: z.strictObject(which),
  async handler({ reason: why, ...given }, context) {
    const { storage, now, public_url } = context
    const { name } = await findingOf(given, context)
    const listing = (await storage.listings.byId(given.listing_id))!
    await tellOwners(storage, listing, 'votes_asked', { now, public_url, why })
    return {
      about: 'listing' as const,
      about_id: given.listing_id,
      name,
      reason: why,
      outcome: 'asked its owners about votes',
    }
  },
})
