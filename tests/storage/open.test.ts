import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import { copyBeforeMigrating, schemaOf } from '../../storage/backup.ts'
import { takeLock } from '../../storage/lock.ts'
import { migrate, newestMigration } from '../../storage/migrate.ts'
import { moveData, openData, restoreData, withData } from '../../storage/open.ts'
import { openStorage } from '../../storage/storage.ts'
import { newFolder } from '../support/programs.ts'

const folder = newFolder()
afterAll(folder.remove)

it('waits for another process that is making the same file', async () => {
  const holder = new Worker(new URL('../support/lock_holder.ts', import.meta.url), {
    workerData: folder.file('new.db'),
  })
  await once(holder, 'message')
  const storage = openStorage(folder.file('new.db'))
  expect(await storage.sites.all()).toHaveLength(1)
  storage.close()
})

it('moves what it wrote into the file itself when it is told to, which no other process then has to', async () => {
  const file = folder.file('written.db')
  const storage = openStorage(file)
  await storage.refreshStatistics()
  await storage.write(({ users }) => users.ensure('ana@tide.example', '2026-11-19T12:00:00.000Z'))
  // The file without its log, as it would be for nobody.
  const peopleInFile = () => {
    copyFileSync(file, folder.file('alone.db'))
    const alone = new Database(folder.file('alone.db'), { readonly: true })
    const found = alone.prepare('SELECT email FROM users').pluck().all()
    alone.close()
    return found
  }
  expect(peopleInFile()).toEqual([])
  await storage.checkpoint()
  expect(peopleInFile()).toEqual(['ana@tide.example'])
  await storage.close()
})

describe('an upgrade', () => {
  const newest = newestMigration()
  let homes = 0
  function homeAt(version: number) {
    const DATA_DIR = folder.file(`home${(homes += 1)}`)
    mkdirSync(DATA_DIR)
    const database = new Database(join(DATA_DIR, 'launch.db'))
    migrate(database, version)
    database.exec(
      "INSERT INTO users (email, name, created_at) VALUES ('ana@tide.example', 'Ana', '2026-11-19')",
    )
    database.close()
    const file = join(DATA_DIR, 'launch.db')
    return {
      DATA_DIR,
      file,
      copyOf: (schema: number) => `${file}.before-${schema + 1}`,
      copy: `${file}.before-${version + 1}`,
    }
  }
  const people = async (home: { DATA_DIR: string }, told: unknown[] = []) => {
    const storage = await openData(home, {}, (upgrade) => void told.push(upgrade))
    const found = await storage.users.byEmail('ana@tide.example')
    await storage.close()
    return found?.name
  }

  it('copies the database first, says so, and can be undone', async () => {
    const home = homeAt(16)
    const told: unknown[] = []
    expect(await people(home, told)).toBe('Ana')
    expect(told).toEqual([{ from: 16, to: newest, copy: home.copy }])
    expect([schemaOf(home.copy), schemaOf(home.file)]).toEqual([16, newest])
    const kept = `${home.file}.2026-11-23T12-00-00`
    expect(await restoreData(home, home.copy, new Date('2026-11-23T12:00:00Z'))).toBe(
      `The database is now that of ${home.copy}. The one before is kept as ${kept}.`,
    )
    expect(schemaOf(home.file)).toBe(16)
    expect(schemaOf(kept)).toBe(newest)
    expect(await people(home)).toBe('Ana')
  })

  it('comes first where the data are moved to PostgreSQL, with its copy', async () => {
    const home = homeAt(16)
    const told: unknown[] = []
    const place = { ...home, DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    const moved = moveData(place, 'postgres', (upgrade) => void told.push(upgrade))
    await expect(moved).rejects.toThrow('The PostgreSQL of DATABASE_URL does not answer.')
    expect(told).toEqual([{ from: 16, to: newest, copy: home.copy }])
    expect([schemaOf(home.copy), schemaOf(home.file)]).toEqual([16, newest])
  })

  it('is none of a command beside a service of the older version', async () => {
    const home = homeAt(16)
    const release = takeLock(home.DATA_DIR, 'server')!
    const command = () =>
      withData(
        home,
        async () => 'done',
        () => undefined,
      )
    await expect(command()).rejects.toThrow('is older than this source')
    expect([schemaOf(home.file), existsSync(home.copy)]).toEqual([16, false])
    release()
    expect(await command()).toBe('done')
    const again = takeLock(home.DATA_DIR, 'server')!
    expect(await command()).toBe('done')
    again()
  })

  it('that ended in the middle keeps the copy of what stood there before it began', async () => {
    const home = homeAt(5)
    await copyBeforeMigrating(home.file)
    const halfWay = new Database(home.file)
    migrate(halfWay, 12)
    halfWay.close()
    expect(await people(home)).toBe('Ana')
    expect([schemaOf(home.copyOf(5)), schemaOf(home.copyOf(12))]).toEqual([5, 12])
  })

  it('never takes the copy of an earlier upgrade, which was undone, for its own', async () => {
    const home = homeAt(16)
    const write = (name: string, schema: number) => {
      const database = new Database(home.file)
      migrate(database, schema)
      database.prepare('UPDATE users SET name = ?').run(name)
      database.close()
    }
    const nameIn = (file: string) => {
      const database = new Database(file, { readonly: true })
      const name = database.prepare('SELECT name FROM users').pluck().get()
      database.close()
      return name
    }
    await people(home)
    await restoreData(home, home.copy, new Date('2026-11-23T12:00:00Z'))
    write('Ana again', 16)
    await people(home)
    expect(nameIn(home.copyOf(16))).toBe('Ana again')
    await restoreData(home, home.copy, new Date('2026-11-24T12:00:00Z'))
    // A version in between is tried, and then the newest.
    write('Ana of the version in between', 20)
    const told: unknown[] = []
    await people(home, told)
    expect(told).toEqual([{ from: 20, to: newest, copy: home.copyOf(20) }])
    expect(nameIn(home.copyOf(20))).toBe('Ana of the version in between')
  })

  it('takes away what a killed start left of a copy, and leaves one that is being made', async () => {
    const home = homeAt(16)
    const part = (pid: number, end = '') => `${home.copy}.${pid}.part${end}`
    for (const file of [part(999_999_999), part(999_999_999, '-wal'), part(process.ppid)])
      writeFileSync(file, 'half')
    expect(await people(home)).toBe('Ana')
    const left = readdirSync(home.DATA_DIR).filter((name) => name.includes('.part'))
    expect(left.map((name) => join(home.DATA_DIR, name))).toEqual([part(process.ppid)])
  })

  it('is no upgrade where there is nothing to do, or nothing there', async () => {
    const home = homeAt(newest)
    const told: unknown[] = []
    await people(home, told)
    renameSync(home.file, `${home.file}.away`)
    await people(home, told)
    expect([told, existsSync(home.copy)]).toEqual([[], false])
  })
})
