import { integer, sqliteTable, text } from '../drizzle.ts'
import { count, id } from './columns.ts'

const offReasons = ['owner', 'failing', 'gone', 'access'] as const
const deliveryStates = ['waiting', 'sent', 'dead'] as const

/** People's webhooks for events of their listings and orders. */
export const webhooks = sqliteTable('webhooks', {
  id: id(),
  user_id: integer().notNull(),
  url: text().notNull(),
  secret: text().notNull(),
  old_secret: text(),
  old_secret_until: text(),
  events: text({ mode: 'json' }).$type<string[]>().notNull(),
  created_at: text().notNull(),
  off_at: text(),
  off_reason: text({ enum: offReasons }),
  dead_in_a_row: count(),
})

/** Messages that were sent, wait, or failed. */
export const webhookDeliveries = sqliteTable('webhook_deliveries', {
  id: id(),
  webhook_id: integer().notNull(),
  user_id: integer().notNull(),
  message_id: text().notNull(),
  site_id: integer().notNull(),
  type: text().notNull(),
  data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  created_at: text().notNull(),
  state: text({ enum: deliveryStates }).notNull().default('waiting'),
  attempts: count(),
  outcome: text(),
  tried_at: text(),
})
