// Saving a listing: its row, its categories and founders, its former slug, and the search index, in one transaction.
import { and, eq, sql } from '../drizzle.ts'
import { doors } from '../../facts.ts'
import { categories, categoryAttributes, companies } from '../tables/sites.ts'
import { formerSlugs, listingCategories, listingFounders, listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import { prepared, readsAll, slot } from '../prepared.ts'
import { enqueue } from '../jobs.ts'
import type { Changes } from '../search/in_step.ts'
import type { SQL } from 'drizzle-orm'
import { nameKey } from '../search/words.ts'
import { urlKey } from './address.ts'
import { hasPage } from './has_page.ts'
import { listingById } from './rows.ts'
import { votesIn } from './week_votes.ts'

type Row = typeof listings.$inferInsert
type Listing = typeof listings.$inferSelect
/** A listing to be saved: category_ids begin with the primary one, and at most three more follow. */
export type SavedListing = Omit<Row, 'company_id' | 'category_id' | 'name_key' | 'url_key'> & {
  company_key: string
  category_ids: readonly number[]
  /** Without it the founders stay unchanged. */
  founders?: readonly { founder_id: number; title: string | null }[]
}

/**
 * Changes columns that neither the slug nor the categories depend on, and updates search index and rankings. In a new
 * launch week the listing has only the votes given in that week.
 */
export type ChangeListing = (
  id: number,
  set: { [Column in keyof Listing]?: Listing[Column] | SQL },
) => Promise<void>

/** A fetched logo is dropped when its address changes or another was fetched; an uploaded one stays. */
function logoOf(
  { logo, logo_from, logo_fault }: Partial<Listing>,
  isMoved: boolean,
  logo_url: string | null,
) {
  const isUploaded = logo != null && logo_from === null
  return isMoved && !isUploaded
    ? logo_url === null
      ? { logo: null, logo_from: null, logo_fault: null }
      : { logo, logo_from, logo_fault: null }
    : { logo, logo_from, logo_fault }
}

/** Runs work that changes the search entries of these listings without saving them. */
export type Reindexed = (ids: readonly number[], work: () => Promise<void>) => Promise<void>

export function listingWrites(db: Db, index: Changes) {
  const byId = listingById(db)
  const company = prepared(() =>
    db
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.key, slot('key'))),
  )
  const listingsBelow = prepared(() =>
    db.select({ id: sql<number>`id` }).from(
      sql`(WITH RECURSIVE below(id) AS (
        SELECT id FROM categories WHERE id = ${slot('id')}
        UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
      ) SELECT l.id FROM below CROSS JOIN listings l ON l.category_id = below.id AND l.status = 'live'
        UNION SELECT l.id FROM below CROSS JOIN listings l ON l.category_id = below.id AND l.status <> 'live'
        UNION SELECT lc.listing_id FROM below CROSS JOIN listing_categories lc ON lc.category_id = below.id
        WHERE ${readsAll('all that a category moves')})`,
    ),
  )

  const reindexed: Reindexed = async (ids, work) => {
    await index.before(ids)
    await work()
  }

  async function companyOf(key: string, created_at: string): Promise<number> {
    const [known] = await company({ key })
    if (known !== undefined) return known.id
    const [made] = await db.insert(companies).values({ key, created_at }).returning({ id: companies.id })
    return made!.id
  }

  async function keepSlug(
    before: Pick<typeof listings.$inferSelect, 'id' | 'site_id' | 'slug' | 'status' | 'plan' | 'live_at'>,
    present: string,
  ): Promise<void> {
    await db
      .delete(formerSlugs)
      .where(and(eq(formerSlugs.site_id, before.site_id), eq(formerSlugs.slug, present)))
    // A listing that never had a public page leaves no former slug.
    if (!hasPage(before) && before.live_at === null) return
    await db
      .insert(formerSlugs)
      .values({ site_id: before.site_id, slug: before.slug, listing_id: before.id })
      .onConflictDoUpdate({ target: [formerSlugs.site_id, formerSlugs.slug], set: { listing_id: before.id } })
  }

  const change: ChangeListing = (id, set) =>
    reindexed([id], async () => {
      const week = set.launch_week as string | null | undefined
      const inWeek = week !== undefined && { week_votes: votesIn(week, id) }
      const due = doors.some((door) => door in set) && { doors_due_at: set.updated_at }
      await db
        .update(listings)
        .set({ ...due, ...set, ...inWeek })
        .where(eq(listings.id, id))
    })

  /** Has the logo of the product's own site fetched, once. */
  async function fetchLogo(listing_id: number, at: string): Promise<void> {
    const key = `logo-${listing_id}`
    await enqueue(db, { kind: 'keep_logo', key, payload: { listing_id }, created_at: at })
  }

  return {
    change,
    reindexed,
    fetchLogo,
    /** Inserts the listing, or updates the one with its id; returns the id. */
    async save({ company_key, category_ids, founders: people, ...given }: SavedListing): Promise<number> {
      const [before] = given.id === undefined ? [] : await byId({ id: given.id })
      await index.before(before === undefined ? [] : [before.id])
      const logo_url = given.logo_url === undefined ? (before?.logo_url ?? null) : given.logo_url
      const isMoved = logo_url !== (before?.logo_url ?? null)
      const isOpened = doors.some((door) => (given[door] ?? null) !== (before?.[door] ?? null))
      const row = {
        ...given,
        ...(isOpened && { doors_due_at: given.updated_at }),
        ...logoOf(before ?? {}, isMoved, logo_url),
        company_id: await companyOf(company_key, given.updated_at),
        category_id: category_ids[0]!,
        name_key: nameKey(given.name),
        // One of two listings that shared an address before it had to be unique keeps its null key.
        url_key: before?.url === given.url ? before.url_key : urlKey(new URL(given.url)),
        ...(before !== undefined &&
          given.launch_week !== undefined &&
          given.launch_week !== before.launch_week && { week_votes: votesIn(given.launch_week, before.id) }),
      }
      const [saved] =
        before === undefined
          ? await db.insert(listings).values(row).returning({ id: listings.id })
          : await db
              .update(listings)
              .set(row)
              .where(eq(listings.id, before.id))
              .returning({ id: listings.id })
      const listing_id = saved!.id
      if (before === undefined) index.added(listing_id)
      else {
        await db.delete(listingCategories).where(eq(listingCategories.listing_id, listing_id))
        if (before.slug !== given.slug) await keepSlug(before, given.slug)
      }
      for (const [position, category_id] of category_ids.entries()) {
        if (position > 0) await db.insert(listingCategories).values({ listing_id, position, category_id })
      }
      if (people !== undefined) {
        if (before !== undefined)
          await db.delete(listingFounders).where(eq(listingFounders.listing_id, listing_id))
        for (const [position, founder] of people.entries()) {
          await db.insert(listingFounders).values({ listing_id, position, ...founder })
        }
      }
      for (const key of Object.keys(given.attributes ?? {})) {
        await db
          .insert(categoryAttributes)
          .values({ category_id: category_ids[0]!, key })
          .onConflictDoNothing()
      }
      if (isMoved && logo_url !== null) await fetchLogo(listing_id, given.updated_at)
      return listing_id
    },
    /** Sets the categories beside the primary one. */
    async setFurtherCategories(listing_id: number, category_ids: readonly number[]): Promise<void> {
      await reindexed([listing_id], async () => {
        await db.delete(listingCategories).where(eq(listingCategories.listing_id, listing_id))
        for (const [place, category_id] of category_ids.entries())
          await db.insert(listingCategories).values({ listing_id, position: place + 1, category_id })
      })
    },
    byId: async (id: number): Promise<Listing | undefined> => (await byId({ id }))[0],
    /** Moves a category, and updates the search entries of its listings. */
    async moveCategory(id: number, parent_id: number | null): Promise<void> {
      const [category] = await db.select().from(categories).where(eq(categories.id, id))
      if (category === undefined || category.parent_id === parent_id) return
      const inside = (await listingsBelow({ id })).map((row) => row.id)
      await reindexed(inside, async () => {
        await db.update(categories).set({ parent_id }).where(eq(categories.id, id))
      })
    },
    /** Merges index segments for some milliseconds; false if nothing is left to merge. */
    mergeIndex: async (): Promise<boolean> => index.merge(),
    async remove(id: number): Promise<void> {
      await reindexed([id], async () => {
        await db.delete(listings).where(eq(listings.id, id))
      })
    },
  }
}
