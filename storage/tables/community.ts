// Votes, follows, reviews, awards and weekly results of listings.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id } from './columns.ts'

/** Why a vote does not count: its voter withdrew it, the team voided it, or a rule against rings excluded it. */
const reasons = ['withdrawn', 'team', 'newcomers', 'ring'] as const

/** Rows are never deleted: a withdrawn or voided vote is marked. Votes of weight 1 count. */
export const votes = sqliteTable('votes', {
  id: id(),
  listing_id: integer().notNull(),
  voter: text().notNull(),
  user_id: integer(),
  voted_at: text().notNull(),
  withdrawn_at: text(),
  voided_at: text(),
  voided_why: text(),
  nonce: text(),
  weight: integer().notNull().default(1),
  why: text({ enum: reasons }),
  lifted_at: text(),
})

/** Votes from an account's first hour, which count when it is over. */
export const waitingVotes = sqliteTable(
  'waiting_votes',
  { user_id: integer().notNull(), listing_id: integer().notNull(), counts_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.listing_id] })],
)

/** One of listing, category and founder is set, or none for a follow of the site itself. */
export const follows = sqliteTable('follows', {
  id: id(),
  site_id: integer().notNull(),
  listing_id: integer(),
  category_id: integer(),
  founder_id: integer(),
  user_id: integer().notNull(),
  followed_at: text().notNull(),
  token: text(),
  told: integer({ mode: 'boolean' }).notNull().default(true),
})

/** Weeks whose letters have been queued. */
export const digests = sqliteTable(
  'digests',
  { site_id: integer().notNull(), week: text().notNull(), sent_at: text().notNull() },
  (t) => [primaryKey({ columns: [t.site_id, t.week] })],
)

export const listingViews = sqliteTable(
  'listing_views',
  { listing_id: integer().notNull(), viewed_on: text().notNull(), views: integer().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.viewed_on] })],
)

export const listingClicks = sqliteTable(
  'listing_clicks',
  { listing_id: integer().notNull(), clicked_on: text().notNull(), clicks: integer().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.clicked_on] })],
)

/** The domains that visitors came from, or saw the badge on; '' for all others. */
export const listingSources = sqliteTable(
  'listing_sources',
  {
    listing_id: integer().notNull(),
    kind: text({ enum: ['view', 'badge'] }).notNull(),
    day: text().notNull(),
    domain: text().notNull(),
    visitors: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.listing_id, t.kind, t.day, t.domain] })],
)

export const visitorSalts = sqliteTable('visitor_salts', {
  day: text().primaryKey(),
  salt: text().notNull(),
})

export const visitors = sqliteTable(
  'visitors',
  { day: text().notNull(), listing_id: integer().notNull(), visitor: text().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.listing_id, t.visitor] })],
)

export const domainRatings = sqliteTable(
  'domain_ratings',
  { listing_id: integer().notNull(), measured_on: text().notNull(), rating: integer().notNull() },
  (t) => [primaryKey({ columns: [t.listing_id, t.measured_on] })],
)

export const domainRatingChecks = sqliteTable('domain_rating_checks', {
  domain: text().primaryKey(),
  checked_at: text().notNull(),
})

export const revenues = sqliteTable(
  'revenues',
  {
    listing_id: integer().notNull(),
    measured_on: text().notNull(),
    revenue_cents: integer().notNull(),
    source: text(),
  },
  (t) => [primaryKey({ columns: [t.listing_id, t.measured_on] })],
)

export const reviews = sqliteTable(
  'reviews',
  {
    listing_id: integer().notNull(),
    user_id: integer().notNull(),
    rating: integer().notNull(),
    body: text().notNull().default(''),
    reviewed_at: text().notNull(),
    mark: text(),
    name: text(),
    hidden_at: text(),
    hidden_why: text(),
  },
  (t) => [primaryKey({ columns: [t.listing_id, t.user_id] })],
)

/** Awards of a week, year or programme; `period` is its Monday, year or slug, and `week` the Monday of its time. */
export const awards = sqliteTable('awards', {
  id: id(),
  site_id: integer().notNull(),
  kind: text({ enum: ['week', 'year', 'programme'] })
    .notNull()
    .default('week'),
  period: text().notNull(),
  week: text().notNull(),
  place: integer().notNull(),
  listing_id: integer().notNull(),
  votes: integer().notNull(),
  revoked_at: text(),
  reason: text(),
  ledger_n: integer(),
  revoked_n: integer(),
})

/** Closed weeks; they and their results never change. */
export const closedWeeks = sqliteTable(
  'closed_weeks',
  {
    site_id: integer().notNull(),
    week: text().notNull(),
    launches: integer().notNull(),
    votes: integer().notNull(),
    closed_at: text().notNull(),
    rules: text(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.week] })],
)

export const weekResults = sqliteTable(
  'week_results',
  {
    site_id: integer().notNull(),
    week: text().notNull(),
    place: integer().notNull(),
    listing_id: integer().notNull(),
    votes: integer().notNull(),
    slug: text(),
    live_at: text(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.week, t.place] })],
)

/** Groups of votes that a rule found suspicious, and the decision about each. */
export const voteFindings = sqliteTable(
  'vote_findings',
  {
    site_id: integer().notNull(),
    week: text().notNull(),
    listing_id: integer().notNull(),
    kind: text({ enum: ['newcomers', 'ring', 'look'] }).notNull(),
    vote_ids: text({ mode: 'json' }).$type<number[]>().notNull(),
    found_at: text().notNull(),
    decision: text({ enum: ['aside', 'count'] }),
    decided_at: text(),
    decided_by: integer(),
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.week, t.listing_id, t.kind] })],
)

/** Totals of boards and future launches, kept by triggers. */
export const boardCounts = sqliteTable(
  'board_counts',
  { site_id: integer().notNull(), board: text().notNull(), listings: integer().notNull() },
  (t) => [primaryKey({ columns: [t.site_id, t.board] })],
)

/** Founders with their number of live listings, kept by triggers. */
export const listedFounders = sqliteTable(
  'listed_founders',
  {
    site_id: integer().notNull(),
    founder_id: integer().notNull(),
    name: text().notNull(),
    country: text(),
    companies: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.founder_id] })],
)
