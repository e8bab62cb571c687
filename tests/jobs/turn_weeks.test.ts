// Launch weeks as they begin and close: on time, late, over year ends, and by two processes at once.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { turnWeeks } from '../../jobs/turn_weeks.ts'
import type { JobContext } from '../../jobs/queue/job.ts'
import { importListings } from '../../tools/catalogue/import.ts'
import { listingOf, stored } from '../support/owned.ts'
import { mailbox } from '../support/people.ts'
import { callRest, startService, type Service, type ServiceOptions } from '../support/service.ts'
import { besideRows } from '../support/rows.ts'
import { openTestStorage } from '../support/made_databases.ts'
import { cpu_ms } from '../support/cpu.ts'
import { votedBy } from '../support/votes.ts'

let service: Service
afterEach(() => service.close())

async function start(options: ServiceOptions = {}) {
  service = await startService({ repeating: ['turn_weeks'], ...options })
  await service.worker.idle()
}
async function travelTo(instant: string) {
  service.clock.now = new Date(instant)
  await service.worker.idle()
}
const read = async (tool: string, input: Record<string, unknown> = {}) =>
  (await callRest(service, tool, input)).body
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)
const ana = async () =>
  (await service.storage.write(({ users }) => users.ensure('ana@tide.test', '2026-01-01T00:00:00.000Z'))).id

async function launched(slug: string, votes: number, live_at = '2026-11-16T00:00:00.000Z') {
  const live = { status: 'live', plan: 'free', launch_week: '2026-11-16', live_at } as const
  const id = await listingOf(service, await ana(), { slug, ...live })
  await votedBy(service, id, votes, '2026-11-18T08:00:00.000Z')
  return id
}

it('freezes a week when it is over: votes, then the earlier launch, then the lower id; three awards', async () => {
  await start()
  const late = await launched('late', 7, '2026-11-18T00:00:00.000Z')
  await launched('early', 7)
  await launched('alike', 7)
  await launched('best', 9)
  await launched('nobody', 0)
  await travelTo('2026-11-22T23:59:59.999Z')
  expect((await read('list_awards')).items).toEqual([])
  await travelTo('2026-11-23T00:01:00.000Z')
  const order = ['best', 'early', 'alike', 'late', 'nobody']
  const result = async () => {
    const { items } = await read('get_launch_week', { week: '2026-11-16' })
    return items.map((one: { slug: string; rank: number; week_votes: number }) => [
      one.slug,
      one.rank,
      one.week_votes,
    ])
  }
  const frozen = order.map((slug, index) => [slug, index + 1, [9, 7, 7, 7, 0][index]])
  expect(await result()).toEqual(frozen)
  const given = (await read('list_awards')).items
  expect(given.map((one: { title: string }) => one.title)).toEqual(
    [1, 2, 3].map((n) => `Launch of the Week #${n}`),
  )
  expect(slugs(given.map((one: { listing: { slug: string } }) => one.listing))).toEqual(order.slice(0, 3))
  // Whatever comes later, the result stays: votes, a suspension, an import into the week, another run.
  await service.storage.write(async ({ listings }) => {
    await listings.change(late, { votes: 99, week_votes: 99 })
  })
  await votedBy(service, late, 3, '2026-11-23T08:00:00.000Z')
  async function* row() {
    yield JSON.stringify({
      slug: 'imported',
      name: 'Imported',
      url: 'https://imported.example/',
      categories: ['invoicing'],
      launched_at: '2026-11-17',
    })
  }
  await importListings(service.storage, row(), { site_id: 1, now: service.clock.now })
  await travelTo('2026-11-24T00:00:00.000Z')
  expect(await result()).toEqual([...frozen, ['imported', null, 0]])
  const board = await read('get_leaderboard', {
    board: 'community-weekly',
    week: '2026-11-16',
    page: 2,
    per_page: 2,
  })
  expect(
    board.items.map((one: { rank: number; metric: { value: number } }) => [one.rank, one.metric.value]),
  ).toEqual([
    [3, 7],
    [4, 7],
  ])
  const best = (await service.storage.listings.profile(1, 'best'))!.listing.id
  await service.storage.write(({ listings }) => listings.change(best, { status: 'suspended' }))
  expect(await result()).toEqual([...frozen.slice(1), ['imported', null, 0]])
})

it('gives an award to nobody whom nobody voted for', async () => {
  await start()
  await launched('alone', 0)
  await travelTo('2026-11-23T00:01:00.000Z')
  expect((await read('list_awards')).items).toEqual([])
  expect((await read('get_launch_week', { week: 'last' })).items).toMatchObject([{ slug: 'alone', rank: 1 }])
})

it('does what was missed when the machine was off for three weeks, over the end of a year, and only once', async () => {
  await start()
  const user = await ana()
  const weeks = ['2026-12-14', '2026-12-21', '2026-12-28']
  const booked = { status: 'scheduled', plan: 'launch' } as const
  const ids: number[] = []
  for (const [index, launch_week] of weeks.entries())
    ids.push(await listingOf(service, user, { slug: `booked-${index}`, ...booked, launch_week }))
  const far = await listingOf(service, user, { slug: 'far', ...booked, launch_week: '2027-01-04' })
  const waiting = await listingOf(service, user, {
    slug: 'waiting',
    status: 'awaiting_badge',
    plan: 'free',
    launch_week: '2026-12-14',
  })
  await travelTo('2026-12-12T00:00:00.000Z')
  await travelTo('2027-01-02T08:00:00.000Z')
  // Nobody could vote in the weeks that passed unseen, so all launch in the one that runs.
  for (const id of ids)
    expect(await stored(service, id)).toMatchObject({
      status: 'live',
      launch_week: '2026-12-28',
      live_at: '2027-01-02T08:00:00.000Z',
    })
  expect((await stored(service, far)).status).toBe('scheduled')
  expect(await stored(service, waiting)).toMatchObject({
    status: 'awaiting_badge',
    launch_week: '2027-01-04',
  })
  await travelTo('2027-01-03T08:00:00.000Z')
  const told = (await mailbox(service)).map(({ subject }) => subject)
  expect(told.sort()).toEqual([
    'Booked 0 is live',
    'Booked 1 is live',
    'Booked 2 is live',
    'Waiting launches a week later',
  ])
  expect(await service.storage.owners.versions(ids[0]!)).toHaveLength(1)
})

it('turns once when two processes turn at the same moment', async () => {
  await start()
  const user = await ana()
  for (let n = 0; n < 8; n += 1) await launched(`live-${n}`, n)
  const booked = { status: 'scheduled', plan: 'launch', launch_week: '2026-11-23' } as const
  const id = await listingOf(service, user, { slug: 'booked', ...booked })
  const other = await openTestStorage(join(service.folder, 'launch.db'))
  const now = new Date('2026-11-23T00:00:00.000Z')
  const turning = [service.storage, other].map((storage) =>
    turnWeeks.run({}, { storage, clock: () => now, public_url: service.url } as unknown as JobContext),
  )
  await Promise.all(turning)
  await other.close()
  expect(await service.storage.owners.versions(id)).toHaveLength(1)
  const awards = await service.storage.rankings.awards(1, null, { limit: 10, offset: 0 })
  expect(awards.items.map(({ votes }) => votes)).toEqual([7, 6, 5])
  expect((await service.storage.weeks.results(1, '2026-11-16', { limit: 100, offset: 0 })).total).toBe(8)
})

it('keeps a demo that stands for weeks looking right', async () => {
  await start({ demo: true })
  const before = await read('get_launch_week', { week: 'this' })
  const coming = slugs((await read('get_launch_week', { week: 'next' })).scheduled)
  const awards = (await read('list_awards', { per_page: 100 })).items
  expect(Math.min(before.items.length, coming.length)).toBeGreaterThan(0)
  await travelTo('2026-11-26T12:00:00.000Z')
  const week = await read('get_launch_week', { week: 'this' })
  expect(slugs(week.items).sort()).toEqual(coming.sort())
  const last = await read('get_launch_week', { week: 'last' })
  expect(last.items).toEqual(before.items)
  const after = (await read('list_awards', { per_page: 100 })).items
  expect(after.slice(3)).toEqual(awards)
  expect(slugs(after.slice(0, 3).map((one: { listing: { slug: string } }) => one.listing))).toEqual(
    slugs(before.items.slice(0, 3)),
  )
  expect((await read('list_launches')).total).toBe(coming.length)
  expect(await service.storage.jobs.dead()).toEqual([])
})

it('closes a week of 2,000 launches and 100,000 votes in under two seconds', async () => {
  await start({
    fill: async (storage, now, file) => {
      const category = await storage.write(({ catalogue }) =>
        catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' }),
      )
      await besideRows(file, async (rows) => {
        const at = now.toISOString()
        const n = (most: number) =>
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`
        for (const text of [
          `INSERT INTO companies(id, key, created_at) VALUES (1, 'many.example', '${at}')`,
          `${n(100)} INSERT INTO users(name, created_at) SELECT 'Voter ' || i, '${at}' FROM n`,
          `${n(2000)} INSERT INTO listings(id, site_id, company_id, category_id, slug, name, name_key, url, domain, url_key, status,
            plan, launch_week, live_at, created_at, updated_at)
           SELECT i, 1, 1, ${category}, 'many-' || i, 'Many ' || i, 'many ' || i, 'https://many.example/' || i, 'many.example',
             'many.example/' || i, 'live', 'free', '2026-11-16', '2026-11-16T00:00:00.000Z', '${at}', '${at}' FROM n`,
          `INSERT INTO votes(id, listing_id, voter, user_id, voted_at)
           SELECT l.id * 100 + u.id, l.id, 'voter ' || u.id, u.id, '2026-11-17T00:00:00.000Z' FROM listings l CROSS JOIN users u
           WHERE u.name LIKE 'Voter%' AND (l.id * 7919 + u.id * 104729) % 100 < 50`,
          'UPDATE listings SET week_votes = (SELECT count(*) FROM votes WHERE listing_id = listings.id)',
          'UPDATE listings SET votes = week_votes',
        ])
          await rows.run(text)
        expect(await rows.all('SELECT count(*) AS votes FROM votes')).toEqual([{ votes: 100_000 }])
      })
    },
  })
  const started_ms = cpu_ms()
  await service.storage.write(({ weeks }) =>
    weeks.close({ site_id: 1, week: '2026-11-16' }, '2026-11-23T00:00:00.000Z', 'none'),
  )
  expect(cpu_ms() - started_ms).toBeLessThan(2000)
  const { ranked, total } = await service.storage.weeks.results(1, '2026-11-16', { limit: 1, offset: 1999 })
  expect([total, ranked[0]!.place]).toEqual([2000, 2000])
})
