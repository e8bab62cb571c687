// The tables of the OAuth server.
import { integer, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

export const oauthClients = sqliteTable('oauth_clients', {
  id: text().primaryKey(),
  secret_hash: text(),
  metadata: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export const oauthGrants = sqliteTable('oauth_grants', {
  id: id(),
  user_id: integer().notNull(),
  client_id: text().notNull(),
  client_name: text().notNull(),
  scope: text().notNull(),
  resources: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  last_used_at: text(),
  revoked_at: text(),
  revoked_why: text(),
})

export const oauthCodes = sqliteTable('oauth_codes', {
  hash: text().primaryKey(),
  grant_id: integer().notNull(),
  redirect_uri: text().notNull(),
  challenge: text().notNull(),
  expires_at: text().notNull(),
  used_at: text(),
})

export const oauthTokens = sqliteTable('oauth_tokens', {
  hash: text().primaryKey(),
  kind: text({ enum: ['access', 'refresh'] }).notNull(),
  grant_id: integer().notNull(),
  scope: text().notNull(),
  resources: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  used_at: text(),
})

export const oauthAssertions = sqliteTable('oauth_assertions', {
  hash: text().primaryKey(),
  expires_at: text().notNull(),
})

/** The answers that used refresh tokens were exchanged for, kept for a minute. */
export const oauthRepeats = sqliteTable('oauth_repeats', {
  hash: text().primaryKey(),
  request: text().notNull(),
  answer: text().notNull(),
  expires_at: text().notNull(),
})
