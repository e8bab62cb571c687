// Databases that every test begins with are made once and copied: one that is migrated and empty, and one that holds the
// demo catalogue as of the fixed Thursday.
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { loadDemo } from '../../storage/demo/load.ts'
import { openStorage } from '../../storage/storage.ts'

const thursday = new Date('2026-11-19T12:00:00.000Z')

const makers = {
  empty: async (file: string) => openStorage(file).close(),
  async demo(file: string) {
    await newDatabase(file)
    const storage = openStorage(file)
    await loadDemo(storage, thursday)
    storage.close()
  },
}

/** Puts a new database there. */
export async function newDatabase(file: string, kind: keyof typeof makers = 'empty'): Promise<void> {
  // Set by vitest.config.ts; programs that are no test make their own.
  const folder = process.env.MADE_DATABASES
  if (folder === undefined) return makers[kind](file)
  const made = join(folder, `${kind}.db`)
  if (!existsSync(made)) {
    // Several workers may be first; the last one's stays, and is as good.
    const own = join(folder, `${kind}-${randomUUID()}.db`)
    await makers[kind](own)
    renameSync(own, made)
  }
  copyFileSync(made, file)
}
