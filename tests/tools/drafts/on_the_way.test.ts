// What an owner sees while a draft is written, and what becomes of it when things go wrong on our side.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { openDrafter } from '../../../jobs/drafter.ts'
import type { Drafter } from '../../../tools/drafts/drafter.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { pages, type Host } from '../../support/outside.ts'
import { sharedThread } from '../../support/shared_thread.ts'
import { tide } from '../../support/tide.ts'

const rules = openDrafter(null, undefined, sharedThread)
let broken = false
/** Waits at the door until it is opened, and breaks when it is told to. */
let door = Promise.resolve()
const drafter: Drafter = {
  async draft(site, options) {
    await door
    if (broken) throw new Error('out of ink')
    return rules.draft(site, options)
  },
}
const shell = pages({
  '/': '<html><head><title>Shell</title></head><body><div id="root"></div><script type="module" src="/app.js"></script></body></html>',
})

let world: Awaited<ReturnType<typeof openDrafting>>
let ana: Caller
const pricing = Promise.withResolvers<() => void>()
const slow: Host = (path, request) => (response) => {
  const reply = tide(path, request)
  const send = () =>
    response
      .writeHead(reply === null ? 404 : 200, { 'content-type': 'text/html' })
      .end((reply as { body?: string } | null)?.body)
  if (path === '/pricing') pricing.resolve(() => void send())
  else send()
}
beforeAll(async () => {
  const settings = { RATE_LIMITS: 'drafts=6,write=1000,read_signed_in=1000' }
  world = await openDrafting(
    { 'tide.test': tide, 'slow.test': slow, 'shell.test': shell, 'ink.test': tide, 'late.test': tide },
    { settings, drafts: drafter },
  )
  ana = await enter(world.service, 'rest', 'ana@tide.test')
})
afterAll(() => world.close())

async function until(id: string, wanted: (draft: Record<string, any>) => boolean) {
  for (;;) {
    const draft = await ana.get('get_draft', { id })
    if (wanted(draft)) return draft
    await new Promise((done) => setTimeout(done, 20))
  }
}

describe('a draft on its way', () => {
  it('says which page is being read and how many were', async () => {
    const { id } = await ana.get('submit_listing', { url: 'slow.test' })
    const draft = await until(id, ({ progress }) => progress.reading === 'https://slow.test/pricing')
    expect(draft).toMatchObject({ status: 'crawling', progress: { step: 'reading', pages_read: 1 } })
    const answer = await pricing.promise
    answer()
    await world.service.worker.idle()
    expect(await ana.get('get_draft', { id })).toMatchObject({
      status: 'ready',
      progress: { step: 'done', pages_read: 4, reading: null },
    })
  })

  it("keeps what its owner types, locks and removes meanwhile, and can give the AI's back", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    door = promise
    const { id } = await ana.get('submit_listing', { url: 'late.test' })
    await until(id, ({ status }) => status === 'drafting')
    await ana.get('update_draft', {
      id,
      fields: { tagline: 'Mine', name: 'Late', city: null },
      lock_fields: ['name', 'faqs'],
      founders: [{ name: 'Somebody' }],
    })
    resolve()
    await world.service.worker.idle()
    const draft = await ana.get('get_draft', { id })
    expect(draft.fields).toMatchObject({
      tagline: { value: 'Mine', state: 'edited' },
      name: { value: 'Late', state: 'override' },
      city: { value: null, state: 'deleted' },
      country: { value: 'FI', state: 'ai' },
    })
    expect([draft.faqs, draft.parts.faqs.state, draft.founders]).toEqual([
      [],
      'override',
      [{ name: 'Somebody' }],
    ])
    const restored = await ana.get('update_draft', { id, restore: ['tagline', 'city', 'faqs', 'founders'] })
    expect(restored.fields).toMatchObject({ tagline: { state: 'ai' }, city: { value: 'Helsinki' } })
    expect([restored.faqs.length, restored.founders[0].name]).toEqual([2, 'Ana Keto'])
  })

  it('of a page that only scripts can show says so', async () => {
    const draft = await readyDraft(world.service, ana, 'shell.test')
    expect(draft.status).toBe('ready')
    expect(draft.notices.map(({ code }: { code: string }) => code)).toContain('client_rendered')
    expect(draft.fields.description.state).toBe('not_found')
  })

  it('fails honestly when we break again and again, and the operator can let it go on', async () => {
    broken = true
    const { id } = await ana.get('submit_listing', { url: 'ink.test' })
    for (let tries = 0; tries < 5; tries += 1) {
      await world.service.worker.idle()
      world.service.clock.now = new Date(world.service.clock.now.getTime() + 60_000)
    }
    const draft = await ana.get('get_draft', { id })
    expect(draft).toMatchObject({ status: 'failed', failure: { reason: 'internal' } })
    expect(JSON.stringify(draft)).not.toContain('out of ink')
    const [dead] = await world.service.storage.jobs.dead()
    expect(dead).toMatchObject({ kind: 'draft_profile', failure: 'Error: out of ink' })
    broken = false
    await world.service.storage.write(({ jobs }) =>
      jobs.revive(dead!.id, world.service.clock.now.toISOString()),
    )
    await world.service.worker.idle()
    expect(await ana.get('get_draft', { id })).toMatchObject({ status: 'ready', failure: null, name: 'Tide' })
  })

  it('is one of so many an hour', async () => {
    const ben = await enter(world.service, 'rest', 'ben@tide.test')
    for (let n = 0; n < 6; n += 1) await ben.call('submit_listing', { url: `n${n}.test` })
    const { status, body } = await ben.call('submit_listing', { url: 'one-more.test' })
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.detail).toMatch(/"drafts" allows \d+ an hour\./)
    expect((await ben.call('list_my_drafts')).status).toBe(200)
    await world.service.worker.idle()
  })

  it('goes with the account of its owner', async () => {
    const cleo = await enter(world.service, 'rest', 'cleo@tide.test')
    const { id } = await cleo.get('submit_listing', { url: 'tide.test' })
    await world.service.worker.idle()
    await world.service.storage.write((inside) =>
      deleteAccount(inside, cleo.user_id, world.service.clock.now),
    )
    expect(await world.service.storage.drafts.byId(id)).toBeUndefined()
    expect(await world.service.storage.drafts.pages(id, 'own')).toEqual([])
  })
})

describe('on a host that gives each product a path', () => {
  it('reads no page of somebody else', async () => {
    const links =
      '<a href="/acme/rocket/about">About</a> <a href="/about">About us</a> <a href="/other/thing/pricing">Pricing</a>'
    world.outside.hosts.set(
      'github.com',
      pages({
        '/acme/rocket': `<title>Rocket</title><h1>Rocket</h1>${links}`,
        '/acme/rocket/about': '<h1>About Rocket</h1>',
        '/about': '<h1>About the host</h1>',
        '/other/thing/pricing': '<h1>Pricing</h1>',
      }),
    )
    const dora = await enter(world.service, 'rest', 'dora@tide.test')
    const draft = await readyDraft(world.service, dora, 'https://github.com/acme/rocket')
    expect(draft.pages.map(({ url }: { url: string }) => url)).toEqual([
      'https://github.com/acme/rocket',
      'https://github.com/acme/rocket/about',
    ])
  })
})
