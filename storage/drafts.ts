import { and, asc, count, eq, gt, isNull, lte, ne, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, slot, type Window } from './prepared.ts'
import { atAddress } from './listings/rows.ts'
import { draftPages, drafts } from './tables/drafts.ts'
import { listings } from './tables/listings.ts'

export type Draft = typeof drafts.$inferSelect
type Side = (typeof draftPages.$inferSelect)['side']
/** The HTML is packed (storage/packing.ts) before the transaction, because that takes long. */
export type ReadSitePage = { url: string; fetched_at: string; hash: string; text: string; html: Uint8Array }

export function draftQueries(db: Db) {
  const byId = prepared(() =>
    db
      .select()
      .from(drafts)
      .where(eq(drafts.id, slot('id'))),
  )
  const owned = prepared(() =>
    db
      .select()
      .from(drafts)
      .where(
        and(
          eq(drafts.id, slot('id')),
          eq(drafts.user_id, slot('user_id')),
          eq(drafts.site_id, slot('site_id')),
        ),
      ),
  )
  const mine = and(eq(drafts.user_id, slot('user_id')), eq(drafts.site_id, slot('site_id')))
  const list = prepared(() =>
    db
      .select()
      .from(drafts)
      .where(mine)
      .orderBy(sql`${drafts.created_at} DESC`, asc(drafts.id))
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const listedAt = prepared(() =>
    db
      .select({
        id: listings.id,
        slug: listings.slug,
        status: listings.status,
        plan: listings.plan,
        live_at: listings.live_at,
      })
      .from(listings)
      .where(atAddress),
  )
  const total = prepared(() => db.select({ total: count() }).from(drafts).where(mine))
  const ofListing = prepared(() =>
    db
      .select()
      .from(drafts)
      .where(and(eq(drafts.listing_id, slot('listing_id')), eq(drafts.user_id, slot('user_id')))),
  )

  return {
    async add(draft: typeof drafts.$inferInsert): Promise<void> {
      await db.insert(drafts).values(draft)
    },
    /** The person's own draft that became this listing. */
    ofListing: async (user_id: number, listing_id: number): Promise<Draft | undefined> =>
      (await ofListing({ user_id, listing_id }))[0],
    byId: async (id: string): Promise<Draft | undefined> => (await byId({ id }))[0],
    ownedBy: async (user_id: number, site_id: number, id: string): Promise<Draft | undefined> =>
      (await owned({ user_id, site_id, id }))[0],
    async atUrl(user_id: number, site_id: number, url_key: string): Promise<Draft | undefined> {
      const at = and(eq(drafts.user_id, user_id), eq(drafts.site_id, site_id), eq(drafts.url_key, url_key))
      return (await db.select().from(drafts).where(at))[0]
    },
    async list(user_id: number, site_id: number, window: Window) {
      const items = await list({ user_id, site_id, ...window })
      return { items, total: (await total({ user_id, site_id }))[0]!.total }
    },
    async change(id: string, set: Partial<Draft>): Promise<void> {
      await db.update(drafts).set(set).where(eq(drafts.id, id))
    },

    /** Replaces the pages that were read of one side. */
    async keepPages(draft_id: string, side: Side, pages: ReadSitePage[]): Promise<void> {
      await db.delete(draftPages).where(and(eq(draftPages.draft_id, draft_id), eq(draftPages.side, side)))
      for (const [position, { html, ...page }] of pages.entries()) {
        const packed = Buffer.from(html.buffer, html.byteOffset, html.byteLength)
        await db.insert(draftPages).values({ ...page, draft_id, side, position, html: packed })
      }
    },
    async pages(draft_id: string, side: Side): Promise<ReadSitePage[]> {
      const { url, fetched_at, hash, text, html } = draftPages
      return db
        .select({ url, fetched_at, hash, text, html })
        .from(draftPages)
        .where(and(eq(draftPages.draft_id, draft_id), eq(draftPages.side, side)))
        .orderBy(asc(draftPages.position))
    },
    /** The pages without their text; `raw` is whether the HTML is still stored. */
    readPages: async (draft_id: string) =>
      await db
        .select({
          url: draftPages.url,
          fetched_at: draftPages.fetched_at,
          hash: draftPages.hash,
          raw: sql`length(${draftPages.html}) > 0`.mapWith(Boolean),
        })
        .from(draftPages)
        .where(and(eq(draftPages.draft_id, draft_id), eq(draftPages.side, 'own')))
        .orderBy(asc(draftPages.position)),

    /** Deletes the HTML of pages read before then; their text, which quotes are from, stays. */
    async dropRawPages(before: string): Promise<void> {
      await db
        .update(draftPages)
        .set({ html: Buffer.alloc(0) })
        .where(and(lte(draftPages.fetched_at, before), sql`length(${draftPages.html}) > 0`))
    },
    /** The number of a person's open drafts on all sites: touched since then, neither failed nor submitted. */
    async countOpen(user_id: number, since: string): Promise<number> {
      const unfinished = and(isNull(drafts.listing_id), ne(drafts.status, 'failed'))
      const open = and(eq(drafts.user_id, user_id), unfinished, gt(drafts.updated_at, since))
      return (await db.select({ total: count() }).from(drafts).where(open))[0]!.total
    },

    /** The one listing of an address on this site, in any status but withdrawn. */
    listedAt: async (site_id: number, url_key: string) => (await listedAt({ site_id, url_key }))[0],

    /** After its listing was withdrawn, the draft may be submitted again. */
    async release(listing_id: number): Promise<void> {
      await db
        .update(drafts)
        .set({ listing_id: null, submitted_at: null })
        .where(eq(drafts.listing_id, listing_id))
    },
    /** Deletes a draft with its pages. */
    async remove(id: string): Promise<void> {
      await db.delete(drafts).where(eq(drafts.id, id))
    },
    /** Deletes a person's drafts and their invitations; listings made from them stay. */
    async dropOf(user_id: number): Promise<void> {
      await db.delete(drafts).where(eq(drafts.user_id, user_id))
    },
  }
}
