// Orders, their lines, and the payment provider's sessions, payments and events.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

export const orderStatuses = ['pending', 'paid', 'expired', 'cancelled', 'refunded'] as const
const paymentProviders = ['test', 'stripe'] as const

/** The columns of the listing that a line changed, with their values before. */
export type BeforeOrder = Record<string, unknown>

/** Evidence of the buyer's country. */
export type CountryEvidence = { from: 'billing_address' | 'card'; country: string }

export const documentNumbers = sqliteTable('document_numbers', {
  series: text().primaryKey(),
  last: integer().notNull(),
})

export const orders = sqliteTable('orders', {
  id: id(),
  number: text().notNull(),
  site_id: integer().notNull(),
  user_id: integer().notNull(),
  status: text({ enum: orderStatuses }).notNull(),
  quote: text().notNull(),
  currency: text().notNull(),
  net_cents: integer().notNull(),
  vat_cents: integer().notNull(),
  gross_cents: integer().notNull(),
  vat_rate_bp: integer().notNull(),
  vat_reason: text().notNull(),
  vat_explanation: text().notNull(),
  buyer_name: text().notNull(),
  buyer_email: text(),
  buyer_address: text(),
  buyer_country: text(),
  buyer_vat_number: text(),
  vat_number_check: text({ enum: ['valid', 'unchecked'] }),
  country_evidence: text({ mode: 'json' }).$type<CountryEvidence[]>().notNull().default([]),
  checkout_token: text().notNull(),
  provider: text({ enum: paymentProviders }).notNull(),
  provider_payment: text(),
  under_way_at: text(),
  failure: text(),
  returned_cents: integer().notNull().default(0),
  receipt_number: text(),
  credit_note_number: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  ended_at: text(),
  paid_at: text(),
  refunded_at: text(),
})

export const orderLines = sqliteTable(
  'order_lines',
  {
    order_id: integer().notNull(),
    position: integer().notNull(),
    product: text().notNull(),
    name: text().notNull(),
    listing_id: integer().notNull(),
    listing_name: text().notNull(),
    week: text(),
    net_cents: integer().notNull(),
    vat_rate_bp: integer().notNull(),
    vat_cents: integer().notNull(),
    gross_cents: integer().notNull(),
    before: text({ mode: 'json' }).$type<BeforeOrder>(),
  },
  (t) => [primaryKey({ columns: [t.order_id, t.position] })],
)

/** `ending`: still to be ended at the provider; the last three are final. */
const sessionStates = ['open', 'under_way', 'ending', 'paid', 'failed', 'ended'] as const

export const orderSessions = sqliteTable('order_sessions', {
  id: id(),
  order_id: integer().notNull(),
  attempt: integer().notNull(),
  session: text(),
  url: text(),
  state: text({ enum: sessionStates }).notNull(),
  opened_at: text().notNull(),
  asked_at: text(),
})

export const payments = sqliteTable('payments', {
  payment: text().primaryKey(),
  order_id: integer().notNull(),
  session: text(),
  amount_cents: integer(),
  currency: text(),
  refunded_cents: integer().notNull().default(0),
  lost_cents: integer().notNull().default(0),
  dispute: text({ enum: ['open', 'won', 'lost'] }),
  told_at: text().notNull(),
  note: text(),
  seen_at: text(),
})

export const paymentEvents = sqliteTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  order_id: integer(),
  received_at: text().notNull(),
})
