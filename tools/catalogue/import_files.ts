// The import command: files on disk into the directory. Returns what is printed, and which lines were refused.
import { Mistake } from '../../mistake.ts'
import { takeLock } from '../../storage/lock.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { countLines, jsonOf, linesOf, progressBar } from './files.ts'
import { importListings } from './import.ts'
import { importCategories } from './import_categories.ts'
import { importMeasures, measureSentence, type MeasureKind } from './import_measures.ts'
import type { RefusedRow } from './rows.ts'

export type Imported = { said: string; refused: string[] }

const mostOfOneKind = 20

/** An error that many lines share is reported for the first twenty of them. */
function refusedLines(rows: readonly RefusedRow[]): string[] {
  const alike = Map.groupBy(rows, told)
  const first = new Set([...alike.values()].flatMap((some) => some.slice(0, mostOfOneKind)))
  const more = [...alike].filter(([, some]) => some.length > mostOfOneKind)
  return [
    ...rows
      .filter((row) => first.has(row))
      .map((row) => `${row.line === 0 ? '' : `line ${row.line}`}${told(row)}`),
    ...more.map(([what, some]) => `${some.length - mostOfOneKind} more lines${what}`),
  ]
}

const told = ({ line, field, reason }: RefusedRow): string =>
  line === 0 ? reason : `${field === '' ? '' : `, ${field}`}: ${reason}`

/** Imports listings into the first site, after the categories if a file of them is given. One import at a time. */
export async function importFiles(
  storage: OpenStorage,
  { file, categories, data_dir, now }: { file: string; categories?: string; data_dir: string; now: Date },
): Promise<Imported> {
  const tree = categories === undefined ? undefined : jsonOf(categories)
  const release = takeLock(data_dir, 'import')
  if (release === null) throw new Mistake('Another import is running. Try again when it is done.')
  try {
    const said: string[] = []
    const shown = (await storage.catalogue.demoListings()).length
    if (tree !== undefined) {
      const { saved, refused } = await importCategories(storage, tree)
      if (refused.length > 0) {
        const lines = [...refusedLines(refused), 'No category was imported. Fix the file and try again.']
        throw new Mistake(lines.join('\n'))
      }
      said.push(`Categories: ${saved} saved.`)
    }
    const [site] = await storage.sites.all()
    const show = progressBar(await countLines(file))
    // What the import has written the service would move, on the thread that answers.
    const onBatch = (lines: number) => {
      show(lines)
      return storage.checkpoint()
    }
    const report = await importListings(storage, linesOf(file), { site_id: site!.id, now, onBatch })
    show(null)
    // Otherwise searches would be slow until the service's own job merges the index.
    while (await storage.write(({ listings }) => listings.mergeIndex()));
    await storage.refreshStatistics()
    const { added, changed, unchanged } = report
    const refused = new Set(report.refused.map((row) => row.line)).size
    said.push(`Listings: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`)
    if (shown > 0 && (await storage.catalogue.demoListings()).length === 0)
      said.push(
        `The demonstration went: ${shown} listings with their votes, and its ledger with the key. The next week that closes begins a ledger of yours.`,
      )
    if (added + changed + unchanged === 0) said.push('Nothing was imported, and everything is as it was.')
    return { said: said.join('\n'), refused: refusedLines(report.refused) }
  } finally {
    release()
  }
}

/** Reads ratings of domains or verified revenue into the first site. */
export async function importMeasureFile(
  storage: OpenStorage,
  kind: MeasureKind,
  file: string,
  now: Date,
): Promise<Imported> {
  const [site] = await storage.sites.all()
  const onBatch = progressBar(await countLines(file))
  const report = await importMeasures(storage, kind, linesOf(file), { site_id: site!.id, now, onBatch })
  onBatch(null)
  return { said: measureSentence(kind, report), refused: refusedLines(report.refused) }
}
