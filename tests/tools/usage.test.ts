// What one person may use in a day, and all of the model in a month: counted where it is used, refused or told.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDrafter } from '../../jobs/drafter.ts'
import { openModel } from '../../jobs/drafting/model.ts'
import { readConfig } from '../../config.ts'
import type { Drafter } from '../../tools/drafts/drafter.ts'
import { operatorUsage } from '../../tools/usage.ts'
import { enter } from '../support/callers.ts'
import { addCategories, readyDraft } from '../support/drafting.ts'
import { openModelServer, profileWith, type ModelServer } from '../support/model_server.ts'
import { openOutside, type Outside } from '../support/outside.ts'
import { startService, thursday, type Service } from '../support/service.ts'
import { sharedThread } from '../support/shared_thread.ts'
import { tide } from '../support/tide.ts'

let outside: Outside
let server: ModelServer
let service: Service
const opened: Service[] = []
const hosts = ['one', 'two', 'three', 'four'].map((name) => `${name}.test`)
beforeAll(async () => {
  outside = await openOutside(Object.fromEntries(hosts.map((host) => [host, tide])))
  server = await openModelServer()
  server.answer.with = profileWith({
    name: { value: 'Tide', evidence: hosts.map((host) => ({ quote: 'Tide', url: `https://${host}/` })) },
  })
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
afterAll(async () => {
  await outside.close()
  await server.close()
})

async function start(settings: Record<string, string>, wrapped = (drafts: Drafter) => drafts) {
  const model = openModel({ base_url: server.base_url, api_key: 'key', model: 'liar-1' })
  const drafts = wrapped(openDrafter(model, undefined, sharedThread))
  service = await startService({ settings, drafts, outside: outside.options, fill: addCategories })
  opened.push(service)
}
const noticesOf = ({ notices = [] }: { notices?: { code: string }[] }) => notices.map(({ code }) => code)
const tomorrow = () => (service.clock.now = new Date(thursday.getTime() + 86_400_000))

describe('a day of one person', () => {
  it('has so many drafts, and the next day as many again', async () => {
    await start({ DAILY_CAPS: 'drafts=2' })
    const ana = await enter(service, 'rest', 'ana@tide.test')
    const begin = async (at: number) => ana.call('submit_listing', { url: hosts[at]! })
    expect([(await begin(0)).status, (await begin(1)).status]).toEqual([201, 201])
    const { status, body } = await begin(2)
    expect(status).toBe(429)
    // Until midnight, UTC.
    expect(body.detail).toContain('Try again in 12 hours.')
    expect(body.detail).toContain('"drafts a day" allows 2 a day')
    expect(
      (await (await enter(service, 'mcp', 'ben@tide.test')).call('submit_listing', { url: hosts[2]! }))
        .status,
    ).toBe(201)
    tomorrow()
    expect((await begin(2)).status).toBe(201)
  })

  it('has so many pages read, whatever they were read for', async () => {
    await start({ DAILY_CAPS: 'pages=4' })
    const ana = await enter(service, 'rest', 'ana@tide.test')
    const { id } = await readyDraft(service, ana, hosts[0])
    expect((await ana.call('submit_listing', { url: hosts[1]! })).status).toBe(429)
    expect((await ana.call('update_draft', { id, competitor_url: hosts[1]! })).status).toBe(429)
    expect((await ana.call('update_draft', { id, seo: { title: 'Tide' } })).status).toBe(200)
  })

  it('has so many tokens: then drafts are written by rules, and say so', async () => {
    await start({ DAILY_CAPS: 'tokens=2' })
    const ana = await enter(service, 'rest', 'ana@tide.test')
    const first = await readyDraft(service, ana, hosts[0])
    expect([first.drafted_by, noticesOf(first)]).toEqual(['liar-1', []])
    const second = await readyDraft(service, ana, hosts[1])
    expect([second.drafted_by, noticesOf(second)]).toEqual(['extractive', ['model_used_up']])
    const asked = server.requests.length
    expect((await ana.call('update_draft', { id: first.id, regenerate: ['tagline'] })).status).toBe(200)
    expect(server.requests).toHaveLength(asked)
    const other = await readyDraft(service, await enter(service, 'rest', 'ben@tide.test'), hosts[2])
    expect(other.drafted_by).toBe('liar-1')
  })
})

it('is counted where whoever waited for the model ends before anything of it is written', async () => {
  await start({}, ({ draft }) => ({
    async draft(...given) {
      await draft(...given)
      throw new Error('The process ends here.')
    },
  }))
  const ana = await enter(service, 'rest', 'ana@tide.test')
  await ana.get('submit_listing', { url: hosts[0]! })
  await service.worker.idle()
  const day = thursday.toISOString().slice(0, 10)
  const { input_tokens, output_tokens } = (await service.storage.usage.on(ana.user_id, day))!
  expect([input_tokens, output_tokens]).toEqual([expect.any(Number), expect.any(Number)])
  expect(input_tokens * output_tokens).toBeGreaterThan(0)
})

describe('a redraft that is refused', () => {
  it.each([
    [{ fields: { categories: ['no-such-category'] } }, 'invalid_input'],
    [{ lock_fields: ['tagline'] }, undefined],
    [{ competitor_url: 'one.test' }, 'invalid_input'],
  ])('for %j asks no model, for nobody would count what it costs', async (edits, code) => {
    await start({})
    const ana = await enter(service, 'rest', 'ana@tide.test')
    const { id } = await readyDraft(service, ana, hosts[0])
    const asked = server.requests.length
    const { status, body } = await ana.call('update_draft', { id, regenerate: ['tagline'], ...edits })
    expect(status).toBeGreaterThanOrEqual(400)
    if (code !== undefined) expect(body.code).toBe(code)
    expect(server.requests).toHaveLength(asked)
  })
})

it('redrafts what the same call unlocks', async () => {
  await start({})
  const ana = await enter(service, 'rest', 'ana@tide.test')
  const { id } = await readyDraft(service, ana, hosts[0])
  const edit = (edits: object) => ana.call('update_draft', { id, ...edits })
  expect((await edit({ lock_fields: ['name'] })).status).toBe(200)
  expect((await edit({ regenerate: ['name'] })).status).toBeGreaterThanOrEqual(400)
  expect((await edit({ restore: ['name'], regenerate: ['name'] })).status).toBe(200)
})

describe('a month of all', () => {
  it('has a budget for the model, and the next month another', async () => {
    // A token in and one out cost 1.5 of the 2 there are; the second draft goes over them.
    await start({ AI_PRICE: '500000/1000000', AI_MONTHLY_BUDGET: '2' })
    const by = async (email: string, host: string) =>
      (await readyDraft(service, await enter(service, 'rest', email), host)).drafted_by
    expect(await by('ana@tide.test', hosts[0]!)).toBe('liar-1')
    const used = await service.storage.usage.since('2026-11-01')
    expect(used).toMatchObject({ drafts: 1, output_tokens: used.input_tokens })
    expect(used.input_tokens).toBeGreaterThan(1)
    expect(await by('ben@tide.test', hosts[1]!)).toBe('extractive')
    service.clock.now = new Date('2026-12-01T00:00:00.000Z')
    expect(await by('cleo@tide.test', hosts[2]!)).toBe('liar-1')
  })

  it('is shown to the operator by person, with what it cost', async () => {
    await start({})
    const ana = await enter(service, 'rest', 'ana@tide.test')
    const { pages } = await readyDraft(service, ana, hosts[0])
    // Asked for twice, it is one draft, and no page of it was read.
    for (let time = 0; time < 2; time += 1)
      expect(await readyDraft(service, ana, 'none.test')).toMatchObject({
        ...{ status: 'failed', progress: { pages_read: 0 } },
      })
    const caps = readConfig({ AI_PRICE: '1/10' }).CAPS
    const { input_tokens: input, bytes } = await service.storage.usage.since('2026-11-19')
    const told = `2 drafts\t${pages.length} pages\t${(bytes / 1e6).toFixed(1)} MB\t${input} + ${input} tokens\t0.00\t0 mails`
    expect(await operatorUsage(service.storage, '1', caps, service.clock.now)).toBe(
      `ana@tide.test\t${told}\nall since 2026-11-19\t${told}`,
    )
    tomorrow()
    expect(await operatorUsage(service.storage, '1', caps, service.clock.now)).toContain('Nobody')
  })
})

describe('settings', () => {
  it.each([
    [{ DAILY_CAPS: 'pages=3,eggs=4' }, '"eggs=4" is not KIND=AMOUNT'],
    [{ AI_PRICE: 'cheap' }, '0.25/2'],
    [{ AI_MONTHLY_BUDGET: '5' }, 'Set AI_PRICE too'],
  ])('%j cannot be used', (given, said) => {
    expect(() => readConfig(given as Record<string, string>)).toThrow(said)
  })
})
