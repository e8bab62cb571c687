import type { SQL } from 'drizzle-orm'
import { and, count, desc, eq, isNull, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, says, slot, type Window } from './prepared.ts'
import { awards } from './tables/community.ts'
import { listings } from './tables/listings.ts'

const columns = {
  ...{ id: awards.id, kind: awards.kind, period: awards.period, week: awards.week, place: awards.place },
  ...{ votes: awards.votes, revoked_at: awards.revoked_at, reason: awards.reason, ledger_n: awards.ledger_n },
  ...{ listing_id: awards.listing_id, slug: listings.slug, name: listings.name, domain: listings.domain },
  status: listings.status,
  /** The programme's own title. */
  programme: sql<string | null>`(SELECT p.title FROM programmes p
    WHERE p.site_id = awards.site_id AND p.slug = awards.period AND awards.kind = 'programme')`,
}
export type Award = Awaited<ReturnType<ReturnType<typeof awardQueries>['award']>> & object

/** Places that were won. One that was taken back stays, with the reason; a list does not show it. */
export function awardQueries(db: Db) {
  const from = () => db.select(columns).from(awards).innerJoin(listings, eq(listings.id, awards.listing_id))
  const byId = prepared(() =>
    from().where(and(eq(awards.site_id, slot('site_id')), eq(awards.id, slot('id')))),
  )
  const shown = and(
    eq(awards.site_id, slot('site_id')),
    isNull(awards.revoked_at),
    says(listings.status, 'live'),
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
    /** Who was first, by the votes of then. */
    all: list(sql`${awards.place} = 1`, desc(awards.votes), newest),
  }
  const ofListing = prepared(() =>
    from()
      .where(and(eq(awards.listing_id, slot('listing_id')), eq(awards.site_id, slot('site_id'))))
      .orderBy(newest, awards.place),
  )

  return {
    award: async (site_id: number, id: number) => (await byId({ site_id, id }))[0],
    /** Of a listing or a founder, the newest first; of nobody in particular, the Hall of Fame. */
    async trophies(site_id: number, whose: { listing: number } | { founder: number } | null, window: Window) {
      const [kind, of] = whose === null ? (['all', 0] as const) : Object.entries(whose)[0]!
      const { items, total } = lists[kind as keyof typeof lists]
      const [found, [counted]] = await Promise.all([
        items({ site_id, of, ...window }),
        total({ site_id, of }),
      ])
      return { items: found, total: counted!.count }
    },
    /** Also those that were taken back. */
    ofListing: (site_id: number, listing_id: number) => ofListing({ site_id, listing_id }),
    async revoke(id: number, revoked_at: string, reason: string): Promise<void> {
      await db.update(awards).set({ revoked_at, reason }).where(eq(awards.id, id))
    },
  }
}
