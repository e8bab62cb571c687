// Sites by the desk and by the operator's commands: there within a second, in every process, and never two at one host.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Mistake } from '../../../mistake.ts'
import { operatorAddSite, operatorSetSite, operatorSites } from '../../../tools/team/sites.ts'
import { enter } from '../../support/callers.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { startService, type Service } from '../../support/service.ts'
import { readConfig } from '../../../config.ts'

let desk: Desk
let beside: Service
beforeAll(async () => {
  desk = await openDesk()
  beside = await startService({ beside: desk.service })
})
afterAll(async () => {
  await beside.close()
  await desk.service.close()
})

const place = () => ({
  ...{ now: desk.service.clock.now, public_url: 'https://launch.example' },
  seller: readConfig({}).SELLER,
})
const schools = {
  ...{ key: 'schools', name: 'Tools for Schools', host: 'Schools.example' },
  ...{ purpose: 'For people who teach', currency: 'gbp', free_queue_weeks: '0' },
}
const add = async (fields: Record<string, string>) =>
  desk.tove.submit(await desk.tove.get('/team/new-site'), '/team/new-site', { ...schools, ...fields })
const change = async (key: string, fields: Record<string, string>) =>
  desk.tove.submit(await desk.tove.get(`/team/sites/${key}`), `/team/sites/${key}`, { ...schools, ...fields })

/** What a service answers to whoever calls it by that name. */
function siteAt(service: Service, host: string): Promise<{ status: number; name?: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    request({ hostname, port, path: '/api/v1/site', headers: { host } }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          ...(answer.statusCode === 200 && { name: JSON.parse(text).name }),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}
const answersEverywhere = (host: string, name: string) =>
  vi.waitFor(
    async () => {
      for (const service of [desk.service, beside])
        expect(await siteAt(service, host)).toEqual({ status: 200, name })
    },
    { timeout: 10_000, interval: 50 },
  )

describe('a site', () => {
  it('is added at the desk and answers at its host, in every process', async () => {
    expect((await siteAt(desk.service, 'schools.example')).status).toBe(307)
    expect((await add({})).location).toBe('/team/sites/schools?saved')
    await answersEverywhere('schools.example', 'Tools for Schools')
    const { text } = await desk.tove.get('/team/sites')
    expect(text).toContain('One service, 2 sites.')
    expect(text).toContain('No wait')
    expect((await desk.tove.get('/team/record')).text).toContain('/team/sites/schools')
  })

  it('is changed, and no longer answers where it was', async () => {
    expect((await change('schools', { host: 'teach.example', name: 'Teach' })).location).toContain('saved')
    await answersEverywhere('teach.example', 'Teach')
    for (const service of [desk.service, beside])
      expect((await siteAt(service, 'schools.example')).status).toBe(307)
  })

  it.each([
    [{ key: 'Schools!' }, 'Use small letters'],
    [{ key: 'schools' }, 'Another site has this key'],
    [{ key: 'other', host: 'TEACH.example' }, 'Another site answers at this host'],
    [{ key: 'other', host: 'https://a.example/' }, 'Write a name such as'],
    [{ key: 'other', host: '' }, 'Say at which host'],
    [{ key: 'other', currency: 'EGG' }, 'Write the code of a currency'],
    [{ key: 'other', free_queue_weeks: '99' }, '52'],
    [{ key: 'other', mail_from: 'hello' }, 'Write an address, or a name'],
    [{ key: 'other', mail_from: 'A <a@b.example>, c@d.example' }, 'Write an address, or a name'],
    [{ key: 'other', mail_from: 'A\r\nBcc: c@d.example <a@b.example>' }, 'Write an address, or a name'],
  ])('is refused as %j, and says why', async (fields: Record<string, string>, said) => {
    const { status, text } = await add({ host: 'new.example', ...fields })
    expect([status, text]).toEqual([400, expect.stringContaining(said)])
    expect(await desk.service.storage.sites.all()).toHaveLength(2)
  })

  it('keeps its currency once something was ordered', async () => {
    expect((await change('schools', { host: 'teach.example', currency: 'USD' })).status).toBe(303)
    const [main] = await desk.service.storage.sites.all()
    const ana = await enter(desk.service, 'rest', 'ana@tide.example')
    const items = [{ product: 'billboard', listing_id: desk.tide, amount_cents: 12_300 }]
    const { quote } = await ana.get('quote_order', { items, country: 'FI' })
    await ana.get('create_checkout', { items, country: 'FI', quote })
    const fields = { name: main!.name, host: '', purpose: main!.purpose, free_queue_weeks: '6' }
    expect((await change(main!.key, { ...fields, currency: 'EUR' })).status).toBe(303)
    const { status, text } = await change(main!.key, { ...fields, currency: 'USD' })
    expect([status, text]).toEqual([400, expect.stringContaining('fixed with the first order')])
  })

  it('is the team’s to change, and to nobody else there', async () => {
    for (const path of ['/team/sites', '/team/new-site', '/team/sites/schools'])
      expect((await desk.ana.get(path)).status, path).toBe(404)
  })
})

describe('the operator', () => {
  it('lists, adds and changes sites', async () => {
    const { storage } = desk.service
    const by = [storage] as const
    await operatorAddSite(...by, ['italy', 'it.launch.example', 'Startissimo', 'Prodotti italiani'], place())
    await operatorSetSite(...by, ['italy', 'free_queue_weeks', '3'], place())
    await operatorSetSite(...by, ['italy', 'mail_from', 'Ciao <ciao@it.launch.example>'], place())
    expect((await storage.sites.all()).at(-1)!.mail_from).toBe('Ciao <ciao@it.launch.example>')
    expect((await desk.tove.get('/team/sites/italy')).text).toContain('ciao@it.launch.example')
    await answersEverywhere('it.launch.example', 'Startissimo')
    expect(await operatorSites(storage)).toContain(
      'italy\tStartissimo\tit.launch.example\tEUR\t3\tno limit\tCiao <ciao@it.launch.example>\tProdotti italiani',
    )
    const refused = [
      operatorSetSite(...by, ['spain', 'name', 'x'], place()),
      operatorSetSite(...by, ['italy', 'key', 'x'], place()),
      operatorSetSite(...by, ['italy', 'host', 'launch.example'], place()),
      operatorSetSite(...by, ['italy', 'host', 'no host'], place()),
    ]
    for (const one of refused) await expect(one).rejects.toThrow(Mistake)
  })
})
