// The blog. Searches are FTS5 expressions.
import { and, count, desc, eq, isNotNull, sql } from './drizzle.ts'
import { matchOf } from './people/founders.ts'
import { posts } from './tables/posts.ts'
import type { Db } from './connection.ts'
import { prepared, readsAll, slot, type Window } from './prepared.ts'

export function postQueries(db: Db) {
  const columns = {
    slug: posts.slug,
    title: posts.title,
    excerpt: posts.excerpt,
    author: posts.author,
    tags: posts.tags,
    published_at: sql<string>`${posts.published_at}`,
  }
  const published = and(
    eq(posts.site_id, slot('site_id')),
    isNotNull(posts.published_at),
    sql`${posts.published_at} <= ${slot('now')}`,
    readsAll('what the team has written'),
  )
  const newest = prepared(() =>
    db
      .select(columns)
      .from(posts)
      .where(published)
      .orderBy(sql`${posts.published_at} DESC`, sql`${posts.id} DESC`)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const newestTotal = prepared(() => db.select({ count: count() }).from(posts).where(published))
  const matching = sql`(SELECT rowid AS id, bm25(posts_text, 8.0, 3.0, 1.0) AS rank
    FROM posts_text WHERE posts_text MATCH ${slot('match')}) AS found`
  const matched = prepared(() =>
    db
      .select(columns)
      .from(posts)
      .innerJoin(matching, sql`found.id = ${posts.id}`)
      .where(published)
      .orderBy(sql`found.rank`, sql`${posts.id} DESC`)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const matchedTotal = prepared(() =>
    db
      .select({ count: count() })
      .from(posts)
      .innerJoin(matching, sql`found.id = ${posts.id}`)
      .where(published),
  )
  const bySlug = prepared(() =>
    db
      .select()
      .from(posts)
      .where(and(published, eq(posts.slug, slot('slug')))),
  )

  return {
    /** Published posts, newest first, or the best matches first if there are words to search. */
    async list({ site_id, q, now }: { site_id: number; q: string; now: Date }, { limit, offset }: Window) {
      const match = matchOf(q)
      const given = { site_id, now: now.toISOString(), limit, offset }
      if (match === '') return { items: [], total: 0 }
      const [items, [counted]] =
        match === null
          ? await Promise.all([newest(given), newestTotal(given)])
          : await Promise.all([matched({ ...given, match }), matchedTotal({ ...given, match })])
      return { items, total: counted!.count }
    },
    /** All posts of a site: drafts first, then the newest. */
    async everything(site_id: number, { limit, offset }: Window) {
      const its = and(eq(posts.site_id, site_id), readsAll('what the team has written'))
      const items = await db
        .select({
          id: posts.id,
          title: posts.title,
          author: posts.author,
          published_at: posts.published_at,
        })
        .from(posts)
        .where(its)
        .orderBy(
          sql`CASE WHEN ${posts.published_at} IS NULL THEN 0 ELSE 1 END`,
          desc(posts.published_at),
          desc(posts.id),
        )
        .limit(limit)
        .offset(offset)
      const [counted] = await db.select({ total: count() }).from(posts).where(its)
      return { items, total: counted!.total }
    },
    byId: async (id: number) => (await db.select().from(posts).where(eq(posts.id, id)))[0],
    /** The post with this slug, draft or public. */
    withSlug: async (site_id: number, slug: string) =>
      (
        await db
          .select()
          .from(posts)
          .where(and(eq(posts.site_id, site_id), eq(posts.slug, slug)))
      )[0],
    async add(post: Omit<typeof posts.$inferInsert, 'id'>): Promise<number> {
      return (await db.insert(posts).values(post).returning({ id: posts.id }))[0]!.id
    },
    async change(id: number, set: Partial<typeof posts.$inferInsert>): Promise<void> {
      await db.update(posts).set(set).where(eq(posts.id, id))
    },
    bySlug: async (site_id: number, slug: string, now: Date) =>
      (await bySlug({ site_id, slug, now: now.toISOString() }))[0],
  }
}
