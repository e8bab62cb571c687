// Reading a catalogue file into the directory: idempotent, in batches that commit whole.
import type { SavedListing } from '../storage/listing_writes.ts'
import type { Listing } from '../storage/listings.ts'
import type { Storage } from '../storage/storage.ts'
import {
  canonical,
  exchangeCategory,
  type ExchangeCategory,
  listingOf,
  readRow,
  rowOf,
  slugOf,
  type ExchangeRow,
  type RefusedRow,
} from '../tools/listings/exchange.ts'

export type ImportReport = { added: number; changed: number; unchanged: number; refused: RefusedRow[] }
type Options = { site_id: number; now: Date; onBatch?: (lines: number) => void }

const batchSize = 50

/**
 * Imports categories given as the parsed JSON of a file. Parents may stand behind their children; a cycle or an unknown
 * parent refuses the category, all or none.
 */
export async function importCategories(
  storage: Storage,
  value: unknown,
): Promise<{ saved: number; refused: RefusedRow[] }> {
  if (!Array.isArray(value))
    return { saved: 0, refused: [{ line: 0, field: '', reason: 'The file must hold a JSON array.' }] }
  const read = value.map((entry) => exchangeCategory.safeParse(entry))
  const refused = read.flatMap((result, index) =>
    result.success
      ? []
      : result.error.issues.map((issue) => ({
          line: index + 1,
          field: issue.path.join('.'),
          reason: issue.message,
        })),
  )
  if (refused.length > 0) return { saved: 0, refused }
  const categories = read.flatMap((result) => (result.success ? [result.data] : []))
  const parents = await parentsOf(storage, categories)
  const seen = new Set<string>()
  for (const [index, { slug, parent }] of categories.entries()) {
    const refuse = (field: string, reason: string) => refused.push({ line: index + 1, field, reason })
    if (seen.has(slug)) refuse('slug', 'This slug stands in the file already.')
    else if (parent != null && !parents.has(parent))
      refuse('parent', 'There is no category of this slug, in the file or before it.')
    else if (isInCycle(slug, parents)) refuse('parent', 'This category stands above itself.')
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

/** The parent of every category in the file, and of those that stand above them without being in it. */
async function parentsOf(
  storage: Storage,
  categories: readonly ExchangeCategory[],
): Promise<Map<string, string | null>> {
  const parents = new Map(categories.map(({ slug, parent }) => [slug, parent ?? null]))
  for (const { parent } of categories) {
    for (let slug = parent; slug != null && !parents.has(slug); slug = parents.get(slug)) {
      const stored = await storage.categories.bySlug(slug)
      // The demo goes with this import, so nothing may hang on it.
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

/** Imports the lines of a catalogue. A row is known again by its slug or its address. */
export async function importListings(
  storage: Storage,
  lines: AsyncIterable<string>,
  options: Options,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, changed: 0, unchanged: 0, refused: [] }
  let batch: { row: ExchangeRow; line: number }[] = []
  let line = 0
  let isDemoGone = false

  const commit = async () => {
    const saved = { ...report, refused: [] as RefusedRow[] }
    await storage.write(async (inside) => {
      if (!isDemoGone) await removeDemo(inside)
      for (const entry of batch) await importRow(inside, entry, options, saved)
    })
    isDemoGone = true
    Object.assign(report, { ...saved, refused: [...report.refused, ...saved.refused] })
    options.onBatch?.(line)
    batch = []
  }

  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const row = readRow(text, line)
    if (Array.isArray(row)) report.refused.push(...row)
    else batch.push({ row, line })
    if (batch.length === batchSize) await commit()
  }
  if (batch.length > 0) await commit()
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

async function importRow(
  storage: Storage,
  { row, line }: { row: ExchangeRow; line: number },
  { site_id, now }: Options,
  report: ImportReport,
) {
  const known = await storage.catalogue.matching(site_id, row.slug, row.url)
  if (known.length > 1) {
    report.refused.push({
      line,
      field: 'url',
      reason: 'The slug belongs to one listing and the address to another.',
    })
    return
  }
  const category_ids: number[] = []
  for (const slug of row.categories) {
    const category = await storage.categories.bySlug(slug)
    if (category === undefined) {
      report.refused.push({
        line,
        field: 'categories',
        reason: `There is no category ${slug}. Import it with --categories.`,
      })
      return
    }
    if (!category_ids.includes(category.id)) category_ids.push(category.id)
  }
  const [listing] = known
  if (
    listing !== undefined &&
    JSON.stringify(await storedRow(storage, listing)) === JSON.stringify(canonical(row))
  ) {
    report.unchanged += 1
    return
  }
  const saved = listingOf(row, category_ids, listing, site_id, now.toISOString())
  await storage.listings.save({ ...saved, founders: await foundersOf(storage, row, listing, now) })
  if (listing === undefined) report.added += 1
  else report.changed += 1
}

/** People keep their profile when their name stays; a name seen elsewhere is another person. */
async function foundersOf(
  storage: Storage,
  row: ExchangeRow,
  listing: Listing | undefined,
  now: Date,
): Promise<SavedListing['founders']> {
  const known = listing === undefined ? [] : await storage.catalogue.foundersOf(listing.id)
  const founders: { founder_id: number; title: string | null }[] = []
  // One after the other: two of the same name in one row are two people, and the second looks for a slug of its own.
  for (const name of row.founders) {
    const at = known.findIndex((founder) => founder.name === name)
    if (at >= 0) {
      const [{ founder_id, title }] = known.splice(at, 1) as [(typeof known)[number]]
      founders.push({ founder_id, title })
      continue
    }
    const slug = slugOf(name) ?? `founder-of-${row.slug}`.slice(0, 220)
    const founder_id = await storage.catalogue.addFounder({ slug, name, created_at: now.toISOString() })
    founders.push({ founder_id, title: null })
  }
  return founders
}

async function storedRow(storage: Storage, listing: Listing): Promise<ExchangeRow> {
  const founders = await storage.catalogue.foundersOf(listing.id)
  return rowOf({
    listing,
    categories: await storage.catalogue.categoriesOf(listing.id),
    founders: founders.map(({ name }) => name),
  })
}

/** The demo catalogue goes when the first import comes. */
async function removeDemo(storage: Storage): Promise<void> {
  for (const id of await storage.catalogue.demoListings()) await storage.listings.remove(id)
  await storage.catalogue.clearDemo()
}

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
