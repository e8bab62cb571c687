// Reading a file of categories into the directory: all of it, or none.
import type { Storage } from '../../storage/storage.ts'
import { exchangeCategory, refusedFor, type ExchangeCategory, type RefusedRow } from './rows.ts'

/**
 * Imports categories from the parsed JSON of a file: all or none. A parent may come after its children; a cycle or an
 * unknown parent is refused.
 */
export async function importCategories(
  storage: Storage,
  value: unknown,
): Promise<{ saved: number; refused: RefusedRow[] }> {
  if (!Array.isArray(value))
    return { saved: 0, refused: [{ line: 0, field: '', reason: 'The file must hold a JSON array.' }] }
  const read = value.map((entry) => exchangeCategory.safeParse(entry, { reportInput: true }))
  const refused = read.flatMap((result, index) =>
    result.success ? [] : refusedFor(result.error, exchangeCategory, index + 1),
  )
  if (refused.length > 0) return { saved: 0, refused }
  const categories = read.flatMap((result) => (result.success ? [result.data] : []))
  const parents = await parentsOf(storage, categories)
  const seen = new Set<string>()
  for (const [index, { slug, parent }] of categories.entries()) {
    const refuse = (field: string, reason: string) => refused.push({ line: index + 1, field, reason })
    if (seen.has(slug)) refuse('slug', 'This slug is in the file twice.')
    else if (parent != null && !parents.has(parent))
      refuse('parent', 'There is no category with this slug, in the file or in the directory.')
    else if (isInCycle(slug, parents)) refuse('parent', 'This category is its own ancestor.')
    seen.add(slug)
  }
  if (refused.length > 0) return { saved: 0, refused }
  await storage.write(async (inside) => {
    await removeDemo(inside)
    const ids = new Map<string, number>()
    for (const { slug, name, description } of categories) {
      ids.set(
        slug,
        await inside.catalogue.putCategory({ slug, name, description: description ?? null, demo: false }),
      )
    }
    for (const { slug, parent } of categories) {
      const parent_id =
        parent == null ? null : (ids.get(parent) ?? (await inside.categories.bySlug(parent))!.id)
      await inside.listings.moveCategory(ids.get(slug)!, parent_id)
    }
  })
  return { saved: categories.length, refused }
}

/** The parent of every category in the file, and of their stored ancestors. */
async function parentsOf(
  storage: Storage,
  categories: readonly ExchangeCategory[],
): Promise<Map<string, string | null>> {
  const parents = new Map(categories.map(({ slug, parent }) => [slug, parent ?? null]))
  for (const { parent } of categories) {
    for (let slug = parent; slug != null && !parents.has(slug); slug = parents.get(slug)) {
      const stored = await storage.categories.bySlug(slug)
      // The import removes the demo, so a demo category is no parent.
      if (stored === undefined || stored.demo) break
      const above = stored.parent_id === null ? undefined : await storage.categories.byId(stored.parent_id)
      parents.set(slug, above?.slug ?? null)
    }
  }
  return parents
}

function isInCycle(slug: string, parents: ReadonlyMap<string, string | null>): boolean {
  const above = new Set<string>()
  for (let next = parents.get(slug); next != null && !above.has(next); next = parents.get(next)) {
    if (next === slug) return true
    above.add(next)
  }
  return false
}

/** The demo catalogue goes when the first import comes. */
export async function removeDemo(storage: Storage): Promise<void> {
  const shown = await storage.catalogue.demoListings()
  for (const id of shown) await storage.listings.remove(id)
  await storage.catalogue.clearDemo()
  if (shown.length > 0) await storage.ledger.drop()
}
