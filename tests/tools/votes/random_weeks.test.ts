// Weeks in which people vote and take back, buy and are refunded, upgrade, are suspended, withdrawn, deleted, voided and launched again, in
// any order: boards, pages, the dump, what is frozen and what is awarded are what the rows of votes say, and no vote counts in two weeks.
import { afterEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { trendOf } from '../../../storage/listings/trend.ts'
import { chance } from '../../../tools/catalogue/demo_activity.ts'
import { closeWeek } from '../../../tools/launches/ranked.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import { launchPaid, withdraw as takenOff } from '../../../tools/my_listings/status.ts'
import { turn } from '../../../tools/my_listings/turn.ts'
import { recount } from '../../../tools/ledger/recount.ts'
import { sealWeek } from '../../../tools/ledger/seal.ts'
import { madeByItself } from '../../../tools/my_listings/versions.ts'
import { fillTown, product } from '../../support/town.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { besideRows } from '../../support/rows.ts'
import { callRest, startService, type Service } from '../../support/service.ts'
import { cast, withdraw } from '../../support/votes.ts'

let service: Service
afterEach(() => service.close())

const first = '2026-11-30'
const weeks = 4
const [products, people, steps] = [9, 30, 110]

type Row = { id: number; listing_id: number; voted_at: string; weight: number; why: string | null }
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

type Ranked = { listing: { slug: string }; rank: number; metric: { value: number } }
type Won = { listing: { slug: string }; week: string; place: number; votes: number }
type Place = { listing_id: number; votes: number; place: number }

/** What the public gets of a closed week: the week itself, its board, its page, its dump, its awards and all votes there are. */
async function demandAgreement(week: string, rows: Row[], results: Place[], awards: Place[]) {
  const listings = new Map<number, { slug: string; status: string; votes: number }>()
  for (const { listing_id: id } of results) listings.set(id, (await service.storage.listings.byId(id))!)
  const slugOf = (id: number) => listings.get(id)!.slug
  const shown = results.filter(({ listing_id }) => listings.get(listing_id)!.status === 'live')
  const told = shown.map(({ listing_id, place, votes }) => [slugOf(listing_id), place, votes])
  const { items } = (await callRest(service, 'get_launch_week', { week })).body
  expect(
    items.flatMap(({ slug, rank, week_votes }: { slug: string; rank: number | null; week_votes: number }) =>
      rank === null ? [] : [[slug, rank, week_votes]],
    ),
  ).toEqual(told)
  const board = (await callRest(service, 'get_leaderboard', { board: 'community-weekly', week })).body
  expect(board.items.map(({ listing, rank, metric }: Ranked) => [listing.slug, rank, metric.value])).toEqual(
    told,
  )
  const page = await (await service.fetch(`/weeks/${week}`, { headers: { accept: 'text/markdown' } })).text()
  expect(
    [...page.matchAll(/^(\d+)\. \[.*\/listings\/(.+)\) \((\d+) votes? /gm)].map(([, ...said]) => said),
  ).toEqual(told.map(([slug, place, votes]) => [String(place), slug, String(votes)]))
  const won = (await callRest(service, 'list_awards', { per_page: 100 })).body
  expect(
    won.items.flatMap((one: Won) => (one.week === week ? [[one.listing.slug, one.place, one.votes]] : [])),
  ).toEqual(
    awards.flatMap(({ listing_id, place, votes }) =>
      listings.get(listing_id)!.status === 'live' ? [[slugOf(listing_id), place, votes]] : [],
    ),
  )
  const dump = await (await service.fetch(`/ledger/main/${week}.ndjson`)).text()
  const lines = dump
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const of = (t: string) => lines.filter((line) => line.t === t)
  expect(of('place').map(({ listing, place, votes }) => ({ listing_id: listing, votes, place }))).toEqual(
    results.map(({ listing_id, votes, place }) => ({ listing_id, votes, place })),
  )
  const given = rows.filter(({ voted_at }) => weekOf(new Date(voted_at)) === week)
  const counts = (some: { listing: number; weight: number; why?: string | null }[]) =>
    some.map(({ listing, weight, why }) => `${listing} ${weight} ${why ?? ''}`).sort()
  expect(counts(of('vote'))).toEqual(
    counts(given.map(({ listing_id: listing, weight, why }) => ({ listing, weight, why }))),
  )
}

describe.each(onPostgres ? [1, 4] : [1, 2, 3, 4])('in random weeks, seed %s', (seed) => {
  it('votes count once, from their rows', async () => {
    let file = ''
    service = await startService({ fill: async (...given) => ((file = given[2]), fillTown(...given)) })
    const next = chance(`weeks ${seed}`)
    const below = (n: number) => Math.floor(next() * n)
    const rowsOf = <T>(text: string): Promise<T[]> =>
      besideRows(file, (rows) => rows.all(text)) as Promise<T[]>
    const listings: number[] = []
    const voters: number[] = []
    await service.storage.write(async ({ categories, listings: saved, users }) => {
      const category = (await categories.bySlug('work'))!.id
      for (let n = 0; n < products; n += 1)
        listings.push(
          await saved.save(
            product([category], {
              slug: `p-${n}`,
              name: `P ${n}`,
              url: `https://p-${n}.example/`,
              launch_week: first,
              live_at: `${first}T00:00:00.000Z`,
            }),
          ),
        )
      for (let n = 0; n < people; n += 1)
        voters.push((await users.ensure(`v-${n}@weeks.example`, '2026-01-01T00:00:00.000Z')).id)
    })
    const gone = new Set<number>()
    const person = () => voters[below(people)]!
    const theirs = () => rowsOf<Row>('SELECT id, listing_id, voted_at, weight, why FROM votes ORDER BY id')
    const its = (rows: Row[], id: number, week: string | null) =>
      rows.filter(
        ({ listing_id, voted_at, weight }) =>
          listing_id === id && weight === 1 && week !== null && weekOf(new Date(voted_at)) === week,
      ).length

    const does: Record<string, (now: Date, n: number) => Promise<unknown>> = {
      cast: async (_, n) => cast(service, person(), `p-${n}`),
      withdraw: async (_, n) => withdraw(service, person(), `p-${n}`),
      async refund(now, n) {
        await service.storage.write(async (inside) => {
          const listing = (await inside.listings.byId(listings[n]!))!
          if (listing.status !== 'live') return
          const back = { ...listing, status: 'draft', plan: null, launch_week: null, live_at: null } as const
          await turn(inside, listing, back, madeByItself('order_refunded', now))
        })
      },
      async buy(now, n) {
        await service.storage.write(async (inside) => {
          const listing = (await inside.listings.byId(listings[n]!))!
          if (listing.status === 'draft' || (listing.status === 'live' && listing.plan === 'free'))
            await turn(
              inside,
              listing,
              launchPaid(listing, 'now', now) as never,
              madeByItself('order_paid', now),
            )
        })
      },
      async suspend(_, n) {
        await service.storage.write(async (inside) => {
          const { id, status } = (await inside.listings.byId(listings[n]!))!
          if (status === 'live') await inside.listings.change(id, { status: 'suspended' })
          if (status === 'suspended') await inside.listings.change(id, { status: 'live' })
        })
      },
      async takeOff(now, n) {
        if (n > 2 || next() < 0.5) return
        await service.storage.write(async (inside) => {
          const listing = (await inside.listings.byId(listings[n]!))!
          if (listing.status === 'live')
            await turn(inside, listing, takenOff(listing), madeByItself('withdrawn', now))
        })
      },
      async void(now) {
        const rows = await theirs()
        if (rows.length === 0) return
        const { id } = rows[below(rows.length)]!
        const at = now.toISOString()
        await service.storage.write(({ votes }) =>
          next() < 0.5
            ? votes.void([id], weekOf(now), { voided_at: at, voided_why: 'a ring' })
            : votes.lift([id], weekOf(now), at),
        )
      },
      async leave(now) {
        const user = person()
        if (gone.has(user) || gone.size > 4) return
        gone.add(user)
        await service.storage.write((inside) => deleteAccount(inside, user, now))
      },
    }
    const deeds = [...Object.values(does), ...Array<typeof does.cast>(8).fill(does.cast!)] as const
    const counted = new Map<number, string>()
    for (let w = 0; w < weeks; w += 1) {
      const week = addWeeks(first, w)
      for (let step = 0; step < steps; step += 1) {
        const now = new Date(Date.parse(`${week}T02:00:00.000Z`) + (step * 7 - 1) * 3_600_000 * (22 / steps))
        service.clock.now = now
        await deeds[below(deeds.length)]!(now, below(products))
      }
      const rows = await theirs()
      for (const id of listings) {
        const { votes, week_votes, trend, launch_week } = (await service.storage.listings.byId(id))!
        const standing = rows.filter(({ listing_id, weight }) => listing_id === id && weight === 1)
        expect([votes, week_votes]).toEqual([standing.length, its(rows, id, launch_week)])
        expect(trend).toBeCloseTo(trendOf(standing.map(({ voted_at }) => voted_at).sort()), 6)
      }
      for (const row of rows) {
        expect(row.weight === 1).toBe(row.why === null)
        if (row.weight === 1 && weekOf(new Date(row.voted_at)) === week) {
          expect(counted.get(row.id) ?? week).toBe(week)
          counted.set(row.id, week)
        }
      }
      const now = new Date(`${addWeeks(week, 1)}T00:00:00.000Z`)
      const over = { site_id: 1, week }
      await service.storage.write((inside) => closeWeek(inside, over, now))
      await sealWeek(service.storage, over, {
        site: { key: 'main', host: null },
        now,
        public_url: service.url,
      })
    }
    service.clock.now = new Date(`${addWeeks(first, weeks)}T01:00:00.000Z`)
    const rows = await theirs()
    let placed = 0
    for (let w = 0; w < weeks; w += 1) {
      const week = addWeeks(first, w)
      const results = await rowsOf<{ listing_id: number; votes: number; place: number }>(
        `SELECT listing_id, votes, place FROM week_results WHERE site_id = 1 AND week = '${week}' ORDER BY place`,
      )
      for (const { listing_id, votes } of results) expect(votes).toBe(its(rows, listing_id, week))
      const awards = await rowsOf<Place>(
        `SELECT listing_id, votes, place FROM awards WHERE week = '${week}' ORDER BY place`,
      )
      expect(awards).toEqual(results.slice(0, 3).filter(({ votes }) => votes > 0))
      expect((await recount(service.storage, { site_id: 1, week })).faults).toEqual([])
      placed += sum(results.map(({ votes }) => votes))
      await demandAgreement(week, rows, results, awards)
    }
    expect(placed).toBeGreaterThan(10)
    expect(placed).toBeLessThanOrEqual(counted.size)
  })
})
