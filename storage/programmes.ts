import { and, asc, desc, eq, isNull, lt, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { readsAll } from './prepared.ts'
import { awards } from './tables/community.ts'
import { listings } from './tables/listings.ts'
import { programmeEntries, programmes } from './tables/programmes.ts'

export type Programme = typeof programmes.$inferSelect
type Span = { site_id: number; from_week: string; to_week: string }

const fewProgrammes = readsAll('some programmes a year')
const ofItsWeeks = readsAll('the launches of some weeks')

/** A condition for the launches of a programme: by week, by entry if required, and by category and subcategories. */
const takesPart = ({ id, entry, category_id }: Programme) =>
  and(
    entry === 'all'
      ? undefined
      : sql`${listings.id} IN (SELECT listing_id FROM programme_entries WHERE programme_id = ${id})`,
    category_id === null
      ? undefined
      : sql`${listings.category_id} IN (WITH RECURSIVE below(id) AS (
          SELECT id FROM categories WHERE id = ${category_id}
          UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below)`,
  )
const inWeeks = ({ site_id, from_week, to_week }: Span) =>
  and(
    eq(listings.site_id, site_id),
    sql`${listings.launch_week} >= ${from_week} AND ${listings.launch_week} <= ${to_week}`,
    ofItsWeeks,
  )
/** The votes of a closed week's result, or the current votes while the week runs. */
const given = sql<number>`coalesce((SELECT r.votes FROM week_results r
  WHERE r.site_id = listings.site_id AND r.week = listings.launch_week AND r.listing_id = listings.id), ${listings.week_votes})`
const named = {
  ...{ id: listings.id, slug: listings.slug, name: listings.name, tagline: listings.tagline },
  launch_week: listings.launch_week,
}

/** Programmes, and the ranking of launches over several weeks by the votes each had in its own week. */
export function programmeQueries(db: Db) {
  const ranked = (span: Span, limit: number, of?: Programme) =>
    db
      .select({ ...named, votes: given })
      .from(listings)
      .where(and(inWeeks(span), sql`${listings.status} = 'live'`, of && takesPart(of)))
      .orderBy(sql`${given} DESC`, asc(listings.live_at), asc(listings.id))
      .limit(limit)

  return {
    async bySlug(site_id: number, slug: string): Promise<Programme | undefined> {
      const at = and(eq(programmes.site_id, site_id), eq(programmes.slug, slug))
      return (await db.select().from(programmes).where(at))[0]
    },
    /** The newest first. */
    all: async (site_id: number): Promise<Programme[]> =>
      await db
        .select()
        .from(programmes)
        .where(and(eq(programmes.site_id, site_id), fewProgrammes))
        .orderBy(desc(programmes.from_week), asc(programmes.id)),
    async save({
      id,
      ...set
    }: Omit<Programme, 'id' | 'demo'> & { id?: number; demo?: boolean }): Promise<void> {
      if (id === undefined) await db.insert(programmes).values(set)
      else await db.update(programmes).set(set).where(eq(programmes.id, id))
    },
    /** Programmes of all sites that ended before this week and are not closed yet. */
    over: async (this_week: string): Promise<Programme[]> =>
      await db
        .select()
        .from(programmes)
        .where(and(isNull(programmes.closed_at), lt(programmes.to_week, this_week), fewProgrammes)),
    async close(id: number, closed_at: string): Promise<void> {
      await db.update(programmes).set({ closed_at }).where(eq(programmes.id, id))
    },
    async enter(programme_id: number, listing_id: number, entered_at: string): Promise<void> {
      await db.insert(programmeEntries).values({ programme_id, listing_id, entered_at }).onConflictDoNothing()
    },
    async leave(programme_id: number, listing_id: number): Promise<void> {
      const it = and(
        eq(programmeEntries.programme_id, programme_id),
        eq(programmeEntries.listing_id, listing_id),
      )
      await db.delete(programmeEntries).where(it)
    },
    entered: async (programme_id: number): Promise<number[]> =>
      (
        await db
          .select({ id: programmeEntries.listing_id })
          .from(programmeEntries)
          .where(eq(programmeEntries.programme_id, programme_id))
      ).map(({ id }) => id),
    /** Its launches by votes; the earlier launch first if they are equal. */
    board: (programme: Programme, limit: number) => ranked(programme, limit, programme),
    /** The same for any weeks. */
    ranked: (span: Span, limit: number) => ranked(span, limit),
    /** Its future launches. */
    toCome: async (programme: Programme, limit: number) =>
      await db
        .select(named)
        .from(listings)
        .where(and(inWeeks(programme), sql`${listings.status} = 'scheduled'`, takesPart(programme)))
        .orderBy(asc(listings.launch_week), asc(listings.name))
        .limit(limit),
    /** Whether it has awards. */
    isAwarded: async (site_id: number, kind: 'year' | 'programme', period: string): Promise<boolean> =>
      (
        await db
          .select({ id: awards.id })
          .from(awards)
          .where(and(eq(awards.site_id, site_id), eq(awards.kind, kind), eq(awards.period, period)))
          .limit(1)
      ).length > 0,
  }
}
