// Column sets of queries for listings. The JSON functions are SQLite's; storage/postgres/spelling.ts translates them.
import { and, eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import type { ClaimMethod } from '../tables/claims.ts'
import { listings } from '../tables/listings.ts'
import { genuine } from './reviews.ts'

/**
 * The primary category. Subqueries, because a join would make the row ten times as slow: SQLite then reads each column
 * by itself. The table is named explicitly, because drizzle omits its name inside a subquery.
 */
const primary = {
  slug: sql<string>`(SELECT slug FROM categories WHERE id = listings.category_id)`,
  name: sql<string>`(SELECT name FROM categories WHERE id = listings.category_id)`,
}

function json<T>(query: ReturnType<typeof sql>) {
  return sql<T>`(${query})`.mapWith((value) => JSON.parse(value as string) as T)
}

/** How ownership was proved, if known, and since when. */
type Verified = { method: ClaimMethod | null; since: string }

/** The columns of a summary, as lists show it. */
export const summaryColumns = {
  id: listings.id,
  slug: listings.slug,
  name: listings.name,
  url: listings.url,
  tagline: listings.tagline,
  category: primary.slug,
  pricing_model: listings.pricing_model,
  country: listings.country,
  status: sql<'live' | 'upcoming'>`CASE WHEN ${listings.status} = 'live' THEN 'live' ELSE 'upcoming' END`,
  launch_week: sql<
    string | null
  >`CASE WHEN ${listings.status} <> 'awaiting_badge' THEN ${listings.launch_week} END`,
  votes: listings.votes,
  verified: json<Verified | null>(sql`CASE WHEN ${listings.verified_at} IS NULL THEN 'null'
    ELSE json_object('method', ${listings.verified_by}, 'since', substr(${listings.verified_at}, 1, 10)) END`),
}
export type Summary = {
  id: number
  slug: string
  name: string
  url: string
  tagline: string | null
  category: string
  pricing_model: string | null
  country: string | null
  status: 'live' | 'upcoming'
  launch_week: string | null
  votes: number
  verified: Verified | null
}

type FactCounts = {
  site: number
  owner: number
  gone: number
  contradicted: number
  read_on: string | null
  silent_since: string | null
}

/**
 * Everything a public profile shows beside the listing's own columns, in one statement. Each list is read in the order
 * of an index: ordering inside json_group_array would build a sorter for each, at five times the cost.
 */
export const profileColumns = {
  category: primary.slug,
  category_name: primary.name,
  more_categories: json<{ slug: string; name: string }[]>(sql`
    SELECT json_group_array(json_object('slug', slug, 'name', name)) FROM (
      SELECT c.slug, c.name FROM listing_categories lc CROSS JOIN categories c ON c.id = lc.category_id
      WHERE lc.listing_id = listings.id ORDER BY lc.position)`),
  founders: json<{ slug: string; name: string; title: string | null }[]>(sql`
    SELECT json_group_array(json_object('slug', slug, 'name', name, 'title', title)) FROM (
      SELECT f.slug, f.name, coalesce(lf.title, f.title) AS title
      FROM listing_founders lf CROSS JOIN founders f ON f.id = lf.founder_id
      WHERE lf.listing_id = listings.id ORDER BY lf.position)`),
  latest_updates: json<{ title: string; body: string; published_at: string }[]>(sql`
    SELECT json_group_array(json_object('title', title, 'body', body, 'published_at', published_at)) FROM (
      SELECT title, body, published_at FROM listing_updates WHERE listing_id = listings.id
      ORDER BY published_at DESC, id DESC LIMIT 5)`),
  milestones: json<
    { id: number; date: string; title: string; description: string | null; url: string | null }[]
  >(sql`
    SELECT json_group_array(
      json_object('id', id, 'date', date, 'title', title, 'description', description, 'url', url)) FROM (
      SELECT id, date, title, description, url FROM milestones WHERE listing_id = listings.id
      ORDER BY date DESC, id DESC)`),
  awards: json<{ number: number; week: string; place: number }[]>(sql`
    SELECT json_group_array(json_object('number', id, 'week', week, 'place', place)) FROM (
      SELECT id, week, place FROM awards WHERE listing_id = listings.id AND kind = 'week' AND revoked_at IS NULL ORDER BY week DESC)`),
  /** The number of its facts that its site states or stated, and that its owner states; null if none was checked. */
  facts: json<FactCounts | null>(sql`
    SELECT CASE WHEN count(*) = 0 THEN 'null' ELSE json_object(
      'site', count(CASE WHEN state = 'site' THEN 1 END), 'owner', count(CASE WHEN state = 'owner' THEN 1 END),
      'gone', count(CASE WHEN state = 'gone' THEN 1 END),
      'contradicted', count(CASE WHEN state = 'contradicted' THEN 1 END), 'read_on', substr(max(read_at), 1, 10),
      'silent_since', (SELECT silent_since FROM listing_reads r WHERE r.listing_id = listings.id AND silences > 2)) END
    FROM listing_facts WHERE listing_id = listings.id AND shown = 1`),
  /** From the third genuine review on. */
  rating: json<{ average: number; count: number } | null>(sql`
    SELECT CASE WHEN count(*) > 2 THEN json_object('average', round(avg(rating), 1), 'count', count(*)) ELSE 'null' END
    FROM reviews CROSS JOIN users ON users.id = reviews.user_id
    WHERE reviews.listing_id = listings.id AND ${genuine}`),
}

/** A listing's own columns, by its id. */
export const listingById = (db: Db) =>
  prepared(() =>
    db
      .select()
      .from(listings)
      .where(eq(listings.id, slot('id'))),
  )

/**
 * The condition for the listing with this address, in any status but withdrawn: there is at most one. The status is a
 * literal in the statement, because with a bound value SQLite would not use the partial index.
 */
export const atAddress = and(
  eq(listings.site_id, slot('site_id')),
  eq(listings.url_key, slot('url_key')),
  sql`${listings.status} <> 'withdrawn'`,
)
