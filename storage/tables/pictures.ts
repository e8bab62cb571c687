import { integer, sqliteTable, text } from '../drizzle.ts'

/** Pictures whose files are kept beside the database, named after their content. */
export const pictures = sqliteTable('pictures', {
  file: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  added_at: text().notNull(),
  unused_since: text(),
  /** Who sent it; null where it was fetched. */
  added_by: integer(),
})
