import type { Storage } from '../../storage/storage.ts'

/** Finds a category by its slug, a former slug, or its name. */
export async function categoryFinder(storage: Storage) {
  const all = await storage.categories.known()
  const bySlug = new Map(all.map((category) => [category.slug, category]))
  const byId = new Map(all.map((category) => [category.id, category]))
  for (const { slug, category_id } of await storage.categories.formerSlugs())
    if (!bySlug.has(slug)) bySlug.set(slug, byId.get(category_id)!)
  const byName = new Map(all.toReversed().map((category) => [category.name.toLowerCase(), category]))
  const find = (text: string) =>
    bySlug.get(text.trim().toLowerCase()) ?? byName.get(text.trim().toLowerCase())
  return { find, has: (text: string) => find(text) !== undefined }
}
