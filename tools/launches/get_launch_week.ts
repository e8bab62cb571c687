import { z } from 'zod'
import { lastPage, paging } from '../inputs.ts'
import { listingSummary } from '../listings/summary.ts'
import { emptyBecause } from '../emptiness.ts'
import { whyNoLaunches } from './why_none.ts'
import { defineTool } from '../tool.ts'
import { rankedIn } from './ranked.ts'
import { lastDayOf, resolveWeek, weekInput, weekOf } from './week.ts'

const most = 100

export default defineTool({
  name: 'get_launch_week',
  title: 'Launches of a week',
  description:
    'Returns which products launched in the week of a date, Monday to Sunday, ranked by community ' +
    'votes; for this, last or next week too, with what is scheduled in the calendar. 100 of each a page.',
  scope: 'public',
  http: { method: 'GET', path: '/launches/weeks/{week}' },
  tag: 'Directory',
  input: z.strictObject({
    week: weekInput.describe('this, next, last, or any day of the week as YYYY-MM-DD'),
    page: paging.page,
  }),
  output: z.object({
    week: z.string().describe('Its Monday'),
    ends_on: z.string().describe('Its Sunday'),
    state: z.enum(['past', 'current', 'future']),
    live_launches: z.int(),
    items: z.array(
      listingSummary.extend({
        rank: z
          .int()
          .nullable()
          .describe('null in a week to come, and for listings imported into a closed week'),
        week_votes: z.int().describe('Community votes until the week closes'),
      }),
    ),
    scheduled: z.array(listingSummary),
    page: z.int(),
    has_more: z.boolean(),
    empty_because: emptyBecause,
  }),
  example: { week: 'this' },
  async handler(input, context) {
    const { storage, site, now } = context
    const week = resolveWeek(input.week, now)
    const current = weekOf(now)
    const at = { site_id: site.id, week, now }
    const offset = (input.page - 1) * most
    const { ranked, total, closed } = await rankedIn(storage, at, { limit: most, offset })
    // Launches added to a closed week later come after the ranked ones.
    const behind = { limit: most - ranked.length, offset: Math.max(0, offset - total) }
    const late = closed ? await storage.weeks.unplaced(site.id, week, behind) : []
    const launches = [...ranked, ...late.map((id) => ({ id, week_votes: 0, rank: null }))]
    const summaries = await storage.listings.summaries(launches.map(({ id }) => id))
    const places = new Map(launches.map((launch) => [launch.id, launch]))
    const ahead = await storage.listings.scheduledFor(site.id, week, { limit: most + 1, offset })
    const scheduled = ahead.slice(0, most)
    const live_launches = closed ? await storage.listings.launchedCount(site.id, week) : total
    return {
      week,
      page: input.page,
      has_more: input.page < lastPage && (offset + most < live_launches || ahead.length > most),
      ends_on: lastDayOf(week),
      state:
        week < current ? ('past' as const) : week === current ? ('current' as const) : ('future' as const),
      live_launches,
      items: summaries.map((item) => ({
        ...item,
        rank: week > current ? null : places.get(item.id)!.rank,
        week_votes: places.get(item.id)!.week_votes,
      })),
      scheduled: await storage.listings.summaries(scheduled),
      ...(total + launches.length + scheduled.length === 0 &&
        input.page === 1 && { empty_because: await whyNoLaunches(week, context) }),
    }
  },
})
