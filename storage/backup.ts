// Copies of the whole database, taken while the service runs, and put back while it does not. SQLite only.
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { newestMigration } from './migrate.ts'

/** Writes a consistent copy; other connections keep reading and writing meanwhile. */
export async function backUp(database_file: string, to: string): Promise<void> {
  const source = new Database(database_file, { readonly: true })
  try {
    await source.backup(to)
  } finally {
    source.close()
  }
}

/** Why a file cannot be restored, or null when it can. */
export function faultOfBackup(file: string): string | null {
  try {
    const copy = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const version = copy.pragma('user_version', { simple: true }) as number
      const isOurs = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'listings'").get() !== undefined
      if (version === 0 || !isOurs) return 'It is not a backup of this service.'
      if (version > newestMigration())
        return 'It was written by a newer version of this service. Update first.'
      return copy.pragma('integrity_check', { simple: true }) === 'ok'
        ? null
        : 'It is damaged: the integrity check fails.'
    } finally {
      copy.close()
    }
  } catch {
    return 'It cannot be read as a database.'
  }
}

/** Puts the copy in the place of the database in one step. Nobody may have the database open. */
export function putBack(file: string, database_file: string): void {
  const beside = `${database_file}.restoring`
  copyFileSync(file, beside)
  rmSync(`${database_file}-wal`, { force: true })
  rmSync(`${database_file}-shm`, { force: true })
  renameSync(beside, database_file)
}
