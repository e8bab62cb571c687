// Writing the directory in the shape that the import reads.
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { rowOf, type ExchangeRow } from './rows.ts'

/** Every live listing of the site in the shape that importListings takes. */
export async function* exportListings(storage: Storage, site_id: number): AsyncGenerator<ExchangeRow> {
  let last = 0
  for (;;) {
    const rows = await storage.catalogue.after(site_id, last, 200)
    for (const listing of rows) yield await storedRow(storage, listing)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
  }
}

/** The row as it would stand in a file. */
export async function storedRow(storage: Storage, listing: Listing): Promise<ExchangeRow> {
  const founders = await storage.catalogue.foundersOf(listing.id)
  return rowOf({
    listing,
    categories: await storage.catalogue.categoriesOf(listing.id),
    founders: founders.map(({ name }) => name),
  })
}

/** Every category in the shape that importCategories takes, with the number of its live listings. */
export async function exportCategories(storage: Storage, site_id: number) {
  const all = await storage.categories.counted(site_id)
  const slugs = new Map(all.map((category) => [category.id, category.slug]))
  return Promise.all(
    all.map(async ({ id, slug, name, parent_id, live_listings }) => ({
      slug,
      name,
      parent: parent_id === null ? null : slugs.get(parent_id)!,
      description: (await storage.categories.byId(id))!.description,
      listing_count: live_listings,
    })),
  )
}
