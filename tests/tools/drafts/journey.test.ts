// An agent's whole way from an address to a saved listing, with the official clients of both eras, calling nothing
// that the last answer did not name in next_steps.
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDrafting } from '../../support/drafting.ts'
import { bearer, keyFor } from '../../support/people.ts'
import { connectMcp, type Answer } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

type Step = { tool: string; arguments: Record<string, unknown>; why: string }
type Result = { isError?: boolean; content: { text: string }[]; structuredContent?: Record<string, unknown> }
type Agent = {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

/** An address is one listing, so each goes there with an address of their own. */
const hosts = ['2026.tide.test', '2025.tide.test', 'tide.test']

let world: Awaited<ReturnType<typeof openDrafting>>
beforeAll(async () => {
  world = await openDrafting(Object.fromEntries(hosts.map((host) => [host, tide])))
})
afterAll(() => world.close())

async function oldClient(headers: Record<string, string>): Promise<Agent> {
  const client = new ClientV1({ name: 'tests', version: '1.0.0' })
  const transport = new TransportV1(new URL(`${world.service.url}/mcp`), { requestInit: { headers } })
  await client.connect(transport as Parameters<ClientV1['connect']>[0])
  return client
}
const eras: [string, (headers: Record<string, string>) => Promise<Agent>][] = [
  ['2026-07-28', (headers) => connectMcp(world.service, headers)],
  ['2025-11-25', oldClient],
]

describe.each(eras)('an agent of the era of %s', (era, connect) => {
  it('goes from submit over poll, edit, lock, regenerate and restore to submit by next_steps alone', async () => {
    const { key } = await keyFor(world.service, `${era}@tide.test`)
    const agent = await connect(bearer(key))
    let last: Answer['body'] = {}
    const taken: string[] = []

    async function call(tool: string, input: Record<string, unknown>) {
      taken.push(tool)
      const result = (await agent.callTool({ name: tool, arguments: input })) as Result
      // The text may be brief; the steps stand in it all the same.
      const told = JSON.parse(result.content[0]!.text) as Answer['body']
      last = result.isError === true ? told : result.structuredContent!
      expect(told.next_steps).toEqual(last.next_steps)
      return last
    }
    /** Takes a step the last answer offered; what the owner says may be added to its arguments. */
    async function follow(tool: string, wanted: (step: Step) => boolean = () => true, said: object = {}) {
      const step = (last.next_steps as Step[]).find((one) => one.tool === tool && wanted(one))
      if (step === undefined) throw new Error(`No step ${tool} among ${JSON.stringify(last.next_steps)}`)
      return call(tool, { ...step.arguments, ...said })
    }
    const has = (name: string) => (step: Step) => name in step.arguments

    await call('submit_listing', { url: `${era.slice(0, 4)}.tide.test` })
    for (let polls = 0; last.status !== 'ready'; polls += 1) {
      expect(polls).toBeLessThan(2000)
      await new Promise((done) => setTimeout(done, 50))
      await follow('get_draft')
    }
    // A second attempt says where the first one is.
    const { id } = last
    await call('submit_listing', { url: `https://www.${era.slice(0, 4)}.tide.test/` })
    expect(last.code).toBe('draft_exists')
    await follow('get_draft')
    expect(last.id).toBe(id)

    await follow('update_draft', (step) => Object.keys(step.arguments).length === 1, {
      fields: { categories: ['invoicing'], tagline: 'Paid on time', stage: 'launched' },
    })
    expect(last.fields.tagline.state).toBe('edited')
    await follow('update_draft', has('lock_fields'))
    expect(last.fields).toMatchObject({ tagline: { state: 'override' }, stage: { state: 'override' } })
    await follow('update_draft', has('regenerate'))
    expect(last.fields.tagline).toMatchObject({ value: 'Paid on time', state: 'override' })
    // The owner asks for the locked one all the same: the refusal says how.
    await call('update_draft', { id, regenerate: ['tagline'] })
    expect(last.code).toBe('field_locked')
    await follow('update_draft', has('restore'))
    expect(last.fields.tagline).toMatchObject({ value: 'Invoices that chase themselves', state: 'ai' })
    await follow('submit_draft')
    expect(last).toMatchObject({ draft_id: id, status: 'draft' })
    expect(last.listing_id).toBeGreaterThan(0)
    await follow('get_draft')
    expect(last.listing_id).toBeGreaterThan(0)
    expect(taken).toContain('submit_draft')
    await agent.close()
  })
})

it('offers the way as a prompt, and the draft as a resource to its owner alone', async () => {
  const ana = await connectMcp(world.service, bearer((await keyFor(world.service, 'prompt@tide.test')).key))
  const ben = await connectMcp(world.service, bearer((await keyFor(world.service, 'ben@tide.test')).key))
  const prompt = await ana.getPrompt({ name: 'launch_my_product', arguments: { url: 'tide.test' } })
  const { text } = prompt.messages[0]!.content as { text: string }
  for (const tool of ['submit_listing', 'get_draft', 'update_draft', 'submit_draft'])
    expect(text).toContain(tool)
  const made = (await ana.callTool({ name: 'submit_listing', arguments: { url: 'tide.test' } })) as Result
  const { id } = made.structuredContent as { id: string }
  const { contents } = await ana.readResource({ uri: `draft://${id}` })
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, url: 'https://tide.test/' })
  await expect(ben.readResource({ uri: `draft://${id}` })).rejects.toThrow()
  await ana.close()
  await ben.close()
})

it('offers to improve a listing as a prompt, and names operations that are there', async () => {
  const ana = await connectMcp(world.service)
  const { tools } = await ana.listTools()
  const names = new Set(tools.map(({ name }) => name))
  for (const [name, given] of [
    ['improve_my_listing', { listing_id: '7' }],
    ['improve_my_listing', undefined],
    ['launch_my_product', { url: 'tide.test' }],
  ] as const) {
    const { messages } = await ana.getPrompt({ name, arguments: given })
    const { text } = messages[0]!.content as { text: string }
    const named = [
      ...text.matchAll(/\b(?:get|list|update|submit|choose|add|set|post|answer|create)_\w+/g),
    ].map((match) => match[0])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((one) => !names.has(one))).toEqual([])
  }
  await ana.close()
})
