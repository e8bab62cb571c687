import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, ne, sql } from '../drizzle.ts'
import { profileColumns } from './rows.ts'
import type { Db } from '../connection.ts'
import { prepared, slot, type Window } from '../prepared.ts'
import { users } from '../tables/people.ts'
import { formerSlugs, listingOwners, listings, listingVersions } from '../tables/listings.ts'

type Owned = typeof listings.$inferSelect
export type Version = typeof listingVersions.$inferSelect
export type NewVersion = Omit<typeof listingVersions.$inferInsert, 'id'>

/** The owners of listings, and their edits. */
export function ownerQueries(db: Db) {
  const mine = eq(listingOwners.user_id, slot('user_id'))
  // A late page skips ids only, not whole rows.
  const list = prepared(() =>
    db
      .select(getTableColumns(listings))
      .from(listings)
      .where(
        inArray(
          listings.id,
          db
            .select({ id: listingOwners.listing_id })
            .from(listingOwners)
            .where(mine)
            .orderBy(desc(listingOwners.listing_id))
            .limit(slot('limit'))
            .offset(slot('offset')),
        ),
      )
      .orderBy(desc(listings.id)),
  )
  const total = prepared(() => db.select({ total: count() }).from(listingOwners).where(mine))
  const owned = prepared(() =>
    db
      .select(getTableColumns(listings))
      .from(listings)
      .innerJoin(listingOwners, eq(listingOwners.listing_id, listings.id))
      .where(and(eq(listings.id, slot('id')), mine)),
  )
  const profile = prepared(() =>
    db
      .select({ listing: listings, ...profileColumns })
      .from(listings)
      .where(eq(listings.id, slot('id'))),
  )
  const people = prepared(() =>
    db
      .select({ user_id: users.id, email: users.email })
      .from(listingOwners)
      .innerJoin(users, eq(users.id, listingOwners.user_id))
      .where(and(eq(listingOwners.listing_id, slot('id')), isNull(users.deleted_at)))
      .orderBy(asc(users.id)),
  )

  return {
    async add(listing_id: number, user_id: number, since: string): Promise<void> {
      await db.insert(listingOwners).values({ listing_id, user_id, since }).onConflictDoNothing()
    },
    async remove(listing_id: number, user_id: number): Promise<void> {
      await db
        .delete(listingOwners)
        .where(and(eq(listingOwners.listing_id, listing_id), eq(listingOwners.user_id, user_id)))
    },
    /** The listing, if the person owns it. */
    listing: async (user_id: number, id: number): Promise<Owned | undefined> =>
      (await owned({ user_id, id }))[0],
    /** The data of its public page, in any status. */
    profile: async (id: number) => (await profile({ id }))[0],
    /** All listings of the person, in any status and on any site, the newest first. */
    async list(user_id: number, { limit, offset }: Window) {
      const items = await list({ user_id, limit, offset })
      return { items, total: (await total({ user_id }))[0]!.total }
    },
    /** The person's listings of the same company on other sites. */
    siblings: async (
      user_id: number,
      { id, company_id }: Pick<Owned, 'id' | 'company_id'>,
    ): Promise<Owned[]> =>
      await db
        .select(getTableColumns(listings))
        .from(listings)
        .innerJoin(listingOwners, eq(listingOwners.listing_id, listings.id))
        .where(
          and(
            eq(listingOwners.user_id, user_id),
            eq(listings.company_id, company_id),
            ne(listings.id, id),
            ne(listings.status, 'withdrawn'),
          ),
        )
        .orderBy(asc(listings.id)),
    /** All owners of the listing, except deleted accounts. */
    people: (id: number) => people({ id }),
    /** Current and former slugs that begin with the text. */
    async takenSlugs(site_id: number, text: string): Promise<Set<string>> {
      const [from, to] = [text, `${text}.`]
      const present = await db
        .select({ slug: listings.slug })
        .from(listings)
        .where(
          and(eq(listings.site_id, site_id), sql`${listings.slug} >= ${from} AND ${listings.slug} < ${to}`),
        )
      const former = await db
        .select({ slug: formerSlugs.slug })
        .from(formerSlugs)
        .where(
          and(
            eq(formerSlugs.site_id, site_id),
            sql`${formerSlugs.slug} >= ${from} AND ${formerSlugs.slug} < ${to}`,
          ),
        )
      return new Set([...present, ...former].map((row) => row.slug))
    },
    formerSlugs: async (listing_id: number): Promise<string[]> =>
      (
        await db
          .select({ slug: formerSlugs.slug })
          .from(formerSlugs)
          .where(eq(formerSlugs.listing_id, listing_id))
      ).map((row) => row.slug),
    async addVersion(version: NewVersion): Promise<void> {
      await db.insert(listingVersions).values(version)
    },
    /** Marks a version as seen by the site team; only the first member is recorded. */
    async markSeen(id: number, seen_by: number, seen_at: string): Promise<void> {
      await db
        .update(listingVersions)
        .set({ seen_by, seen_at })
        .where(and(eq(listingVersions.id, id), isNull(listingVersions.seen_at)))
    },
    /** Makes the site team review this person's versions again. */
    async unsee(listing_id: number, user_id: number): Promise<void> {
      await db
        .update(listingVersions)
        .set({ seen_by: null, seen_at: null })
        .where(and(eq(listingVersions.listing_id, listing_id), eq(listingVersions.user_id, user_id)))
    },
    versions: async (listing_id: number): Promise<Version[]> =>
      await db
        .select()
        .from(listingVersions)
        .where(eq(listingVersions.listing_id, listing_id))
        .orderBy(asc(listingVersions.id)),
  }
}
