// The record of the site team, the audit log, and visitors' reports.
import { integer, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

export const teamActions = sqliteTable('team_actions', {
  id: id(),
  user_id: integer(),
  action: text().notNull(),
  about: text().notNull(),
  about_id: text().notNull(),
  name: text().notNull(),
  reason: text(),
  outcome: text(),
  done_at: text().notNull(),
})

/** Writes, and refusals of signed-in callers. */
export const audit = sqliteTable('audit', {
  id: id(),
  at: text().notNull(),
  user_id: integer().notNull(),
  door: text().notNull(),
  /** The credential: "key 7", "application 3" or "session 5". */
  client: text().notNull(),
  operation: text().notNull(),
  subject: text(),
  listing_id: integer(),
  /** "done", the code of the refusal, or what else the tool says of it. */
  outcome: text().notNull(),
  request_id: text().notNull(),
})

/** Problems that have been reported. */
export const alerts = sqliteTable('alerts', {
  key: text().primaryKey(),
  what: text().notNull(),
  remedy: text().notNull(),
  began_at: text().notNull(),
})

export const reportReasons = ['untrue', 'spam', 'offensive', 'gone', 'not_theirs', 'other'] as const
export const reportOutcomes = ['nothing_wrong', 'mended', 'taken_down'] as const

export const reports = sqliteTable('reports', {
  id: id(),
  listing_id: integer().notNull(),
  user_id: integer(),
  reason: text({ enum: reportReasons }).notNull(),
  body: text().notNull().default(''),
  created_at: text().notNull(),
  outcome: text({ enum: reportOutcomes }),
  note: text(),
  settled_at: text(),
  settled_by: integer(),
  review: text(),
})
