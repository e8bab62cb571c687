// Totals and founders that triggers keep, and the search index that a transaction leaves, against what the rows say,
// through every way in which a listing, a founder and an update come, change and go, several in one transaction.
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexedRow, somePublic, type Row } from '../../storage/search/rebuild.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import { seeded } from '../bench/random.ts'
import { dropDatabase, newDatabase, onPostgres, openTestStorage } from '../support/made_databases.ts'
import { newFolder } from '../support/programs.ts'
import { besideRows } from '../support/rows.ts'
import { product } from '../support/town.ts'
import { differing } from './search/support.ts'

const folder = newFolder()
const file = folder.file('launch.db')
const at = '2026-11-19T12:00:00.000Z'
let storage: OpenStorage
beforeAll(async () => {
  await newDatabase(file, 'empty')
  storage = await openTestStorage(file)
})
afterAll(async () => {
  await storage.close()
  await dropDatabase(file)
  folder.remove()
})

/** What is kept and what the rows say, each as lines. */
const standing = () =>
  besideRows(file, async ({ all }) => ({
    kept: await all(
      `SELECT site_id, board, listings FROM board_counts WHERE listings <> 0 ORDER BY site_id, board`,
    ),
    counted: await all(
      `SELECT site_id, board, count(*) AS listings FROM (
         SELECT site_id, 'billboard' AS board FROM listings WHERE status = 'live' AND billboard_cents > 0
         UNION ALL SELECT site_id, 'domain-rating' FROM listings WHERE status = 'live' AND domain_rating IS NOT NULL
         UNION ALL SELECT site_id, 'revenue' FROM listings WHERE status = 'live' AND revenue_cents IS NOT NULL
         UNION ALL SELECT site_id, 'upcoming' FROM listings WHERE status = 'scheduled'
         UNION ALL SELECT site_id, 'week ' || launch_week FROM listings WHERE status = 'live' AND launch_week IS NOT NULL
         UNION ALL SELECT site_id, 'category ' || category_id FROM listings WHERE status = 'live'
         UNION ALL SELECT l.site_id, 'updates' FROM listing_updates u JOIN listings l ON l.id = u.listing_id WHERE l.status = 'live'
         UNION ALL SELECT site_id, 'founders' FROM (${founded}) AS f1
         UNION ALL SELECT site_id, 'founders ' || country FROM (${founded}) AS f2 WHERE country IS NOT NULL
       ) AS boards GROUP BY site_id, board ORDER BY site_id, board`,
    ),
    listed: await all(
      'SELECT site_id, founder_id, name, country, companies FROM listed_founders ORDER BY site_id, founder_id',
    ),
    founded: await all(`${founded} ORDER BY l.site_id, f.id`),
  }))
const founded = `SELECT l.site_id, f.id AS founder_id, f.name, f.country, count(DISTINCT l.id) AS companies
  FROM listings l JOIN listing_founders lf ON lf.listing_id = l.id JOIN founders f ON f.id = lf.founder_id
  WHERE l.status = 'live' GROUP BY l.site_id, f.id, f.name, f.country`

/** Rolls a transaction back. */
class Taken extends Error {}

/** The tables of the search index that are not as the rows say. */
function staleTables(file: string): string[] {
  const database = new Database(file)
  try {
    const rows = database.prepare<[number], Row>(somePublic).all(0)
    return differing(
      database,
      rows.flatMap((row) => indexedRow(row) ?? []),
    )
  } finally {
    database.close()
  }
}

it('keeps totals, listed founders and the index through every way in which rows change', async () => {
  const random = seeded(7)
  const categories: number[] = []
  await storage.write(async ({ catalogue }) => {
    for (const slug of ['invoicing', 'gardens'])
      categories.push(await catalogue.putCategory({ slug, name: slug }))
  })
  const founders = await storage.write(async (inside) => {
    const made = []
    for (const name of ['Ana', 'Ben', 'Cem', 'Dua'])
      made.push(await inside.founders.add({ slug: name.toLowerCase(), name, created_at: at }))
    return made
  })
  let listings: number[] = []
  const maybe = <T>(value: T): T | null => (random.next() < 0.4 ? null : value)
  const metrics = () => ({
    domain_rating: maybe(random.below(100)),
    revenue_cents: maybe(random.below(1000)),
    billboard_cents: random.below(2) * 500,
    launch_week: maybe(random.pick(['2026-11-16', '2026-11-23'])),
    status: random.pick(['live', 'live', 'scheduled', 'suspended', 'draft'] as const),
  })
  const team = () =>
    Array.from({ length: random.below(4) }, () => ({ founder_id: random.pick(founders), title: null }))
  const steps: Record<string, (inside: Storage) => Promise<unknown>> = {
    async adds(inside) {
      const given = { slug: `tide-${listings.length}-${random.below(1e9)}`, ...metrics() }
      listings.push(
        await inside.listings.save({ ...product([random.pick(categories)], given), founders: team() }),
      )
    },
    async saves(inside) {
      const id = random.pick(listings)
      const { slug } = (await inside.listings.byId(id))!
      await inside.listings.save({
        ...product([random.pick(categories)], { slug, id, ...metrics() }),
        founders: team(),
      })
    },
    changes: ({ listings: table }) => table.change(random.pick(listings), metrics()),
    async removes({ listings: table }) {
      const id = random.pick(listings)
      listings = listings.filter((one) => one !== id)
      await table.remove(id)
    },
    joins: (inside) => inside.founders.join(random.pick(listings), random.pick(founders), null),
    names: (inside) =>
      inside.founders.change(random.pick(founders), {
        name: random.pick(['Ana', 'Äna', 'Zoe']),
        country: maybe(random.pick(['FI', 'PT'])),
      }),
    tells: ({ updates }) =>
      updates.add({
        site_id: 1,
        listing_id: random.pick(listings),
        title: 'News',
        body: '',
        published_at: at,
      }),
  }
  await storage.write(steps.adds!)
  const kinds = Object.keys(steps)
  for (let step = 0; step < 100; step += 1) {
    const before = listings
    const taken: string[] = []
    const isKept = random.below(5) > 0
    await storage
      .write(async (inside) => {
        listings = [...before]
        taken.length = 0
        for (let more = 1 + random.below(4); more > 0; more -= 1) {
          taken.push(listings.length < 2 ? 'adds' : random.pick(kinds))
          await steps[taken.at(-1)!]!(inside)
        }
        if (!isKept) throw new Taken()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Taken)) throw error
        listings = before
      })
    if (step % 5 > 0) continue
    const { kept, counted, listed, founded } = await standing()
    expect([step, taken, kept, listed]).toEqual([step, taken, counted, founded])
    if (!onPostgres) expect([step, taken, staleTables(file)]).toEqual([step, taken, []])
  }
  for (let more = 0; more < 8; more += 1) await storage.write(steps.adds!)
  // Whoever is gone, and what was told of what is gone, is counted no more.
  await besideRows(file, async ({ run }) => {
    await run('DELETE FROM founders WHERE id = ?', founders[0])
    await run('DELETE FROM listing_updates WHERE listing_id = ?', listings[0])
  })
  const { kept, counted, listed, founded } = await standing()
  expect([kept, listed]).toEqual([counted, founded])
  expect(listed.length).toBeGreaterThan(1)
})
