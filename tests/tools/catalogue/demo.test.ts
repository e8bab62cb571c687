// The invented catalogue: true to its own counters, inside every bound, and worth reading on any first day.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { importListings } from '../../../tools/catalogue/import.ts'
import { importCategories } from '../../../tools/catalogue/import_categories.ts'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { openStorage } from '../../../storage/storage.ts'
import { slug as slugSchema } from '../../../tools/inputs.ts'
import { callRest, startService, thursday, type Service } from '../../support/service.ts'
import { cpu_ms } from '../../support/cpu.ts'

type Row = Record<string, any>
const textOf = (file: string) =>
  readFileSync(new URL(`../../../tools/catalogue/demo/${file}`, import.meta.url), 'utf8')
const lines = textOf('listings.jsonl').trimEnd().split('\n')
const products: Row[] = lines.map((line) => JSON.parse(line) as Row)
const categories: Row[] = JSON.parse(textOf('categories.json')) as Row[]
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

async function loaded(now: Date): Promise<Database.Database> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  folders.push(folder)
  const storage = openStorage(join(folder, 'launch.db'))
  await loadDemo(storage, now)
  storage.close()
  return new Database(join(folder, 'launch.db'), { readonly: true })
}

const database = await loaded(thursday)
const rows = (sql: string, from = database): Row[] => from.prepare<[], Row>(sql).all()
const listings = rows('SELECT * FROM listings')
const json = (value: unknown) => JSON.parse(value as string)

const tables = [
  'users, companies, categories, category_attributes, listings, listing_categories, founders, listing_founders',
  'listing_updates, milestones, alternatives, votes, follows, listing_views, reviews, awards, posts, interview_answers',
].flatMap((names) => names.split(', '))

describe('the demo catalogue', () => {
  it.each([
    ['votes', 'SELECT count(*) FROM votes v WHERE v.listing_id = l.id'],
    [
      'week_votes',
      `SELECT count(*) FROM votes v WHERE v.listing_id = l.id AND v.voted_at < date(l.launch_week, '+7 days')`,
    ],
    ['followers', 'SELECT count(*) FROM follows f WHERE f.listing_id = l.id'],
    ['views', 'SELECT coalesce(sum(d.views), 0) FROM listing_views d WHERE d.listing_id = l.id'],
  ])('counts %s as its rows do', (counter, counted) => {
    const wrong = rows(`SELECT slug, ${counter} AS told, (${counted}) AS counted FROM listings l`)
    expect(wrong.filter(({ told, counted }) => told !== counted)).toEqual([])
    expect(wrong.some(({ told }) => told > 0)).toBe(true)
  })

  it('is the same wherever it is loaded', async () => {
    const again = await loaded(thursday)
    for (const table of tables)
      expect(rows(`SELECT * FROM ${table}`, again)).toEqual(rows(`SELECT * FROM ${table}`))
    again.close()
  })

  it('is loaded in seconds of processor time', async () => {
    const began_ms = cpu_ms()
    ;(await loaded(thursday)).close()
    expect(cpu_ms() - began_ms).toBeLessThan(3000)
  })

  it('is in the format of the import, and a profile stands beside every row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'))
    folders.push(folder)
    const storage = openStorage(join(folder, 'launch.db'))
    expect((await importCategories(storage, categories)).refused).toEqual([])
    const rows = (async function* () {
      yield* lines
    })()
    const report = await importListings(storage, rows, { site_id: 1, now: thursday })
    expect(report).toEqual({ added: lines.length, changed: 0, unchanged: 0, refused: [] })
    storage.close()
    const profiles = textOf('profiles.jsonl').trimEnd().split('\n')
    expect(profiles.map((line) => (JSON.parse(line) as Row).slug)).toEqual(products.map(({ slug }) => slug))
  })

  it('fills every table of the public model', () => {
    for (const table of tables) expect(rows(`SELECT * FROM ${table}`).length, table).toBeGreaterThan(0)
  })

  it('has listings of every public status, plan and kind', () => {
    const count = (holds: (row: Row) => boolean) => listings.filter(holds).length
    expect(count(({ status }) => status === 'live')).toBeGreaterThanOrEqual(30)
    expect(count(({ status }) => status === 'scheduled')).toBeGreaterThanOrEqual(5)
    expect(count(({ status }) => status === 'awaiting_badge')).toBeGreaterThanOrEqual(1)
    expect(count(({ plan }) => plan === 'free')).toBeGreaterThanOrEqual(20)
    expect(count(({ plan }) => plan === 'launch')).toBeGreaterThanOrEqual(10)
    expect(count(({ verified_at }) => verified_at !== null)).toBeGreaterThanOrEqual(1)
    expect(count(({ not_found_on_website }) => not_found_on_website !== '[]')).toBeGreaterThanOrEqual(5)
    for (const section of ['story', 'milestones', 'media'])
      expect(
        count(({ unlocked_sections }) => json(unlocked_sections).includes(section)),
      ).toBeGreaterThanOrEqual(3)
    for (const stage of ['idea', 'mvp', 'launched', 'growing'])
      expect(
        count((row) => row.stage === stage),
        stage,
      ).toBeGreaterThanOrEqual(1)
    expect(new Set(listings.map(({ country }) => country)).size).toBeGreaterThanOrEqual(30)
  })

  it('keeps paid sections and further categories for paid listings, and fills what it unlocks', () => {
    for (const row of listings) {
      const unlocked: string[] = json(row.unlocked_sections)
      if (row.plan === 'free') expect(unlocked, row.slug).toEqual([])
      expect(row.story !== null, `${row.slug} story`).toBe(unlocked.includes('story'))
      expect(row.media !== '[]', `${row.slug} media`).toBe(unlocked.includes('media'))
      const milestones = rows(`SELECT id FROM milestones WHERE listing_id = ${row.id}`)
      expect(milestones.length > 0, `${row.slug} milestones`).toBe(unlocked.includes('milestones'))
    }
    const more = rows(
      `SELECT DISTINCT l.plan FROM listing_categories c JOIN listings l ON l.id = c.listing_id`,
    )
    expect(more).toEqual([{ plan: 'launch' }])
  })

  it('has slugs that are valid and no two alike', () => {
    for (const table of ['listings', 'founders', 'categories', 'posts']) {
      const slugs = rows(`SELECT slug FROM ${table}`).map(({ slug }) => slug as string)
      expect(slugs.filter((slug) => !slugSchema.safeParse(slug).success)).toEqual([])
      expect(new Set(slugs).size).toBe(slugs.length)
    }
    expect(listings.map(({ slug }) => slug).sort()).toEqual(products.map(({ slug }) => slug).sort())
  })

  it('stays within the bounds of specification 2.11 and 2.12', () => {
    const limits: Record<string, number> = {
      tagline: 200,
      short_description: 300,
      description: 800,
      pricing_model: 40,
      pricing_summary: 300,
      country: 2,
      city: 120,
      demo_video_url: 500,
      contact_email: 254,
    }
    for (const row of listings) {
      for (const [column, limit] of Object.entries(limits))
        expect((row[column] ?? '').length, `${row.slug} ${column}`).toBeLessThanOrEqual(limit)
      expect(row.description.length, row.slug).toBeGreaterThanOrEqual(300)
      expect(row.founded_year, row.slug).toBeGreaterThanOrEqual(1800)
      expect(row.country).toMatch(/^[A-Z]{2}$/)
      for (const column of ['features', 'usps', 'keywords', 'tags']) {
        const values: string[] = json(row[column])
        expect(values.length).toBeLessThanOrEqual(20)
        expect(values.every((value) => value.length > 0 && value.length <= 200)).toBe(true)
      }
    }
    const parts = listings.flatMap(({ story }) =>
      Object.values((json(story) ?? {}) as Record<string, string>),
    )
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(8000)
    const long = `SELECT max(length(title)) AS title, max(length(body)) AS body FROM listing_updates`
    expect(rows(long)[0]!.title).toBeLessThanOrEqual(200)
    expect(rows(long)[0]!.body).toBeLessThanOrEqual(5000)
    expect(rows('SELECT id FROM milestones WHERE length(title) > 200 OR length(description) > 2000')).toEqual(
      [],
    )
    expect(rows('SELECT answer FROM interview_answers WHERE length(answer) > 4000')).toEqual([])
  })

  it('asks and answers within bounds, for every category, listing and post', () => {
    for (const table of ['categories', 'listings', 'posts']) {
      for (const row of rows(`SELECT slug, faqs FROM ${table}`)) {
        const faqs: { question: string; answer: string }[] = json(row.faqs)
        expect(faqs.length, row.slug).toBeGreaterThanOrEqual(2)
        expect(faqs.length).toBeLessThanOrEqual(10)
        for (const { question, answer } of faqs) {
          expect(question.length).toBeLessThanOrEqual(300)
          expect(answer.length).toBeLessThanOrEqual(1500)
        }
      }
    }
  })

  it('leaves blank what it says was not found', () => {
    for (const row of listings) {
      const founders = rows(`SELECT 1 FROM listing_founders WHERE listing_id = ${row.id}`)
      const facts: Row = { ...row, ...json(row.attributes), founders: founders.length || null }
      for (const name of json(row.not_found_on_website))
        expect(facts[name] ?? null, `${row.slug} ${name}`).toBeNull()
    }
  })

  it('compares listings by attributes their category names', () => {
    const byCategory = new Map(categories.map(({ slug, attributes }) => [slug, attributes]))
    for (const { slug, categories, attributes } of products)
      expect(byCategory.get(categories[0]), slug).toEqual(expect.arrayContaining(Object.keys(attributes)))
  })

  it('names no address outside .example', () => {
    const hosts = tables.flatMap((table) =>
      [
        ...JSON.stringify(rows(`SELECT * FROM ${table}`)).matchAll(
          /https?:\/\/([^/"\\\s)]+)|@([\w-]+\.[\w.]+)/g,
        ),
      ].map((match) => match[1] ?? match[2]!),
    )
    expect(hosts.length).toBeGreaterThan(100)
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
    expect(rows('SELECT email FROM users WHERE email IS NOT NULL OR demo = 0')).toEqual([])
  })

  it('has founders whose profile is complete', () => {
    const founders = rows('SELECT * FROM founders')
    expect(founders.length).toBeGreaterThanOrEqual(35)
    for (const { name, title, bio, country, city, socials } of founders) {
      expect([name, title, country, city].every((value) => typeof value === 'string' && value !== '')).toBe(
        true,
      )
      expect(bio.length, name).toBeGreaterThanOrEqual(80)
      expect(Object.keys(json(socials)).length).toBeGreaterThanOrEqual(1)
    }
    const idle = 'SELECT slug FROM founders WHERE id NOT IN (SELECT founder_id FROM listing_founders)'
    expect(rows(idle)).toEqual([])
  })

  it('goes without a trace when the first import comes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'))
    folders.push(folder)
    const storage = openStorage(join(folder, 'launch.db'))
    await loadDemo(storage, thursday)
    await importCategories(storage, [{ slug: 'here', name: 'Here' }])
    const row = { slug: 'first', name: 'First', url: 'https://first.example/', categories: ['here'] }
    const lines = (async function* () {
      yield JSON.stringify(row)
    })()
    const report = await importListings(storage, lines, { site_id: 1, now: thursday })
    expect(report).toMatchObject({ added: 1, refused: [] })
    storage.close()
    const after = new Database(join(folder, 'launch.db'), { readonly: true })
    const brought = ['companies', 'categories', 'listings']
    for (const table of tables)
      expect(rows(`SELECT * FROM ${table}`, after).length, table).toBe(brought.includes(table) ? 1 : 0)
    after.close()
  })
})

describe.each([
  ['on a Thursday', '2026-11-19T12:00:00.000Z'],
  ['in the first second of a week', '2026-11-23T00:00:00.000Z'],
  ['in the last second of a year', '2027-12-31T23:59:59.999Z'],
])('the demo catalogue loaded %s', (_day, day) => {
  const now = new Date(day)
  let opened: Promise<Service> | undefined
  const open = () =>
    (opened ??= startService({ fill: (storage) => loadDemo(storage, now) }).then((service) => {
      service.clock.now = now
      return service
    }))
  afterAll(async () => (await opened)?.close())
  const items = async (tool: string, input: Record<string, unknown>): Promise<Row[]> => {
    const { status, body } = await callRest(await open(), tool, input)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items as Row[]
  }

  it('shows something worth reading in every section, order and week', async () => {
    for (const section of [
      'this-week',
      'trending',
      'most-voted',
      'recent',
      'most-viewed',
      'most-followed',
      'upcoming',
    ])
      expect((await items('list_launches', { section })).length, section).toBeGreaterThanOrEqual(6)
    expect((await items('list_launches', { section: 'today' })).length).toBeGreaterThanOrEqual(2)
    const orders = await Promise.all(
      ['newest', 'votes', 'trending', 'most_viewed', 'most_followed'].map((sort) =>
        items('search_listings', { sort, per_page: 10 }),
      ),
    )
    expect(new Set(orders.map((found) => found.map(({ slug }) => slug).join())).size).toBe(5)
    expect((await items('search_listings', { status: 'upcoming' })).length).toBeGreaterThanOrEqual(5)
  })

  it('fills every board, and the awards with the winners of closed weeks', async () => {
    for (const board of ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'])
      expect((await items('get_leaderboard', { board })).length, board).toBeGreaterThanOrEqual(6)
    const last = await items('get_leaderboard', { board: 'community-weekly', week: 'last' })
    const awards = await items('list_awards', { per_page: 3 })
    expect(awards.map(({ listing }) => listing.slug)).toEqual(
      last.slice(0, 3).map(({ listing }) => listing.slug),
    )
  })

  it('has launches last week, this week and next week', async () => {
    for (const [week, least] of [
      ['last', 5],
      ['this', 6],
      ['next', 3],
    ] as const) {
      const { body } = await callRest(await open(), 'get_launch_week', { week })
      expect([...body.items, ...body.scheduled].length, week).toBeGreaterThanOrEqual(least)
    }
  })

  it('has live listings in every category', async () => {
    for (const { slug } of categories) {
      const { body } = await callRest(await open(), 'get_category', { slug })
      expect(body.live_listings, slug).toBeGreaterThanOrEqual(2)
    }
  })

  it('holds nothing that happens after it was loaded', async () => {
    const later = await loaded(now)
    for (const [table, column] of [
      ['votes', 'voted_at'],
      ['follows', 'followed_at'],
      ['reviews', 'reviewed_at'],
      ['listing_updates', 'published_at'],
      ['posts', 'published_at'],
      ['alternatives', 'approved_at'],
      ['listings', 'live_at'],
      ['listings', 'updated_at'],
      ['listing_views', 'viewed_on'],
    ])
      expect(rows(`SELECT * FROM ${table} WHERE ${column} > '${day}'`, later), `${table}.${column}`).toEqual(
        [],
      )
    const early = 'SELECT 1 FROM votes v JOIN listings l ON l.id = v.listing_id WHERE v.voted_at < l.live_at'
    expect(rows(early, later)).toEqual([])
    const strangers = 'SELECT 1 FROM votes v JOIN users u ON u.id = v.user_id WHERE v.voted_at < u.created_at'
    expect(rows(strangers, later)).toEqual([])
    later.close()
  })
})
