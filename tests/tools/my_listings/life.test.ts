// Any random life of a few listings: operations, votes, jobs, jumps of the clock and restarts, in any order. After each
// step the promises hold that nobody may ever see broken.
import { isDeepStrictEqual } from 'node:util'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { jobs } from '../../../jobs/catalog.ts'
import type { JobContext } from '../../../jobs/queue/job.ts'
import { startWorker, type Worker } from '../../../jobs/queue/worker.ts'
import { beginOf } from '../../../days.ts'
import { readConfig } from '../../../config.ts'
import type { Outbound } from '../../../outbound.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { catalog } from '../../../tools/catalog.ts'
import { importListings } from '../../../tools/catalogue/import.ts'
import { emptyProfile } from '../../../tools/drafts/fields.ts'
import { Refusal } from '../../../tools/errors.ts'
import { weekOf } from '../../../tools/launches/week.ts'
import { isHindered, launchPaid, reinstate, suspend, withdraw } from '../../../tools/my_listings/status.ts'
import { turn } from '../../../tools/my_listings/turn.ts'
import { madeByItself } from '../../../tools/my_listings/versions.ts'
import { playedPayment } from '../../../tools/orders/pay_order.ts'
import { act } from '../../../tools/orders/take_in.ts'
import { run } from '../../../tools/run.ts'
import type { Context, Reach } from '../../../tools/tool.ts'
import { completeProfile } from '../../support/owned.ts'
import { newFolder } from '../../support/programs.ts'
import { onPostgres, openTestStorage } from '../../support/made_databases.ts'
import { besideRows } from '../../support/rows.ts'
import { sharedThread } from '../../support/shared_thread.ts'

type Row = Record<string, unknown>
const public_url = 'https://launch.example'
const seller = readConfig({}).SELLER
const hosts = ['tide.example', 'ebb.example', 'wake.example', 'mast.example']
const steps = [
  ...[
    'submit',
    'submit',
    'choose',
    'choose',
    'badge',
    'badge',
    'profile',
    'edit',
    'story',
    'milestone',
    'update',
  ],
  ...[
    'pay',
    'order',
    'order',
    'paid',
    'paid',
    'refund',
    'suspend',
    'reinstate',
    'withdraw',
    'import',
    'unvote',
    'restart',
    'three weeks',
    'week',
    'minute',
  ],
  ...['vote', 'vote', 'vote', 'vote', 'vote', 'vote', 'day', 'day', 'day', 'work', 'work', 'work', 'work'],
] as const
type Step = { what: (typeof steps)[number]; who: number; where: number }

const folder = newFolder()
afterAll(async () => {
  folder.remove()
})

/** A service without its doors, on a file of its own, that can be ended and begun again. */
async function openLife(file: string) {
  let storage: OpenStorage
  let worker: Worker
  let now = new Date('2026-12-17T12:00:00.000Z')
  const badges = new Set<string>()
  const outbound = {
    async fetch({ url }: { url: string }) {
      const { host, pathname } = new URL(url)
      const page = badges.has(host)
        ? hosts.map((one) => `<a href="${public_url}/listings/${one.split('.')[0]}">Here</a>`)
        : []
      const status = pathname === '/robots.txt' ? 404 : 200
      return {
        url,
        status,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(page.join('')),
        was_cut: false,
      }
    },
  } as unknown as Outbound
  const begin = async () => {
    storage = await openTestStorage(file)
    const context = {
      storage,
      outbound,
      thread: sharedThread,
      clock: () => now,
      public_url,
      seller,
      payments: null,
      log: pino({ level: 'silent' }),
    }
    const delivery = { deliver: async () => undefined, close: () => undefined }
    worker = startWorker({
      jobs: jobs.filter(({ kind }) =>
        ['turn_weeks', 'check_badge', 'send_mail', 'refund_payment'].includes(kind),
      ),
      context: { ...context, delivery } as unknown as Omit<JobContext, 'now' | 'signal' | 'storage'> & {
        storage: OpenStorage
      },
      tick_ms: 60_000,
    })
  }
  await begin()
  // Everybody's turn comes soon, so that a life has many launches.
  await besideRows(file, (rows) => rows.run('UPDATE sites SET free_queue_weeks = 1'))
  const people = await storage!.write(async ({ users, catalogue }) => {
    await catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' })
    const born = '2026-01-01T00:00:00.000Z'
    return Promise.all(
      ['ana', 'ben', 'cleo', 'dora', 'eve'].map(
        async (name) => (await users.ensure(`${name}@tide.test`, born)).id,
      ),
    )
  })

  async function call(user_id: number, name: string, input: Row): Promise<void> {
    const site = (await storage.sites.all())[0]!
    const caller = {
      user_id,
      email: null,
      name: '',
      role: 'member',
      via: 'oauth',
      client_name: 'Claude',
      credential: 'application 1',
      expires_at: null,
    }
    const scopes = ['account:read', 'listings:write', 'orders:write']
    const context = {
      storage,
      site,
      now,
      ...{ door: 'mcp', request_id: 'test' },
      public_url,
      outbound,
      seller,
      caller: { ...caller, scopes },
      spend: () => undefined,
      turn: async () => undefined,
    }
    await run(
      catalog.find((tool) => tool.name === name)!,
      input,
      context as unknown as Context & Reach,
    ).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  async function submit(user_id: number, host: string): Promise<void> {
    const id = randomUUID()
    const url = `https://${host}/`
    const profile = emptyProfile()
    const typed = { state: 'manual' as const, evidence: [], original: null }
    profile.fields.name = { ...typed, value: host.split('.')[0]! }
    profile.fields.categories = { ...typed, value: ['invoicing'] }
    await storage.write(async ({ drafts }) => {
      if ((await drafts.atUrl(user_id, 1, host)) !== undefined) return
      const progress = { step: 'done', pages_read: 0, reading: null } as const
      const draft = {
        id,
        site_id: 1,
        user_id,
        url,
        url_key: host,
        status: 'ready',
        profile,
        progress,
      } as const
      await drafts.add({ ...draft, created_at: now.toISOString(), updated_at: now.toISOString() })
    })
    const draft = await storage.drafts.atUrl(user_id, 1, host)
    await call(user_id, 'submit_draft', { id: draft!.id })
  }
  /** The rule of the site team or of a payment, on the listing of a host. */
  async function ruled(
    host: string,
    rule: (listing: Parameters<typeof withdraw>[0]) => ReturnType<typeof suspend>,
  ) {
    await storage.write(async (inside) => {
      const found = await inside.drafts.listedAt(1, host)
      if (found === undefined) return
      const listing = (await inside.listings.byId(found.id))!
      const turned = rule(listing)
      if (!isHindered(turned)) await turn(inside, listing, turned, madeByItself('test', now))
    })
  }
  const travel = (ms: number) => (now = new Date(now.getTime() + ms))
  const week_ms = 7 * 86_400_000

  async function take({ what, who, where }: Step): Promise<void> {
    const host = hosts[where]!
    const person = people[who]!
    const owner = people[who % 2]!
    const listing_id = (await storage.drafts.listedAt(1, host))?.id ?? 1
    const moment = { voted_at: now.toISOString(), monday: weekOf(now) }
    switch (what) {
      case 'submit':
        return submit(owner, host)
      case 'choose':
        return call(owner, 'choose_free_listing', { listing_id })
      case 'badge':
        return void (badges.has(host) && who > 3 ? badges.delete(host) : badges.add(host))
      case 'profile':
        return completeProfile({ storage, clock: { now } }, owner)
      case 'edit':
        return call(owner, 'update_my_listing', {
          listing_id,
          fields: { tagline: `Edit ${who} ${where}`, city: who > 2 ? '' : 'Turku' },
        })
      case 'story':
        return call(owner, 'set_founder_story', { listing_id, ...(who > 2 && { story: `Told ${where}` }) })
      case 'milestone':
        return call(owner, 'add_milestone', { listing_id, date: '2026-01-01', title: `Milestone ${who}` })
      case 'update':
        return call(owner, 'post_listing_update', { listing_id, title: 'News', body: 'It is new.' })
      case 'pay':
        return who > 3
          ? ruled(host, (one) => launchPaid(one, who === 4 ? 'now' : weekOf(now), now))
          : undefined
      case 'order':
        return call(owner, 'create_checkout', { items: itemsFor(listing_id, who), country: 'FI' })
      case 'paid':
        return storage.write(async (inside) => {
          const order = (await inside.orders.all()).find(({ status }) => status === 'pending')
          if (order !== undefined) await act(inside, order, playedPayment(order), { now, public_url, seller })
        })
      case 'refund':
        return storage.write(async (inside) => {
          const order = (await inside.orders.all()).find(({ status }) => status === 'paid')
          const at = now.toISOString()
          if (order === undefined || who < 2) return
          const payload = { order_id: order.id }
          await inside.jobs.enqueue({ kind: 'refund_payment', payload, run_at: at, created_at: at })
        })
      case 'suspend':
        return who > 3 ? ruled(host, (one) => suspend(one, 'spam')) : undefined
      case 'reinstate':
        return ruled(host, (one) => reinstate(one, now))
      case 'withdraw':
        return who > 3 ? ruled(host, withdraw) : undefined
      case 'import':
        return void (await importListings(storage, rowOf(host), { site_id: 1, now }))
      case 'vote':
        return void (await storage.write(({ votes }) => votes.add(listing_id, person, moment)))
      case 'unvote':
        return void (await storage.write(async ({ votes }) => {
          const vote = await votes.of(listing_id, person)
          if (vote !== undefined && vote.voted_at >= beginOf(moment.monday))
            await votes.withdraw(vote.id, moment.voted_at)
        }))
      case 'minute':
        return void travel(61_000)
      case 'day':
        return void travel(86_400_000)
      case 'week':
        return void travel(week_ms)
      case 'three weeks':
        return void travel(3 * week_ms)
      case 'work':
        return worker.idle()
      case 'restart':
        await worker.stop(0)
        await storage.close()
        return begin()
    }
  }
  const end = async () => {
    await worker.stop(0)
    await storage.close()
  }
  return { take, end, idle: () => worker.idle() }
}

/** A launch with its story, a story alone, or a contribution. */
function itemsFor(listing_id: number, who: number): Row[] {
  if (who === 4) return [{ product: 'billboard', listing_id, amount_cents: 5000 }]
  const story = { product: 'story', listing_id }
  return who === 3 ? [story] : [{ product: 'launch', listing_id, ...(who > 0 && { week: 'now' }) }, story]
}

async function* rowOf(host: string) {
  const slug = host.split('.')[0]!
  yield JSON.stringify({
    slug,
    name: slug,
    url: `https://${host}/`,
    categories: ['invoicing'],
    launched_at: '2026-11-10',
  })
}

/** What must be true of the file after every step; `frozen` remembers results from the moment they were closed. */
async function promises(file: string, frozen: Map<string, string>): Promise<void> {
  await besideRows(file, async ({ all }) => {
    // Live only with a reason: imported, paid for, with the badge seen, or asked for its badge again since the money went
    // back; and since an instant of a week that had begun.
    expect(
      await all(`SELECT l.id FROM listings l LEFT JOIN badge_checks b ON b.listing_id = l.id
        WHERE l.status = 'live' AND (l.live_at IS NULL OR NOT (l.plan IS NOT DISTINCT FROM 'launch'
          OR b.seen_at IS NOT NULL OR (b.listing_id IS NOT NULL AND EXISTS (SELECT 1 FROM listing_versions v
            WHERE v.listing_id = l.id AND v.operation = 'order_refunded')) OR NOT EXISTS (SELECT 1 FROM drafts d WHERE d.listing_id = l.id)))`),
    ).toEqual([])
    for (const week of await all('SELECT site_id, week, launches, votes, closed_at FROM closed_weeks')) {
      const places = await all(
        `SELECT place, listing_id, votes FROM week_results WHERE week = '${String(week.week)}' ORDER BY place`,
      )
      const result = JSON.stringify([week, places])
      const key = String(week.week)
      if (!frozen.has(key)) frozen.set(key, result)
      expect(result).toBe(frozen.get(key))
    }
    expect(
      await all(`SELECT a.week FROM awards a WHERE a.kind = 'week' AND NOT EXISTS (SELECT 1 FROM week_results r WHERE r.week = a.week
        AND r.place = a.place AND r.listing_id = a.listing_id AND r.votes = a.votes AND a.votes > 0)`),
    ).toEqual([])
    expect(
      await all(
        'SELECT 1 AS one FROM votes WHERE user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)',
      ),
    ).toEqual([])
    expect(
      await all(`SELECT id FROM listings l WHERE votes <> (SELECT count(*) FROM votes v
        WHERE v.listing_id = l.id AND v.withdrawn_at IS NULL) OR week_votes > votes`),
    ).toEqual([])
    expect(
      await all(
        `SELECT url_key FROM listings WHERE status <> 'withdrawn' GROUP BY site_id, url_key HAVING count(*) > 1`,
      ),
    ).toEqual([])
    // What an order bought is there as long as it is paid, and money is counted on the billboard only.
    const bought = `order_lines o JOIN orders p ON p.id = o.order_id WHERE p.status = 'paid' AND p.failure IS NULL
      AND o.listing_id = l.id`
    expect(
      await all(`SELECT id FROM listings l WHERE plan IS DISTINCT FROM 'launch' AND EXISTS (
        SELECT 1 FROM ${bought} AND o.product = 'launch')`),
    ).toEqual([])
    expect(
      await all(`SELECT id FROM listings l WHERE billboard_cents <> (
        SELECT coalesce(sum(o.net_cents), 0) FROM ${bought} AND o.product = 'billboard')`),
    ).toEqual([])
    expect(
      await all(
        `SELECT receipt_number FROM orders WHERE receipt_number IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
      ),
    ).toEqual([])
    // A job may turn a listing while both are read: then they are read again.
    const listingsNow = () => all('SELECT * FROM listings ORDER BY id')
    let listings = await listingsNow()
    for (;;) {
      const versions = await all('SELECT * FROM listing_versions ORDER BY id')
      const again = await listingsNow()
      if (isDeepStrictEqual(again, listings)) {
        chains(listings, versions)
        break
      }
      listings = again
    }
    // PostgreSQL keeps references whole by itself.
    if (!onPostgres) expect(await all('SELECT * FROM pragma_foreign_key_check')).toEqual([])
  })
}

/** Each version begins where the one before it ended, and the last is what the listing is. */
function chains(listings: Row[], versions: Row[]): void {
  const known = new Map<unknown, Row>(listings.map(({ id }) => [id, {}]))
  for (const { listing_id, before, after } of versions) {
    const values = known.get(listing_id)!
    for (const [key, value] of Object.entries(JSON.parse(String(before)) as Row))
      if (key in values) expect([key, value]).toEqual([key, values[key]])
    Object.assign(values, JSON.parse(String(after)))
  }
  for (const listing of listings)
    for (const [key, value] of Object.entries(known.get(listing.id)!)) {
      if (!(key in listing)) continue
      const stored = listing[key]
      const read = typeof value === 'object' && typeof stored === 'string' ? JSON.parse(stored) : stored
      expect([listing.id, key, read]).toEqual([listing.id, key, value])
    }
}

/** The way to a launch and an award, so that every life has something to lose. */
const begun = (
  [
    'submit',
    'choose',
    'badge',
    'profile',
    'edit',
    'minute',
    'work',
    'week',
    'work',
    'vote',
    'week',
    'work',
  ] as const
).map((what): Step => ({ what, who: what === 'vote' ? 4 : 0, where: 0 }))

it('keeps its promises over any 200 operations, jobs, jumps of the clock and restarts', async () => {
  const step = fc.record({
    what: fc.constantFrom(...steps),
    who: fc.nat({ max: 4 }),
    where: fc.nat({ max: hosts.length - 1 }),
  })
  const lives = fc.array(step, { minLength: 200, maxLength: 200 })
  let number = 0
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const file = folder.file(`life-${(number += 1)}.db`)
      const frozen = new Map<string, string>()
      const world = await openLife(file)
      try {
        for (const [index, one] of [...begun, ...life].entries()) {
          await world.take(one)
          if (index % 4 === 0 || one.what === 'work') await promises(file, frozen)
        }
        await world.idle()
        await promises(file, frozen)
      } finally {
        await world.end()
      }
      await besideRows(file, async ({ all }) => {
        for (const { operation } of await all('SELECT DISTINCT operation FROM listing_versions'))
          seen.add(String(operation))
        if (frozen.size > 0) seen.add('closed')
        if ((await all('SELECT 1 AS one FROM awards')).length > 0) seen.add('award')
        expect(await all("SELECT kind, failure FROM jobs WHERE state = 'dead'")).toEqual([])
      })
    }),
    {
      numRuns: Number(process.env.LIVES ?? 2),
      seed: Number(process.env.SEED ?? 7),
      endOnFailure: true,
    },
  )
  // A life in which nothing happens would keep any promise.
  for (const what of [
    'choose_free_listing',
    'conditions_met',
    'launched',
    'order_paid',
    'order_refunded',
    'update_my_listing',
    'closed',
    'award',
  ])
    expect(seen, what).toContain(what)
})
