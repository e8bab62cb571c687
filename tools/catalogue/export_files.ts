// The export command: the directory as files on disk. Returns what is printed.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OpenStorage } from '../../storage/storage.ts'
import { exportCategories, exportListings } from './export.ts'

/** Writes every live listing of the first site, and the categories if a file for them is given. */
export async function exportFiles(
  storage: OpenStorage,
  file: string,
  categories: string | undefined,
): Promise<string> {
  const [site] = await storage.sites.all()
  let count = 0
  async function* lines() {
    for await (const row of exportListings(storage, site!.id)) {
      count += 1
      yield `${JSON.stringify(row)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  if (categories !== undefined) {
    const rows = await exportCategories(storage, site!.id)
    await pipeline(Readable.from([`${JSON.stringify(rows, null, 1)}\n`]), createWriteStream(categories))
  }
  return `${count} listings written to ${file}.`
}
