import type { SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot, type Window } from './prepared.ts'
import { awards } from './tables/community.ts'
import { listingFounders, listings } from './tables/listings.ts'
import { founders } from './tables/people.ts'
import { categories } from './tables/sites.ts'

const columns = {
  ...{ id: awards.id, kind: awards.kind, period: awards.period, week: awards.week, place: awards.place },
  ...{ votes: awards.votes, revoked_at: awards.revoked_at, reason: awards.reason, ledger_n: awards.ledger_n },
  ...{ listing_id: awards.listing_id, slug: listings.slug, name: listings.name, domain: listings.domain },
  status: listings.status,
  /** The title of the award's programme. */
  programme: sql<string | null>`(SELECT p.title FROM programmes p
    WHERE p.site_id = awards.site_id AND p.slug = awards.period AND awards.kind = 'programme')`,
}
const shown = and(
  eq(awards.site_id, slot('site_id')),
  isNull(awards.revoked_at),
  says(listings.status, 'live'),
)
export type Award = Awaited<ReturnType<ReturnType<typeof awardQueries>['award']>> & object

/** Awards. A revoked one stays, with the reason; lists do not show it. */
export function awardQueries(db: Db) {
  const from = () => db.select(columns).from(awards).innerJoin(listings, eq(listings.id, awards.listing_id))
  const byId = prepared(() =>
    from().where(and(eq(awards.site_id, slot('site_id')), eq(awards.id, slot('id')))),
  )
  const list = (which: SQL | undefined, ...order: SQL[]) => {
    const where = and(shown, which, readsAll('three a week'))
    return {
      items: prepared(() =>
        from()
          .where(where)
          .orderBy(...order, awards.place, awards.id)
          .limit(slot('limit'))
          .offset(slot('offset')),
      ),
      total: prepared(() =>
        db
          .select({ count: count() })
          .from(awards)
          .innerJoin(listings, eq(listings.id, awards.listing_id))
          .where(where),
      ),
    }
  }
  const newest = desc(awards.week)
  const lists = {
    listing: list(eq(awards.listing_id, slot('of')), newest),
    founder: list(
      sql`${awards.listing_id} IN (SELECT listing_id FROM listing_founders WHERE founder_id = ${slot('of')})`,
      newest,
    ),
    /** First places, by the votes at the time. */
    all: list(sql`${awards.place} = 1`, desc(awards.votes), newest),
    year: list(
      sql`${awards.place} = 1 AND ${awards.kind} <> 'programme' AND substr(${awards.period}, 1, 4) = ${slot('of')}`,
      desc(awards.votes),
      newest,
    ),
  }
  const ofListing = prepared(() =>
    from()
      .where(and(eq(awards.listing_id, slot('listing_id')), eq(awards.site_id, slot('site_id'))))
      .orderBy(newest, awards.place),
  )

  return {
    award: async (site_id: number, id: number) => (await byId({ site_id, id }))[0],
    /** Of a listing or a founder, the newest first; without one, the Hall of Fame, of all time or a year. */
    async trophies(
      site_id: number,
      whose: { listing: number } | { founder: number } | { year: string } | null,
      window: Window,
    ) {
      const [kind, of] = whose === null ? (['all', 0] as const) : Object.entries(whose)[0]!
      const { items, total } = lists[kind as keyof typeof lists]
      const [found, [counted]] = await Promise.all([
        items({ site_id, of, ...window }),
        total({ site_id, of }),
      ])
      return { items: found, total: counted!.count }
    },
    /** Revoked ones included. */
    ofListing: (site_id: number, listing_id: number) => ofListing({ site_id, listing_id }),
    /** The listings whose award of this week was revoked. */
    revokedOf: async (site_id: number, week: string): Promise<number[]> =>
      (
        await db
          .select({ listing_id: awards.listing_id })
          .from(awards)
          .where(
            and(
              ...[eq(awards.site_id, site_id), eq(awards.kind, 'week'), eq(awards.period, week)],
              isNotNull(awards.revoked_at),
            ),
          )
      ).map(({ listing_id }) => listing_id),
    async revoke(id: number, revoked_at: string, reason: string): Promise<void> {
      await db.update(awards).set({ revoked_at, reason }).where(eq(awards.id, id))
    },
  }
}

/** The Hall of Fame in other orders than by votes. */
export function hallQueries(db: Db) {
  /** Visible awards for this kind of place. */
  const won = (place: SQL) => and(shown, place, readsAll('three a week'))
  const years = prepared(() =>
    db
      .selectDistinct({ year: sql<string>`substr(${awards.period}, 1, 4)` })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listing_id))
      .where(won(sql`${awards.place} = 1 AND ${awards.kind} <> 'programme'`))
      .orderBy(sql`1 DESC`),
  )
  const firsts = prepared(() =>
    db
      .select({ ...columns, category: categories.slug, category_name: categories.name })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listing_id))
      .innerJoin(categories, eq(categories.id, listings.category_id))
      .where(won(sql`${awards.place} = 1`))
      .orderBy(asc(categories.name), desc(awards.votes), awards.id),
  )
  const podiums = prepared(() =>
    db
      .select({ ...columns, founder: founders.slug, founder_name: founders.name })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listing_id))
      .innerJoin(listingFounders, eq(listingFounders.listing_id, listings.id))
      .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
      .where(won(sql`${awards.place} <= 3`))
      .orderBy(asc(founders.name), asc(founders.id), awards.place, awards.id),
  )
  return {
    /** Years with awards, the newest first. */
    years: async (site_id: number): Promise<string[]> => (await years({ site_id })).map(({ year }) => year),
    /** First places by category, the most votes first. */
    firsts: (site_id: number) => firsts({ site_id }),
    /** The first three places of founders, grouped by founder. */
    podiums: (site_id: number) => podiums({ site_id }),
  }
}
