// Which listings have a public page: those shown in lists, and those whose badge is already required on their homepage,
// because it links there. A launched listing that loses its badge has no page until the badge is back.
import { sql } from '../drizzle.ts'
import type { listings } from '../tables/listings.ts'

type Standing = Pick<typeof listings.$inferSelect, 'status' | 'plan' | 'live_at'>

/** Whether lists show the listing. */
export const isInLists = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'live' || status === 'scheduled'

export const hasPage = (listing: Standing): boolean => {
  const { status, plan, live_at } = listing
  return isInLists(listing) || (status === 'awaiting_badge' && plan === 'free' && live_at === null)
}

/** The same as SQL, for the row with this name in the statement. */
export const hasPageSql = (row: string) =>
  sql.raw(
    `(${row}.status IN ('live', 'scheduled') OR (${row}.status = 'awaiting_badge' AND ${row}.plan = 'free' AND ${row}.live_at IS NULL))`,
  )
