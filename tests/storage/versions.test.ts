// Versions: whatever a kept answer was read from drops it when it changes, and nothing else does.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStorage } from '../../storage/storage.ts'
import { tablesOf, type Noun } from '../../storage/versions.ts'
import { catalog } from '../../tools/catalog.ts'
import { bearer, keyFor } from '../support/people.ts'
import { startService, thursday, type Service } from '../support/service.ts'
import { fillTown } from '../support/town.ts'

let service: Service
let file: Database.Database
beforeAll(async () => {
  service = await startService({ fill: fillTown })
  await service.storage.write(({ programmes }) =>
    programmes.save({
      ...{ site_id: 1, slug: 'neighbours', title: 'Neighbours', text: 'For people who share a house.' },
      ...{ from_week: '2026-11-02', to_week: '2026-12-14', entry: 'entered', category_id: null },
      ...{ created_at: thursday.toISOString(), closed_at: null },
    }),
  )
  // It looks for jobs all the time.
  await service.worker.stop(0)
  // Every second the service looks which sites there are, whoever asks for whatever.
  vi.spyOn(service.storage.sites, 'all').mockResolvedValue(await service.storage.sites.all())
  file = new Database(join(service.folder, 'launch.db'))
})
afterAll(async () => {
  file.close()
  await service.close()
})

const versions = () =>
  Object.fromEntries(
    file.prepare<[], [Noun, number]>('SELECT noun, version FROM versions').raw().all(),
  ) as Record<Noun, number>

/** The nouns that the work has changed. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = versions()
  await work()
  const after = versions()
  return Object.keys(after).filter((noun) => after[noun as Noun] !== before[noun as Noun])
}

/** The tables whose rows are read while the work is done; what the search index and triggers keep is made of listings. */
async function readBy(work: () => Promise<unknown>): Promise<Set<string>> {
  const statement = Object.getPrototypeOf(file.prepare('SELECT 1')) as Database.Statement
  const texts: string[] = []
  const spies = (['all', 'get', 'iterate'] as const).map((method) => {
    const original = statement[method] as (...given: unknown[]) => never
    return vi.spyOn(statement, method).mockImplementation(function (this: Database.Statement, ...given) {
      texts.push(this.source)
      return original.apply(this, given)
    })
  })
  await work()
  for (const spy of spies) spy.mockRestore()
  const named = texts.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)])
  const tables = named.map((match) =>
    match[1]!.replace(/^(search|browse|facet|category_counts|board_counts|listed_founders).*/, 'listings'),
  )
  const known = new Set((file.pragma('table_list') as { name: string }[]).map(({ name }) => name))
  return new Set(
    tables.map((name) => name.replace(/_text$/, '')).filter((name) => known.has(name) && name !== 'versions'),
  )
}

const given: Record<string, string> = {
  get_category: '/categories/planning',
  get_founder: '/founders/ana-lima',
  get_blog_post: '/blog/on-patience',
  get_launch_week: '/launches/weeks/this',
  compare_listings: '/compare?a=tide&b=rota',
  verify_award: '/awards/verify?award=1',
  get_programme: '/programmes/neighbours',
  get_leaderboard: '/leaderboards/community-weekly',
}
const readings = catalog.filter(({ scope, http }) => scope === 'public' && http.method === 'GET')
const operations = readings.map(
  ({ name, http }) => `/api/v1${given[name] ?? http.path.replace('{slug}', 'tide')}`,
)
const pages = [
  ...['/', '/awards', '/blog', '/blog/on-patience', '/boards/revenue', '/categories', '/categories/planning'],
  ...['/compare?a=tide&b=rota', '/feeds', '/founders', '/founders/ana-lima', '/listings/tide', '/ranking'],
  ...['/listings/tide/badges', '/search?q=tide', '/updates', '/weeks/this', '/sitemap.xml'],
]

describe('a kept answer', () => {
  it.each([...operations, ...pages])('is dropped by whatever it was read from: %s', async (path) => {
    let status = 0
    const ask = async () => void ({ status } = await service.fetch(path))
    const tables = await readBy(ask)
    expect(status).toBe(200)
    expect(await readBy(ask)).toEqual(new Set())
    expect([...tables].filter((table) => !tablesOf.public.includes(table))).toEqual([])
    file.prepare("UPDATE versions SET version = version + 1 WHERE noun = 'public'").run()
    expect((await readBy(ask)).size > 0).toBe(tables.size > 0)
  })
})

describe('a change', () => {
  const category = { slug: 'money', name: 'Money', description: '', faqs: [] }

  it('counts for its noun, in this process and in another', async () => {
    const other = openStorage(join(service.folder, 'launch.db'))
    for (const storage of [service.storage, other])
      expect(
        await changedBy(() => storage.write(({ catalogue }) => catalogue.putCategory(category))),
      ).toEqual(['public'])
    other.close()
  })

  it('that is rolled back counts for nothing', async () => {
    const broken = service.storage.write(async ({ catalogue }) => {
      await catalogue.putCategory(category)
      throw new Error('No.')
    })
    expect(await changedBy(() => broken.catch(() => undefined))).toEqual([])
  })

  it('of a job, a mail, a session, a counter or a last use drops nothing', async () => {
    const { user_id, key } = await keyFor(service, 'ana@tide.example')
    const ask = () => service.fetch('/api/v1/listings/tide')
    await ask()
    const at = thursday.toISOString()
    const changed = await changedBy(async () => {
      await service.storage.write(async ({ jobs, mail, sessions, api_keys }) => {
        await jobs.enqueue({ kind: 'turn_weeks', payload: {}, created_at: at })
        await mail.add({ message_id: 'm', recipient: 'a@b.example', subject: '', body: '', created_at: at })
        await sessions.begin({ hash: 'h', user_id, browser: '', created_at: at, expires_at: at })
        for (const { id } of await api_keys.ofUser(user_id)) await api_keys.touch(id, at)
      })
    })
    expect(changed).toEqual([])
    expect(await readBy(async () => void (await ask()))).toEqual(new Set())
    expect((await service.fetch('/api/v1/me', { headers: bearer(key) })).status).toBe(200)
  })
})
