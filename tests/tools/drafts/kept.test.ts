// How much of drafts is kept: so many open ones for each person, and pages as they were read for so many days.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepIdentity } from '../../../jobs/sweep.ts'
import type { JobContext } from '../../../jobs/queue/job.ts'
import { unpack } from '../../../storage/packing.ts'
import { emptyProfile } from '../../../tools/drafts/fields.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let ana: Caller
let ben: Caller
beforeAll(async () => {
  world = await openDrafting()
  ana = await enter(world.service, 'rest', 'ana@tide.test')
  ben = await enter(world.service, 'rest', 'ben@ebb.test')
})
afterAll(() => world.close())

const travel = (days: number) =>
  (world.service.clock.now = new Date(world.service.clock.now.getTime() + days * 86_400_000))
async function sweep(): Promise<void> {
  const { storage, clock } = world.service
  const log = pino({ level: 'silent' })
  const context = { storage, now: clock.now, clock: () => clock.now, log } as unknown as JobContext
  const outcome = await sweepIdentity.run({}, context)
  await storage.write((inside) => outcome!(inside))
}
/** Drafts of this person, as if their sites had been submitted one by one. */
async function add(user_id: number, count: number, status: 'ready' | 'failed'): Promise<string[]> {
  const at = world.service.clock.now.toISOString()
  const progress = { step: 'done' as const, pages_read: 0, reading: null }
  const whose = { site_id: 1, user_id, status, progress, created_at: at, updated_at: at }
  const ids = Array.from({ length: count }, () => randomUUID())
  await world.service.storage.write(async ({ drafts }) => {
    for (const id of ids)
      await drafts.add({ ...whose, id, url: `https://${id}.test/`, url_key: id, profile: emptyProfile() })
  })
  return ids
}

it('a person has at most 100 drafts that are neither submitted, nor failed, nor left alone', async () => {
  const [first] = await add(ben.user_id, 99, 'ready')
  await add(ben.user_id, 30, 'failed')
  await ben.get('submit_listing', { url: 'ebb.test' })
  const { status, body } = await ben.call('submit_listing', { url: 'tide.test' })
  expect([status, body.code]).toEqual([400, 'too_many_drafts'])
  expect(body.detail).toMatch(/Submit one with submit_draft/)
  expect(body.next_steps).toMatchObject([{ tool: 'list_my_drafts' }])
  // Nobody else is kept from anything.
  const { id } = await readyDraft(world.service, ana)
  await ana.get('update_draft', { id, fields: { categories: ['invoicing'] } })
  // Submitting one makes room.
  const { listing_id } = await ana.get('submit_draft', { id })
  await world.service.storage.write(({ drafts }) => drafts.change(first!, { listing_id }))
  expect((await ben.call('submit_listing', { url: 'wave.test' })).status).toBe(201)
  expect((await ben.call('submit_listing', { url: 'mast.test' })).body.code).toBe('too_many_drafts')
  await world.service.worker.idle()
  // The site of that one is not there, so its draft failed; these count until they are left alone.
  await add(ben.user_id, 5, 'ready')
})

it('nothing can be redrafted where no page was read, and no page is said to be gone', async () => {
  world.outside.hosts.set('shut.test', () => ({ status: 503 }))
  const { id } = await ana.get('submit_listing', { url: 'shut.test' })
  await world.service.worker.idle()
  await ana.get('update_draft', { id, fields: { name: 'Shut', categories: ['invoicing'] } })
  const { body } = await ana.call('update_draft', { id, regenerate: ['city'] })
  expect([body.status, body.code]).toEqual([400, 'never_read'])
  expect(body.next_steps).toMatchObject([{ tool: 'update_draft' }, { tool: 'submit_listing' }])
})

it('a page is kept as it was read for 90 days; what was quoted from it stays', async () => {
  const { items } = await ana.get('list_my_drafts')
  const { id } = items.find(({ url }: { url: string }) => url === 'https://tide.test/')
  await ana.get('update_draft', { id, competitor_url: 'ebb.test' })
  await world.service.worker.idle()
  const { drafts } = world.service.storage
  const own = () => drafts.pages(id, 'own')
  const offers = async () => JSON.stringify((await ana.get('get_draft', { id })).next_steps)
  // Nothing reads a competitor's pages again, so their text is all that is kept.
  const theirs = await drafts.pages(id, 'competitor')
  expect(theirs.map(({ html, text }) => [html.length, text !== ''])).toEqual([
    [0, true],
    [0, true],
  ])
  travel(89)
  await sweep()
  const before = await own()
  expect(before.every(({ html }) => unpack(html).includes('<html'))).toBe(true)
  expect(await offers()).toContain('regenerate')
  await ana.get('update_draft', { id, regenerate: ['city'] })

  travel(2)
  await sweep()
  expect(await own()).toEqual(before.map((page) => ({ ...page, html: Buffer.alloc(0) })))
  expect(await offers()).not.toContain('regenerate')
  const { body } = await ana.call('update_draft', { id, regenerate: ['city'] })
  expect([body.status, body.code]).toEqual([400, 'pages_gone'])
  expect(body.detail).toMatch(/type the values/)
  const draft = await ana.get('update_draft', { id, fields: { city: 'Turku' } })
  expect(draft.fields.city.value).toBe('Turku')
  expect(draft.fields.name.evidence.length).toBeGreaterThan(0)
  expect(draft.pages[0]).toEqual({
    url: 'https://tide.test/',
    fetched_at: expect.any(String),
    hash: expect.any(String),
  })
  // Drafts left alone for so long count no more.
  expect((await ben.call('submit_listing', { url: 'keel.test' })).status).toBe(201)
})
