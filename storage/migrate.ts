// Plain SQL files, applied once each in the order of their numbers; user_version remembers the last one. SQLite only.
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'

const folder = new URL('./migrations/', import.meta.url)
const versionOf = (file: string) => Number(file.slice(0, 4))

function files(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

export function newestMigration(): number {
  return versionOf(files().at(-1)!)
}

/** Brings the database up to the newest migration; each file commits whole or not at all. */
export function migrate(database: Database): void {
  for (const file of files()) {
    const apply = database.transaction(() => {
      if ((database.pragma('user_version', { simple: true }) as number) >= versionOf(file)) return
      database.exec(readFileSync(new URL(file, folder), 'utf8'))
      database.pragma(`user_version = ${versionOf(file)}`)
    })
    apply.immediate()
  }
}
