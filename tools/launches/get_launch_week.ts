import { z } from 'zod'
import { listingSummary } from '../listings/summary.ts'
import { defineTool } from '../tool.ts'
import { lastDayOf, resolveWeek, weekInput, weekOf } from './week.ts'

const most = 100

export default defineTool({
  name: 'get_launch_week',
  title: 'Launches of a week',
  description:
    'Returns the live launches of a Monday-to-Sunday week ranked by community votes, and for a week still to come the launches scheduled for it. At most 100 of each.',
  scope: 'public',
  http: { method: 'GET', path: '/launches/weeks/{week}' },
  tag: 'Directory',
  input: z.strictObject({
    week: weekInput.describe('this, next, last, or any day of the week as YYYY-MM-DD'),
  }),
  output: z.object({
    week: z.string().describe('Its Monday'),
    ends_on: z.string().describe('Its Sunday'),
    state: z.enum(['past', 'current', 'future']),
    live_launches: z.int(),
    items: z.array(
      listingSummary.extend({
        rank: z.int().nullable().describe('null while the week is still to come'),
        week_votes: z.int().describe('Community votes until the week closes'),
      }),
    ),
    scheduled: z.array(listingSummary),
  }),
  example: { week: 'this' },
  async handler(input, { storage, site, now }) {
    const week = resolveWeek(input.week, now)
    const current = weekOf(now)
    const { ranked, total } = await storage.listings.launchedIn(site.id, week, { limit: most, offset: 0 })
    const summaries = await storage.listings.summaries(ranked.map(({ id }) => id))
    const votes = new Map(ranked.map(({ id, week_votes }) => [id, week_votes]))
    const scheduled = await storage.listings.scheduledFor(site.id, week, most)
    return {
      week,
      ends_on: lastDayOf(week),
      state:
        week < current ? ('past' as const) : week === current ? ('current' as const) : ('future' as const),
      live_launches: total,
      items: summaries.map((item, index) => ({
        ...item,
        rank: week > current ? null : index + 1,
        week_votes: votes.get(item.id)!,
      })),
      scheduled: await storage.listings.summaries(scheduled),
    }
  },
})
