// Writing the directory in the shape that the import reads.
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { rowOf, type ExchangeRow } from './rows.ts'

/** Every live listing of the site in the shape that importListings takes. */
export async function* exportListings(storage: Storage, site_id: number): AsyncGenerator<ExchangeRow> {
  let last = 0
  for (;;) {
    const found = await storage.catalogue.after(site_id, last, 200)
    for (const listing of found) yield await storedRow(storage, listing)
    if (found.length === 0) return
    last = found.at(-1)!.id
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
