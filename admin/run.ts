// The operator's commands, and which of them some words call.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  now,
  options,
  place,
  publicUrl,
  tellUpgrade,
  withKnownStorage,
  withStorage,
  type Command,
  type Done,
  type Option,
} from './command.ts'
import { testAlert } from './alerts.ts'
import { examine } from './doctor.ts'
import { aboutLedger } from './ledger.ts'
import { aboutPeople } from './people.ts'
import { aboutSites } from './sites.ts'
import { noteOperator } from '../auth/coming.ts'
import { writeConnectFiles } from '../http/connect.ts'
import { readConfig } from '../config.ts'
import { operatorJobs, operatorRetry } from '../jobs/queue/operator.ts'
import { complaintOf, Mistake } from '../mistake.ts'
import { version } from '../http/version.ts'
import { backUp, demandBackup, demandFile, schemaOf } from '../storage/backup.ts'
import { newestMigration } from '../storage/migrate.ts'
import { databaseFile, demandData, demandOwnFile, moveData, restoreData, schemaAt } from '../storage/open.ts'
import type { OpenStorage } from '../storage/storage.ts'
import { exportFiles } from '../tools/catalogue/export_files.ts'
import { importFiles, importMeasureFile, type Imported } from '../tools/catalogue/import_files.ts'
import type { MeasureKind } from '../tools/catalogue/import_measures.ts'
import { operatorClaims, operatorDecision } from '../tools/claims/operator.ts'

const commands: Command[] = [
  {
    name: 'import',
    takes: 'FILE.jsonl',
    may: ['categories'],
    does: 'add or change listings, matched by slug or address',
    run: ({ words: [file], categories }) => importCatalogue(file!, categories),
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
    run: ({ words: [file] }) => importMeasured('ratings', file!),
  },
  {
    name: 'import-revenue',
    takes: 'FILE.jsonl',
    does: 'verified monthly revenue: a slug or domain, revenue_cents, measured_on and source a line',
    run: ({ words: [file] }) => importMeasured('revenue', file!),
  },
  {
    name: 'backup',
    takes: 'FILE',
    does: 'copy the database while the service runs, and its pictures to FILE.media',
    run: async ({ words: [file] }) => {
      const config = readConfig()
      demandOwnFile(config)
      await demandData(config)
      await backUp(databaseFile(config), file!)
      const size = `${(statSync(file!).size / 1e6).toFixed(1)} MB`
      return `The database was copied to ${file}, ${size}, and the copy is whole; its pictures are in ${file}.media.`
    },
  },
  {
    name: 'restore',
    takes: 'FILE',
    does: 'restore a backup while the service is stopped; the database it replaces is kept',
    run: ({ words: [file] }) => restoreData(readConfig(), file!, now()),
  },
  {
    name: 'restore check',
    takes: 'FILE',
    does: 'look whether a backup is whole and could be restored; changes nothing',
    run: async ({ words: [file] }) => {
      demandBackup(file!)
      return `${file} is whole, of schema ${schemaOf(file!)}, and can be restored.`
    },
  },
  {
    name: 'move',
    takes: 'postgres|sqlite',
    does: 'move all data into the empty PostgreSQL of DATABASE_URL, or from there into a new file',
    run: ({ words: [to] }) => moveData(readConfig(), to!, tellUpgrade),
  },
  ...aboutPeople,
  {
    name: 'doctor',
    does: 'look at settings, data, disk, mail, clock, copies and providers; says what to do where something is wrong',
    run: examine,
  },
  {
    name: 'alert test',
    does: 'send a trial alert by each way that is set, mail and webhook, and say which accepted it',
    run: testAlert,
  },
  ...aboutLedger,
  {
    name: 'version',
    does: 'which version this is, and which schema it and the database have',
    run: async () => {
      const schema = await schemaAt(readConfig())
      return `${version}\nschema ${newestMigration()}, the database's ${schema === 0 ? 'is not made yet' : schema}\nnode ${process.version}`
    },
  },
  {
    name: 'connect',
    takes: 'DIR',
    does: 'write what registries and hosts read of a public repository: server.json, plugin and extension',
    run: async ({ words: [folder] }) => writeConnectFiles(folder!, publicUrl()),
  },
  {
    name: 'claims decide',
    takes: 'ID accept|refuse REASON',
    does: 'accept a claim, so that both own the listing, or refuse it; both are mailed the reason',
    run: ({ words: [id, decision, reason] }) =>
      withKnownStorage((storage) =>
        operatorDecision(storage, { id: id!, decision: decision!, reason: reason! }, place()),
      ),
  },
  {
    name: 'claims',
    does: 'list claims of listings that have another owner',
    run: () => withKnownStorage(operatorClaims),
  },
  ...aboutSites,
  {
    name: 'jobs retry',
    takes: 'ID',
    does: 'run a dead job again',
    run: ({ words: [id] }) => withKnownStorage((storage) => operatorRetry(storage, id!, place())),
  },
  {
    name: 'jobs',
    does: 'list what is waiting, running or dead, and mail that was refused',
    run: () => withKnownStorage((storage) => operatorJobs(storage, now())),
  },
]

function importCatalogue(file: string, categories: string | undefined): Promise<Imported> {
  demandFile(file)
  const data_dir = readConfig().DATA_DIR
  const given = { file, categories, data_dir, now: now() }
  return withStorage((storage) => recorded(storage, 'listings', file, importFiles(storage, given)))
}

function importMeasured(kind: MeasureKind, file: string): Promise<Imported> {
  demandFile(file)
  return withKnownStorage((storage) =>
    recorded(storage, kind, file, importMeasureFile(storage, kind, file, now())),
  )
}

async function recorded(
  storage: OpenStorage,
  about_id: string,
  file: string,
  importing: Promise<Imported>,
): Promise<Imported> {
  const imported = await importing
  const outcome = imported.said.replaceAll('\n', ' ')
  await storage.write((inside) =>
    noteOperator(
      inside,
      { about: 'catalogue', about_id, name: basename(file) },
      { action: 'import', outcome, now: now() },
    ),
  )
  return imported
}

function lineOf({ name, takes = '', needs = [], may = [] }: Command): string {
  const must = needs.map((option) => `--${option} ${options[option]}`)
  const can = may.map((option) => `[--${option} ${options[option]}]`)
  return [name, takes, ...must, ...can].filter((part) => part !== '').join(' ')
}

/** The usage of these commands, or of all. */
function usage(some: Command[] = []): string {
  const lines = (some.length > 0 ? some : commands).map(
    (command) => `  ${lineOf(command)}\n      ${command.does}`,
  )
  return `Usage: npm run -s admin -- COMMAND\n\n${lines.join('\n')}`
}

async function perform(typed: string[]): Promise<Done> {
  const { values, positionals } = readWords(typed)
  if (values.help === true || positionals[0] === 'help') return usage()
  const [command] = called(positionals)
  if (command === undefined) {
    const begun = commands.filter(({ name }) => name.split(' ')[0] === positionals[0])
    if (begun.length > 0 || positionals.length === 0) throw new Mistake(usage(begun))
    throw new Mistake(`${usage()}\n\nThere is no command ${positionals[0]}.`)
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

/** The command of these words, if there is one. */
function called(words: string[]): Command[] {
  const typed = `${words.join(' ')} `
  // The longest name wins: "products price" is not a call of "products".
  return commands
    .filter(({ name }) => typed.startsWith(`${name} `))
    .toSorted((one, other) => other.name.length - one.name.length)
    .slice(0, 1)
}

function readWords(typed: string[]) {
  try {
    const strings = Object.keys(options).map((name) => [name, { type: 'string' }] as const)
    return parseArgs({
      args: typed,
      allowPositionals: true,
      options: {
        ...(Object.fromEntries(strings) as Record<Option, { type: 'string' }>),
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Its first sentence names the option; the rest is about positional arguments that no command of ours takes.
    const [sentence = ''] = (error as Error).message.split('. ')
    const words = typed.filter((word) => !word.startsWith('-'))
    throw new Mistake(`${usage(called(words))}\n\n${sentence.replace(/\.$/, '')}.`)
  }
}

/** What a program of these words prints, and the code it ends with. */
export type Ended = { code: number; out: string; err: string[] }

/**
 * Runs the command of these words; what goes wrong is said in `err`. Refused lines are not a failure, because the others
 * were imported; exit code 2 tells a script that there were some.
 */
export async function run(typed: string[]): Promise<Ended> {
  try {
    const done = await perform(typed)
    const { said, refused = [], isWell = true } = typeof done === 'string' ? { said: done } : done
    return { code: refused.length > 0 ? 2 : isWell ? 0 : 1, out: `${said}\n`, err: refused }
  } catch (error) {
    return { code: 1, out: '', err: [complaintOf(error)] }
  }
}
