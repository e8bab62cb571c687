// Who follows a listing, a category, a founder or a whole site, and who of them wants mails.
import { randomBytes } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { and, count, desc, eq, isNull, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import type { Window } from './prepared.ts'
import { follows } from './tables/community.ts'
import { listingFounders, listings } from './tables/listings.ts'
import { founders, users } from './tables/people.ts'
import { categories, sites } from './tables/sites.ts'
import type { ChangeListing } from './listings/save.ts'

/** What is followed: a listing, a category or founder on one site, or the site itself. */
export type Followed =
  | { listing_id: number }
  | { category_id: number; site_id: number }
  | { founder_id: number; site_id: number }
  | { site_id: number }

/** A condition for the rows of its followers. */
export function followersOf(what: Followed): SQL {
  if ('listing_id' in what) return eq(follows.listing_id, what.listing_id)
  const here = eq(follows.site_id, what.site_id)
  if ('category_id' in what) return and(eq(follows.category_id, what.category_id), here)!
  if ('founder_id' in what) return and(eq(follows.founder_id, what.founder_id), here)!
  return and(here, isNull(follows.listing_id), isNull(follows.category_id), isNull(follows.founder_id))!
}

const by = (user_id: number) => eq(follows.user_id, user_id)

export function followQueries(db: Db, change: ChangeListing) {
  async function recount(listing_id: number): Promise<void> {
    await change(listing_id, {
      followers: sql`(SELECT count(*) FROM follows WHERE follows.listing_id = ${listing_id})`,
    })
  }

  async function removeWhere(which: SQL | undefined): Promise<boolean> {
    const gone = await db.delete(follows).where(which).returning({ listing_id: follows.listing_id })
    for (const { listing_id } of gone) if (listing_id !== null) await recount(listing_id)
    return gone.length > 0
  }

  /** Follows joined with what they follow. */
  const named = () =>
    db
      .select({
        id: follows.id,
        user_id: follows.user_id,
        kind: sql<
          'listing' | 'category' | 'founder' | 'site'
        >`CASE WHEN ${follows.listing_id} IS NOT NULL THEN 'listing' WHEN ${follows.category_id} IS NOT NULL THEN 'category'
          WHEN ${follows.founder_id} IS NOT NULL THEN 'founder' ELSE 'site' END`,
        slug: sql<string>`coalesce(${listings.slug}, ${categories.slug}, ${founders.slug}, '')`,
        name: sql<string>`coalesce(${listings.name}, ${categories.name}, ${founders.name}, ${sites.name})`,
        followed_at: follows.followed_at,
        told: follows.told,
        email: users.email,
      })
      .from(follows)
      .innerJoin(users, eq(users.id, follows.user_id))
      .innerJoin(sites, eq(sites.id, follows.site_id))
      .leftJoin(listings, eq(listings.id, follows.listing_id))
      .leftJoin(categories, eq(categories.id, follows.category_id))
      .leftJoin(founders, eq(founders.id, follows.founder_id))

  return {
    /** False if the person follows it already. The caller decides what may be followed. */
    async add(what: Followed, user_id: number, at: string): Promise<boolean> {
      const site_id =
        'listing_id' in what
          ? sql`(SELECT listings.site_id FROM listings WHERE listings.id = ${what.listing_id})`
          : what.site_id
      const token = randomBytes(16).toString('hex')
      const added = await db
        .insert(follows)
        .values({ ...what, site_id, user_id, followed_at: at, token })
        .onConflictDoNothing()
        .returning({ user_id: follows.user_id })
      if (added.length === 0) return false
      if ('listing_id' in what) await recount(what.listing_id)
      return true
    },
    remove: (what: Followed, user_id: number) => removeWhere(and(followersOf(what), by(user_id))),
    /** Ends a person's own follow by its id, even if what is followed no longer exists. */
    end: (id: number, user_id: number) => removeWhere(and(eq(follows.id, id), by(user_id))),
    /** Ends all follows of a deleted account. */
    removeOf: (user_id: number) => removeWhere(by(user_id)),
    async of(what: Followed, user_id: number) {
      const [found] = await db
        .select()
        .from(follows)
        .where(and(followersOf(what), by(user_id)))
      return found
    },
    /** What a person follows on a site, newest first. */
    async list(user_id: number, site_id: number, { limit, offset }: Window) {
      const theirs = and(by(user_id), eq(follows.site_id, site_id))
      const items = await named()
        .where(theirs)
        .orderBy(desc(follows.followed_at), follows.id)
        .limit(limit)
        .offset(offset)
      const [found] = await db.select({ count: count() }).from(follows).where(theirs)
      return { items, total: found!.count }
    },
    /** Founders of the listing with followers on the site. */
    foundersOf: async (listing_id: number, site_id: number) =>
      await db
        .select({ id: founders.id, name: founders.name })
        .from(listingFounders)
        .innerJoin(founders, eq(founders.id, listingFounders.founder_id))
        .where(
          and(
            eq(listingFounders.listing_id, listing_id),
            sql`EXISTS (SELECT 1 FROM follows f WHERE f.founder_id = ${founders.id} AND f.site_id = ${site_id})`,
          ),
        ),
    /** The follow that an unsubscribe token belongs to. */
    async byToken(token: string) {
      const [found] = await named().where(eq(follows.token, token))
      return found
    },
    /** Turns its mails off; the follow itself stays. */
    async hush(token: string): Promise<void> {
      await db.update(follows).set({ told: false }).where(eq(follows.token, token))
    },
    /** Turns the mails of a person's own follow on again. */
    async tell(id: number, user_id: number): Promise<void> {
      await db
        .update(follows)
        .set({ told: true })
        .where(and(eq(follows.id, id), by(user_id)))
    },
  }
}
