// The operator's command line: npm run -s admin -- COMMAND. It works beside a running service.
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { operatorKey, operatorLink, operatorRole, operatorUsers } from './auth/operator.ts'
import { readConfig } from './config.ts'
import { exportListings } from './tools/catalogue/export.ts'
import { importCategories } from './tools/catalogue/import_categories.ts'
import { importListings } from './tools/catalogue/import.ts'
import { operatorJobs, operatorRetry } from './jobs/queue/operator.ts'
import { backUp, faultOfBackup, putBack } from './storage/backup.ts'
import { takeLock } from './storage/lock.ts'
import { openStorage, type OpenStorage } from './storage/storage.ts'
import type { RefusedRow } from './tools/catalogue/rows.ts'

const usage = `Usage: npm run -s admin -- COMMAND

  import FILE.jsonl [--categories FILE.json]   add or change listings; known again by slug or address
  export FILE.jsonl [--categories FILE.json]   write all live listings in the same shape
  backup FILE                                  copy the database while the service runs
  restore FILE                                 put a copy back while the service is stopped
  api-key create --email E --scopes A,B        make an API key, and the person when unknown; prints the key alone
  sign-in-link E                               a link that signs E in once, within 15 minutes
  user role E member|team                      make somebody one of the site team, or not
  user list                                    id, role, address, name and first day of everybody
  jobs                                         what waits, what runs, and what is dead
  jobs retry ID                                makes a dead job wait again`

const config = readConfig()
const databaseFile = join(config.DATA_DIR, 'launch.db')

const commands: Record<string, (file: string, options: { categories?: string }) => Promise<void>> = {
  import: (file, { categories }) =>
    withStorage(async (storage) => {
      const release =
        takeLock(config.DATA_DIR, 'import') ?? fail('Another import is running. Try again when it is done.')
      const now = new Date()
      const [site] = await storage.sites.all()
      if (categories !== undefined) {
        const report = await importCategories(storage, jsonOf(categories))
        tellRefused(report.refused)
        if (report.refused.length > 0) fail('No category was imported. Mend the file and try again.')
        console.log(`Categories: ${report.saved} saved.`)
      }
      const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
      const progress = progressBar(countLines(file))
      const report = await importListings(storage, lines, { site_id: site!.id, now, onBatch: progress })
      progress(null)
      // Searches need not be slow until the service's own job comes by.
      while (await storage.write(({ listings }) => listings.mergeIndex()));
      tellRefused(report.refused)
      const { added, changed, unchanged } = report
      const refused = new Set(report.refused.map((row) => row.line)).size
      console.log(`Listings: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`)
      release()
    }),

  export: (file, { categories }) =>
    withStorage(async (storage) => {
      const [site] = await storage.sites.all()
      const out = createWriteStream(file)
      let count = 0
      for await (const row of exportListings(storage, site!.id)) {
        if (!out.write(`${JSON.stringify(row)}\n`)) await new Promise((resolve) => out.once('drain', resolve))
        count += 1
      }
      await new Promise<void>((resolve) => out.end(resolve))
      if (categories !== undefined) await exportCategoryFile(storage, site!.id, categories)
      console.log(`${count} listings written to ${file}.`)
    }),

  backup: async (file) => {
    if (!existsSync(databaseFile)) fail(`There is no database in ${config.DATA_DIR}.`)
    await backUp(databaseFile, file)
    console.log(`The database was copied to ${file}.`)
  },

  restore: async (file) => {
    const fault = faultOfBackup(file)
    if (fault !== null) fail(`${file} cannot be restored. ${fault}`)
    mkdirSync(config.DATA_DIR, { recursive: true })
    const locks = ['server', 'import'].map((name) => takeLock(config.DATA_DIR, name))
    if (locks.includes(null))
      fail('The service is running on this data folder, or an import is. Stop it first; nothing was changed.')
    putBack(file, databaseFile)
    for (const release of locks) release!()
    console.log(`The database now is that of ${file}.`)
  },
}

type Options = { email?: string; scopes?: string; name?: string }
type PeopleCommand = (storage: OpenStorage, words: string[], options: Options) => Promise<string>

/** Commands about people, by their first words and the number of words that follow; what they return is printed. */
const peopleCommands: [command: string, words: number, PeopleCommand][] = [
  [
    'api-key create',
    0,
    (storage, _words, { email = '', scopes = '', name }) =>
      operatorKey(storage, { email, scopes, name }, new Date()),
  ],
  [
    'sign-in-link',
    1,
    (storage, [email]) => operatorLink(storage, { email: email!, public_url: config.PUBLIC_URL }, new Date()),
  ],
  ['user role', 2, (storage, [email, role]) => operatorRole(storage, { email: email!, role: role! })],
  ['user list', 0, (storage) => operatorUsers(storage)],
  ['jobs retry', 1, (storage, [id]) => operatorRetry(storage, id!, new Date())],
  ['jobs', 0, (storage) => operatorJobs(storage)],
]

async function withStorage(work: (storage: OpenStorage) => Promise<void>): Promise<void> {
  mkdirSync(config.DATA_DIR, { recursive: true })
  const storage = openStorage(databaseFile)
  try {
    await work(storage)
  } finally {
    storage.close()
  }
}

async function exportCategoryFile(storage: OpenStorage, site_id: number, file: string): Promise<void> {
  const all = await storage.categories.counted(site_id)
  const slugs = new Map(all.map((category) => [category.id, category.slug]))
  const rows = await Promise.all(
    all.map(async ({ id, slug, name, parent_id, live_listings }) => ({
      slug,
      name,
      parent: parent_id === null ? null : slugs.get(parent_id)!,
      description: (await storage.categories.byId(id))!.description,
      listing_count: live_listings,
    })),
  )
  const out = createWriteStream(file)
  await new Promise<void>((resolve) => out.end(`${JSON.stringify(rows, null, 1)}\n`, resolve))
}

function jsonOf(file: string): unknown {
  if (!existsSync(file)) fail(`There is no file ${file}.`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return fail(`${file} is not valid JSON.`)
  }
}

function countLines(file: string): number {
  let lines = 0
  for (const byte of readFileSync(file)) if (byte === 10) lines += 1
  return lines
}

/** Draws on a terminal only, so that a log stays readable. */
function progressBar(total: number): (done: number | null) => void {
  return (done) => {
    if (!process.stderr.isTTY) return
    if (done === null) return void process.stderr.write('\r\x1b[K')
    const part = total === 0 ? 1 : Math.min(1, done / total)
    const bar = '█'.repeat(Math.round(part * 30)).padEnd(30, '░')
    process.stderr.write(`\r${bar} ${done} of ${total}`)
  }
}

function tellRefused(rows: RefusedRow[]): void {
  for (const { line, field, reason } of rows)
    console.error(`line ${line}${field === '' ? '' : `, ${field}`}: ${reason}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        categories: { type: 'string' },
        email: { type: 'string' },
        scopes: { type: 'string' },
        name: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Its first sentence names the option; the rest is about positional arguments that no command of ours takes.
    const [sentence = ''] = (error as Error).message.split('. ')
    return fail(`${usage}\n\n${sentence.replace(/\.$/, '')}.`)
  }
}

const { values, positionals } = readWords()
if (values.help === true || positionals[0] === 'help') {
  console.log(usage)
  process.exit(0)
}
const about = peopleCommands.find(
  ([words, count]) =>
    `${positionals.join(' ')} `.startsWith(`${words} `) &&
    positionals.length === words.split(' ').length + count,
)
if (about !== undefined) {
  const [words, , work] = about
  const rest = positionals.slice(words.split(' ').length)
  await withStorage(async (storage) => {
    const text = await work(storage, rest, values).catch((error: Error) => fail(error.message))
    console.log(text)
  })
  process.exit(0)
}
const [name = '', file] = positionals
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const isKnown = command !== undefined || peopleCommands.some(([words]) => words.split(' ')[0] === name)
if (name !== '' && !isKnown) fail(`${usage}\n\nThere is no command ${name}.`)
if (command === undefined || file === undefined || positionals.length > 2) fail(usage)
if ((name === 'import' || name === 'restore') && !existsSync(file)) fail(`There is no file ${file}.`)
await command(file, values)
