// Plain SQL files, applied once each in the order of their numbers; user_version remembers the last one. SQLite only.
import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the database up to the newest migration; each file commits whole or not at all. */
export function migrate(database: Database): void {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const version = Number(file.slice(0, 4))
    database
      .transaction(() => {
        if ((database.pragma('user_version', { simple: true }) as number) >= version) return
        database.exec(readFileSync(new URL(file, folder), 'utf8'))
        database.pragma(`user_version = ${version}`)
      })
      .immediate()
  }
}
