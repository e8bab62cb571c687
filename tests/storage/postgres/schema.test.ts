// A PostgreSQL that came all the way is the same as one made today; and what moves there and back is the same as before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate, newestMigration } from '../../../storage/migrate.ts'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { openPostgres } from '../../../storage/postgres/open_postgres.ts'
import { moveToFile, moveToPostgres } from '../../../storage/postgres/move.ts'
import { asking, openPool, transact } from '../../../storage/postgres/pool.ts'
import { bringUp, copySchema, tables } from '../../../storage/postgres/schema.ts'
import { openStorage } from '../../../storage/storage.ts'
import { thursday } from '../../support/service.ts'
import {
  addressOf,
  dropDatabase,
  emptyDatabase,
  newDatabase,
  onPostgres,
} from '../../support/made_databases.ts'

/** The first that ran on PostgreSQL. */
const first = 15
const untold = () => expect.unreachable('Nothing is to be migrated.')

describe.skipIf(!onPostgres)('the schema on PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-schema-'))
  const files = ['made', 'migrated', 'moved', 'older'].map((name) => join(folder, name))
  afterAll(async () => {
    for (const file of files) await dropDatabase(file)
    rmSync(folder, { recursive: true })
  })

  async function described(file: string): Promise<unknown> {
    const pool = openPool(addressOf(file), 1)
    const ask = asking(pool)
    const said = [
      await ask(`SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'migrations' ORDER BY 1, 2`),
      await ask(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
      await ask(
        `SELECT event_object_table, trigger_name, event_manipulation FROM information_schema.triggers ORDER BY 1, 2, 3`,
      ),
      await ask(
        `SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`,
      ),
    ]
    await pool.end()
    return said
  }

  it('is the same whether it was made today or migrated from the first', async () => {
    const [made, migrated] = files as [string, string]
    await newDatabase(made)
    await emptyDatabase(migrated)
    const old = new Database(':memory:')
    migrate(old, first)
    const pool = openPool(addressOf(migrated), 1)
    await transact(pool, 'READ COMMITTED', (connection) => copySchema(asking(connection), old))
    const nextId = async () => (await asking(pool)("SELECT nextval('milestones_id_seq')"))[0]![0]
    const given = [await nextId(), await nextId()]
    await transact(pool, 'READ COMMITTED', (connection) => bringUp(asking(connection)))
    // Their rows are gone, and their numbers are given to no other.
    expect([...given, await nextId()]).toEqual([1, 2, 3])
    await pool.end()
    expect(await described(migrated)).toEqual(await described(made))
  })

  it('takes every row of a file, and gives every row back', async () => {
    const moved = files[2]!
    const [source, target] = [join(folder, 'source.db'), join(folder, 'target.db')]
    const before = openStorage(source)
    await loadDemo(before, thursday)
    const [at, lease_ends_at] = ['2026-11-19T12:00:00.000Z', '2026-11-19T12:00:20.000Z']
    await before.write(async ({ jobs, pictures }) => {
      await pictures.add(
        { file: `${'a'.repeat(32)}.png`, width: 64, height: 64, bytes: 100, added_by: null },
        at,
      )
      await jobs.enqueue({ kind: 'turn_weeks', payload: {}, created_at: at })
      await jobs.claim(at, lease_ends_at)
    })
    await before.close()
    await emptyDatabase(moved)
    const there = await moveToPostgres(source, addressOf(moved))
    expect(there.rows).toBeGreaterThan(1000)
    await expect(moveToPostgres(source, addressOf(moved))).rejects.toThrow(
      /not empty: it holds data of this service, with \d+ people and \d+ listings\. Nothing was moved/,
    )
    // A job that was under way is taken up when its lease has run out, and not before.
    const node = await openPostgres(addressOf(moved), null)
    const claim = (now: string) => node.write(({ jobs }) => jobs.claim(now, '2026-11-19T12:01:00.000Z'))
    expect(await claim('2026-11-19T12:00:19.000Z')).toBeUndefined()
    expect(await claim(lease_ends_at)).toMatchObject({ kind: 'turn_weeks', attempt: 2, failures: 1 })
    await node.close()
    expect(await moveToFile(addressOf(moved), target, untold)).toEqual(there)
    await expect(moveToFile(addressOf(moved), target, untold)).rejects.toThrow('there already')
    const [a, b] = [new Database(source, { readonly: true }), new Database(target, { readonly: true })]
    for (const { name } of tables.filter((table) => table.name !== 'jobs')) {
      const all = (database: Database.Database) =>
        database
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort()
      expect([name, all(b)]).toEqual([name, all(a)])
    }
    const boards = 'SELECT * FROM board_counts WHERE listings > 0 ORDER BY board'
    expect(b.prepare(boards).all()).toEqual(a.prepare(boards).all())
    a.close()
    b.close()
    const after = openStorage(target)
    expect(
      (await after.search.find({ site_id: 1, q: 'invoices', limit: 5, offset: 0 })).total,
    ).toBeGreaterThan(0)
    after.close()
  })

  it('tells what was migrated before it came back into a file', async () => {
    const older = files[3]!
    await emptyDatabase(older)
    const old = new Database(':memory:')
    migrate(old, first)
    const pool = openPool(addressOf(older), 1)
    await transact(pool, 'READ COMMITTED', (connection) => copySchema(asking(connection), old))
    await pool.end()
    const told: unknown[] = []
    await moveToFile(addressOf(older), join(folder, 'older.db'), (upgrade) => void told.push(upgrade))
    expect(told).toEqual([{ from: first, to: newestMigration(), copy: null }])
  })

  it('says what is wrong with an address that leads nowhere', async () => {
    const nowhere = new URL(addressOf(files[2]!))
    nowhere.pathname = '/not_there'
    await expect(openPostgres(nowhere.href, null)).rejects.toThrow('has no such database')
    nowhere.port = '1'
    await expect(openPostgres(nowhere.href, null)).rejects.toThrow('does not answer')
  })
})
