// A lock across processes, which the operating system releases even if its holder is killed: an empty
// SQLite file with an open transaction.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * `alone` excludes everybody; `leading` excludes everybody but its `following`: processes that belong to it
 * and may outlive it for a moment.
 */
const begun = {
  alone: 'BEGIN EXCLUSIVE',
  leading: 'BEGIN IMMEDIATE',
  following: 'BEGIN; SELECT count(*) FROM sqlite_schema',
}

/**
 * Takes the lock of this name in the folder and returns how to release it; null if somebody else holds it. The wait
 * makes sure that one of two simultaneous callers gets it; without it each might block the other.
 */
export function takeLock(
  folder: string,
  name: string,
  how: keyof typeof begun = 'alone',
): (() => void) | null {
  const file = new Database(join(folder, `${name}.lock`), { timeout: 250 })
  try {
    // Nothing is ever written to it, so it needs no journal file.
    file.pragma('journal_mode = MEMORY')
    file.exec(begun[how])
    return () => void file.close()
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
}

/** Does somebody hold this lock alone at this moment? Asks without waiting, and stands in nobody's way. */
export function isLocked(folder: string, name: string): boolean {
  const path = join(folder, `${name}.lock`)
  if (!existsSync(path)) return false
  const file = new Database(path, { timeout: 0 })
  try {
    file.exec(begun.following)
    return false
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return true
    throw error
  } finally {
    file.close()
  }
}
