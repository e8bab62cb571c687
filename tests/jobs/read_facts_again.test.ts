// Sites are read again once a month: what still stands, what went and came back, and what only seemed to.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nextReading } from '../../tools/my_listings/facts.ts'
import { changeOf, type Judged } from '../../tools/my_listings/rereading.ts'
import { addDays } from '../../days.ts'
import { seeded } from '../bench/random.ts'
import { enter, type Caller } from '../support/callers.ts'
import { openDrafting, readyDraft } from '../support/drafting.ts'
import type { Host } from '../support/outside.ts'
import { tide } from '../support/tide.ts'

type Fact = { field: string; value: string; state: string; since: string; found?: string }

/** What becomes of a page on its way: the whole site may be another, or one page. */
type Change = (body: string, path: string) => string | null | { status: number }
const unchanged: Change = (body) => body
const framed: Change = (body) =>
  body
    .replace(
      '<body>',
      '<body><div><p>We use cookies.</p><nav><a href="/new">What is new</a></nav></div><section>',
    )
    .replace('</body>', '</section><footer><p>Read our letter.</p></footer></body>')
const another =
  (before: string, after: string): Change =>
  (body) =>
    body.replaceAll(before, after)
const casino: Change = (_, path) =>
  path === '/robots.txt'
    ? null
    : `<html><head><title>Casino guide</title></head><body><h1>Casino guide</h1>${'<p>We review slot machines and bonuses for players every single week.</p>'.repeat(40)}</body></html>`
const parked: Change = () =>
  '<html><head><title>tide.test</title></head><body><h1>tide.test</h1><p>This domain is for sale. Make an offer.</p></body></html>'

it('a month passes between two readings, three days more or less by the listing', () => {
  const now = new Date('2026-11-19T12:00:00.000Z')
  const daysUntil = (id: number) => (Date.parse(nextReading(id, now)) - now.getTime()) / 86_400_000
  expect(daysUntil(0)).toBe(27)
  const many = Array.from({ length: 5000 }, (_, id) => daysUntil(id))
  expect(Math.max(...many)).toBeLessThan(33)
  expect(new Set(many.map(Math.floor))).toEqual(new Set([27, 28, 29, 30, 31, 32]))
})

describe('the site of a listing', () => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let ana: Caller
  let listing_id: number
  let change = unchanged
  beforeAll(async () => {
    const host: Host = (path, request) => {
      const reply = tide(path, request)
      const body = reply !== null && typeof reply === 'object' ? String(reply.body) : ''
      const changed = change(body, path)
      if (changed === null || changed === '') return null
      return typeof changed === 'string'
        ? { body: changed, headers: { 'content-type': 'text/html' } }
        : changed
    }
    world = await openDrafting({ 'tide.test': host }, { ...start })
    ana = await enter(world.service, 'rest', 'ana@tide.test')
    const { id } = await readyDraft(world.service, ana)
    await ana.get('update_draft', { id, fields: { categories: ['invoicing'] } })
    listing_id = (await ana.get('submit_draft', { id })).listing_id
    const live = { status: 'live', live_at: world.service.clock.now.toISOString() } as const
    await world.service.storage.write(({ listings }) => listings.change(listing_id, live))
  })
  afterAll(() => world.close())

  const reading = async () => (await world.service.storage.facts.reading(listing_id))!
  /** Travels to when the site is due and waits until it was read; says for how many days it was not. */
  async function readAgain(as: Change): Promise<number> {
    change = as
    const { clock } = world.service
    const { due_at } = await reading()
    const days = (Date.parse(due_at) - clock.now.getTime()) / 86_400_000
    // The job itself comes every five minutes.
    clock.now = new Date(Math.max(Date.parse(due_at), clock.now.getTime()) + 301_000)
    const isRead = async () => expect((await reading()).due_at > clock.now.toISOString()).toBe(true)
    await vi.waitFor(isRead, { timeout: 60_000, interval: 20 })
    // It is put down for its next time by the clock of when it ends.
    await world.service.worker.idle()
    return days
  }
  const facts = async (): Promise<Fact[]> => (await ana.get('get_listing_evidence', { slug: 'tide' })).facts
  const year = async () => (await facts()).find(({ field }) => field === 'founded_year')!
  const states = async () => [...new Set((await facts()).map(({ state }) => state))]
  const page = async () => (await world.service.fetch('/listings/tide')).text()
  async function mails(): Promise<string[]> {
    await world.service.worker.idle()
    const folder = join(world.service.folder, 'mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .map((name) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? '')
      .filter((subject) => /no longer says|does not answer/.test(subject.replace(/\r?\n /g, ' ')))
  }

  it('is read after a month, a few pages of it, and stands in a new frame too', async () => {
    const before = (await facts()).length
    expect(before).toBeGreaterThan(10)
    for (const as of [unchanged, framed]) {
      world.outside.asked.length = 0
      const days = await readAgain(as)
      expect(days).toBeGreaterThan(26)
      expect(days).toBeLessThan(34)
      const asked = world.outside.asked.filter((url) => !url.endsWith('/robots.txt'))
      expect(new Set(asked).size).toBeLessThanOrEqual(5)
      expect(await states()).toEqual(['site'])
      const { facts: counts } = await ana.get('get_listing', { slug: 'tide' })
      expect(counts).toMatchObject({
        site: before,
        read_on: world.service.clock.now.toISOString().slice(0, 10),
      })
    }
    expect(await mails()).toEqual([])
  })

  it('says another year: its owner hears of it a week before visitors do, once', async () => {
    const changed = another('founded in 2021', 'founded in 2019')
    await readAgain(changed)
    expect(await year()).toMatchObject({ value: '2021', state: 'site' })
    expect(await mails()).toHaveLength(1)
    expect(await readAgain(changed)).toBeCloseTo(7, 1)
    const on = world.service.clock.now.toISOString().slice(0, 10)
    expect(await year()).toMatchObject({
      value: '2021',
      state: 'contradicted',
      since: on,
      found: '2019',
    })
    expect(await page()).toContain('their site said 2019 instead')
    expect(await page()).toContain('no longer stated')
    expect((await ana.get('get_listing', { slug: 'tide' })).facts).toMatchObject({ contradicted: 1, gone: 0 })
    await readAgain(changed)
    expect(await mails()).toHaveLength(1)
    await readAgain(unchanged)
    expect(await year()).toMatchObject({ value: '2021', state: 'site' })
    expect((await year()).found).toBeUndefined()
  })

  it('says nothing of it any more, then does again before the second reading', async () => {
    const without = another('hello@tide.test', 'us')
    await readAgain(without)
    await readAgain(unchanged)
    expect(await states()).toEqual(['site'])
    await readAgain(without)
    await readAgain(without)
    expect((await facts()).find(({ field }) => field === 'contact_email')).toMatchObject({ state: 'gone' })
    await readAgain(unchanged)
    expect(await states()).toEqual(['site'])
  })

  it.each<[string, Change]>([
    ['is parked', parked],
    ["is somebody else's", casino],
    ['forbids reading', (body, path) => (path === '/robots.txt' ? 'User-agent: *\nDisallow: /' : body)],
    ['asks who is there', () => ({ status: 403 })],
    ['has lost a page that fails', (body, path) => (path === '/about' ? { status: 500 } : body)],
  ])('%s, and no fact changes', async (_, as) => {
    const before = await facts()
    for (let time = 0; time < 3; time += 1) await readAgain(as)
    expect((await facts()).map(({ state, value }) => [state, value])).toEqual(
      before.map(({ state, value }) => [state, value]),
    )
    await readAgain(unchanged)
  })

  it('does not answer: asked on the next day, said to its owner, and a week later to everybody', async () => {
    const before = (await mails()).length
    const down: Change = () => ({ status: 500 })
    await readAgain(unchanged)
    // A server error for robots.txt forbids reading: nobody knows whether the site is there.
    const gone: Change = (_, path) => (path === '/robots.txt' ? null : { status: 503 })
    await readAgain(down)
    expect((await reading()).silences).toBe(0)
    await readAgain(gone)
    const since = world.service.clock.now.toISOString().slice(0, 10)
    expect(await mails()).toHaveLength(before)
    expect(await readAgain(gone)).toBeCloseTo(1, 1)
    expect(await mails()).toHaveLength(before + 1)
    expect(await page()).not.toContain('has not answered since')
    expect(await readAgain(gone)).toBeCloseTo(7, 1)
    expect(await page()).toContain('Their site has not answered since')
    expect(await page()).toContain('from their last reading')
    expect((await ana.get('get_listing', { slug: 'tide' })).facts.silent_since).toContain(since)
    expect(await states()).toEqual(['site'])
    await readAgain(unchanged)
    expect(await page()).not.toContain('has not answered since')
    expect(await mails()).toHaveLength(before + 1)
  })

  it('is found anew where its page has moved', async () => {
    await readAgain((body, path) => {
      const [from, to] = ['/about', '/about-us']
      if (path === from) return null
      const moved = tide(path === to ? from : path, {} as never)
      return moved !== null && typeof moved === 'object'
        ? String(moved.body).replaceAll('"/about"', `"${to}"`)
        : body
    })
    expect(await year()).toMatchObject({ value: '2021', state: 'site' })
    const { pages } = await ana.get('get_listing_evidence', { slug: 'tide' })
    expect(pages.map(({ url }: { url: string }) => url)).toContain('https://tide.test/about-us')
  })

  it('is not read while nobody is shown the listing, and an edit of its owner is left alone', async () => {
    await ana.get('update_my_listing', { listing_id, fields: { founded_year: 2020 } })
    await readAgain(another('founded in 2021', 'founded in 2018'))
    expect(await year()).toMatchObject({ value: '2020', state: 'owner' })
    await world.service.storage.write(({ listings }) => listings.change(listing_id, { status: 'suspended' }))
    world.outside.asked.length = 0
    await readAgain(unchanged)
    expect(world.outside.asked).toEqual([])
  })

  it('of a listing from before is known from its draft, but for what was edited since', async () => {
    const { storage } = world.service
    await storage.write(async ({ listings, facts }) => {
      await facts.dropOf(listing_id)
      await facts.setReading(listing_id, { due_at: world.service.clock.now.toISOString() })
      await listings.change(listing_id, { status: 'live' })
    })
    await readAgain(unchanged)
    expect(await year()).toMatchObject({ value: '2020', state: 'owner' })
    expect((await facts()).filter(({ state }) => state === 'site').length).toBeGreaterThan(10)
  })
})

const start = { repeating: ['read_facts_again'] }

it('says nothing to be gone that two readings, a week apart, did not find alike', () => {
  const random = seeded(26)
  for (let run = 0; run < 300; run += 1) {
    const began = new Date('2026-11-19T12:00:00.000Z')
    let fact: Parameters<typeof changeOf>[0] = {
      state: 'site',
      missed_at: null,
      found: null,
      since: began.toISOString(),
    }
    let at = began
    const seen: { at: Date; found: string }[] = []
    for (let step = 0; step < 30; step += 1) {
      at = new Date(at.getTime() + random.pick([1, 3, 6.9, 7, 7.5, 30]) * 86_400_000)
      const found = random.pick(['stands', 'stands', 'gone', 'unknown', '2019', '2013'])
      const judged: Judged =
        found === 'stands'
          ? { outcome: 'stands', quotes: [] }
          : found === 'gone' || found === 'unknown'
            ? { outcome: found }
            : { outcome: 'contradicted', found: { value: found, quote: null } }
      fact = { ...fact, ...changeOf(fact, judged, at.toISOString()) }
      if (found !== 'unknown') seen.push({ at, found })
      if (found === 'stands') expect(fact).toMatchObject({ state: 'site', missed_at: null, found: null })
      if (fact.state === 'site') continue
      // Some unbroken run of readings that found this, and nothing else, lasts a week.
      const said = fact.state === 'gone' ? 'gone' : null
      const lasts = seen.some(({ at: first, found }, from) => {
        if (found === 'stands' || (said !== null && found !== said)) return false
        const to = seen.findIndex((one, later) => later > from && one.found !== found)
        const last = seen[(to < 0 ? seen.length : to) - 1]!
        return last.at >= addDays(first, 7)
      })
      expect(lasts, `${run} ${step} ${fact.state}`).toBe(true)
    }
  }
})
