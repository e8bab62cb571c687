// The facts that listings state, who states them, and when their sites are read again.
import { integer, sqliteTable, text } from '../drizzle.ts'
import { count, id } from './columns.ts'
import type { Quote } from './drafts.ts'

/** Stated by the site; by the owner; no longer stated by the site; or the site now states something else. */
export const factStates = ['site', 'owner', 'gone', 'contradicted'] as const

export type FoundInstead = { value: string; quote: string | null }

/** `item` is the value's index in a list. */
export const listingFacts = sqliteTable('listing_facts', {
  id: id(),
  listing_id: integer().notNull(),
  field: text().notNull(),
  value: text().notNull(),
  item: integer().notNull(),
  shown: integer({ mode: 'boolean' }).notNull().default(true),
  state: text({ enum: factStates }).notNull(),
  since: text().notNull(),
  read_at: text(),
  quotes: text({ mode: 'json' }).$type<Omit<Quote, 'item'>[]>().notNull().default([]),
  missed_at: text(),
  found: text({ mode: 'json' }).$type<FoundInstead>(),
})

export const listingReads = sqliteTable('listing_reads', {
  listing_id: integer().primaryKey(),
  due_at: text().notNull(),
  read_at: text(),
  /** Why the last reading failed; a code of tools/drafts/failures.ts. */
  failure: text(),
  silences: count(),
  silent_since: text(),
})
