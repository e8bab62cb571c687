// Closing a report with an outcome.
import { z } from 'zod'
import { reportOutcomes } from '../../storage/tables/team.ts'
import { notFound, Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { id } from '../inputs.ts'
import { defineTeamAction } from './action.ts'

export const settleReport = defineTeamAction({
  name: 'settle_report',
  input: z.strictObject({
    id,
    outcome: z.enum(reportOutcomes, 'Choose what came of it.'),
    note: z.string().trim().max(1000),
  }),
  async handler({ id: report_id, outcome, note }, { storage, caller, now }) {
    const row = await storage.reports.byId(report_id)
    if (row === undefined) throw notFound('report with this id')
    const { report, listing } = row
    if (report.settled_at !== null)
      throw new Refusal('invalid_input', 'Somebody else has settled this report meanwhile.')
    // The record must not claim an outcome that did not happen.
    if (outcome === 'taken_down' && report.review !== null)
      await storage.reviews.hide(listing.id, report.review, now.toISOString(), note === '' ? null : note)
    else if (outcome === 'taken_down' && listing.status !== 'suspended' && listing.status !== 'withdrawn')
      throw refusing([
        {
          pointer: '/outcome',
          code: 'not_taken_down',
          message: 'The listing is still there. Suspend it first, on its own page.',
        },
      ])
    await storage.reports.close(report_id, {
      outcome,
      note: note === '' ? null : note,
      settled_at: now.toISOString(),
      settled_by: caller.user_id,
    })
    return {
      about: 'listing',
      about_id: listing.id,
      name: listing.name,
      reason: note === '' ? null : note,
      outcome: `report ${report_id}: ${outcome.replaceAll('_', ' ')}`,
    }
  },
})
