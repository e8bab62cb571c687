// Which listings have a page that everybody may open: those that lists show, and those whose badge is already due on their
// homepage, for it links there. What loses its badge after its launch has none until the badge is back.
import { sql } from '../drizzle.ts'
import type { listings } from '../tables/listings.ts'

type Standing = Pick<typeof listings.$inferSelect, 'status' | 'plan' | 'live_at'>

/** Whether lists show it. */
export const isInLists = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'live' || status === 'scheduled'

export const hasPage = (listing: Standing): boolean => {
  const { status, plan, live_at } = listing
  return isInLists(listing) || (status === 'awaiting_badge' && plan === 'free' && live_at === null)
}

/** The same of the row that the statement calls by this name. */
export const hasPageSql = (row: string) =>
  sql.raw(
    `(${row}.status IN ('live', 'scheduled') OR (${row}.status = 'awaiting_badge' AND ${row}.plan = 'free' AND ${row}.live_at IS NULL))`,
  )
