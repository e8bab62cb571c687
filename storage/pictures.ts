// Which pictures are kept, and which of them nothing shows any more.
import { and, eq, isNull, lte, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { listings } from './tables/listings.ts'
import { pictures } from './tables/pictures.ts'

type Kept = Pick<typeof pictures.$inferInsert, 'file' | 'width' | 'height' | 'bytes'>

export function pictureQueries(db: Db) {
  /** Every file that a listing names. */
  async function shown(): Promise<Set<string>> {
    const logos = await db
      .select({ logo: listings.logo })
      .from(listings)
      .where(sql`${listings.logo} IS NOT NULL`)
    const galleries = await db
      .select({ media: listings.media })
      .from(listings)
      .where(sql`${listings.media} <> '[]'`)
    return new Set([
      ...logos.map(({ logo }) => logo!),
      ...galleries.flatMap(({ media }) => media.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))),
    ])
  }

  return {
    /** Notes a picture before its file is written, so that nobody sweeps it away meanwhile. */
    async add(picture: Kept, at: string): Promise<void> {
      await db
        .insert(pictures)
        .values({ ...picture, added_at: at, unused_since: at })
        .onConflictDoUpdate({ target: pictures.file, set: { unused_since: at } })
    },
    find: async (file: string) => (await db.select().from(pictures).where(eq(pictures.file, file)))[0],
    /** Notes what is shown and what no more, and forgets what has not been shown since the instant; its files may go. */
    async sweep(now: string, unused_before: string): Promise<string[]> {
      const named = await shown()
      const gone = await db
        .delete(pictures)
        .where(
          and(
            lte(pictures.unused_since, unused_before),
            sql`${pictures.file} NOT IN (SELECT value FROM json_each(${JSON.stringify([...named])}))`,
          ),
        )
        .returning({ file: pictures.file })
      for (const { file, unused_since } of await db.select().from(pictures)) {
        if (named.has(file) === (unused_since === null)) continue
        const set = { unused_since: named.has(file) ? null : now }
        await db
          .update(pictures)
          .set(set)
          .where(
            and(
              eq(pictures.file, file),
              set.unused_since === null ? undefined : isNull(pictures.unused_since),
            ),
          )
      }
      return gone.map(({ file }) => file)
    },
  }
}
