// Which pictures are stored, and which are unused.
import { and, eq, gt, isNotNull, lte, sql } from './drizzle.ts'
import { readsAll } from './prepared.ts'
import type { Db } from './connection.ts'
import { listings } from './tables/listings.ts'
import { pictures } from './tables/pictures.ts'

type Kept = Pick<typeof pictures.$inferInsert, 'file' | 'width' | 'height' | 'bytes' | 'added_by'>

export function pictureQueries(db: Db) {
  /** Those of the files that a listing shows. `galleries` are the files of all galleries, which are few. */
  async function shownOf(files: readonly string[], galleries: ReadonlySet<string>): Promise<Set<string>> {
    const logos = await db
      .select({ logo: listings.logo })
      .from(listings)
      .where(sql`${listings.logo} IN (SELECT value FROM json_each(${JSON.stringify(files)}))`)
    return new Set([...logos.map(({ logo }) => logo!), ...files.filter((file) => galleries.has(file))])
  }

  async function inGalleries(): Promise<Set<string>> {
    const galleries = await db
      .select({ media: listings.media })
      .from(listings)
      .where(and(sql`${listings.media} <> '[]'`, readsAll('paid sections, for a job')))
    return new Set(
      galleries.flatMap(({ media }) => media.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))),
    )
  }

  return {
    /**
     * Adds a picture before its file is written, so that it is not swept away meanwhile. A picture that is shown keeps
     * its owner.
     */
    async add(picture: Kept, at: string): Promise<void> {
      const isShown = sql`${pictures.unused_since} IS NULL`
      await db
        .insert(pictures)
        .values({ ...picture, added_at: at, unused_since: at })
        .onConflictDoUpdate({
          target: pictures.file,
          set: {
            unused_since: sql`CASE WHEN ${isShown} THEN NULL ELSE excluded.unused_since END`,
            added_by: sql`CASE WHEN ${isShown} THEN ${pictures.added_by} ELSE excluded.added_by END`,
          },
        })
    },
    /** Bytes of this person's unused pictures. */
    async unusedBytesOf(user_id: number): Promise<number> {
      const theirs = and(eq(pictures.added_by, user_id), isNotNull(pictures.unused_since))
      const [found] = await db
        .select({ bytes: sql<number>`COALESCE(SUM(${pictures.bytes}), 0)`.mapWith(Number) })
        .from(pictures)
        .where(theirs)
      return found!.bytes
    },
    /** Notes that a listing shows these files, or no longer does; sweeping checks whether another one shows them. */
    async note(files: readonly string[], unused_since: string | null): Promise<void> {
      for (const file of files) await db.update(pictures).set({ unused_since }).where(eq(pictures.file, file))
    },
    /** Pictures that seem unused since the instant. */
    unusedSince: async (instant: string, limit: number): Promise<string[]> =>
      (
        await db
          .select({ file: pictures.file })
          .from(pictures)
          .where(lte(pictures.unused_since, instant))
          .orderBy(pictures.unused_since)
          .limit(limit)
      ).map((row) => row.file),
    find: async (file: string) => (await db.select().from(pictures).where(eq(pictures.file, file)))[0],
    /** The next pictures after this file, by name. */
    after: async (file: string, limit: number): Promise<string[]> =>
      (
        await db
          .select({ file: pictures.file })
          .from(pictures)
          .where(gt(pictures.file, file))
          .orderBy(pictures.file)
          .limit(limit)
      ).map((row) => row.file),
    inGalleries,
    /** Checks which of the files are shown, and deletes rows unused since the instant; their files may be deleted. */
    async sweep(
      files: readonly string[],
      galleries: ReadonlySet<string>,
      { now, unused_before }: { now: string; unused_before: string },
    ): Promise<string[]> {
      const shown = await shownOf(files, galleries)
      const present = await db
        .select()
        .from(pictures)
        .where(sql`${pictures.file} IN (SELECT value FROM json_each(${JSON.stringify(files)}))`)
      const gone = []
      let named: ReadonlySet<string> | undefined
      for (const { file, unused_since } of present) {
        const its = eq(pictures.file, file)
        if (shown.has(file)) {
          if (unused_since !== null) await db.update(pictures).set({ unused_since: null }).where(its)
        } else if (unused_since === null) await db.update(pictures).set({ unused_since: now }).where(its)
        else if (unused_since <= unused_before) {
          // A gallery may have added it since then.
          if ((named ??= await inGalleries()).has(file))
            await db.update(pictures).set({ unused_since: null }).where(its)
          else {
            await db.delete(pictures).where(its)
            gone.push(file)
          }
        }
      }
      return gone
    },
  }
}
