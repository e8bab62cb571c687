// Jobs and mails; and stored answers for Idempotency-Key.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id, count } from './columns.ts'

export const mails = sqliteTable('mails', {
  id: id(),
  message_id: text().notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text(),
  created_at: text().notNull(),
  expires_at: text(),
  sent_at: text(),
  failure: text(),
  html: text(),
  letter_id: integer(),
  unsubscribe_url: text(),
  handed_at: text(),
  mailbox: text(),
})

/** The text of mails to many. */
export const letters = sqliteTable('letters', {
  id: id(),
  body: text().notNull(),
  html: text().notNull(),
  created_at: text().notNull(),
})

const jobStates = ['waiting', 'running', 'dead'] as const

export const jobs = sqliteTable('jobs', {
  id: id(),
  kind: text().notNull(),
  key: text(),
  payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  state: text({ enum: jobStates }).notNull().default('waiting'),
  run_at: text().notNull(),
  attempt: count(),
  failures: count(),
  failure: text(),
  created_at: text().notNull(),
  /** Whose job it is; 0 for nobody's. */
  person: count(),
})

export const replays = sqliteTable(
  'replays',
  {
    user_id: integer().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    body: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.operation, t.key] })],
)
