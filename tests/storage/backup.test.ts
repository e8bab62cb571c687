import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, faultOfBackup } from '../../storage/backup.ts'
import { loadDemo } from '../../storage/demo/load.ts'
import { openStorage } from '../../storage/storage.ts'
import { thursday } from '../support/service.ts'
import { besides } from '../support/town.ts'

const folder = mkdtempSync(join(tmpdir(), 'launch-backup-'))
const good = join(folder, 'good.db')
beforeAll(async () => {
  const storage = openStorage(join(folder, 'launch.db'))
  await loadDemo(storage, thursday)
  await backUp(join(folder, 'launch.db'), good)
  storage.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

function fresh(name: string, sql: string): string {
  const made = new Database(join(folder, name))
  made.exec(sql)
  made.close()
  return join(folder, name)
}

/** The good copy with some of its bytes changed. */
function spoilt(name: string, change: (bytes: Buffer) => Buffer): string {
  writeFileSync(join(folder, name), change(readFileSync(good)))
  return join(folder, name)
}

it('finds no fault in a copy taken while the database is open', () => {
  expect(faultOfBackup(good)).toBeNull()
})

const cases: [what: string, make: () => string, fault: RegExp][] = [
  ['nothing', () => join(folder, 'nowhere.db'), /cannot be read as a database/],
  ['a folder', () => folder, /cannot be read as a database/],
  ['a text', () => spoilt('text.db', () => Buffer.from('Dear diary\n')), /cannot be read as a database/],
  ['an empty file', () => spoilt('empty.db', () => Buffer.alloc(0)), /not a backup of this service/],
  ['half a copy', () => spoilt('half.db', (bytes) => bytes.subarray(0, bytes.length / 2)), /damaged|read/],
  [
    'a copy with torn pages',
    () => spoilt('torn.db', (bytes) => bytes.fill(0xff, 100_000, 200_000)),
    /damaged|read/,
  ],
  [
    'a copy by a newer version',
    () => {
      copyFileSync(good, join(folder, 'newer.db'))
      besides(join(folder, 'newer.db'), (open) => open.pragma('user_version = 9999'))
      return join(folder, 'newer.db')
    },
    /newer version/,
  ],
  ['another program’s database', () => fresh('a.db', 'CREATE TABLE notes (text)'), /not a backup of this/],
  [
    'another program’s database with a version of its own',
    () => fresh('b.db', 'CREATE TABLE notes (text); PRAGMA user_version = 2'),
    /not a backup of this/,
  ],
]
it.each(cases)('says what is wrong with %s', (_what, make, fault) => {
  expect(faultOfBackup(make())).toMatch(fault)
})
