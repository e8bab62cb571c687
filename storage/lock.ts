// One holder at a time, across processes, released by the operating system even when the holder is killed: an empty
// SQLite file on which an exclusive transaction stays open.
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Takes the lock of this name in the folder and returns how to release it; null when somebody else holds it. Of two who
 * ask at the same moment the short wait gives it to one; without it each may be in the other's way.
 */
export function takeLock(folder: string, name: string): (() => void) | null {
  const file = new Database(join(folder, `${name}.lock`), { timeout: 250 })
  try {
    file.exec('BEGIN EXCLUSIVE')
    return () => void file.close()
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
}
