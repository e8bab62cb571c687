// Claims: somebody proves control of a listing's domain.
import { integer, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

export const claimMethods = ['dns', 'meta', 'file', 'email'] as const
export type ClaimMethod = (typeof claimMethods)[number]
/** A pending claim expires by its date; see tools/claims/claim.ts. */
export const claimStatuses = ['pending', 'verified', 'disputed', 'refused', 'expired'] as const

export const claims = sqliteTable('claims', {
  id: id(),
  listing_id: integer().notNull(),
  user_id: integer().notNull(),
  method: text({ enum: claimMethods }).notNull(),
  token: text().notNull(),
  email: text(),
  link_hash: text(),
  status: text({ enum: claimStatuses }).notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  checked_at: text(),
  finding: text(),
  settled_at: text(),
  subject_url: text(),
})
