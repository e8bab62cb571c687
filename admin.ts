// The operator's command line: npm run -s admin -- COMMAND. It works beside a running service.
import { parseArgs } from 'node:util'
import { operatorKey, operatorLink, operatorRole, operatorUsers } from './auth/operator.ts'
import { readConfig } from './config.ts'
import { operatorJobs, operatorRetry } from './jobs/queue/operator.ts'
import { complaintOf, Mistake } from './mistake.ts'
import { backUp, demandBackup, demandFile, putBack } from './storage/backup.ts'
import { takeLock } from './storage/lock.ts'
import { openPrivateFolder } from './storage/private_folder.ts'
import { databaseFile, demandData, demandOwnFile, moveData, withData } from './storage/open.ts'
import type { OpenStorage } from './storage/storage.ts'
import { countLines, jsonOf, linesOf, progressBar } from './tools/catalogue/files.ts'
import { exportFiles } from './tools/catalogue/export_files.ts'
import { importListings } from './tools/catalogue/import.ts'
import { importCategories } from './tools/catalogue/import_categories.ts'
import { importMeasures, measureSentence, type MeasureKind } from './tools/catalogue/import_measures.ts'
import type { RefusedRow } from './tools/catalogue/rows.ts'
import { operatorClaims, operatorDecision } from './tools/claims/operator.ts'
import { operatorOrders, operatorPrice, operatorProducts, operatorRefund } from './tools/orders/operator.ts'

/** Every option there is, with what stands for its value in the list of commands. */
const options = { categories: 'FILE.json', email: 'EMAIL', scopes: 'A,B', name: 'NAME' }
type Option = keyof typeof options
type Given = { words: string[] } & Partial<Record<Option, string>>

type Command = {
  name: string
  /** What must follow, as it stands in the list of commands. */
  takes?: string
  needs?: Option[]
  may?: Option[]
  does: string
  /** Returns what is printed. */
  run(given: Given): Promise<string>
}

const commands: Command[] = [
  {
    name: 'import',
    takes: 'FILE.jsonl',
    may: ['categories'],
    does: 'add or change listings; known again by slug or address',
    run: ({ words: [file], categories }) => importFiles(file!, categories),
  },
  {
    name: 'export',
    takes: 'FILE.jsonl',
    may: ['categories'],
    does: 'write all live listings in the same shape',
    run: ({ words: [file], categories }) =>
      withKnownStorage((storage) => exportFiles(storage, file!, categories)),
  },
  {
    name: 'import-ratings',
    takes: 'FILE.jsonl',
    does: 'Domain Ratings: a slug or domain, rating and measured_on a line; kept with their history',
    run: ({ words: [file] }) => importMeasureFile('ratings', file!),
  },
  {
    name: 'import-revenue',
    takes: 'FILE.jsonl',
    does: 'verified monthly revenue: a slug or domain, revenue_cents, measured_on and source a line',
    run: ({ words: [file] }) => importMeasureFile('revenue', file!),
  },
  {
    name: 'backup',
    takes: 'FILE',
    does: 'copy the database while the service runs, and its pictures to FILE.media',
    run: async ({ words: [file] }) => {
      const config = readConfig()
      demandOwnFile(config)
      demandData(config)
      await backUp(databaseFile(config), file!)
      return `The database was copied to ${file}.`
    },
  },
  {
    name: 'restore',
    takes: 'FILE',
    does: 'put a copy back while the service is stopped; what it replaces is kept',
    run: ({ words: [file] }) => restoreFile(file!),
  },
  {
    name: 'move',
    takes: 'postgres|sqlite',
    does: 'move all data into the empty PostgreSQL of DATABASE_URL, or from there into a new file',
    run: ({ words: [to] }) => moveData(readConfig(), to!),
  },
  {
    name: 'api-key create',
    needs: ['email', 'scopes'],
    may: ['name'],
    does: 'make an API key, and the person if unknown; prints the key alone',
    run: ({ email = '', scopes = '', name }) =>
      withStorage((storage) => operatorKey(storage, { email, scopes, name }, now())),
  },
  {
    name: 'sign-in-link',
    takes: 'EMAIL',
    does: 'a link that signs them in once, within 15 minutes',
    run: ({ words: [email] }) =>
      withStorage((storage) => operatorLink(storage, { email: email!, public_url: publicUrl() }, now())),
  },
  {
    name: 'user role',
    takes: 'EMAIL member|team',
    does: 'make somebody one of the site team, or not',
    run: ({ words: [email, role] }) =>
      withKnownStorage((storage) => operatorRole(storage, { email: email!, role: role! })),
  },
  {
    name: 'user list',
    does: 'id, role, address, name and first day of everybody',
    run: () => withKnownStorage(operatorUsers),
  },
  {
    name: 'claims decide',
    takes: 'ID accept|refuse',
    does: 'make a claimant an owner beside the present one, or not',
    run: ({ words: [id, decision] }) =>
      withKnownStorage((storage) =>
        operatorDecision(storage, id!, decision!, { public_url: publicUrl(), now: now() }),
      ),
  },
  {
    name: 'claims',
    does: 'claims of listings that have another owner',
    run: () => withKnownStorage(operatorClaims),
  },
  {
    name: 'products',
    does: 'what is sold on each site, and for how much',
    run: () => withKnownStorage(operatorProducts),
  },
  {
    name: 'products price',
    takes: 'SITE KEY CENTS',
    does: 'what a product costs from now on, net; orders made before keep their price',
    run: ({ words: [site_key, key, cents] }) =>
      withKnownStorage((storage) => operatorPrice(storage, site_key!, key!, cents!)),
  },
  {
    name: 'orders export',
    takes: 'FILE.csv',
    does: 'write every order with its amounts and numbers',
    run: ({ words: [file] }) => withKnownStorage((storage) => operatorOrders(storage, file!)),
  },
  {
    name: 'orders refund',
    takes: 'NUMBER',
    does: 'give a payment back, and take back what it had bought',
    run: ({ words: [number] }) => withKnownStorage((storage) => operatorRefund(storage, number!, now())),
  },
  {
    name: 'jobs retry',
    takes: 'ID',
    does: 'run a dead job again',
    run: ({ words: [id] }) => withKnownStorage((storage) => operatorRetry(storage, id!, now())),
  },
  {
    name: 'jobs',
    does: 'what is waiting, running or dead, and the mail that was refused',
    run: () => withKnownStorage(operatorJobs),
  },
]

const now = () => new Date()
const publicUrl = () => readConfig().PUBLIC_URL

async function withKnownStorage<T>(work: (storage: OpenStorage) => Promise<T>): Promise<T> {
  demandData(readConfig())
  return withStorage(work)
}

const withStorage = <T>(work: (storage: OpenStorage) => Promise<T>) => withData(readConfig(), work)

async function importFiles(file: string, categories: string | undefined): Promise<string> {
  demandFile(file)
  const tree = categories === undefined ? undefined : jsonOf(categories)
  return withStorage(async (storage) => {
    const release = takeLock(readConfig().DATA_DIR, 'import')
    if (release === null) throw new Mistake('Another import is running. Try again when it is done.')
    if (tree !== undefined) {
      const { saved, refused } = await importCategories(storage, tree)
      tellRefused(refused)
      if (refused.length > 0) throw new Mistake('No category was imported. Fix the file and try again.')
      console.log(`Categories: ${saved} saved.`)
    }
    const [site] = await storage.sites.all()
    const onBatch = progressBar(countLines(file))
    const report = await importListings(storage, linesOf(file), { site_id: site!.id, now: now(), onBatch })
    onBatch(null)
    // Searches need not be slow until the service's own job comes by.
    while (await storage.write(({ listings }) => listings.mergeIndex()));
    tellRefused(report.refused)
    const refused = new Set(report.refused.map((row) => row.line)).size
    const { added, changed, unchanged } = report
    release()
    return `Listings: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`
  })
}

async function importMeasureFile(kind: MeasureKind, file: string): Promise<string> {
  demandFile(file)
  return withKnownStorage(async (storage) => {
    const [site] = await storage.sites.all()
    const onBatch = progressBar(countLines(file))
    const options = { site_id: site!.id, now: now(), onBatch }
    const report = await importMeasures(storage, kind, linesOf(file), options)
    onBatch(null)
    tellRefused(report.refused)
    return measureSentence(kind, report)
  })
}

async function restoreFile(file: string): Promise<string> {
  const config = readConfig()
  const { DATA_DIR } = config
  demandOwnFile(config)
  demandBackup(file)
  openPrivateFolder(DATA_DIR)
  const locks = ['server', 'import'].map((name) => takeLock(DATA_DIR, name))
  try {
    if (locks.includes(null))
      throw new Mistake(
        'The service is running on this data folder, or an import is. Stop it first; nothing was changed.',
      )
    const kept = await putBack(file, databaseFile(config), now())
    const rest = kept === null ? '' : ` The one before is kept as ${kept}.`
    return `The database now is that of ${file}.${rest}`
  } finally {
    for (const release of locks) release?.()
  }
}

/** The other rows are in, so this is no failure; but whoever runs it unattended should know. */
function tellRefused(rows: RefusedRow[]): void {
  if (rows.length > 0) process.exitCode = 2
  for (const { line, field, reason } of rows)
    console.error(`line ${line}${field === '' ? '' : `, ${field}`}: ${reason}`)
}

function lineOf({ name, takes = '', needs = [], may = [] }: Command): string {
  const must = needs.map((option) => `--${option} ${options[option]}`)
  const can = may.map((option) => `[--${option} ${options[option]}]`)
  return [name, takes, ...must, ...can].filter((part) => part !== '').join(' ')
}

function usage(): string {
  const lines = commands.map((command) => `  ${lineOf(command)}\n      ${command.does}`)
  return `Usage: npm run -s admin -- COMMAND\n\n${lines.join('\n')}`
}

async function main(): Promise<string> {
  const { values, positionals } = readWords()
  if (values.help === true || positionals[0] === 'help') return usage()
  const command = commands.find(({ name }) => `${positionals.join(' ')} `.startsWith(`${name} `))
  if (command === undefined) {
    const isHalf = commands.some(({ name }) => name.split(' ')[0] === positionals[0])
    const typed = isHalf ? '' : `\n\nThere is no command ${positionals[0]}.`
    throw new Mistake(usage() + (positionals.length === 0 ? '' : typed))
  }
  const { name, takes = '', needs = [], may = [] } = command
  const words = positionals.slice(name.split(' ').length)
  const unknown = Object.keys(values).filter((option) => ![...needs, ...may].includes(option as Option))
  const isMissing = needs.some((option) => values[option] === undefined)
  const wanted = takes === '' ? 0 : takes.split(' ').length
  if (unknown.length > 0 || isMissing || words.length !== wanted)
    throw new Mistake(`Usage: npm run -s admin -- ${lineOf(command)}`)
  return command.run({ ...values, words })
}

function readWords() {
  try {
    const strings = Object.keys(options).map((name) => [name, { type: 'string' }] as const)
    return parseArgs({
      allowPositionals: true,
      options: {
        ...(Object.fromEntries(strings) as Record<Option, { type: 'string' }>),
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Its first sentence names the option; the rest is about positional arguments that no command of ours takes.
    const [sentence = ''] = (error as Error).message.split('. ')
    throw new Mistake(`${usage()}\n\n${sentence.replace(/\.$/, '')}.`)
  }
}

// Only its owner may read what is written, wherever it goes.
process.umask(0o077)
try {
  console.log(await main())
} catch (error) {
  console.error(complaintOf(error))
  process.exitCode = 1
}
