// Several nodes on one PostgreSQL: what each finds, remembers and counts of what the others do.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFollower } from '../../../storage/postgres/follow.ts'
import { openPostgres } from '../../../storage/postgres/open_postgres.ts'
import { asking, openPool } from '../../../storage/postgres/pool.ts'
import { importListings } from '../../../tools/catalogue/import.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import type { Versions } from '../../../storage/versions.ts'
import { addressOf, dropDatabase, newDatabase, onPostgres } from '../../support/made_databases.ts'
import { besideRows } from '../../support/rows.ts'
import { thursday } from '../../support/service.ts'
import { product } from '../../support/town.ts'

const waiting =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

describe.skipIf(!onPostgres)('nodes of one PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-nodes-'))
  const file = join(folder, 'launch.db')
  const at = thursday.toISOString()
  let one: OpenStorage
  let two: OpenStorage
  let category: number
  beforeAll(async () => {
    await newDatabase(file)
    one = await openPostgres(addressOf(file), join(folder, 'one.db'))
    two = await openPostgres(addressOf(file), join(folder, 'two.db'))
    category = await one.write(({ catalogue }) =>
      catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' }),
    )
  })
  afterAll(async () => {
    await Promise.all([one?.close(), two?.close()])
    await dropDatabase(file)
    rmSync(folder, { recursive: true })
  })

  const add = (node: OpenStorage, slug: string, more = {}) =>
    node.write(({ listings }) => listings.save(product([category], { slug, name: slug, ...more })))
  const finds = async (node: OpenStorage, q: string) =>
    (await node.search.find({ site_id: 1, q, limit: 5, offset: 0 })).ids
  async function until(holds: () => Promise<boolean>): Promise<number> {
    const began = performance.now()
    while (!(await holds())) {
      if (performance.now() - began > 60_000) throw new Error('It never comes.')
      await sleep(1)
    }
    return performance.now() - began
  }

  it('find at once what they have written themselves, and soon what others have', async () => {
    const lags: number[] = []
    let missed = 0
    for (let n = 0; n < 40; n += 1) {
      const [here, there] = n % 2 === 0 ? [one, two] : [two, one]
      const id = await add(here, `kestrel${n}x`)
      if (!(await finds(here, `kestrel${n}x`)).includes(id)) missed += 1
      lags.push(await until(async () => (await finds(there, `kestrel${n}x`)).includes(id)))
    }
    lags.sort((a, b) => a - b)
    console.log(
      `      the other node: half within ${lags[20]!.toFixed(1)} ms, all within ${lags[39]!.toFixed(1)} ms`,
    )
    expect(missed).toBe(0)
    expect(lags[20]).toBeLessThan(1000)
  })

  it('make their index however long the database takes for it', async () => {
    await add(one, 'slowly-read')
    const held = openPool(addressOf(file), 2)
    const pool = openPool(addressOf(file), 2, '-c statement_timeout=300')
    const other = { url: addressOf(file), pool, ask: asking(pool), file: join(folder, 'three.db') }
    const holder = await held.connect()
    await holder.query('BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE')
    const opened = openFollower(other)
    try {
      await until(async () => ((await held.query(waiting)).rowCount ?? 0) > 0)
      // Longer than any statement that somebody waits for may take here.
      await sleep(500)
    } finally {
      await holder.query('COMMIT')
      holder.release()
    }
    const { search, close } = await opened
    expect(search.values(1, 'category', 'live', 5).length).toBeGreaterThan(0)
    await close()
    await Promise.all([held.end(), pool.end()])
  })

  it('know a category by its new name, and count what is live', async () => {
    await one.write(({ catalogue }) => catalogue.putCategory({ slug: 'invoicing', name: 'Bookkeeping' }))
    expect((await finds(one, 'bookkeeping')).length).toBeGreaterThan(0)
    await until(async () => (await finds(two, 'bookkeeping')).length > 0)
    const counted = await two.categories.counted(1)
    expect(counted[0]!.live_listings).toBe(await one.listings.liveCount(1))
  })

  it('are level before they serve: one that was off, one that is new, and one whose file is of another database', async () => {
    await two.close()
    const gone = await add(one, 'heron')
    await one.write(({ listings }) => listings.remove(gone))
    const id = await add(one, 'bittern')
    const other = join(folder, 'other.db')
    await newDatabase(other)
    await (await openPostgres(addressOf(other), join(folder, 'strange.db'))).close()
    for (const index of ['two.db', 'new.db', 'strange.db']) {
      const node = await openPostgres(addressOf(file), join(folder, index))
      expect([index, await finds(node, 'bittern'), await finds(node, 'heron')]).toEqual([index, [id], []])
      expect(await node.listings.liveCount(1)).toBe(await one.listings.liveCount(1))
      await node.close()
    }
    await dropDatabase(other)
    two = await openPostgres(addressOf(file), join(folder, 'two.db'))
  })

  it('make their index anew after a PostgreSQL took over that lacks the last changes', async () => {
    const lost = await add(one, 'dotterel')
    await until(async () => (await finds(two, 'dotterel')).includes(lost))
    await two.close()
    // As in a replica that had not received them: the listing is not there, and transactions have lower numbers.
    await besideRows(file, async (rows) => {
      for (const table of ['listing_changes', 'listing_categories'])
        await rows.run(`DELETE FROM ${table} WHERE listing_id = ?`, lost)
      await rows.run('DELETE FROM listings WHERE id = ?', lost)
    })
    const index = new Database(join(folder, 'two.db'))
    index.exec('UPDATE followed SET tx = tx + 1000000')
    index.close()
    two = await openPostgres(addressOf(file), join(folder, 'two.db'))
    expect(await finds(two, 'dotterel')).toEqual([])
    const id = await add(one, 'turnstone')
    await until(async () => (await finds(two, 'turnstone')).includes(id))
  })

  it('notice by themselves that the PostgreSQL behind the address is another one', async () => {
    const lost = await add(one, 'whimbrel')
    await until(async () => (await finds(two, 'whimbrel')).includes(lost))
    await besideRows(file, async (rows) => {
      await rows.run('BEGIN')
      await rows.run('DELETE FROM listing_categories WHERE listing_id = ?', lost)
      await rows.run('DELETE FROM listings WHERE id = ?', lost)
      await rows.run('ALTER TABLE listing_changes RENAME TO earlier_changes')
      await rows.run('CREATE TABLE listing_changes (LIKE earlier_changes INCLUDING ALL)')
      await rows.run('COMMIT')
    })
    for (const node of [one, two]) await until(async () => (await finds(node, 'whimbrel')).length === 0)
    const id = await add(one, 'sanderling')
    await until(async () => (await finds(two, 'sanderling')).includes(id))
  })

  it('run nothing of a transaction after it was rolled back', async () => {
    const putThree = one.write(({ jobs }) =>
      Promise.all([
        ...[1, 2, 3, 4].map((listing_id) =>
          jobs.enqueue({
            kind: 'keep_logo',
            key: `stray ${listing_id}`,
            payload: { listing_id },
            created_at: at,
          }),
        ),
        Promise.reject(new Error('no')),
      ]),
    )
    await expect(putThree).rejects.toThrow()
    await sleep(300)
    const rows = await besideRows(file, (beside) =>
      beside.all(`SELECT key FROM jobs WHERE key LIKE 'stray%'`),
    )
    expect(rows).toEqual([])
  })

  it('say how long their index has not been level, and are level again by themselves', async () => {
    await until(async () => two.behind_ms() < 1000)
    await besideRows(file, async (rows) => {
      await rows.run('BEGIN')
      await rows.run('LOCK TABLE listing_changes IN ACCESS EXCLUSIVE MODE')
      await until(async () => two.behind_ms() > 1500)
      await rows.run('COMMIT')
    })
    await until(async () => two.behind_ms() < 1000)
  })

  it('find what an import beside them brings, and stay level', async () => {
    async function* lines() {
      for (let n = 0; n < 300; n += 1) {
        const slug = `imported-${n}`
        yield JSON.stringify({
          slug,
          name: `Imported ${n}`,
          url: `https://${slug}.example/`,
          categories: ['invoicing'],
        })
      }
    }
    // As the command line opens it: without an index of its own.
    const beside = await openPostgres(addressOf(file), null)
    const importing = importListings(beside, lines(), { site_id: 1, now: thursday })
    let latest_ms = 0
    const watching = setInterval(() => (latest_ms = Math.max(latest_ms, one.behind_ms())), 20)
    expect(await importing).toMatchObject({ added: 300, refused: [] })
    for (const node of [one, two]) {
      await until(
        async () => (await finds(node, 'imported')).length > 0 && (await finds(node, '299')).length > 0,
      )
      expect(await node.listings.liveCount(1)).toBe(await one.listings.liveCount(1))
    }
    clearInterval(watching)
    await beside.close()
    expect(latest_ms).toBeLessThan(5000)
  })

  it('keep their pictures in one folder: a node with another is told where, and how to go on without it', async () => {
    // Each with a file of its own, as two nodes have.
    const open = (media: string, node = 0) =>
      openPostgres(addressOf(file), join(folder, `three-${node}.db`), join(folder, media))
    const [first, same] = await Promise.all(['media', 'media'].map((media, node) => open(media, node)))
    await Promise.all([first!.close(), same!.close()])
    const refusal = await open('elsewhere').catch((error: Error) => error.message)
    const name = /the file (shared-\S+)\./.exec(refusal as string)?.[1]
    expect(readdirSync(join(folder, 'media'))).toEqual([name])
    mkdirSync(join(folder, 'elsewhere'))
    writeFileSync(join(folder, 'elsewhere', name!), '')
    await (await open('elsewhere')).close()
  })

  it('drop what they have kept when what anybody may read changes elsewhere, and only then', async () => {
    const changed = (before: Versions, after: Versions) =>
      (Object.keys(after) as (keyof Versions)[]).filter((noun) => after[noun] !== before[noun])
    const before = await two.versions()
    await one.write(({ users }) => users.ensure('ana@tide.test', at))
    const after = await two.versions()
    expect(changed(before, after)).toEqual(['public'])
    await one.write(({ jobs }) => jobs.enqueue({ kind: 'turn_weeks', payload: {}, created_at: at }))
    expect(changed(after, await two.versions())).toEqual([])
    const broken = one.write(async ({ users }) => {
      await users.ensure('ben@tide.test', at)
      throw new Error('No.')
    })
    await broken.catch(() => undefined)
    expect(changed(after, await two.versions())).toEqual([])
  })

  it('lose no count and leave no gap where all write the same at once', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two)).map((node) =>
        node.write(({ orders }) => orders.nextNumber('T')),
      ),
    )
    expect(new Set(numbers).size).toBe(40)
    expect(numbers.toSorted().at(-1)).toBe('T-000040')
    const id = await add(one, 'osprey')
    const people = await one.write(({ users }) =>
      Promise.all(
        [...'abcdefghij'].map(
          async (name) => (await users.ensure(`${name}@x.test`, '2026-01-01T00:00:00.000Z')).id,
        ),
      ),
    )
    const moment = { voted_at: thursday.toISOString(), monday: '2026-11-16' }
    // Everybody votes at both nodes.
    const cast = await Promise.all(
      [...people, ...people].map((user_id, n) =>
        (n % 2 === 0 ? one : two).write(({ votes }) => votes.add(id, user_id, moment)),
      ),
    )
    expect(cast.filter(Boolean)).toHaveLength(10)
    expect((await two.listings.byId(id))!.votes).toBe(10)
  })

  it('take each job once', async () => {
    await one.write(async ({ jobs }) => {
      for (const { id, attempt } of await jobs.open())
        await jobs.bury({ id, attempt }, 'over').catch(() => undefined)
      for (let n = 0; n < 30; n += 1)
        await jobs.enqueue({ kind: 'send_mail', payload: { mail_id: n }, created_at: at })
    })
    const claim = (node: OpenStorage) =>
      node.write(({ jobs }) =>
        jobs.claim(at, '2027-01-01T00:00:00.000Z', { kinds: ['turn_weeks'], shares: [] }),
      )
    const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => claim(n % 2 === 0 ? one : two)))
    const ids = taken.flatMap((job) => (job === undefined ? [] : [job.id]))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(30)
  })

  it('go on where PostgreSQL has cut their connections', async () => {
    const cut = () =>
      besideRows(file, (rows) =>
        rows.all(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        ),
      )
    let acknowledged = 0
    for (let round = 0; round < 3; round += 1) {
      const writes = Array.from({ length: 12 }, (_, n) => add(n % 2 === 0 ? one : two, `crane${round}x${n}`))
      await Promise.all([
        cut(),
        ...writes.map((write) =>
          write.then(
            () => (acknowledged += 1),
            () => undefined,
          ),
        ),
      ])
    }
    expect(acknowledged).toBeGreaterThan(0)
    const found = await besideRows(file, (rows) =>
      rows.all<{ slug: string }>(`SELECT slug FROM listings WHERE slug LIKE 'crane%'`),
    )
    expect(found.length).toBeGreaterThanOrEqual(acknowledged)
    for (const node of [one, two])
      await until(
        async () =>
          (await node.search.find({ site_id: 1, q: '', limit: 1, offset: 0 })).total >= found.length,
      )
    const id = await add(one, 'last-of-all')
    await until(async () => (await finds(two, 'last-of-all')).includes(id))
  })
})
