import { setImmediate } from 'node:timers/promises'
import { and, count, desc, eq, sql } from './drizzle.ts'
import { nowhere, sampled, spread, tellingWords, usesIn } from './search/telling.ts'
import { listings } from './tables/listings.ts'
import { categories, categoryAttributes, formerCategorySlugs, sites } from './tables/sites.ts'
import type { Db } from './connection.ts'
import { prepared, says, slot } from './prepared.ts'
import type { openSearch } from './search/search.ts'

export type Category = typeof categories.$inferSelect

/** By its current slug. */
export const categoryBySlug = (db: Db) =>
  prepared(() =>
    db
      .select()
      .from(categories)
      .where(eq(categories.slug, slot('slug'))),
  )

export function categoryQueries(db: Db, search: Pick<ReturnType<typeof openSearch>, 'liveByCategory'>) {
  const all = prepared(() =>
    db
      .select({
        id: categories.id,
        slug: categories.slug,
        name: categories.name,
        parent_id: categories.parent_id,
      })
      .from(categories)
      .orderBy(sql`${categories.name} COLLATE NOCASE`, categories.id),
  )
  const bySlug = categoryBySlug(db)
  const formerSlug = prepared(() =>
    db
      .select()
      .from(formerCategorySlugs)
      .where(eq(formerCategorySlugs.slug, slot('slug'))),
  )
  const byId = prepared(() =>
    db
      .select()
      .from(categories)
      .where(eq(categories.id, slot('id'))),
  )
  const attributes = prepared(() =>
    db
      .select({ key: categoryAttributes.key })
      .from(categoryAttributes)
      .where(eq(categoryAttributes.category_id, slot('category_id')))
      .orderBy(categoryAttributes.key),
  )
  const known = prepared(() =>
    db
      .select({
        id: categories.id,
        slug: categories.slug,
        name: categories.name,
        description: categories.description,
        parent_id: categories.parent_id,
      })
      .from(categories)
      .orderBy(categories.id),
  )
  const words = wordQueries(db)
  const total = prepared(() => db.select({ count: count() }).from(categories))
  const slugs = prepared(() =>
    db
      .select({ slug: categories.slug })
      .from(categories)
      .where(sql`instr(${categories.slug}, ${slot('text')}) = 1`)
      .orderBy(categories.slug),
  )

  return {
    count: async () => (await total())[0]!.count,
    /** By its current or a former slug. */
    async bySlug(slug: string): Promise<Category | undefined> {
      const [found] = await bySlug({ slug })
      if (found !== undefined) return found
      const [former] = await formerSlug({ slug })
      return former === undefined ? undefined : (await byId({ id: former.category_id }))[0]
    },
    /** Former slugs, and the category of each. */
    formerSlugs: async () => await db.select().from(formerCategorySlugs),
    async add(category: Omit<typeof categories.$inferInsert, 'id'>): Promise<number> {
      return (await db.insert(categories).values(category).returning({ id: categories.id }))[0]!.id
    },
    /** Changes everything but the parent; the old slug goes on leading to it. */
    async change(
      before: Pick<Category, 'id' | 'slug'>,
      set: Partial<Category> & { slug: string },
    ): Promise<void> {
      await db.update(categories).set(set).where(eq(categories.id, before.id))
      if (before.slug === set.slug) return
      await db.delete(formerCategorySlugs).where(eq(formerCategorySlugs.slug, set.slug))
      await db
        .insert(formerCategorySlugs)
        .values({ slug: before.slug, category_id: before.id })
        .onConflictDoUpdate({ target: formerCategorySlugs.slug, set: { category_id: before.id } })
    },
    async setAttributes(category_id: number, keys: readonly string[]): Promise<void> {
      await db.delete(categoryAttributes).where(eq(categoryAttributes.category_id, category_id))
      for (const key of keys) await db.insert(categoryAttributes).values({ category_id, key })
    },
    /** All categories, to choose from. */
    known: () => known(),
    /** All categories with their typical words (search/telling.ts). */
    async told() {
      const all = await known()
      const learned = await words(all)
      const slugs = new Map(all.map(({ id, slug }) => [id, slug]))
      return all.map(({ slug, name, description, id, parent_id }) => ({
        slug,
        name,
        description,
        parent: slugs.get(parent_id ?? 0) ?? null,
        words: learned.get(id) ?? '',
      }))
    },
    byId: async (id: number) => (await byId({ id }))[0],
    /** All categories by name, each with its number of live listings on this site, subcategories included. */
    async counted(site_id: number) {
      const live = search.liveByCategory(site_id)
      return (await all()).map((category) => ({
        ...category,
        live_listings: live.get(category.id) ?? 0,
      }))
    },
    /** Keys of the attributes that listings of this category state. */
    attributes: async (category_id: number) => (await attributes({ category_id })).map((row) => row.key),
    /** Slugs that begin with the text. */
    async slugsLike(text: string, limit: number) {
      const found = (await slugs({ text })).map((row) => row.slug)
      return { values: found.slice(0, limit), total: found.length }
    },
  }
}

type Named = Pick<Category, 'id' | 'name' | 'description' | 'parent_id'>

/** The typical words of each category, learned from its listings. */
function wordQueries(db: Db) {
  const newest = prepared(() => db.select({ id: sql<number | null>`max(${listings.id})` }).from(listings))
  const filed = prepared(() =>
    db
      .select({
        tagline: listings.tagline,
        said: sql<
          string | null
        >`substr(coalesce(${listings.short_description}, ${listings.description}), 1, ${slot('characters')})`,
      })
      .from(listings)
      .where(
        and(
          eq(listings.category_id, slot('category_id')),
          eq(listings.site_id, slot('site_id')),
          says(listings.status, 'live'),
        ),
      )
      .orderBy(desc(listings.votes), listings.id)
      .limit(slot('listings')),
  )
  let taught: { upto: number; count: number; words: Map<number, string> } | null = null
  let teaching: Promise<Map<number, string>> | null = null

  /** Learned once, and again when 2 % of the listings are new: a few milliseconds for each category. */
  return async function learned(all: Named[]): Promise<Map<number, string>> {
    const upto = (await newest())[0]?.id ?? 0
    if (taught !== null && upto <= taught.upto * 1.02 + 5 && all.length === taught.count) return taught.words
    // Drafts that begin at the same time share one learning.
    teaching ??= learn(all, upto).finally(() => (teaching = null))
    return teaching
  }

  async function learn(all: Named[], upto: number): Promise<Map<number, string>> {
    const samples = []
    const site_ids = (await db.select({ id: sites.id }).from(sites)).map((site) => site.id)
    const anywhere = nowhere()
    const places = new Map(all.map(({ id }, at) => [id, at]))
    for (const { id, name, description, parent_id } of all) {
      const rows = await Promise.all(
        site_ids.map((site_id) => filed({ category_id: id, site_id, ...sampled })),
      )
      const texts = rows
        .flat()
        .map(({ tagline, said }) =>
          said?.startsWith(tagline ?? '') ? said : `${tagline ?? ''} ${said ?? ''}`,
        )
      const parent = places.get(parent_id ?? 0) ?? null
      const uses = usesIn(texts)
      spread(anywhere, uses)
      samples.push({ name, description, parent, uses })
      // Let other requests run.
      await setImmediate()
    }
    const words = new Map<number, string>()
    for (const told of tellingWords(samples, anywhere)) {
      words.set(all[words.size]!.id, told)
      await setImmediate()
    }
    taught = { upto, count: all.length, words }
    return taught.words
  }
}
