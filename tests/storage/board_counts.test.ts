import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStorage, type OpenStorage } from '../../storage/storage.ts'
import { newFolder } from '../support/programs.ts'
import { besides, product } from '../support/town.ts'

const folder = newFolder()
const file = folder.file('launch.db')
let storage: OpenStorage
beforeAll(() => {
  storage = openStorage(file)
})
afterAll(() => {
  storage.close()
  folder.remove()
})

it('keeps the totals of the boards through every way a listing changes', async () => {
  const category = await storage.write(({ catalogue }) =>
    catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' }),
  )
  const given = { slug: 'tide', domain_rating: 40, revenue_cents: 0, billboard_cents: 100 }
  const id = await storage.write(({ listings }) => listings.save(product([category], given)))
  const other = await storage.write(({ listings }) =>
    listings.save(product([category], { slug: 'ebb', status: 'scheduled', launch_week: '2026-11-23' })),
  )
  const changes: [number, Parameters<typeof storage.listings.change>[1]][] = [
    [other, { status: 'live', domain_rating: 7 }],
    [id, { domain_rating: 41 }],
    [id, { domain_rating: null, billboard_cents: 0 }],
    [id, { status: 'suspended' }],
    [id, { status: 'live', billboard_cents: 5 }],
    [other, { status: 'scheduled' }],
  ]
  const counted = () =>
    besides(file, (database) =>
      database
        .prepare(`SELECT site_id, board, listings FROM board_counts WHERE listings > 0 ORDER BY board`)
        .all(),
    )
  const there = () =>
    besides(file, (database) =>
      database
        .prepare(
          `SELECT site_id, board, count(*) AS listings FROM (
            SELECT site_id, 'billboard' AS board FROM listings WHERE status = 'live' AND billboard_cents > 0
            UNION ALL SELECT site_id, 'domain-rating' FROM listings WHERE status = 'live' AND domain_rating IS NOT NULL
            UNION ALL SELECT site_id, 'revenue' FROM listings WHERE status = 'live' AND revenue_cents IS NOT NULL
            UNION ALL SELECT site_id, 'upcoming' FROM listings WHERE status = 'scheduled'
          ) GROUP BY site_id, board ORDER BY board`,
        )
        .all(),
    )
  expect(counted()).toEqual(there())
  for (const [listing, set] of changes) {
    await storage.write(({ listings }) => listings.change(listing, set))
    expect(counted()).toEqual(there())
  }
  await storage.write(({ listings }) => listings.remove(id))
  expect(counted()).toEqual(there())
  expect((await storage.listings.upcoming(1, { limit: 5, offset: 0 })).total).toBe(1)
  expect((await storage.rankings.board('revenue', 1, { limit: 5, offset: 0 })).total).toBe(0)
})
