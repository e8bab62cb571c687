import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchRatings, ratingIn } from '../../../jobs/fetch_ratings.ts'
import { startWorker, type WorkerOptions } from '../../../jobs/queue/worker.ts'
import { openOutbound } from '../../../outbound.ts'
import { countLines, progressBar } from '../../../tools/catalogue/files.ts'
import { importMeasures, type MeasureKind } from '../../../tools/catalogue/import_measures.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { openOutside, type Outside } from '../../support/outside.ts'
import { admin } from '../../support/programs.ts'
import { callRest, startService, thursday, type Service } from '../../support/service.ts'
import { fillTown, product } from '../../support/town.ts'

describe('measures from outside', () => {
  let service: Service
  beforeAll(async () => void (service = await startService({ fill: fillTown })))
  afterAll(() => service.close())

  async function* lines(rows: readonly unknown[]) {
    for (const row of rows) yield typeof row === 'string' ? row : JSON.stringify(row)
  }
  const read = (kind: MeasureKind, ...rows: unknown[]) =>
    importMeasures(service.storage, kind, lines(rows), { site_id: 1, now: thursday })
  const shown = async (slug: string) =>
    (await callRest(service, 'get_listing', { slug })).body.domain_rating as Record<string, unknown> | null
  const ranked = async (board: string) =>
    (await callRest(service, 'get_leaderboard', { board, per_page: 100 })).body.items as {
      listing: { slug: string }
      metric: { value: number }
    }[]
  const listed = async (slug: string, domain: string) =>
    service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug, domain, url: `https://${domain}/${slug}` }))
    })

  it('are ratings with their history, from which the trend follows in whatever order they come', async () => {
    const rating = { domain: 'https://www.tide.example/', rating: 44.6, measured_on: '2026-11-18' }
    expect(await read('ratings', rating)).toEqual({ measured: 1, unchanged: 0, refused: [] })
    expect(await shown('tide')).toEqual({ value: 45, change: 5, trend: 'up', measured_on: '2026-11-18' })
    expect(await read('ratings', rating)).toMatchObject({ measured: 0, unchanged: 1 })
    await read('ratings', { slug: 'tide', rating: 47, measured_on: '2026-11-17' })
    expect(await shown('tide')).toEqual({ value: 45, change: -2, trend: 'down', measured_on: '2026-11-18' })
    const { id } = (await service.storage.listings.profile(1, 'tide'))!.listing
    expect((await service.storage.measures.ratings(id)).map((one) => one.rating)).toEqual([40, 47, 45])
  })

  it('are a first rating without a trend, of today unless said otherwise, for every listing of the domain', async () => {
    await listed('wood-one', 'wood.example')
    await listed('wood-two', 'wood.example')
    expect(await shown('wood-one')).toBeNull()
    expect(await read('ratings', { domain: 'wood.example', rating: 0 })).toMatchObject({ measured: 1 })
    const first = { value: 0, change: null, trend: null, measured_on: '2026-11-19' }
    expect([await shown('wood-one'), await shown('wood-two')]).toEqual([first, first])
  })

  it('are revenue of one listing, and rank it', async () => {
    const row = { slug: 'almanac', revenue_cents: 900_000_00, measured_on: '2026-10-31', source: 'Stripe' }
    expect(await read('revenue', row, row)).toEqual({ measured: 1, unchanged: 1, refused: [] })
    await read('revenue', { ...row, revenue_cents: 1, measured_on: '2026-09-30' })
    const [first] = await ranked('revenue')
    expect(first).toMatchObject({ listing: { slug: 'almanac' }, metric: { value: 900_000_00 } })
  })

  it('are refused line by line, and the others are kept', async () => {
    await listed('twin-one', 'twin.example')
    await listed('twin-two', 'twin.example')
    const ratings = await read(
      'ratings',
      { slug: 'nobody', rating: 1 },
      'nonsense',
      { slug: 'rota', rating: 101 },
      { slug: 'rota', domain: 'rota.example', rating: 1 },
      { slug: 'rota', rating: 1, measured_on: '2026-11-20' },
      { slug: 'rota', rating: 12, votes: 5 },
      { slug: 'rota', rating: 12 },
    )
    expect(ratings.measured).toBe(1)
    expect(ratings.refused.map(({ line, field, reason }) => `${line} ${field}: ${reason}`)).toEqual([
      '1 slug: There is no listing of this slug.',
      '2 : This line is not valid JSON.',
      '3 rating: Must be at most 100.',
      '4 slug: Name the listing by its slug or by its domain, one of them.',
      '5 measured_on: Must not be a day to come.',
      '6 votes: Unknown parameter of this file. It takes slug, domain, measured_on, rating.',
    ])
    const revenue = await read('revenue', { domain: 'twin.example', revenue_cents: 5 })
    expect(revenue.refused[0]!.reason).toBe('There are 2 listings at this domain. Name one by its slug.')
  })

  // Names the data folder only.
  it.skipIf(onPostgres)(
    'come by the operator’s commands, beside the running service',
    async () => {
      const file = join(service.folder, 'measures.jsonl')
      writeFileSync(
        file,
        '{"slug":"ledgerline","rating":77,"measured_on":"2026-11-01"}\n{"slug":"nobody","rating":1}\n',
      )
      const ratings = await admin(service.folder, 'import-ratings', file)
      expect([ratings.code, ratings.out.trim(), ratings.err.trim()]).toEqual([
        2,
        'Ratings: 1 measured, 0 unchanged, 1 refused.',
        'line 2, slug: There is no listing of this slug.',
      ])
      expect((await shown('ledgerline'))!.value).toBe(77)
      writeFileSync(file, '{"slug":"ledgerline","revenue_cents":500,"measured_on":"2026-11-01"}\n')
      const revenue = await admin(service.folder, 'import-revenue', file)
      expect([revenue.code, revenue.out.trim()]).toEqual([0, 'Revenue: 1 measured, 0 unchanged, 0 refused.'])
    },
    60_000,
  )
})

describe('the source of ratings', () => {
  let service: Service
  let outside: Outside
  beforeAll(async () => {
    outside = await openOutside()
    service = await startService({ fill: fillTown })
    // It knows nothing that repeats by itself, and would bury the job.
    await service.worker.stop(0)
  })
  afterAll(async () => {
    await service.close()
    await outside.close()
  })

  /** Runs the job once, as the worker does. */
  async function fetchOnce(now: Date): Promise<void> {
    service.clock.now = now
    const outbound = openOutbound(outside.options)
    const job = fetchRatings({ url_template: 'https://ratings.test/v1?target={domain}', key: 'secret' })
    const { storage } = service
    const log = { info() {}, warn() {}, error() {} }
    const context = {
      storage,
      outbound,
      clock: () => service.clock.now,
      log,
    } as unknown as WorkerOptions['context']
    const worker = startWorker({ jobs: [job], context, tick_ms: 20 })
    await worker.idle()
    await worker.stop()
    await outbound.close()
  }
  const rating = async (slug: string) =>
    (await service.storage.listings.profile(1, slug))!.listing.domain_rating

  it('is asked for each domain once a week, and keeps its answers with their history', async () => {
    const seen: (string | undefined)[] = []
    outside.hosts.set('ratings.test', (path, request) => {
      seen.push(request.headers.authorization)
      if (path.endsWith('=rota.example')) return { status: 404 }
      if (path.endsWith('=almanac.example')) return { body: '{"domain_rating":{"domain_rating":12.4}}' }
      return { body: '{"domain_rating": 50}' }
    })
    const live = await service.storage.measures.unrated('9', 100)
    await fetchOnce(thursday)
    const asked = outside.asked.map((url) => new URL(url).searchParams.get('target'))
    expect(asked.sort()).toEqual([...live].sort())
    expect(new Set(seen)).toEqual(new Set(['Bearer secret']))
    expect([await rating('tide'), await rating('almanac'), await rating('rota')]).toEqual([50, 12, 40])
    const { domain_rating_before, domain_rating_on } = (await service.storage.listings.profile(1, 'tide'))!
      .listing
    expect([domain_rating_before, domain_rating_on]).toEqual([40, '2026-11-19'])
    await fetchOnce(new Date(thursday.getTime() + 6 * 86_400_000))
    expect(outside.asked).toHaveLength(live.length)
    await fetchOnce(new Date(thursday.getTime() + 8 * 86_400_000))
    expect(outside.asked).toHaveLength(2 * live.length)
  })

  it('that is away changes nothing, and is asked again', async () => {
    outside.hosts.set('ratings.test', () => ({ status: 503 }))
    const before = outside.asked.length
    await fetchOnce(new Date(thursday.getTime() + 20 * 86_400_000))
    expect(outside.asked.length - before).toBe(5)
    expect(await rating('tide')).toBe(50)
    const open = (await service.storage.jobs.open()).find(({ kind }) => kind === 'fetch_ratings')
    expect(open).toMatchObject({ failures: 1, failure: 'Error: The source of ratings gives no answer: 503.' })
  })

  it.each([
    ['42', 42],
    ['{"rating": 41.5}', 42],
    ['{"domain_rating": 0}', 0],
    ['{"domain_rating": "42"}', null],
    ['{"domain_rating": 142}', null],
    ['<html>', null],
    ['null', null],
  ])('is understood, or not: %s', (text, expected) => expect(ratingIn(text)).toBe(expected))
})

describe('the progress of an import', () => {
  const said: unknown[] = []
  const { isTTY } = process.stderr
  beforeAll(() => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0)
    process.stderr.isTTY = false
  })
  afterAll(() => {
    vi.restoreAllMocks()
    process.stderr.isTTY = isTTY
  })

  it('is a line every ten seconds in a log, and none at the end', () => {
    let now_ms = 0
    const show = progressBar(900, () => now_ms)
    for (const done of [100, 200, 300, 400, 500, null]) {
      now_ms += 5000
      show(done)
    }
    expect(said).toEqual(['200 of 900 lines are done.\n', '400 of 900 lines are done.\n'])
  })

  it('knows the lines of a file that is too large to be read at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lines-'))
    const file = join(folder, 'large.jsonl')
    writeFileSync(file, '{}\n{}\n')
    // No string of JavaScript is so long.
    truncateSync(file, 2 ** 29)
    appendFileSync(file, '\n')
    expect(await countLines(file)).toBe(3)
    appendFileSync(file, '\n\n')
    expect(await countLines(file)).toBe(5)
    rmSync(folder, { recursive: true })
  })
})
