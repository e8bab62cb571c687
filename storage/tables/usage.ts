import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'

const amount = () => integer().notNull().default(0)

/** Each person's daily use (UTC) of what costs the operator money. */
export const usageByDay = sqliteTable(
  'usage_by_day',
  {
    day: text().notNull(),
    user_id: integer().notNull(),
    drafts: amount(),
    pages: amount(),
    bytes: amount(),
    input_tokens: amount(),
    output_tokens: amount(),
    mails: amount(),
  },
  (table) => [primaryKey({ columns: [table.day, table.user_id] })],
)
