import { and, count, desc, eq, gt, inArray, isNull, ne, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { readsAll, says, type Window } from './prepared.ts'
import { claims } from './tables/claims.ts'
import { listingCategories, listings } from './tables/listings.ts'
import { categories } from './tables/sites.ts'

export type Claim = typeof claims.$inferSelect
type NewClaim = Omit<Claim, 'id' | 'checked_at' | 'finding' | 'settled_at' | 'subject_url'> &
  Partial<Pick<Claim, 'subject_url'>>

/** The listing's columns that a claim depends on, as they are now. */
const subject = {
  id: listings.id,
  site_id: listings.site_id,
  slug: listings.slug,
  name: listings.name,
  url: listings.url,
  status: listings.status,
  verified_at: listings.verified_at,
}

export function claimQueries(db: Db) {
  const withListing = () =>
    db
      .select({ claim: claims, listing: subject })
      .from(claims)
      .innerJoin(listings, eq(listings.id, claims.listing_id))

  return {
    async add(claim: NewClaim): Promise<Claim> {
      return (await db.insert(claims).values(claim).returning())[0]!
    },
    async change(id: number, set: Partial<Omit<Claim, 'id'>>): Promise<Claim> {
      return (await db.update(claims).set(set).where(eq(claims.id, id)).returning())[0]!
    },
    /** The person's own claim, with its listing. */
    async ofUser(user_id: number, id: number) {
      return (await withListing().where(and(eq(claims.id, id), eq(claims.user_id, user_id))))[0]
    },
    async byLink(hash: string) {
      return (await withListing().where(eq(claims.link_hash, hash)))[0]
    },
    async byId(id: number) {
      return (await withListing().where(eq(claims.id, id)))[0]
    },
    /** An open claim of the same person, listing, method and address. */
    async open(same: Pick<Claim, 'user_id' | 'listing_id' | 'method' | 'email'>, now: string) {
      const { user_id, listing_id, method, email } = same
      const [found] = await db
        .select()
        .from(claims)
        .where(
          and(
            eq(claims.user_id, user_id),
            eq(claims.listing_id, listing_id),
            eq(claims.method, method),
            email === null ? isNull(claims.email) : eq(claims.email, email),
            says(claims.status, 'pending'),
            gt(claims.expires_at, now),
          ),
        )
      return found
    },
    /** How many of the person's claims are still open. */
    async openOf(user_id: number, now: string): Promise<number> {
      const [found] = await db
        .select({ count: count() })
        .from(claims)
        .where(and(eq(claims.user_id, user_id), says(claims.status, 'pending'), gt(claims.expires_at, now)))
      return found!.count
    },
    /** Newest first, on one site. */
    async list(user_id: number, site_id: number, { limit, offset }: Window) {
      const mine = and(eq(claims.user_id, user_id), sql`+${listings.site_id} = ${site_id}`)
      const items = await withListing().where(mine).orderBy(desc(claims.id)).limit(limit).offset(offset)
      const [counted] = await db
        .select({ count: count() })
        .from(claims)
        .innerJoin(listings, eq(listings.id, claims.listing_id))
        .where(mine)
      return { items, total: counted!.count }
    },
    /** Claims that the site team has to decide, oldest first. */
    disputed: async () =>
      await withListing()
        .where(and(says(claims.status, 'disputed'), readsAll('what waits for the team')))
        .orderBy(claims.id),
    /** Tagline and categories of all listings of the same company. */
    async productsBeside(listing_id: number) {
      const products = await db
        .select({ id: listings.id, tagline: listings.tagline, category: categories.slug })
        .from(listings)
        .innerJoin(categories, eq(categories.id, listings.category_id))
        .where(sql`${listings.company_id} = (SELECT company_id FROM listings WHERE id = ${listing_id})`)
      const further = await db
        .select({ id: listingCategories.listing_id, category: categories.slug })
        .from(listingCategories)
        .innerJoin(categories, eq(categories.id, listingCategories.category_id))
        .where(
          inArray(
            listingCategories.listing_id,
            products.map(({ id }) => id),
          ),
        )
      return products.map(({ id, tagline, category }) => ({
        tagline,
        categories: [category, ...further.filter((one) => one.id === id).map((one) => one.category)],
      }))
    },
    /** Every claim of the listing, the newest first. */
    ofListing: async (listing_id: number): Promise<Claim[]> =>
      await db.select().from(claims).where(eq(claims.listing_id, listing_id)).orderBy(desc(claims.id)),
    /** The listings whose domain the person has proved. */
    async provedBy(user_id: number): Promise<number[]> {
      const found = await db
        .select({ listing_id: claims.listing_id })
        .from(claims)
        .where(and(eq(claims.user_id, user_id), says(claims.status, 'verified')))
      return found.map(({ listing_id }) => listing_id)
    },
    /** Deletes claims of a person to a listing that wait for their proof: one of them, or all. */
    async dropPending(
      { user_id, listing_id }: Pick<Claim, 'user_id' | 'listing_id'>,
      id?: number,
    ): Promise<void> {
      const theirs = and(eq(claims.user_id, user_id), eq(claims.listing_id, listing_id))
      const one = id === undefined ? undefined : eq(claims.id, id)
      await db.delete(claims).where(and(theirs, says(claims.status, 'pending'), one))
    },
    /** Deletes the claims of a deleted account, with their addresses. */
    async dropOf(user_id: number): Promise<void> {
      await db.delete(claims).where(eq(claims.user_id, user_id))
    },
    /** Deletes old closed claims, and links that were used or have expired. */
    async sweep(now: string, half_year_ago: string): Promise<void> {
      await db
        .update(claims)
        .set({ link_hash: null })
        .where(and(sql`${claims.link_hash} IS NOT NULL`, sql`${claims.expires_at} <= ${now}`))
      await db
        .delete(claims)
        .where(
          and(
            ne(claims.status, 'verified'),
            ne(claims.status, 'disputed'),
            sql`${claims.expires_at} <= ${half_year_ago}`,
          ),
        )
    },
  }
}
