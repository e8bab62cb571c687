// Users, and the founders shown to the public.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id, socials, flag } from './columns.ts'

export const roles = ['member', 'team'] as const

export const users = sqliteTable('users', {
  id: id(),
  email: text(),
  name: text().notNull().default(''),
  role: text({ enum: roles }).notNull().default('member'),
  demo: flag(),
  created_at: text().notNull(),
  deleted_at: text(),
  mailbox: text(),
  closed_at: text(),
})

export const serviceKeys = sqliteTable('service_keys', { name: text().primaryKey(), key: text().notNull() })

export const userIdentities = sqliteTable(
  'user_identities',
  { issuer: text().notNull(), subject: text().notNull(), user_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] })],
)

export const signInLinks = sqliteTable('sign_in_links', {
  hash: text().primaryKey(),
  email: text().notNull(),
  return_to: text().notNull(),
  asked_by: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  used_at: text(),
  /** A link by the operator that may be used several times. */
  reusable: flag(),
  /** The site whose digest it confirms; such a link does not sign in. */
  confirms: integer(),
})

export const sessions = sqliteTable('sessions', {
  id: id(),
  hash: text().notNull(),
  user_id: integer().notNull(),
  browser: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
})

export const apiKeys = sqliteTable('api_keys', {
  id: id(),
  user_id: integer().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  hint: text().notNull(),
  scope: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
  expires_at: text(),
  revoked_at: text(),
})

export const founders = sqliteTable('founders', {
  id: id(),
  user_id: integer(),
  slug: text().notNull(),
  name: text().notNull(),
  title: text(),
  bio: text(),
  country: text(),
  city: text(),
  avatar_url: text(),
  socials: socials(),
  demo: flag(),
  created_at: text().notNull(),
})

export const interviewQuestions = sqliteTable('interview_questions', {
  id: id(),
  question: text().notNull(),
  hint: text(),
  position: integer().notNull(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
})

export const interviewAnswers = sqliteTable(
  'interview_answers',
  {
    founder_id: integer().notNull(),
    question_id: integer().notNull(),
    answer: text().notNull(),
    updated_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.founder_id, t.question_id] })],
)
