// Who follows a listing, and who of them wants to be told of its updates by mail.
import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import type { Window } from '../prepared.ts'
import { follows } from '../tables/community.ts'
import { listings } from '../tables/listings.ts'
import { users } from '../tables/people.ts'
import { hasPage } from './has_page.ts'
import type { ChangeListing } from './save.ts'

export function followQueries(db: Db, change: ChangeListing) {
  async function recount(listing_id: number): Promise<void> {
    await change(listing_id, {
      followers: sql`(SELECT count(*) FROM follows WHERE follows.listing_id = ${listing_id})`,
    })
  }

  return {
    /** False when the person followed it before, or no listing of this id has a page. */
    async add(listing_id: number, user_id: number, at: string): Promise<boolean> {
      const [listing] = await db
        .select({ status: listings.status, plan: listings.plan, live_at: listings.live_at })
        .from(listings)
        .where(eq(listings.id, listing_id))
      if (listing === undefined || !hasPage(listing)) return false
      const token = randomBytes(16).toString('hex')
      const added = await db
        .insert(follows)
        .values({ listing_id, user_id, followed_at: at, token })
        .onConflictDoNothing()
        .returning({ user_id: follows.user_id })
      if (added.length === 0) return false
      await recount(listing_id)
      return true
    },
    async remove(listing_id: number, user_id: number): Promise<boolean> {
      const gone = await db
        .delete(follows)
        .where(and(eq(follows.listing_id, listing_id), eq(follows.user_id, user_id)))
        .returning({ user_id: follows.user_id })
      if (gone.length === 0) return false
      await recount(listing_id)
      return true
    },
    /** Whoever is gone follows nothing. */
    async removeOf(user_id: number): Promise<void> {
      const gone = await db
        .delete(follows)
        .where(eq(follows.user_id, user_id))
        .returning({ listing_id: follows.listing_id })
      for (const { listing_id } of gone) await recount(listing_id)
    },
    async of(listing_id: number, user_id: number) {
      const [found] = await db
        .select()
        .from(follows)
        .where(and(eq(follows.listing_id, listing_id), eq(follows.user_id, user_id)))
      return found
    },
    /** What a person follows on a site, newest first. */
    async list(user_id: number, site_id: number, { limit, offset }: Window) {
      // The plus has SQLite begin with what the person follows, not with every listing of the site.
      const theirs = and(eq(follows.user_id, user_id), sql`+${listings.site_id} = ${site_id}`)
      const items = await db
        .select({
          listing_id: follows.listing_id,
          slug: listings.slug,
          name: listings.name,
          followed_at: follows.followed_at,
          told: follows.told,
        })
        .from(follows)
        .innerJoin(listings, eq(listings.id, follows.listing_id))
        .where(theirs)
        .orderBy(desc(follows.followed_at), follows.listing_id)
        .limit(limit)
        .offset(offset)
      const [found] = await db
        .select({ count: count() })
        .from(follows)
        .innerJoin(listings, eq(listings.id, follows.listing_id))
        .where(theirs)
      return { items, total: found!.count }
    },
    /** Whose mails the token ends, and about which listing. */
    async byToken(token: string) {
      const [found] = await db
        .select({ name: listings.name, slug: listings.slug, told: follows.told, email: users.email })
        .from(follows)
        .innerJoin(listings, eq(listings.id, follows.listing_id))
        .innerJoin(users, eq(users.id, follows.user_id))
        .where(eq(follows.token, token))
      return found
    },
    /** Ends or begins the mails about a listing; whoever follows it goes on doing so. False for an unknown token. */
    async tell(token: string, isTold: boolean): Promise<boolean> {
      const changed = await db
        .update(follows)
        .set({ told: isTold })
        .where(eq(follows.token, token))
        .returning({ user_id: follows.user_id })
      return changed.length > 0
    },
  }
}
