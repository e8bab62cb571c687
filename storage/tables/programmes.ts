import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { flag, id } from './columns.ts'

export const entryKinds = ['all', 'entered'] as const

export const programmes = sqliteTable('programmes', {
  id: id(),
  site_id: integer().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  from_week: text().notNull(),
  to_week: text().notNull(),
  entry: text({ enum: entryKinds }).notNull(),
  category_id: integer(),
  created_at: text().notNull(),
  closed_at: text(),
  demo: flag(),
})

export const programmeEntries = sqliteTable(
  'programme_entries',
  { programme_id: integer().notNull(), listing_id: integer().notNull(), entered_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.programme_id, t.listing_id] })],
)
