// Where the data are: in a SQLite file, or in a PostgreSQL database that several nodes share.
import { join } from 'node:path'
import { Mistake } from '../mistake.ts'
import { copyBeforeMigrating, demandBackup, demandFile, putBack, schemaOf, type Upgrade } from './backup.ts'
import type { Turn } from './connection.ts'
import { takeLock } from './lock.ts'
import { newestMigration } from './migrate.ts'
import { openPrivateFolder } from './private_folder.ts'
import { openStorage, type OpenStorage } from './storage.ts'

type Place = { DATA_DIR: string; DATABASE_URL?: string }

export const databaseFile = ({ DATA_DIR }: Place): string => join(DATA_DIR, 'launch.db')

/**
 * Opens the data, creating or migrating them first; a SQLite file is copied before a migration. PostgreSQL's driver
 * is loaded only if it is needed.
 */
export async function openData(
  place: Place,
  one: { turn?: Turn; number?: number },
  tell: (upgrade: Upgrade) => void,
): Promise<OpenStorage> {
  if (place.DATABASE_URL === undefined) return openFile(databaseFile(place), tell, one.turn)
  const { openPostgres } = await import('./postgres/open_postgres.ts')
  // Each of several processes has a search index of its own, as each of several nodes has.
  const index = one.number === undefined ? 'search.db' : `search-${one.number}.db`
  return openPostgres(place.DATABASE_URL, join(place.DATA_DIR, index), join(place.DATA_DIR, 'media'), tell)
}

async function openFile(file: string, tell: (upgrade: Upgrade) => void, turn?: Turn): Promise<OpenStorage> {
  const upgrade = await copyBeforeMigrating(file)
  const storage = openStorage(file, turn)
  if (upgrade !== null) tell(upgrade)
  return storage
}

/** Opens the data for one command of the operator. On PostgreSQL that opens no search index. */
export async function withData<T>(
  place: Place,
  work: (storage: OpenStorage) => Promise<T>,
  tell: (upgrade: Upgrade) => void,
): Promise<T> {
  openPrivateFolder(place.DATA_DIR)
  const { DATABASE_URL } = place
  if (DATABASE_URL === undefined) demandNoOlderService(place)
  const storage =
    DATABASE_URL === undefined
      ? await openFile(databaseFile(place), tell)
      : await (await import('./postgres/open_postgres.ts')).openPostgres(DATABASE_URL, null, undefined, tell)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/** Refuses to migrate a file below a running service, which knows the older schema only. */
function demandNoOlderService(place: Place): void {
  const schema = schemaOf(databaseFile(place))
  if (schema === 0 || schema >= newestMigration()) return
  const release = takeLock(place.DATA_DIR, 'server')
  if (release === null)
    throw new Mistake(
      'The service that runs on this data folder is older than this source, or is about to migrate its data. Start it again, or wait until it is ready.',
    )
  release()
}

/** The number of the last migration of the data, without migrating them; 0 if there are none. */
export async function schemaAt(place: Place): Promise<number> {
  if (place.DATABASE_URL === undefined) return schemaOf(databaseFile(place))
  const { openPool, asking, demandUsable } = await import('./postgres/pool.ts')
  const pool = openPool(place.DATABASE_URL, 1)
  try {
    await demandUsable(pool)
    const ask = asking(pool)
    const [[isThere]] = (await ask("SELECT to_regclass('migrations') IS NOT NULL")) as [[number]]
    if (isThere === 0) return 0
    const [[version]] = (await ask('SELECT max(version) FROM migrations')) as [[number]]
    return version
  } finally {
    await pool.end()
  }
}

/** Refuses to read data that do not exist (a misspelled DATA_DIR, for example) instead of creating them. */
export async function demandData(place: Place): Promise<void> {
  if (place.DATABASE_URL === undefined)
    return demandFile(databaseFile(place), `There is no database in ${place.DATA_DIR}.`)
  if ((await schemaAt(place)) === 0)
    throw new Mistake(
      'The PostgreSQL of DATABASE_URL holds no data of this service. Bring yours there with "move postgres", or start the service with it.',
    )
}

/** Refuses PostgreSQL, whose own programs make copies. */
export function demandOwnFile(place: Place): void {
  if (place.DATABASE_URL !== undefined)
    throw new Mistake(
      'The data are in the PostgreSQL of DATABASE_URL. Copy them with pg_dump and put them back with pg_restore.',
    )
}

/** Does the work while neither the service nor an import uses the folder, or refuses. */
async function whileStopped<T>({ DATA_DIR }: Place, work: () => Promise<T>): Promise<T> {
  openPrivateFolder(DATA_DIR)
  const locks = ['server', 'import'].map((name) => takeLock(DATA_DIR, name))
  try {
    if (locks.includes(null))
      throw new Mistake(
        'The service or an import is running on this data folder. Stop it first; nothing was changed.',
      )
    return await work()
  } finally {
    for (const release of locks) release?.()
  }
}

/** Replaces the database by a backup; returns where the old one is kept. */
export async function restoreData(place: Place, file: string, now: Date): Promise<string> {
  demandOwnFile(place)
  demandBackup(file)
  return whileStopped(place, async () => {
    const kept = await putBack(file, databaseFile(place), now)
    return `The database is now that of ${file}.${kept === null ? '' : ` The one before is kept as ${kept}.`}`
  })
}

/**
 * Moves all data into an empty PostgreSQL database, or from there into a new file; returns a summary. Older data are
 * migrated first, as at a start.
 */
export async function moveData(place: Place, to: string, tell: (upgrade: Upgrade) => void): Promise<string> {
  const { DATABASE_URL } = place
  const file = databaseFile(place)
  if (to !== 'postgres' && to !== 'sqlite')
    throw new Mistake('Write postgres or sqlite: where the data move to.')
  if (DATABASE_URL === undefined) throw new Mistake('Set DATABASE_URL to the PostgreSQL.')
  if (to === 'postgres') await demandData({ DATA_DIR: place.DATA_DIR })
  return whileStopped(place, async () => {
    const { moveToFile, moveToPostgres } = await import('./postgres/move.ts')
    if (to === 'postgres') await (await openFile(file, tell)).close()
    const { rows, tables } =
      to === 'postgres'
        ? await moveToPostgres(file, DATABASE_URL)
        : await moveToFile(DATABASE_URL, file, tell)
    const next = to === 'postgres' ? 'Start with DATABASE_URL' : 'Start without DATABASE_URL'
    return `${rows} rows of ${tables} tables were copied and counted. ${next}; the data are also still where they were.`
  })
}
