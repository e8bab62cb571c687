import { integer, sqliteTable, text } from '../drizzle.ts'

/** Stored pictures, whose files are named after a hash of their content. */
export const pictures = sqliteTable('pictures', {
  file: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  added_at: text().notNull(),
  unused_since: text(),
  /** Who uploaded it; null if it was fetched. */
  added_by: integer(),
})
