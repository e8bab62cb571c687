// One holder at a time, across processes, released by the operating system even when the holder is killed: an empty
// SQLite file on which a transaction stays open.
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * `alone` shuts out everybody; `leading` shuts out everybody but its `following`, any number of processes that belong to
 * it and may outlive it for a moment.
 */
const begun = {
  alone: 'BEGIN EXCLUSIVE',
  leading: 'BEGIN IMMEDIATE',
  following: 'BEGIN; SELECT count(*) FROM sqlite_schema',
}

/**
 * Takes the lock of this name in the folder and returns how to release it; null when somebody else holds it. Of two who
 * ask at the same moment the short wait gives it to one; without it each may be in the other's way.
 */
export function takeLock(
  folder: string,
  name: string,
  how: keyof typeof begun = 'alone',
): (() => void) | null {
  const file = new Database(join(folder, `${name}.lock`), { timeout: 250 })
  try {
    // Nothing is ever written to it, so no journal need lie beside it.
    file.pragma('journal_mode = MEMORY')
    file.exec(begun[how])
    return () => void file.close()
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
}
