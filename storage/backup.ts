// Copies of the whole database and its pictures: made while the service runs, and restored while it is stopped.
// SQLite only.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { Mistake } from '../mistake.ts'
import { copyPictures } from './media_folder.ts'
import { migrate, newestMigration, newerData } from './migrate.ts'

/**
 * Writes a consistent copy; other connections keep reading and writing meanwhile. An older backup is replaced at once.
 * Pictures that are in the copy `like` are linked and take no space.
 */
export async function backUp(database_file: string, to: string, like?: string): Promise<void> {
  if (existsSync(to)) {
    demandFile(to)
    if (isSame(database_file, to)) throw new Mistake(`${to} is the database itself. Name another file.`)
    if (!isDatabase(to)) throw new Mistake(`${to} is there already and is no database. Name another file.`)
  }
  if (!existsSync(dirname(to))) throw new Mistake(`There is no folder ${dirname(to)}.`)
  if (schemaOf(database_file) > newestMigration()) throw newerData(schemaOf(database_file))
  await copyWhole(database_file, to)
  // After the database: pictures that it shows are not swept away in the meantime.
  await copyPictures(picturesOf(database_file), `${to}.media`, like && `${like}.media`)
}

/** Replaces an older copy, but only once the new one has been checked. */
async function copyWhole(database_file: string, to: string, how?: Look): Promise<void> {
  const part = `${to}.${process.pid}.part`
  demandRoom(database_file, dirname(to))
  try {
    await copy(database_file, part)
    const fault = faultOf(part, how)
    if (fault !== null)
      throw new Mistake(
        `${database_file} was not copied, and earlier copies stay as they are. ${fault} Put a good copy back with restore.`,
      )
    renameSync(part, to)
  } finally {
    // Opening a copy leaves two files beside it.
    for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true })
  }
}

/** Deletes partial copies of processes that were killed. */
function dropParts(of: string): void {
  const left = new RegExp(`^${RegExp.escape(basename(of))}\\.(\\d+)\\.part(?:-wal|-shm)?$`)
  for (const name of readdirSync(dirname(of))) {
    const pid = left.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(of), name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}

function demandRoom(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < statSync(file).size * 1.1)
    throw new Mistake(`There is no room in ${folder} for a copy of ${file}. Make room first.`)
}

const picturesOf = (database_file: string) => join(dirname(database_file), 'media')

async function copy(from: string, to: string): Promise<void> {
  rmSync(to, { force: true })
  const source = new Database(from, { readonly: true, fileMustExist: true })
  try {
    // One snapshot all along: otherwise the copy restarts whenever somebody writes, and may never end.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(to)
    settle(to)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  } finally {
    source.close()
  }
}

/** Without a write-ahead log a copy can be looked at and restored from a disk that cannot be written to. */
function settle(file: string): void {
  const made = new Database(file)
  try {
    made.pragma('journal_mode = DELETE')
  } finally {
    made.close()
  }
}

export function demandFile(file: string, complaint = `There is no file ${file}.`): void {
  if (!existsSync(file)) throw new Mistake(complaint)
  if (statSync(file).isDirectory()) throw new Mistake(`${file} is a folder, not a file.`)
}

function isSame(one: string, other: string): boolean {
  if (!existsSync(one)) return false
  const [mine, yours] = [statSync(one), statSync(other)]
  return mine.ino === yours.ino && mine.dev === yours.dev
}

function isDatabase(file: string): boolean {
  const head = Buffer.alloc(16)
  const handle = openSync(file, 'r')
  readSync(handle, head, 0, 16, 0)
  closeSync(handle)
  return head.toString('latin1') === 'SQLite format 3\0'
}

export type Upgrade = { from: number; to: number; copy: string | null }

/** The number of the database's last migration; 0 for none. */
export function schemaOf(database_file: string): number {
  if (!existsSync(database_file)) return 0
  const database = new Database(database_file, { readonly: true })
  try {
    return database.pragma('user_version', { simple: true }) as number
  } finally {
    database.close()
  }
}

/**
 * Copies a database that is about to be migrated, so that the upgrade can be undone. The copy is named by the first
 * migration that it has not, so there is one of each schema, the newest; an upgrade that ended half-way leaves the
 * original copy alone.
 */
export async function copyBeforeMigrating(database_file: string): Promise<Upgrade | null> {
  const from = schemaOf(database_file)
  const to = newestMigration()
  if (from === 0 || from === to) return null
  if (from > to) throw newerData(from)
  const copy = `${database_file}.before-${from + 1}`
  dropParts(copy)
  // The service is down meanwhile, so the check is quick; migrations check the references at their end.
  await copyWhole(database_file, copy, 'quickly')
  return { from, to, copy }
}

/** Refuses a file that is no intact database of this service, of this version or an earlier one. */
export function demandBackup(file: string): void {
  demandFile(file)
  const fault = isDatabase(file) ? faultWhereItLies(file) : 'It is not a database.'
  if (fault !== null) throw new Mistake(`${file} cannot be restored. ${fault}`)
}

/** Copies of earlier versions have a write-ahead log, for which SQLite wants to write beside them. */
function faultWhereItLies(file: string): string | null {
  try {
    return faultOf(file)
  } catch (error) {
    if (!/^SQLITE_(CANTOPEN|READONLY)/.test((error as { code?: string }).code ?? '')) throw error
    return 'It cannot be opened where it lies. Copy it to a folder that this user can write to, and take that one.'
  }
}

/** Quickly checks every page, but not indexes against their tables nor references, which takes ten times as long. */
type Look = 'whole' | 'quickly'

function faultOf(file: string, how: Look = 'whole'): string | null {
  const copy = new Database(file, { readonly: true })
  try {
    const version = copy.pragma('user_version', { simple: true }) as number
    if (version === 0) return 'It is not a backup of this service.'
    if (version > newestMigration()) return 'It was written by a newer version of this service. Update first.'
    const names = namesIn(copy)
    if (!namesAt(version).every((name) => names.includes(name))) return 'It is not a backup of this service.'
    const isWhole =
      how === 'quickly'
        ? copy.pragma('quick_check', { simple: true }) === 'ok'
        : copy.pragma('integrity_check', { simple: true }) === 'ok' &&
          (copy.pragma('foreign_key_check') as unknown[]).length === 0
    return isWhole ? null : 'It is damaged: the integrity check fails.'
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) throw error
    return 'It is damaged and cannot be read.'
  } finally {
    copy.close()
  }
}

/** What is wrong with the database, which may be in use; null if it is intact. */
export const wholeness = (database_file: string): string | null => faultOf(database_file)

const namesIn = (database: Database.Database): string[] =>
  database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()

/** Names that every database of that version has. */
function namesAt(version: number): string[] {
  const empty = new Database(':memory:')
  migrate(empty, version)
  return namesIn(empty)
}

/**
 * Replaces the database by the copy in one step, and returns where the old one is kept. Nobody may have the
 * database open.
 */
export async function putBack(file: string, database_file: string, now: Date): Promise<string | null> {
  if (existsSync(database_file) && isSame(database_file, file))
    throw new Mistake(`${file} is the database itself. Nothing was changed.`)
  const beside = `${database_file}.restoring`
  await copy(file, beside)
  const kept = existsSync(database_file)
    ? `${database_file}.${now.toISOString().slice(0, 19).replaceAll(':', '-')}`
    : null
  if (kept !== null) await keep(database_file, kept)
  rmSync(`${database_file}-wal`, { force: true })
  rmSync(`${database_file}-shm`, { force: true })
  renameSync(beside, database_file)
  await copyPictures(`${file}.media`, picturesOf(database_file))
  return kept
}

/** A database that is too damaged to be read is kept as it is. */
async function keep(database_file: string, kept: string): Promise<void> {
  try {
    await copy(database_file, kept)
  } catch {
    copyFileSync(database_file, kept)
    if (existsSync(`${database_file}-wal`)) copyFileSync(`${database_file}-wal`, `${kept}-wal`)
  }
}
