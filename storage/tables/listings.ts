// Listings, their parts, owners and versions.
import { integer, primaryKey, real, sqliteTable, text } from '../drizzle.ts'
import { claimMethods } from './claims.ts'
import { count, factColumns, faqs, flag, id, socials, strings } from './columns.ts'
import type { FactIn } from '../../facts.ts'

export const listingStatuses = [
  'draft',
  'awaiting_badge',
  'scheduled',
  'live',
  'suspended',
  'withdrawn',
] as const

/** Who made a change: a person through one of three doors, or the service itself. */
const versionDoors = ['session', 'api_key', 'oauth', 'service'] as const
export const plans = ['free', 'launch'] as const
export const paidSections = ['story', 'milestones', 'media', 'extra_categories'] as const

export type Medium = { kind: 'image' | 'video'; url: string; caption: string | null }

type AttributeValue = string | number | boolean | string[]

/** The result of checking a door (facts.ts); the last two fields are for MCP servers only. */
type DoorFinding = {
  url: string
  checked_at: string
  /** When it last answered; null if it never did. */
  seen_at: string | null
  /** Why it did not answer; null if it did. */
  fault: string | null
  asks_sign_in: boolean
  protocol_version: string | null
  tools: number | null
}
type DoorFindings = { [door in FactIn<'door'>]?: DoorFinding }

type Provenance = { source: string | null; source_id: string | null; licence: string | null }

/** The parts of a founder story, in reading order (2.10). */
export const storyParts = [
  'title',
  'story',
  'why_started',
  'problem',
  'journey',
  'challenges',
  'achievements',
  'lessons',
  'whats_next',
] as const
export type Story = Partial<Record<(typeof storyParts)[number], string>>

export const listings = sqliteTable('listings', {
  id: id(),
  site_id: integer().notNull(),
  company_id: integer().notNull(),
  category_id: integer().notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  name_key: text().notNull(),
  url: text().notNull(),
  domain: text().notNull(),
  status: text({ enum: listingStatuses }).notNull(),
  plan: text({ enum: plans }),
  ...factColumns,
  faqs: faqs(),
  socials: socials(),
  attributes: text({ mode: 'json' }).$type<Record<string, AttributeValue>>().notNull().default({}),
  media: text({ mode: 'json' }).$type<Medium[]>().notNull().default([]),
  story: text({ mode: 'json' }).$type<Story>(),
  unlocked_sections: text({ mode: 'json' }).$type<(typeof paidSections)[number][]>().notNull().default([]),
  not_found_on_website: strings(),
  provenance: text({ mode: 'json' }).$type<Provenance>(),
  launch_week: text(),
  live_at: text(),
  verified_at: text(),
  /** The method of the proof; null if unknown. */
  verified_by: text({ enum: claimMethods }),
  door_findings: text({ mode: 'json' }).$type<DoorFindings>().notNull().default({}),
  /** When to check its doors again; null if it has none. */
  doors_due_at: text(),
  /** Whether an agent can use it: an MCP server or API answered the last check. */
  agent_ready: flag(),
  featured: flag(),
  votes: count(),
  week_votes: count(),
  views: count(),
  followers: count(),
  trend: real().notNull().default(0),
  domain_rating: integer(),
  domain_rating_before: integer(),
  domain_rating_on: text(),
  revenue_cents: integer(),
  revenue_on: text(),
  billboard_cents: count(),
  demo: flag(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  url_key: text(),
  status_reason: text(),
  /** The file of our own copy; `logo_from` is its source, null for an upload. */
  logo: text(),
  logo_from: text(),
  /** Why the picture at logo_url could not be stored, as a sentence. */
  logo_fault: text(),
  launch_note: text(),
})

export const listingCategories = sqliteTable(
  'listing_categories',
  { listing_id: integer().notNull(), position: integer().notNull(), category_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.position] })],
)

export const formerSlugs = sqliteTable(
  'former_slugs',
  { site_id: integer().notNull(), slug: text().notNull(), listing_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.site_id, t.slug] })],
)

export const listingFounders = sqliteTable(
  'listing_founders',
  {
    listing_id: integer().notNull(),
    position: integer().notNull(),
    founder_id: integer().notNull(),
    title: text(),
  },
  (t) => [primaryKey({ columns: [t.listing_id, t.position] })],
)

export const listingUpdates = sqliteTable('listing_updates', {
  id: id(),
  site_id: integer().notNull(),
  listing_id: integer().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  published_at: text().notNull(),
})

export const milestones = sqliteTable('milestones', {
  id: id(),
  listing_id: integer().notNull(),
  date: text().notNull(),
  title: text().notNull(),
  description: text(),
  url: text(),
})

export const alternatives = sqliteTable(
  'alternatives',
  { listing_id: integer().notNull(), alternative_id: integer().notNull(), approved_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.alternative_id] })],
)

export const listingOwners = sqliteTable(
  'listing_owners',
  { listing_id: integer().notNull(), user_id: integer().notNull(), since: text().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

/** `before` and `after` contain only the changed columns. */
export const listingVersions = sqliteTable('listing_versions', {
  id: id(),
  listing_id: integer().notNull(),
  user_id: integer(),
  via: text({ enum: versionDoors }).notNull(),
  client_name: text(),
  operation: text(),
  call_id: text(),
  before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  after: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  created_at: text().notNull(),
  seen_at: text(),
  seen_by: integer(),
  reason: text(),
})

/** Lines that search alone reads, and the digest of the texts that they were made of. */
export const listingNeeds = sqliteTable('listing_needs', {
  listing_id: integer().primaryKey(),
  needs: strings(),
  texts: text().notNull().default(''),
  looked_at: text().notNull(),
})

/** The last check of a free listing's homepage; `fault` is a code of tools/my_listings/badge_faults.ts. */
export const badgeChecks = sqliteTable('badge_checks', {
  listing_id: integer().primaryKey(),
  checked_at: text(),
  seen_at: text(),
  fault: text(),
  next_check_at: text().notNull(),
  warned_at: text(),
  grace_ends_at: text(),
})
