// One address is one listing: whoever comes second, by a draft or by an import, is led to the first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importListings } from '../../../tools/catalogue/import.ts'
import { listedKeys } from '../../../tools/drafts/already_listed.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { doors } from '../../support/service.ts'
import { pages } from '../../support/outside.ts'

const page = '<title>Boat</title><meta property="og:site_name" content="Boat"><h1>Boats by the hour</h1>'
const boat = pages({
  '/': page,
  '/index.html': page,
})

describe.each(doors)('one address over %s', (door) => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let ana: Caller
  let cleo: Caller
  const draft = async (caller: Caller, url: string) => {
    const { id } = await readyDraft(world.service, caller, url)
    await caller.get('update_draft', { id, fields: { name: 'Boat', categories: ['invoicing'] } })
    return id as string
  }

  beforeAll(async () => {
    world = await openDrafting({ 'boat.test': boat, 'www.boat.test': boat, 'ship.test': boat })
    ana = await enter(world.service, door, 'ana@tide.test')
    cleo = await enter(world.service, door, 'cleo@tide.test')
  })
  afterAll(async () => {
    await Promise.all([ana.end(), cleo.end()])
    await world.close()
  })

  it('of two drafts becomes the listing of who submits first', async () => {
    const first = await draft(ana, 'boat.test')
    const second = await draft(cleo, 'www.boat.test/index.html')
    const { slug } = await ana.get('submit_draft', { id: first })
    const { status, body } = await cleo.call('submit_draft', { id: second })
    expect([status, body.code]).toEqual([400, 'already_listed'])
    // Nobody but its owner sees the listing yet, so there is nothing to show but the way to claim it.
    expect(body.next_steps).toMatchObject([{ tool: 'claim_listing', arguments: { slug, method: 'dns' } }])
    expect((await cleo.call('submit_listing', { url: 'https://boat.test/?utm_source=x' })).body.code).toBe(
      'draft_exists',
    )
  })

  it.each(['boat.test/pricing', 'https://www.boat.test/en/about.html', 'boat.test/de/'])(
    'has %s for a page of its own, and leads there',
    async (url) => {
      const { status, body } = await cleo.call('submit_listing', { url })
      expect([status, body.code]).toEqual([400, 'draft_exists'])
      const dora = await enter(world.service, door, 'dora@tide.test')
      const listed = await dora.call('submit_listing', { url })
      expect([listed.status, listed.body.code]).toEqual([400, 'already_listed'])
      expect(listed.body.next_steps.at(-1).arguments.slug).toBe('boat')
      await dora.end()
    },
  )

  it('is another than that of a product beside it, and than a path of a host of many', () => {
    const keys = (url: string) => listedKeys(new URL(url))
    expect(keys('https://boat.test/sails')).toEqual(['boat.test/sails'])
    expect(keys('https://boat.test/pricing/boats')).toEqual(['boat.test/pricing/boats'])
    expect(keys('https://github.com/about')).toEqual(['github.com/about'])
    expect(keys('https://boat.test/pricing?x=1')).toEqual([
      'boat.test/pricing?x=1',
      'boat.test/pricing',
      'boat.test',
    ])
    expect(keys('https://boat.test/sails?x=1')).toEqual(['boat.test/sails?x=1', 'boat.test/sails'])
    expect(keys('https://github.com/boat?x=1')).toEqual(['github.com/boat?x=1'])
  })

  it('is kept by an imported listing, and by a submitted one against an import', async () => {
    const id = await draft(ana, 'ship.test')
    const row = (slug: string, url: string) =>
      JSON.stringify({ slug, name: 'Ship', url, categories: ['invoicing'] })
    async function* lines() {
      yield row('ship', 'https://ship.test/')
      yield row('another-ship', 'http://www.ship.test/index.html')
      yield row('another-boat', 'http://www.boat.test')
      yield row('boat', 'https://boat.test/')
    }
    const report = await importListings(world.service.storage, lines(), {
      site_id: 1,
      now: world.service.clock.now,
    })
    const reason = 'The address belongs to another listing.'
    expect(report).toMatchObject({
      added: 1,
      refused: [
        { line: 2, field: 'url', reason },
        { line: 3, field: 'url', reason },
        { line: 4, field: 'slug', reason: expect.stringContaining('has an owner') },
      ],
    })
    const { body } = await ana.call('submit_draft', { id })
    expect(body.code).toBe('already_listed')
    expect(body.next_steps[0]).toMatchObject({ tool: 'get_listing', arguments: { slug: 'ship' } })
    expect((await ana.get('get_listing', { slug: 'ship' })).name).toBe('Ship')
  })
})
