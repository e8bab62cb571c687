// A data folder filled as an operator fills one: by the import command, from the real catalogue where it lies beside
// the project, else from rows invented here.
import { spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { seeded } from './random.ts'
import { root } from './processes.ts'

const real = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
export const isReal = existsSync(join(real, 'catalog.jsonl'))
export const size = 5541

const words =
  'quiet river ledger paper signal harbour invoice lantern meadow cargo window orchard canvas beacon compass pocket thread copper garden market anchor timber marble velvet saddle bridge winter summer folder letter engine camera planet silver forest island ticket dinner doctor school'.split(
    ' ',
  )
const categorySlugs = Array.from({ length: 60 }, (_, i) => `${words[i % words.length]}-tools-${i}`)

/** Writes so many invented rows and their categories; other seeds make other listings. */
export function inventRows(folder: string, seed: number, count = size): { rows: string; categories: string } {
  const random = seeded(seed)
  const some = (count: number) => Array.from({ length: count }, () => random.pick(words)).join(' ')
  mkdirSync(folder, { recursive: true })
  const files = { rows: join(folder, `rows-${seed}.jsonl`), categories: join(folder, 'categories.json') }
  const row = (i: number) => {
    const name = `${some(2)} ${seed}`
    const slug = `${name.replaceAll(' ', '-')}-${i}`
    return JSON.stringify({
      slug,
      name,
      url: `https://${slug}.example/`,
      tagline: some(8),
      description: some(20 + random.below(120)),
      tags: [random.pick(words), random.pick(words)],
      categories: [random.pick(categorySlugs)],
      country: random.pick(['de', 'fr', 'us', null]),
      founders: random.below(3) === 0 ? [`${random.pick(words)} ${random.pick(words)}`] : [],
      source: 'invented',
      licence: 'MIT',
    })
  }
  // A million of them are longer than a string may be.
  const file = openSync(files.rows, 'w')
  for (let i = 0; i < count; i += 1) writeSync(file, `${row(i)}\n`)
  closeSync(file)
  writeFileSync(files.categories, JSON.stringify(categorySlugs.map((slug) => ({ slug, name: slug }))))
  return files
}

/** Fills the folder; later ones are copies of its database. */
export function fillFolder(folder: string): void {
  const files = isReal
    ? { rows: join(real, 'catalog.jsonl'), categories: join(real, 'categories.json') }
    : inventRows(folder, 1)
  mkdirSync(folder, { recursive: true })
  const words = ['admin.ts', 'import', files.rows, '--categories', files.categories]
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // 2: the real catalogue holds a few rows that are refused.
  if (status !== 0 && status !== 2) throw new Error('The catalogue was not imported.')
}

export function copyFolder(from: string, to: string): string {
  mkdirSync(to, { recursive: true })
  copyFileSync(join(from, 'launch.db'), join(to, 'launch.db'))
  return to
}

export function slugsIn(folder: string): string[] {
  const database = new Database(join(folder, 'launch.db'), { readonly: true })
  const slugs = database
    .prepare<[], string>("SELECT slug FROM listings WHERE status = 'live' ORDER BY id")
    .pluck()
    .all()
  database.close()
  return slugs
}
