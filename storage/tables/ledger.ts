// The public ledger of votes.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

export const ledger = sqliteTable(
  'ledger',
  { site_id: integer().notNull(), n: integer().notNull(), line: text().notNull() },
  (t) => [primaryKey({ columns: [t.site_id, t.n] })],
)

export const ledgerHashes = sqliteTable(
  'ledger_hashes',
  {
    site_id: integer().notNull(),
    level: integer().notNull(),
    i: integer().notNull(),
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.level, t.i] })],
)

export const ledgerKeys = sqliteTable('ledger_keys', {
  id: id(),
  site_id: integer().notNull(),
  origin: text().notNull(),
  vkey: text().notNull(),
  secret: text().notNull(),
  made_at: text().notNull(),
  signs_until: text(),
  ledger_n: integer(),
  stolen_since: text(),
  stolen_n: integer(),
})

/** One row per week; without a note it is not signed yet, and its lines are not public. */
export const checkpoints = sqliteTable(
  'checkpoints',
  {
    site_id: integer().notNull(),
    week: text().notNull(),
    first: integer().notNull(),
    size: integer(),
    writer: text().notNull(),
    root: text(),
    note: text(),
    signed_at: text(),
    cosigned: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.week] })],
)

/** `size` is the number of lines that a witness has signed, and `fault` why there are no more. */
export const ledgerWitnesses = sqliteTable('ledger_witnesses', {
  id: id(),
  site_id: integer().notNull(),
  vkey: text().notNull(),
  url: text().notNull(),
  size: integer().notNull().default(0),
  fault: text(),
})
