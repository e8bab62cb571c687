// The boards are independent (specification 1.8): none uses another's metric.
import { notFound } from '../errors.ts'
import { nearest } from '../../nearest.ts'

export const boards = {
  'community-weekly': { ranked_by: 'community votes of the week', metric: 'week_votes', paid: false },
  'community-all-time': { ranked_by: 'community votes', metric: 'votes', paid: false },
  billboard: { ranked_by: 'money contributed', metric: 'contributed_cents', paid: true },
  'domain-rating': {
    ranked_by: 'Domain Rating, measured by a third party',
    metric: 'domain_rating',
    paid: false,
  },
  revenue: { ranked_by: 'monthly revenue', metric: 'monthly_revenue_cents', paid: false },
} as const
export type Board = keyof typeof boards

export function boardOf(name: string): (typeof boards)[Board] {
  if (Object.hasOwn(boards, name)) return boards[name as Board]
  const names = Object.keys(boards)
  const board = nearest(name, names) ?? 'community-weekly'
  throw notFound(`leaderboard of this name. There are ${names.join(', ')}`, [
    { tool: 'get_leaderboard', arguments: { board }, why: `The board ${board}` },
  ])
}
