// What cannot be read of a request is refused with a next call too: the same call as far as it could be read, or the list
// that leads to it. And no step leads to a door that the credential does not open without saying so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withScopeTold } from '../../tools/needed_scope.ts'
import { faultOfStep, stepsOf } from '../support/next_steps.ts'
import { bearer, keyFor } from '../support/people.ts'
import { callMcp, callRest, connectMcp, type Answer } from '../support/service.ts'
import { startInhabited, type Inhabited } from '../support/world.ts'

let service: Inhabited
beforeAll(async () => {
  service = await startInhabited()
  await service.worker.stop(0)
})
afterAll(() => service.close())

const json = { 'content-type': 'application/json' }
async function send(method: string, path: string, body?: string, headers = {}): Promise<Answer> {
  const response = await service.fetch(`/api/v1${path}`, {
    method,
    headers: { ...service.credential, ...(body !== undefined && json), ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const draft = () => String(service.world['drafts id']![0])
const slug = () => String(service.world.slug![0])
const again = 'The same call, with what could be read of it'
type Case = [what: string, ask: () => Promise<Answer>, step: () => object]
const cases: Case[] = [
  [
    'a parameter given twice',
    () => send('GET', '/listings?q=invoices&q=money'),
    () => ({ tool: 'search_listings', arguments: { q: 'invoices' }, why: again }),
  ],
  [
    'a broken escape in the query',
    () => send('GET', '/listings?q=%zz&page=1'),
    () => ({ tool: 'search_listings', arguments: { page: 1 }, why: again }),
  ],
  [
    'a broken escape in the path',
    () => send('GET', '/listings/%zz'),
    () => ({ tool: 'search_listings', arguments: {} }),
  ],
  [
    'a name of the path in the query',
    () => send('GET', `/listings/${slug()}?slug=other`),
    () => ({ tool: 'get_listing', arguments: { slug: slug() }, why: again }),
  ],
  [
    'two faults of different kinds',
    () => send('GET', '/listings?q=%zz&colour=red&colour=blue&page=1001'),
    () => ({ tool: 'search_listings', arguments: { page: 1000 } }),
  ],
  [
    'a final slash',
    () => send('GET', `/listings/${slug()}/`),
    () => ({ tool: 'get_listing', arguments: { slug: slug() }, why: again }),
  ],
  [
    'no JSON',
    () => send('PATCH', `/drafts/${draft()}`, '{"fields": '),
    () => ({ tool: 'get_draft', arguments: { id: draft() } }),
  ],
  [
    'JSON that is no object',
    () => send('PATCH', `/drafts/${draft()}`, '[]'),
    () => ({ tool: 'get_draft', arguments: { id: draft() } }),
  ],
  [
    'a parameter in the query that belongs into the body',
    () => send('POST', `/drafts/${draft()}/invites?email=ben@tide.example`, '{}'),
    () => ({ tool: 'invite_cofounder', arguments: { id: draft(), email: 'ben@tide.example' }, why: again }),
  ],
  [
    'a key of the body that belongs into the path',
    () => send('PATCH', `/drafts/${draft()}`, JSON.stringify({ id: draft(), fields: { name: 'Tide' } })),
    () => ({ tool: 'update_draft', arguments: { id: draft(), fields: { name: 'Tide' } }, why: again }),
  ],
  [
    'a key that is none',
    () => send('PATCH', `/drafts/${draft()}`, '{}', { 'idempotency-key': 'x'.repeat(256) }),
    () => ({ tool: 'update_draft', arguments: { id: draft() }, why: again }),
  ],
]

describe('what cannot be read is refused with a call that works', () => {
  it.each(cases)('%s', async (_what, ask, expected) => {
    const answer = await ask()
    expect([400, 404], JSON.stringify(answer.body)).toContain(answer.status)
    const [step] = stepsOf(answer)
    expect(step).toMatchObject(expected())
    expect(step!.arguments).toEqual((expected() as typeof step)!.arguments)
    expect(faultOfStep(step!)).toBeUndefined()
    const followed = await callRest(service, step!.tool, step!.arguments, service.credential)
    expect(followed.status, JSON.stringify(followed.body)).toBeLessThan(300)
  })

  it('the same over MCP, where it can be said there', async () => {
    const client = await connectMcp(service, service.credential)
    const key = { idempotency_key: 'x'.repeat(256) }
    const sent = { name: 'update_draft', arguments: { id: draft() }, _meta: key }
    const result = await client.callTool(sent)
    const over_mcp = JSON.parse((result.content as { text: string }[])[0]!.text) as Answer['body']
    await client.close()
    const { body } = await send('PATCH', `/drafts/${draft()}`, '{}', { 'idempotency-key': 'x'.repeat(256) })
    expect({ ...over_mcp, request_id: '' }).toEqual({ ...body, request_id: '' })
  })
})

describe('a step that the credential does not allow says what it needs', () => {
  it('in an answer, in each thing of a list and in a refusal, through both doors alike', async () => {
    const { key } = await keyFor(service, 'ana@tide.example', ['account:read'])
    const client = await connectMcp(service, bearer(key))
    const id = draft()
    let closed = 0
    for (const [tool, input] of [
      ['get_account', {}],
      ['get_draft', { id }],
      ['list_my_claims', {}],
      ['list_my_orders', {}],
      ['get_my_listing', { listing_id: service.world.listing_id![0] }],
    ] as const) {
      const over_rest = await callRest(service, tool, input, bearer(key))
      const steps = [over_rest.body, ...((over_rest.body.items ?? []) as Answer['body'][])].flatMap((body) =>
        stepsOf({ body }),
      )
      for (const step of steps) {
        const { status } = await callRest(service, step.tool, step.arguments, bearer(key))
        const needs = /\(needs the scope (listings|orders):write\)$/.test(step.why)
        expect([tool, step.why, status === 403]).toEqual([tool, step.why, needs])
        closed += Number(needs)
      }
      expect(stepsOf(await callMcp(client, tool, input))).toEqual(stepsOf(over_rest))
    }
    await client.close()
    expect(closed).toBeGreaterThan(2)
  })

  it('asks a stranger to sign in', () => {
    const step = {
      tool: 'claim_listing',
      arguments: {},
      why: 'Says which DNS record proves that it is yours',
    }
    expect(withScopeTold(step, null).why).toBe(`${step.why} (needs a sign-in with the scope listings:write)`)
  })
})
