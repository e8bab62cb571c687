import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { page, pageFields, paging, windowOf } from '../inputs.ts'
import { rankedIn } from '../launches/ranked.ts'
import { rankedWeekInput, resolveWeek, weekOf } from '../launches/week.ts'
import { whyNoLaunches } from '../launches/why_none.ts'
import { listingSummary } from '../listings/summary.ts'
import { defineTool, type Context } from '../tool.ts'
import { boardOf, boards, type Board } from './boards.ts'

export default defineTool({
  name: 'get_leaderboard',
  title: 'Read a leaderboard',
  description:
    'Returns the top products of one of five separate leaderboards, best first. The billboard ranks ' +
    'by who has paid most (paid: true); the community rankings follow votes only.',
  scope: 'public',
  http: { method: 'GET', path: '/leaderboards/{board}' },
  tag: 'Directory',
  input: z.strictObject({
    board: z
      .string()
      .max(40)
      .meta({ enum: Object.keys(boards) })
      .describe('Which ranking'),
    week: rankedWeekInput.optional().describe('Only for community-weekly: this, last or a date'),
    ...paging,
  }),
  output: z.object({
    board: z.string(),
    ranked_by: z.string(),
    paid: z.boolean().describe('Whether places on this board are bought'),
    week: z.string().nullable().describe('Its Monday, for community-weekly'),
    currency: z.string().nullable().describe('Of metrics in cents'),
    items: z.array(
      z.object({
        rank: z.int(),
        metric: z.object({ name: z.string(), value: z.int() }),
        paid: z.boolean(),
        listing: listingSummary,
      }),
    ),
    ...pageFields,
  }),
  example: { board: 'community-weekly' },
  async handler(input, context) {
    const board = boardOf(input.board)
    if (input.week !== undefined && input.board !== 'community-weekly') throw weekOnlyForWeekly()
    const week = input.board === 'community-weekly' ? resolveWeek(input.week ?? 'this', context.now) : null
    const window = windowOf(input)
    const { ranked, total } = await places(input.board as Board, week, window, context)
    const summaries = await context.storage.listings.summaries(ranked.map(({ id }) => id))
    const metrics = new Map(ranked.map(({ id, metric }) => [id, metric]))
    const ranks = new Map(ranked.map(({ id, rank }) => [id, rank]))
    const items = summaries.map((listing, index) => ({
      rank: ranks.get(listing.id) ?? window.offset + index + 1,
      metric: { name: board.metric, value: metrics.get(listing.id) ?? listing.votes },
      paid: board.paid,
      listing,
    }))
    return {
      board: input.board,
      ranked_by: board.ranked_by,
      paid: board.paid,
      week,
      currency: board.metric.endsWith('_cents') ? context.site.currency : null,
      ...page(
        input,
        { items, total },
        week === null || total > 0 ? [] : await whyNoLaunches(week, context, ['this', 'last']),
      ),
    }
  },
})

type Places = { ranked: { id: number; metric?: number; rank?: number }[]; total: number }

async function places(
  board: Board,
  week: string | null,
  window: { limit: number; offset: number },
  { storage, site, now }: Context,
): Promise<Places> {
  if (board === 'community-weekly') {
    if (week! > weekOf(now)) return { ranked: [], total: 0 }
    const { ranked, total } = await rankedIn(storage, { site_id: site.id, week: week!, now }, window)
    return { ranked: ranked.map(({ id, week_votes, rank }) => ({ id, metric: week_votes, rank })), total }
  }
  if (board === 'community-all-time') {
    const { ids, total } = await storage.search.find({
      site_id: site.id,
      sort: 'votes',
      ...window,
    })
    return { ranked: ids.map((id) => ({ id })), total }
  }
  return storage.rankings.board(board, site.id, window)
}

function weekOnlyForWeekly(): Refusal {
  const message = 'Only the board community-weekly takes a week. Leave it out.'
  return new Refusal('invalid_input', `week: ${message}`, {
    errors: [{ pointer: '/week', code: 'not_applicable', message }],
  })
}
