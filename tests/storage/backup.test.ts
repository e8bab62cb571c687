import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, demandBackup, putBack } from '../../storage/backup.ts'
import { loadDemo } from '../../tools/catalogue/demo.ts'
import { openStorage } from '../../storage/storage.ts'
import { openMediaFolder } from '../../storage/media_folder.ts'
import { png } from '../support/pictures.ts'
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

it('finds no fault in a copy taken while the database is open, and writes nothing beside it', () => {
  const before = readdirSync(folder)
  demandBackup(good)
  expect(readdirSync(folder)).toEqual(before)
})

const cases: [what: string, make: () => string, fault: RegExp][] = [
  ['nothing', () => join(folder, 'nowhere.db'), /^There is no file/],
  ['a folder', () => folder, /is a folder, not a file/],
  ['a text', () => spoilt('text.db', () => Buffer.from('Dear diary\n')), /not a database/],
  ['an empty file', () => spoilt('empty.db', () => Buffer.alloc(0)), /not a database/],
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
    () => fresh('b.db', 'CREATE TABLE listings (text); PRAGMA user_version = 2'),
    /not a backup of this/,
  ],
  [
    'a copy in which rows refer to nothing',
    () => {
      copyFileSync(good, join(folder, 'loose.db'))
      besides(join(folder, 'loose.db'), (open) => {
        open.pragma('foreign_keys = OFF')
        open.exec('DELETE FROM companies')
      })
      return join(folder, 'loose.db')
    },
    /damaged/,
  ],
  [
    'a copy beside which SQLite cannot write',
    () => {
      const shut = join(folder, 'shut.db')
      copyFileSync(good, shut)
      besides(shut, (open) => open.pragma('journal_mode = WAL'))
      mkdirSync(`${shut}-wal`)
      return shut
    },
    /opened where it lies. Copy it to a folder/,
  ],
]
it.each(cases)('says what is wrong with %s', (_what, make, fault) => {
  expect(() => demandBackup(make())).toThrow(fault)
})

it('keeps what it replaces, with what was still in its log of writes', async () => {
  const place = join(folder, 'place.db')
  const open = openStorage(place)
  await open.write(({ users }) => users.ensure('ana@tide.example', thursday.toISOString()))
  // Copied while it is open, its last writes are in the file beside it, as after a crash.
  for (const end of ['', '-wal']) copyFileSync(place + end, join(folder, `crashed.db${end}`))
  open.close()
  const crashed = join(folder, 'crashed.db')
  const kept = (await putBack(good, crashed, thursday))!
  expect(kept).toBe(`${crashed}.2026-11-19T12-00-00`)
  const people = (file: string) =>
    besides(file, (db) => db.prepare("SELECT email FROM users WHERE email LIKE 'ana%'").pluck().all())
  expect([people(kept), people(crashed)]).toEqual([['ana@tide.example'], []])
})

it('keeps what it replaces even when that cannot be read', async () => {
  const broken = spoilt('broken.db', () => Buffer.from('Dear diary\n'))
  const kept = (await putBack(good, broken, thursday))!
  expect(readFileSync(kept, 'utf8')).toBe('Dear diary\n')
  demandBackup(broken)
})

it('never writes over the database or another file', async () => {
  const file = join(folder, 'launch.db')
  await expect(backUp(file, file)).rejects.toThrow('is the database itself')
  await expect(putBack(file, file, thursday)).rejects.toThrow('is the database itself')
  const diary = spoilt('diary.txt', () => Buffer.from('Dear diary\n'))
  await expect(backUp(file, diary)).rejects.toThrow('is no database')
  expect(readFileSync(diary, 'utf8')).toBe('Dear diary\n')
})

it('takes the pictures along and puts back those that are gone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'launch-pictures-'))
  const media = openMediaFolder(join(home, 'media'))
  const file = `${'a1'.repeat(16)}.png`
  openStorage(join(home, 'launch.db')).close()
  await media.keep(file, png())
  await backUp(join(home, 'launch.db'), join(home, 'copy'))
  media.remove(file)
  expect(await media.read(file)).toBeNull()
  await putBack(join(home, 'copy'), join(home, 'launch.db'), thursday)
  expect((await media.read(file))!.equals(png())).toBe(true)
  rmSync(home, { recursive: true })
})

it('comes to its end while somebody writes all the time', async () => {
  const busy = join(folder, 'busy.db')
  openStorage(busy).close()
  const writer = new Database(busy)
  writer.exec('CREATE TABLE filler (bytes BLOB)')
  const add = writer.prepare('INSERT INTO filler VALUES (randomblob(8000))')
  writer.transaction(() => {
    for (let row = 0; row < 1000; row += 1) add.run()
  })()
  let isOver = false
  const write = () => {
    if (isOver) return
    add.run()
    setImmediate(write)
  }
  write()
  await backUp(busy, join(folder, 'of_busy.db'))
  isOver = true
  writer.close()
  demandBackup(join(folder, 'of_busy.db'))
})

it('never puts the copy of a damaged database in the place of a good one', async () => {
  const home = mkdtempSync(join(folder, 'damaged-'))
  const copy = join(home, 'copy.db')
  copyFileSync(good, copy)
  const before = readFileSync(copy)
  const damaged = join(home, 'launch.db')
  // Far behind the schema: whoever only copies its pages notices nothing.
  writeFileSync(damaged, readFileSync(good).fill(0xff, before.length - 200_000, before.length - 100_000))
  await expect(backUp(damaged, copy)).rejects.toThrow(
    /was not copied, and earlier copies stay as they are. It is damaged/,
  )
  expect(readFileSync(copy)).toEqual(before)
  expect(readdirSync(home).filter((name) => name.includes('part'))).toEqual([])
})
