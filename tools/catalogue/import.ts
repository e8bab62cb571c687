// Importing a catalogue file: idempotent, in batches that each commit as a whole.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SavedListing } from '../../storage/listings/save.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { canonical, listingOf, readRow, type ExchangeRow, type RefusedRow } from './rows.ts'
import { removeDemo } from './import_categories.ts'
import { storedRow } from './export.ts'
import { slugOf } from '../slug.ts'

type ImportReport = { added: number; changed: number; unchanged: number; refused: RefusedRow[] }
type Options = { site_id: number; now: Date; onBatch?: (lines: number) => Promise<void> }

/**
 * How long (ms) one batch may block other writers, and the pause before the next: waiting writers retry every 10
 * milliseconds.
 */
const hold_ms = 30
const pause_ms = 12
const leastRows = 10
const batchSize = 50

/** Rolls the removal of the demo back if no row was accepted. */
class NothingSaved extends Error {}

/** Imports the lines of a catalogue. A row that was imported before is recognised by its slug or its address. */
export async function importListings(
  storage: Storage,
  lines: AsyncIterable<string>,
  options: Options,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, changed: 0, unchanged: 0, refused: [] }
  let waiting: { row: ExchangeRow; line: number }[] = []
  let line = 0
  let isDemoGone = false

  async function commit(): Promise<void> {
    // Reset whenever the database restarts the transaction.
    let saved = report
    let done = 0
    const isAny = () => saved.added + saved.changed + saved.unchanged > 0
    await storage
      .write(async (inside) => {
        ;[saved, done] = [{ ...report, refused: [] }, 0]
        if (!isDemoGone) await removeDemo(inside)
        for (const until_ms = performance.now() + hold_ms; done < waiting.length; done += 1) {
          if (done >= leastRows && performance.now() > until_ms) break
          await importRow(inside, waiting[done]!, options, saved)
        }
        if (!isAny()) throw new NothingSaved()
      })
      .catch((error: unknown) => {
        if (!(error instanceof NothingSaved)) throw error
      })
    isDemoGone = isAny()
    Object.assign(report, { ...saved, refused: [...report.refused, ...saved.refused] })
    waiting = waiting.slice(done)
    await Promise.all([options.onBatch?.(line - waiting.length), sleep(pause_ms)])
  }

  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    // Some programs put a byte order mark before the first line.
    const row = readRow(line === 1 ? text.replace(/^\ufeff/, '') : text, line, options.now)
    if (Array.isArray(row)) report.refused.push(...row)
    else waiting.push({ row, line })
    if (waiting.length >= batchSize) await commit()
  }
  while (waiting.length > 0) await commit()
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

async function importRow(
  storage: Storage,
  { row, line }: { row: ExchangeRow; line: number },
  { site_id, now }: Options,
  report: ImportReport,
) {
  const matches = await storage.catalogue.matching(site_id, row.slug, row.url)
  if (matches.length > 1) {
    report.refused.push({
      line,
      field: 'url',
      reason: 'The slug belongs to one listing and the address to another.',
    })
    return
  }
  const [listing] = matches
  if (listing !== undefined && listing.slug !== row.slug && listing.url !== row.url) {
    report.refused.push({ line, field: 'url', reason: 'The address belongs to another listing.' })
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
  if (
    listing !== undefined &&
    JSON.stringify(await storedRow(storage, listing)) === JSON.stringify(canonical(row))
  ) {
    report.unchanged += 1
    return
  }
  if (listing !== undefined && (await storage.owners.people(listing.id)).length > 0) {
    const reason = 'This listing has an owner, who looks after it; an import changes nothing of it.'
    report.refused.push({ line, field: 'slug', reason })
    return
  }
  const saved = listingOf(row, category_ids, listing, site_id, now.toISOString())
  await storage.listings.save({ ...saved, founders: await foundersOf(storage, row, listing, now) })
  if (listing === undefined) report.added += 1
  else report.changed += 1
}

/** A founder keeps their profile if the name is unchanged; the same name elsewhere is another person. */
async function foundersOf(
  storage: Storage,
  row: ExchangeRow,
  listing: Listing | undefined,
  now: Date,
): Promise<SavedListing['founders']> {
  const present = listing === undefined ? [] : await storage.catalogue.foundersOf(listing.id)
  const founders: { founder_id: number; title: string | null }[] = []
  // One after the other: the same name twice in one row means two people, and the second needs a slug of its own.
  for (const name of row.founders) {
    const at = present.findIndex((founder) => founder.name === name)
    if (at >= 0) {
      const [{ founder_id, title }] = present.splice(at, 1) as [(typeof present)[number]]
      founders.push({ founder_id, title })
      continue
    }
    const slug = slugOf(name) ?? `founder-of-${row.slug}`.slice(0, 220)
    const founder_id = await storage.founders.add({ slug, name, created_at: now.toISOString() })
    founders.push({ founder_id, title: null })
  }
  return founders
}
