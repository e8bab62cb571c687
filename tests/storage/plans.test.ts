// How SQLite means to answer: whoever asks for founders has the few listings of each read, and never all of the site.
import Database from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { loadDemo } from '../../storage/demo/load.ts'
import { openStorage, type OpenStorage } from '../../storage/storage.ts'
import { newFolder } from '../support/programs.ts'
import { thursday } from '../support/service.ts'

const folder = newFolder()
afterAll(() => folder.remove())

/** The statements that are prepared during the work. */
async function prepared(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { prepare } = Database.prototype
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text: string,
  ) {
    texts.push(text)
    return prepare.call(this, text)
  } as typeof prepare)
  await work().finally(() => spy.mockRestore())
  return texts
}

async function askFounders({ founders }: OpenStorage): Promise<void> {
  const window = { limit: 24, offset: 0 }
  await founders.list({ site_id: 1, q: '', country: null }, window)
  await founders.countries(1)
  await founders.bySlug(1, 'nobody')
  await founders.founded(1, 1)
}

it.each([
  ['an empty database without statistics', false, false],
  ['a filled one without statistics', true, false],
  ['a filled one with statistics', true, true],
])('founders are read with their own listings alone, in %s', async (_, isFilled, isAnalyzed) => {
  const file = folder.file(`${isFilled}-${isAnalyzed}.db`)
  const made = openStorage(file)
  if (isFilled) await loadDemo(made, thursday)
  made.close()
  const database = new Database(file)
  if (isAnalyzed) database.exec('ANALYZE')
  const storage = openStorage(file)
  const texts = (await prepared(() => askFounders(storage))).filter((text) => text.includes('founder'))
  expect(texts).toHaveLength(5)
  for (const text of texts) {
    // Everything is asked of site 1: SQLite plans by what is asked for.
    const slots = text.match(/\?/g)!.map(() => 1)
    const steps = database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...slots)
      .map(({ detail }) => detail)
    const readings = steps.filter((step) => /^(?:SCAN|SEARCH) (?:l|listings)\b/.test(step))
    expect(readings, text).not.toEqual([])
    for (const step of readings) expect(step, text).toMatch(/ USING INTEGER PRIMARY KEY \(rowid=\?\)/)
  }
  await storage.close()
  database.close()
})
