// Every table and every status word. The SQL in migrations/ is the truth of the disk; a test compares the two.
import { blob, integer, primaryKey, real, sqliteTable, text } from './drizzle.ts'

export const listingStatuses = [
  'draft',
  'awaiting_badge',
  'scheduled',
  'live',
  'suspended',
  'withdrawn',
] as const
export const plans = ['free', 'launch'] as const
export const paidSections = ['story', 'milestones', 'media'] as const
export const productKinds = ['launch', 'extra', 'billboard'] as const
export const roles = ['member', 'team'] as const

export type Faq = { question: string; answer: string }
export type Medium = { kind: 'image' | 'video'; url: string; caption: string | null }
export type AttributeValue = string | number | boolean | string[]
export type Provenance = { source: string | null; source_id: string | null; licence: string | null }
/** The parts of a founder story, in the order they are read (2.10). */
export type Story = Partial<
  Record<
    | 'title'
    | 'story'
    | 'why_started'
    | 'problem'
    | 'journey'
    | 'challenges'
    | 'achievements'
    | 'lessons'
    | 'whats_next',
    string
  >
>

const id = () => integer().primaryKey()
const strings = () => text({ mode: 'json' }).$type<string[]>().notNull().default([])
const faqs = () => text({ mode: 'json' }).$type<Faq[]>().notNull().default([])
const socials = () => text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({})
const count = () => integer().notNull().default(0)
const flag = () => integer({ mode: 'boolean' }).notNull().default(false)

export const sites = sqliteTable('sites', {
  id: id(),
  key: text().notNull(),
  name: text().notNull(),
  host: text(),
  purpose: text().notNull(),
  currency: text().notNull().default('EUR'),
  free_queue_weeks: integer().notNull().default(6),
  created_at: text().notNull(),
})

export const users = sqliteTable('users', {
  id: id(),
  email: text(),
  name: text().notNull().default(''),
  role: text({ enum: roles }).notNull().default('member'),
  demo: flag(),
  created_at: text().notNull(),
  deleted_at: text(),
})

export const userIdentities = sqliteTable(
  'user_identities',
  { issuer: text().notNull(), subject: text().notNull(), user_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] })],
)

export const signInLinks = sqliteTable('sign_in_links', {
  hash: text().primaryKey(),
  email: text().notNull(),
  return_to: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  used_at: text(),
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
})

export const companies = sqliteTable('companies', {
  id: id(),
  key: text().notNull(),
  created_at: text().notNull(),
})

export const categories = sqliteTable('categories', {
  id: id(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text(),
  faqs: faqs(),
  parent_id: integer(),
  demo: flag(),
})

export const categoryAttributes = sqliteTable(
  'category_attributes',
  { category_id: integer().notNull(), key: text().notNull() },
  (t) => [primaryKey({ columns: [t.category_id, t.key] })],
)

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
  tagline: text(),
  short_description: text(),
  description: text(),
  stage: text(),
  country: text(),
  city: text(),
  founded_year: integer(),
  pricing_model: text(),
  pricing_summary: text(),
  contact_email: text(),
  demo_video_url: text(),
  logo_url: text(),
  headline: text(),
  summary: text(),
  seo_title: text(),
  seo_description: text(),
  features: strings(),
  usps: strings(),
  keywords: strings(),
  tags: strings(),
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

export const votes = sqliteTable(
  'votes',
  { listing_id: integer().notNull(), user_id: integer().notNull(), voted_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

export const follows = sqliteTable(
  'follows',
  { listing_id: integer().notNull(), user_id: integer().notNull(), followed_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

export const listingViews = sqliteTable(
  'listing_views',
  { listing_id: integer().notNull(), viewed_on: text().notNull(), views: integer().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.viewed_on] })],
)

export const reviews = sqliteTable(
  'reviews',
  {
    listing_id: integer().notNull(),
    user_id: integer().notNull(),
    rating: integer().notNull(),
    body: text().notNull().default(''),
    reviewed_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

export const awards = sqliteTable('awards', {
  id: id(),
  site_id: integer().notNull(),
  week: text().notNull(),
  place: integer().notNull(),
  listing_id: integer().notNull(),
  votes: integer().notNull(),
})

export const posts = sqliteTable('posts', {
  id: id(),
  site_id: integer().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  body_markdown: text().notNull(),
  author: text().notNull(),
  tags: strings(),
  faqs: faqs(),
  published_at: text(),
  updated_at: text().notNull(),
  demo: flag(),
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

export const products = sqliteTable('products', {
  key: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  kind: text({ enum: productKinds }).notNull(),
  amount_cents: integer(),
  minimum_cents: integer(),
  position: integer().notNull(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
})

export const jobStates = ['waiting', 'running', 'dead'] as const
export const draftStatuses = ['crawling', 'drafting', 'ready', 'failed'] as const
export const fieldStates = ['ai', 'not_found', 'edited', 'manual', 'override', 'deleted'] as const

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

/** A sentence of the site that a value follows from; `item` is its place in a list of values. */
export type Quote = {
  quote: string
  url: string
  where: 'visible' | 'meta' | 'json-ld' | 'link'
  item?: number
}
export type FieldState = (typeof fieldStates)[number]
/** A drafted value. `original` is what the AI first wrote, kept for ever; null where it found nothing. */
export type Drafted<T> = {
  value: T | null
  state: FieldState
  evidence: Quote[]
  original: { value: T; evidence: Quote[] } | null
}
export type FieldValue = string | string[]
export type DraftFounder = { name: string; title?: string; bio?: string }
export type DraftMilestone = { date: string; title: string; description?: string; url?: string }
export type DraftProfile = {
  fields: Record<string, Drafted<FieldValue>>
  faqs: Drafted<Faq[]>
  company_socials: Drafted<Record<string, string>>
  founder_socials: Drafted<Record<string, string>>
  founders: Drafted<DraftFounder[]>
  story: Story
  milestones: DraftMilestone[]
  seo: { title?: string; meta?: string }
}
export const draftSteps = ['waiting', 'robots', 'reading', 'writing', 'done'] as const
export type DraftProgress = { step: (typeof draftSteps)[number]; pages_read: number; reading: string | null }
export type Comparison = {
  status: 'reading' | 'ready' | 'failed'
  reason: string | null
  rows: { attribute: string; own: ComparedValue; theirs: ComparedValue }[]
}
export type ComparedValue = { value: FieldValue | null; evidence: Quote[] }

export const drafts = sqliteTable('drafts', {
  id: text().primaryKey(),
  site_id: integer().notNull(),
  user_id: integer().notNull(),
  url: text().notNull(),
  url_key: text().notNull(),
  status: text({ enum: draftStatuses }).notNull(),
  profile: text({ mode: 'json' }).$type<DraftProfile>().notNull(),
  progress: text({ mode: 'json' }).$type<DraftProgress>().notNull(),
  failure: text(),
  notices: strings(),
  drafted_by: text(),
  competitor_url: text(),
  comparison: text({ mode: 'json' }).$type<Comparison>(),
  listing_id: integer(),
  submitted_at: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

export const draftPages = sqliteTable(
  'draft_pages',
  {
    draft_id: text().notNull(),
    side: text({ enum: ['own', 'competitor'] }).notNull(),
    position: integer().notNull(),
    url: text().notNull(),
    fetched_at: text().notNull(),
    hash: text().notNull(),
    text: text().notNull(),
    html: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.draft_id, t.side, t.position] })],
)

export const listingOwners = sqliteTable(
  'listing_owners',
  { listing_id: integer().notNull(), user_id: integer().notNull(), since: text().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

/** `before` and `after` hold only what the edit changed. */
export const listingVersions = sqliteTable('listing_versions', {
  id: id(),
  listing_id: integer().notNull(),
  user_id: integer(),
  via: text().notNull(),
  before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  after: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  created_at: text().notNull(),
})

export const draftInvites = sqliteTable('draft_invites', {
  id: id(),
  draft_id: text().notNull(),
  email: text().notNull(),
  hash: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  accepted_at: text(),
  founder_id: integer(),
})
