import { real, sqliteTable, text } from '../drizzle.ts'

/** What was left of a limit at an instant; without a row nothing has been used. */
export const allowances = sqliteTable('allowances', {
  name: text().primaryKey(),
  remaining: real().notNull(),
  at: text().notNull(),
})
