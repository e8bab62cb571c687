// Kept answers: what drops them, what they never skip, and how many there may be.
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAnswers, type Answer } from '../../http/answers.ts'
import { importCategories } from '../../tools/catalogue/import_categories.ts'
import { importListings } from '../../tools/catalogue/import.ts'
import type { Storage } from '../../storage/storage.ts'
import { startService, thursday, type Service } from '../support/service.ts'
import { openTestStorage } from '../support/made_databases.ts'

const row = {
  slug: 'tide',
  name: "Ana's Tide",
  url: 'https://tide.example/',
  tagline: 'Knows when the water comes',
  categories: ['weather'],
}

async function put(storage: Storage, change: Partial<typeof row> = {}): Promise<void> {
  async function* lines() {
    yield JSON.stringify({ ...row, ...change })
  }
  await importCategories(storage, [{ slug: 'weather', name: 'Weather', parent: null }])
  const report = await importListings(storage, lines(), { site_id: 1, now: thursday })
  expect(report.refused).toEqual([])
}

/** A request with headers that fetch would not send. */
function ask(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ text, headers: response.headers }))
    }).on('error', reject)
  })
}

describe('an answer over REST', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ settings: { RATE_LIMITS: 'read=5' }, fill: (storage) => put(storage) })
  })
  afterAll(() => service.close())
  beforeEach(() => void (service.clock.now = new Date(service.clock.now.getTime() + 3_600_000)))

  const tagline = async (path = '/api/v1/listings/tide') =>
    ((await (await service.fetch(path)).json()) as { tagline: string }).tagline

  it('changes as soon as the listing does', async () => {
    expect(await tagline()).toBe('Knows when the water comes')
    await put(service.storage, { tagline: 'Knows the moon' })
    expect(await tagline()).toBe('Knows the moon')
  })

  it('changes as soon as another process has changed the listing', async () => {
    await tagline()
    const other = await openTestStorage(join(service.folder, 'launch.db'))
    await put(other, { tagline: 'Written elsewhere' })
    await other.close()
    expect(await tagline()).toBe('Written elsewhere')
  })

  it('is the same text with the same ETag, and has a request id and limits of its own', async () => {
    const [first, second] = [
      await service.fetch('/api/v1/listings/tide'),
      await service.fetch('/api/v1/listings/tide'),
    ]
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(second.headers.get('ratelimit')).not.toBe(first.headers.get('ratelimit'))
    const known = await service.fetch('/api/v1/listings/tide', {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    expect(known.status).toBe(304)
  })

  it('is refused to a bad credential', async () => {
    await tagline()
    const headers = { authorization: 'Bearer guessed' }
    expect((await service.fetch('/api/v1/listings/tide', { headers })).status).toBe(401)
  })

  it('is the same whatever else the request said that it was made for', async () => {
    const port = Number(new URL(service.url).port)
    const { host } = new URL(service.url)
    const hostile = {
      host,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
      forwarded: 'host=evil.example',
      'x-original-url': '/evil',
      'accept-language': 'evil',
      origin: 'https://evil.example',
      cookie: 'evil=1',
    }
    const path = '/api/v1/listings?per_page=1'
    const [poisoned, plain] = [await ask(port, path, hostile), await ask(port, path, { host })]
    expect(plain.text).toBe(poisoned.text)
    for (const { text, headers } of [poisoned, plain])
      expect([headers.link, text, JSON.stringify(headers)].join(' ')).not.toContain('evil')
    expect(plain.headers.link).toContain(`<${service.url}${path}`.slice(0, -2))
  })

  it('counts against the limit', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 6; call += 1)
      statuses.push((await service.fetch('/api/v1/listings/tide')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('is another for another query', async () => {
    const page = async (query: string) => (await service.fetch(`/api/v1/listings?${query}`)).json()
    expect(await page('per_page=1')).toMatchObject({ per_page: 1 })
    expect(await page('per_page=2')).toMatchObject({ per_page: 2 })
  })

  it('of the running week ends with the week', async () => {
    const week = async () =>
      ((await (await service.fetch('/api/v1/launches/weeks/this')).json()) as { week: string }).week
    service.clock.now = new Date('2026-11-22T23:59:59.000Z')
    expect(await week()).toBe('2026-11-16')
    service.clock.now = new Date('2026-11-23T00:00:00.000Z')
    expect(await week()).toBe('2026-11-23')
  })
})

describe('kept answers', () => {
  let version = 1
  let made = 0
  const source = { versions: () => ({ public: version, credentials: 1 }) }
  const answer = (text: string): Answer => ({ text })
  const asker = (answers: ReturnType<typeof openAnswers>) => (key: string, at_ms: number, length: number) =>
    answers.of(key, new Date(at_ms), async () => {
      made += 1
      return answer('x'.repeat(length))
    })
  beforeEach(() => {
    version = 1
    made = 0
  })

  it('last ten seconds', async () => {
    const ask = asker(openAnswers(source))
    await ask('/a', 1000, 10)
    await ask('/a', 10_999, 10)
    expect(made).toBe(1)
    await ask('/a', 11_000, 10)
    expect(made).toBe(2)
  })

  it('are bounded in number and in characters, the oldest going first', async () => {
    const ask = asker(openAnswers(source, { answers: 3, characters: 1000 }))
    for (const key of ['/a', '/b', '/c', '/d']) await ask(key, 0, 10)
    await ask('/d', 0, 10)
    expect(made).toBe(4)
    await ask('/a', 0, 10)
    expect(made).toBe(5)
    await ask('/long', 0, 51)
    await ask('/long', 0, 51)
    expect(made).toBe(7)
    const roomy = asker(openAnswers(source, { answers: 1000, characters: 1000 }))
    for (let key = 0; key < 30; key += 1) await roomy(`/${key}`, 0, 40)
    made = 0
    for (let key = 0; key < 30; key += 1) await roomy(`/${key}`, 0, 40)
    expect(made).toBe(30)
  })

  it('are dropped by a change of what anybody may read', async () => {
    const answers = openAnswers(source)
    const ask = asker(answers)
    await ask('/a', 0, 10)
    expect(answers.kept('/a', new Date(0))).toBeDefined()
    version = 2
    expect(answers.kept('/a', new Date(0))).toBeUndefined()
    await ask('/a', 0, 10)
    expect(made).toBe(2)
  })

  it('are not kept when what they were read from changed while they were made', async () => {
    const answers = openAnswers(source)
    const old = await answers.of('/a', new Date(0), async () => {
      version = 2
      return answer('old')
    })
    expect(old.text).toBe('old')
    expect((await answers.of('/a', new Date(0), async () => answer('new'))).text).toBe('new')
  })
})
