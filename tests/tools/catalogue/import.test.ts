import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportListings } from '../../../tools/catalogue/export.ts'
import { importCategories } from '../../../tools/catalogue/import_categories.ts'
import { importListings } from '../../../tools/catalogue/import.ts'
import { importFiles } from '../../../tools/catalogue/import_files.ts'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { newDatabase, onPostgres, openTestStorage } from '../../support/made_databases.ts'
import { thursday } from '../../support/service.ts'
import { sharedData } from '../../support/shared_data.ts'
import { product } from '../../support/town.ts'
import { some } from '../../support/some.ts'

let folder: string
let storage: OpenStorage
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'launch-import-'))
  await newDatabase(join(folder, 'launch.db'))
  storage = await openTestStorage(join(folder, 'launch.db'))
})
afterEach(async () => {
  await storage.close()
  rmSync(folder, { recursive: true })
})

type Row = Record<string, unknown>
const tree = [
  { slug: 'tools', name: 'Tools', parent: 'things', description: 'What helps.' },
  { slug: 'things', name: 'Things', parent: null },
  { slug: 'toys', name: 'Toys', parent: 'things' },
  { slug: 'games', name: 'Games', parent: 'toys' },
  { slug: 'cards', name: 'Cards', parent: 'games' },
]
const hammer: Row = {
  slug: 'hammer',
  name: 'Hammer',
  url: 'https://hammer.example/',
  categories: ['tools'],
}
const full: Row = {
  name: 'Kite',
  url: 'https://www.kite.example/fly?high=1',
  tagline: 'Up',
  description: 'A kite that flies.\nIn wind: “yes”, 風.',
  tags: ['outdoor', 'wind'],
  categories: ['toys', 'tools', 'games', 'cards'],
  country: 'PT',
  city: 'Porto',
  mcp_url: 'https://kite.example/mcp',
  openapi_url: 'https://kite.example/openapi.json',
  docs_url: 'https://docs.kite.example/',
  llms_txt: 'https://kite.example/llms.txt',
  founded_year: 2019,
  stage: 'growing',
  pricing_model: 'Freemium',
  founders: ['Ana Lima', 'Ben Okafor'],
  launched_at: '2026-01-01',
  source: 'somewhere',
  source_id: '7',
  licence: 'CC0-1.0',
  attributes: { wings: 2, foldable: true, colours: ['red', 'blue'], maker: 'Ana' },
  slug: 'kite',
}

async function* linesOf(rows: readonly (Row | string)[]): AsyncGenerator<string> {
  for (const row of rows) yield typeof row === 'string' ? row : JSON.stringify(row)
}
const take = (...rows: (Row | string)[]) =>
  importListings(storage, linesOf(rows), { site_id: 1, now: thursday })
const exported = async () =>
  (await Array.fromAsync(exportListings(storage, 1))).map((row) => JSON.stringify(row))
const profile = async (slug: string) => (await storage.listings.profile(1, slug))!
const liveIn = async (slug: string) =>
  (await storage.categories.counted(1)).find((category) => category.slug === slug)!.live_listings

describe('categories', () => {
  it('come in any order, parents behind their children too', async () => {
    expect(await importCategories(storage, tree)).toEqual({ saved: 5, refused: [] })
    const tools = (await storage.categories.bySlug('tools'))!
    expect((await storage.categories.byId(tools.parent_id!))!.slug).toBe('things')
    expect(tools.description).toBe('What helps.')
  })

  it.each([
    [
      'a circle of two',
      [
        { slug: 'a', name: 'A', parent: 'b' },
        { slug: 'b', name: 'B', parent: 'a' },
      ],
    ],
    ['one above itself', [{ slug: 'a', name: 'A', parent: 'a' }]],
    ['a circle closed by what is there already', [{ slug: 'things', name: 'Things', parent: 'cards' }]],
  ])('are refused, all of them, for %s', async (_what, entries) => {
    await importCategories(storage, tree)
    const before = await storage.categories.counted(1)
    const { saved, refused } = await importCategories(storage, [...entries, { slug: 'new', name: 'New' }])
    expect(saved).toBe(0)
    expect(refused).toHaveLength(entries.length)
    for (const row of refused)
      expect(row).toMatchObject({ field: 'parent', reason: 'This category is its own ancestor.' })
    expect(await storage.categories.counted(1)).toEqual(before)
  })

  it.each([
    [[{ slug: 'a', name: 'A', parent: 'nobody' }], { line: 1, field: 'parent' }],
    [
      [
        { slug: 'a', name: 'A' },
        { slug: 'B', name: 'B' },
      ],
      { line: 2, field: 'slug' },
    ],
    [[{ slug: 'a', name: '   ' }], { line: 1, field: 'name' }],
    [[{ slug: 'a' }], { line: 1, field: 'name' }],
    [
      [
        { slug: 'a', name: 'A' },
        { slug: 'a', name: 'Another' },
      ],
      { line: 2, field: 'slug' },
    ],
    [[7], { line: 1, field: '' }],
    [{ slug: 'a' }, { line: 0, field: '' }],
  ])('%j is refused with its place and a reason', async (entries, expected) => {
    const { saved, refused } = await importCategories(storage, entries)
    expect(saved).toBe(0)
    expect(refused).toEqual([{ ...expected, reason: expect.stringMatching(/^[A-Z].+/) }])
    expect(await storage.categories.count()).toBe(0)
  })

  it('move with everything below them, and counts follow', async () => {
    await importCategories(storage, tree)
    await take(full, hammer, { ...hammer, slug: 'deck', url: 'https://deck.example/', categories: ['cards'] })
    expect([await liveIn('things'), await liveIn('toys'), await liveIn('games')]).toEqual([3, 2, 2])
    await importCategories(storage, [{ slug: 'games', name: 'Games', parent: null }])
    expect([await liveIn('things'), await liveIn('toys'), await liveIn('games')]).toEqual([2, 1, 2])
    await importCategories(storage, [{ slug: 'games', name: 'Games', parent: 'tools' }])
    expect([await liveIn('things'), await liveIn('tools'), await liveIn('toys')]).toEqual([3, 3, 1])
  })

  it('change by being imported again, and stay where they were when nothing changed', async () => {
    await importCategories(storage, tree)
    await importCategories(storage, [{ slug: 'toys', name: 'Playthings', parent: 'things' }])
    expect((await storage.categories.bySlug('toys'))!.name).toBe('Playthings')
    expect(await importCategories(storage, tree)).toEqual({ saved: 5, refused: [] })
    expect(await storage.categories.count()).toBe(5)
  })
})

describe('a row', () => {
  beforeEach(async () => void (await importCategories(storage, tree)))

  it('becomes a live listing on the free plan in the week of its launch', async () => {
    expect(await take(full)).toEqual({ added: 1, changed: 0, unchanged: 0, refused: [] })
    const { listing, founders, category, more_categories } = await profile('kite')
    expect(listing).toMatchObject({
      status: 'live',
      plan: 'free',
      launch_week: '2025-12-29',
      live_at: '2026-01-01T00:00:00.000Z',
      domain: 'kite.example',
      provenance: { source: 'somewhere', source_id: '7', licence: 'CC0-1.0' },
    })
    expect(category).toBe('toys')
    expect(more_categories.map(({ slug }) => slug)).toEqual(['tools', 'games', 'cards'])
    expect(founders.map(({ name }) => name)).toEqual(['Ana Lima', 'Ben Okafor'])
  })

  it('without a launch stands in no week', async () => {
    await take(hammer)
    expect((await profile('hammer')).listing).toMatchObject({
      launch_week: null,
      live_at: thursday.toISOString(),
    })
  })

  it('keeps its first category as primary and up to three more, and its stage as a slug', async () => {
    const categories = ['cards', 'cards', 'games', 'toys', 'tools', 'things']
    await take({ ...hammer, categories, stage: 'Early Access!', country: 'pt' })
    const { category, more_categories, listing } = await profile('hammer')
    expect([category, ...more_categories.map(({ slug }) => slug)]).toEqual([
      'cards',
      'games',
      'toys',
      'tools',
    ])
    expect(listing).toMatchObject({ stage: 'early-access', country: 'PT' })
  })

  it('is known again by its slug', async () => {
    await take(hammer)
    const moved = { ...hammer, url: 'https://other.example/', name: 'Heavy Hammer' }
    expect(await take(moved)).toMatchObject({ added: 0, changed: 1 })
    expect((await profile('hammer')).listing).toMatchObject({ name: 'Heavy Hammer', domain: 'other.example' })
    expect(await storage.listings.liveCount(1)).toBe(1)
  })

  it('is known again by its address, and its former slug leads there', async () => {
    await take(hammer)
    expect(await take({ ...hammer, slug: 'mallet' })).toMatchObject({ added: 0, changed: 1 })
    expect((await profile('hammer')).listing.slug).toBe('mallet')
    expect(await storage.listings.liveCount(1)).toBe(1)
  })

  it('keeps what people did to the listing', async () => {
    await take(full)
    const { listing } = await profile('kite')
    const category_ids = [listing.category_id]
    await storage.write(({ listings }) =>
      listings.save({
        ...listing,
        votes: 9,
        story: { story: 'Ours' },
        company_key: 'kite.example',
        category_ids,
      }),
    )
    await take({ ...full, tagline: 'Higher' })
    expect((await profile('kite')).listing).toMatchObject({
      tagline: 'Higher',
      votes: 9,
      story: { story: 'Ours' },
    })
  })

  it('that was suspended stays suspended', async () => {
    await take(hammer)
    const { listing } = await profile('hammer')
    const category_ids = [listing.category_id]
    await storage.write(({ listings }) =>
      listings.save({ ...listing, status: 'suspended', company_key: 'hammer.example', category_ids }),
    )
    expect(await take({ ...hammer, tagline: 'Back again' })).toMatchObject({ changed: 1 })
    expect(await storage.listings.profile(1, 'hammer')).toBeUndefined()
  })

  it('keeps its founders’ profiles while their names stay', async () => {
    await take(full)
    const before = (await profile('kite')).founders
    await take({ ...full, tagline: 'Higher', founders: ['Ben Okafor', 'Ana Lima'] })
    expect((await profile('kite')).founders).toEqual(before.toReversed())
  })

  it('may name two founders of the same name, and they are two people', async () => {
    const twins = { ...hammer, founders: ['Kim Lee', 'Kim Lee', 'Kím Lee', '金'] }
    expect(await take(twins)).toMatchObject({ added: 1, refused: [] })
    const slugs = (await profile('hammer')).founders.map(({ slug }) => slug)
    expect(slugs).toEqual(['kim-lee', 'kim-lee-2', 'kim-lee-3', 'founder-of-hammer'])
    expect(await take(twins)).toMatchObject({ unchanged: 1 })
  })

  const refused: [Row | string, string, RegExp][] = [
    ['{"slug": "half', '', /not valid JSON/],
    ['[]', '', /./],
    [{ ...hammer, slug: 'Not A Slug' }, 'slug', /slug/],
    [{ ...hammer, name: '  ' }, 'name', /./],
    [{ ...hammer, name: 'x'.repeat(201) }, 'name', /200/],
    [{ ...hammer, url: 'ftp://hammer.example/' }, 'url', /http or https/],
    [{ ...hammer, url: 'javascript:alert(1)' }, 'url', /http or https/],
    [{ ...hammer, url: 'hammer.example' }, 'url', /http or https/],
    [{ ...hammer, url: 'https://ana:secret@hammer.example/' }, 'url', /without a user name/],
    [{ ...hammer, url: 'https://hammer.example@evil.example/' }, 'url', /without a user name/],
    [{ ...hammer, categories: [] }, 'categories', /./],
    [{ ...hammer, categories: ['nowhere'] }, 'categories', /no category nowhere/],
    [{ ...hammer, country: 'Portugal' }, 'country', /two-letter/],
    [{ ...hammer, founded_year: 1799 }, 'founded_year', /1800/],
    [{ ...hammer, founded_year: '2019' }, 'founded_year', /number/],
    [{ ...hammer, launched_at: '2026-02-30' }, 'launched_at', /date/i],
    [{ ...hammer, launched_at: '0001-01-01' }, 'launched_at', /since 1500/],
    [{ ...hammer, launched_at: '2028-11-27' }, 'launched_at', /104 weeks ahead/],
    [{ ...hammer, url: 'http://localhost/' }, 'url', /anybody can open/],
    [{ ...hammer, url: 'http://127.1/' }, 'url', /anybody can open/],
    [{ ...hammer, url: 'http://[::ffff:7f00:1]/' }, 'url', /anybody can open/],
    [{ ...hammer, url: 'http://10.0.0.5/' }, 'url', /anybody can open/],
    [{ ...hammer, url: 'http://printer.local./' }, 'url', /anybody can open/],
    [{ ...hammer, tagline: 'a\0b' }, 'tagline', /characters/],
    [{ ...hammer, tagline: 'a\ud800b' }, 'tagline', /characters/],
    [{ ...hammer, name: 'Hammer\u202egnp.exe' }, 'name', /characters/],
    [{ ...hammer, tags: ['fine', '\u001b[2J'] }, 'tags.1', /characters/],
    [{ ...hammer, attributes: { 'a\u2066b': 1 } }, 'attributes', /characters/],
    [{ ...hammer, tagline: 'x'.repeat(201) }, 'tagline', /200/],
    [{ ...hammer, pricing_model: 'x'.repeat(41) }, 'pricing_model', /40/],
    [{ ...hammer, tags: Array.from({ length: 21 }, () => 'x') }, 'tags', /20/],
    [{ ...hammer, attributes: { nested: { deep: 1 } } }, 'attributes.nested', /./],
    [{ ...hammer, votes: 1000 }, 'votes', /Unknown parameter .+ It takes slug, name, url/],
  ]
  // What is wrong with a row is known before any database is asked.
  it.each(onPostgres ? some(refused, 8) : refused)(
    '%j is refused with its line, field and reason',
    async (row, field, reason) => {
      const { added, refused } = await take(full, '', row as Row | string, hammer)
      expect(added).toBe(2)
      expect(refused).toEqual([{ line: 3, field, reason: expect.stringMatching(reason) }])
    },
  )

  it('may begin a file with a byte order mark, and hold a line separator', async () => {
    const row = { ...hammer, description: 'One\u2028two' }
    expect(await take(`\ufeff${JSON.stringify(row)}`, full)).toMatchObject({ added: 2, refused: [] })
  })

  it('is refused when its slug belongs to one listing and its address to another', async () => {
    await take(hammer, full)
    const { refused, changed } = await take({ ...hammer, url: full.url })
    expect(changed).toBe(0)
    expect(refused).toEqual([
      { line: 1, field: 'url', reason: 'The slug belongs to one listing and the address to another.' },
    ])
  })

  it('is refused with everything that is wrong with it', async () => {
    const { refused } = await take({ ...hammer, slug: '!', url: '!', country: '!' })
    expect(refused.map(({ field }) => field).sort()).toEqual(['country', 'slug', 'url'])
    expect(new Set(refused.map(({ line }) => line))).toEqual(new Set([1]))
  })
})

describe('a file', () => {
  beforeEach(async () => void (await importCategories(storage, tree)))
  const many = (count: number): Row[] =>
    Array.from({ length: count }, (_, n) => ({ ...hammer, slug: `h-${n}`, url: `https://h-${n}.example/` }))

  it('is idempotent', async () => {
    expect(await take(...many(120), full)).toMatchObject({ added: 121 })
    const before = await exported()
    expect(await take(...many(120), full)).toEqual({ added: 0, changed: 0, unchanged: 121, refused: [] })
    expect(await exported()).toEqual(before)
  })

  it('comes back as it went in, and then for ever the same', async () => {
    await take(full, ...many(3), { ...hammer, description: '"\\\u2028 \u{1F528}', stage: 'MVP' })
    const once = await exported()
    expect(JSON.parse(once[0]!)).toEqual(full)
    expect(await take(...once)).toEqual({ added: 0, changed: 0, unchanged: 5, refused: [] })
    await storage.close()
    rmSync(join(folder, 'launch.db'))
    storage = await openTestStorage(join(folder, 'launch.db'))
    await importCategories(storage, tree)
    await take(...once)
    expect(await exported()).toEqual(once)
  })

  it('commits in batches, and each batch whole', async () => {
    const seen: number[] = []
    async function* breaking(): AsyncGenerator<string> {
      for (const row of many(120)) {
        seen.push(await storage.listings.liveCount(1))
        if (row.slug === 'h-110') throw new Error('the disk is gone')
        yield JSON.stringify(row)
      }
    }
    const broken = importListings(storage, breaking(), { site_id: 1, now: thursday })
    await expect(broken).rejects.toThrow('the disk is gone')
    const count = await storage.listings.liveCount(1)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    // All of the batches before the one that was being gathered, of which a last one may have come after the last look.
    expect(count).toBeGreaterThanOrEqual(Math.max(50, seen.at(-1)!))
    expect(count).toBeLessThan(111)
    expect(await take(...many(120))).toMatchObject({ added: 120 - count, unchanged: count })
  })

  it('is found at once by words, category and domain', async () => {
    await take(...many(60), full)
    const find = async (asked: object) =>
      (await storage.search.find({ site_id: 1, limit: 100, offset: 0, ...asked })).total
    expect(await find({ q: 'kite' })).toBe(1)
    expect(await find({ domain: 'h-7.example' })).toBe(1)
    expect(await find({ category_id: (await storage.categories.bySlug('things'))!.id })).toBe(61)
  })
})

describe('the demo catalogue', () => {
  const left = async () => (await storage.search.find({ site_id: 1, limit: 100, offset: 0 })).total

  it('goes with the first import of listings', async () => {
    await loadDemo(storage, thursday)
    expect(await left()).toBeGreaterThan(20)
    expect((await storage.programmes.all(1)).length).toBeGreaterThan(0)
    await importCategories(storage, tree)
    await take(hammer)
    expect(await left()).toBe(1)
    const nothing = { limit: 100, offset: 0 }
    expect((await storage.rankings.awards(1, null, nothing)).total).toBe(0)
    expect((await storage.posts.list({ site_id: 1, q: '', now: thursday }, nothing)).total).toBe(0)
    expect(await storage.programmes.all(1)).toEqual([])
    expect((await storage.founders.list({ site_id: 1, q: '', country: null }, nothing)).total).toBe(0)
    expect((await storage.categories.counted(1)).map(({ slug }) => slug).sort()).toEqual(
      tree.map(({ slug }) => slug).sort(),
    )
  })

  it('is said to have gone, with its votes, its ledger and the key', async () => {
    await loadDemo(storage, thursday)
    const shown = (await storage.catalogue.demoListings()).length
    const [file, categories] = [join(folder, 'rows.jsonl'), join(folder, 'categories.json')]
    writeFileSync(file, `${JSON.stringify(hammer)}\n`)
    writeFileSync(categories, JSON.stringify(tree))
    const bring = async () =>
      (await importFiles(storage, { file, categories, data_dir: folder, now: thursday })).said
    expect(await bring()).toContain(
      `The demonstration went: ${shown} listings with their votes, and its ledger`,
    )
    expect(await bring()).not.toContain('The demonstration')
  })

  it('stays when no row of a first import is taken', async () => {
    await loadDemo(storage, thursday)
    const before = await left()
    const { added, refused } = await take({ ...hammer, categories: ['nowhere'] })
    expect([added, refused.length, await left()]).toEqual([0, 1, before])
  })

  it('leaves a listing of one’s own in its category, and counts stay true', async () => {
    await loadDemo(storage, thursday)
    const counted = await storage.categories.counted(1)
    const child = counted.find(({ parent_id }) => parent_id !== null)!
    await storage.write(({ listings }) => listings.save(product([child.id], { slug: 'my-own' })))
    await importCategories(storage, tree)
    await take(hammer)
    expect(await left()).toBe(2)
    expect((await profile('my-own')).category).toBe(child.slug)
    expect(await liveIn(child.slug)).toBe(1)
    for (const { slug, id, live_listings } of await storage.categories.counted(1)) {
      const { total, ids } = await storage.search.find({
        site_id: 1,
        category_id: id,
        limit: 100,
        offset: 0,
      })
      expect([slug, total, ids.length]).toEqual([slug, live_listings, live_listings])
      const isAbove = slug === child.slug || id === child.parent_id
      const expected = isAbove || ['tools', 'things'].includes(slug) ? 1 : 0
      expect([slug, live_listings]).toEqual([slug, expected])
    }
  })

  it('is no ground to build on: a parent that goes with it is refused', async () => {
    await loadDemo(storage, thursday)
    const [demo] = await storage.categories.counted(1)
    const { refused } = await importCategories(storage, [{ slug: 'new', name: 'New', parent: demo!.slug }])
    expect(refused).toEqual([expect.objectContaining({ line: 1, field: 'parent' })])
    expect(await left()).toBeGreaterThan(20)
  })
})

const file = sharedData('catalog.jsonl')
const tree_file = sharedData('categories.json')

describe.skipIf(file === null || tree_file === null)('the real catalogue', () => {
  it('comes in whole, counts as a walk over its rows does, and is a fixed point', async () => {
    const tree: Row[] = JSON.parse(readFileSync(tree_file!, 'utf8'))
    const all = readFileSync(file!, 'utf8').trim().split('\n')
    // VLC stands in it twice, once by the address of its index file.
    const vlc = all.filter((line) => /"https:\/\/www\.videolan\.org\/(?:index\.html)?"/.test(line))
    const lines = [...some(all, onPostgres ? 25 : 5).filter((line) => !vlc.includes(line)), ...vlc]
    const rows = lines.slice(0, -1)
    expect(await importCategories(storage, tree)).toEqual({ saved: 473, refused: [] })
    const report = await take(...lines)
    expect(report).toEqual({
      added: rows.length,
      changed: 0,
      unchanged: 0,
      refused: [{ line: lines.length, field: 'url', reason: 'The address belongs to another listing.' }],
    })

    const once = await exported()
    const stored = new Map(once.map((line) => [JSON.parse(line).slug as string, JSON.parse(line) as Row]))
    for (const line of rows) {
      const row = JSON.parse(line) as Row
      expect(stored.get(row.slug as string)).toEqual({
        ...{ mcp_url: null, openapi_url: null, docs_url: null, llms_txt: null },
        ...row,
        categories: [...new Set(row.categories as string[])].slice(0, 4),
        stage: row.stage === null ? null : expect.stringMatching(/^[a-z0-9-]+$/),
      })
    }
    expect(await take(...once)).toEqual({ added: 0, changed: 0, unchanged: rows.length, refused: [] })
    expect(await exported()).toEqual(once)

    const parents = new Map(tree.map(({ slug, parent }) => [slug as string, parent as string | null]))
    const counts = new Map<string, number>()
    for (const line of rows) {
      const above = new Set<string>()
      for (const category of (JSON.parse(line).categories as string[]).slice(0, 4))
        for (let slug: string | null = category; slug !== null; slug = parents.get(slug)!) above.add(slug)
      for (const slug of above) counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
    for (const { slug, live_listings } of await storage.categories.counted(1))
      expect([slug, live_listings]).toEqual([slug, counts.get(slug) ?? 0])
  })
})
