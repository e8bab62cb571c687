// Every operation says the same through every door: the same typed input over REST and over MCP, valid and not, gives
// equal results and equal problems. Twin services are filled alike and asked alike, one through each door, so that
// operations that write stay equal too. It grows by itself with the catalog.
import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputSchema, type JsonSchema } from '../http/schemas.ts'
import { catalog } from '../tools/catalog.ts'
import { pathNames, type Tool } from '../tools/tool.ts'
import { isTakenLiterally } from './support/literally.ts'
import {
  hostileInput,
  inUrl,
  nearlyValidInput,
  samples,
  validInput,
  type Input,
  type World,
} from './support/generated.ts'
import { callMcp, callRest, connectMcp, type Answer } from './support/service.ts'
import { startInhabited, type Inhabited } from './support/world.ts'
import { whole } from './support/some.ts'

const cases = whole ? 30 : 12
const seed = 7

type Door = { service: Inhabited; call(tool: Tool, input: Input): Promise<Answer> }
let rest: Door
let mcp: Door
let client: Client
let world: World

beforeAll(async () => {
  // Links name the same host on both, and nothing happens between two calls.
  const settings = { PUBLIC_URL: 'http://launch.localhost' }
  const [one, other] = [await startInhabited({ settings }), await startInhabited({ settings })]
  await Promise.all([one.worker.stop(0), other.worker.stop(0)])
  client = await connectMcp(other, other.credential)
  const signedIn = (tool: Tool) => (tool.scope === 'public' ? {} : one.credential)
  rest = { service: one, call: (tool, input) => callRest(one, tool.name, input, signedIn(tool)) }
  mcp = { service: other, call: (tool, input) => callMcp(client, tool.name, input) }
  world = JSON.parse(alike(JSON.stringify(one.world), one)) as World
})
afterAll(async () => {
  await client.close()
  await Promise.all([rest.service.close(), mcp.service.close()])
})

/** Drafts have random ids; a name of ours stands for the id each of the twins gave. */
const draftName = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const draftIds = ({ world }: Inhabited) => [...world['drafts id']!, ...world['submit_draft id']!] as string[]

function alike(text: string, service: Inhabited): string {
  const ids = draftIds(service)
  return text.replace(anyId, (id) => (ids.includes(id) ? draftName(ids.indexOf(id)) : id))
}

function translated(input: Input, { service }: Door): Input {
  const ids = draftIds(service)
  const text = JSON.stringify(input).replace(anyId, (id) => ids.find((_, at) => draftName(at) === id) ?? id)
  return JSON.parse(text) as Input
}

/** The answer without what may differ: the name of the request and of things made at random. */
function comparable({ status, body }: Answer, { service }: Door): unknown {
  const { request_id: _, ...rest } = body
  const text = alike(JSON.stringify(rest), service)
    .replace(anyId, (id) => (id.startsWith('00000000-') ? id : 'some-id'))
    .replace(/(?<![0-9a-f])[0-9a-f]{36}(?![0-9a-f])/g, 'the token of a claim')
    .replace(/lo_[\w-]{43}/g, 'lo_some-link')
  return { status, body: JSON.parse(text) }
}

async function equal(tool: Tool, input: Input): Promise<number> {
  for (const { service } of [rest, mcp]) service.clock.now = new Date(service.clock.now.getTime() + 1000)
  const [one, other] = await Promise.all(
    [rest, mcp].map(async (door) => comparable(await door.call(tool, translated(input, door)), door)),
  )
  expect(other, `${tool.name} ${JSON.stringify(input)}`).toEqual(one)
  return (one as Answer).status
}

/**
 * Whether the input can be said in a URL at all. Text has no types: "7" and 7 are one there, and neither null, objects
 * nor half a surrogate pair can be written. That difference is the doors' own.
 */
function canBeSaid(tool: Tool, input: Input): boolean {
  const properties = (inputSchema(tool).properties ?? {}) as Record<string, JsonSchema>
  if (pathNames(tool).some((name) => !(name in input))) return false
  if (!isTakenLiterally(tool, input)) return false
  return Object.entries(input).every(([name, value]) => {
    if (name === '' || !name.isWellFormed()) return false
    if (!inUrl(tool, name)) return true
    if (pathNames(tool).includes(name) && ['', '.', '..'].includes(String(value))) return false
    if (String(value).length > 1500) return false
    const type = properties[name]?.type ?? 'string'
    if (typeof value === 'string')
      return value.isWellFormed() && (type === 'string' || !/^(-?\d+(\.\d+)?|true|false)$/.test(value))
    if (typeof value === 'number') return type === 'integer' && /^-?\d{1,15}(\.\d+)?$/.test(String(value))
    return typeof value === 'boolean' && type === 'boolean'
  })
}

describe.each(catalog.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('answers valid input alike, and some of it with success', async () => {
    const inputs = samples(validInput(tool, world), cases, seed).filter((input) => canBeSaid(tool, input))
    const statuses: number[] = []
    for (const input of inputs) statuses.push(await equal(tool, input))
    expect(inputs.length).toBeGreaterThan(cases / 3)
    expect(statuses).toContain(tool.http.status ?? 200)
  })

  it('refuses invalid input alike', async () => {
    const invalid = fc.oneof(
      { weight: 3, arbitrary: nearlyValidInput(tool, world) },
      { weight: 1, arbitrary: hostileInput(tool) },
    )
    const inputs = samples(invalid, cases * 3, seed).filter((input) => canBeSaid(tool, input))
    const statuses: number[] = []
    for (const input of inputs.slice(0, cases)) statuses.push(await equal(tool, input))
    expect(inputs.length).toBeGreaterThan(5)
    expect(statuses.some((status) => status >= 400)).toBe(true)
  })
})

describe('without a credential', () => {
  it.each(catalog.filter(({ scope }) => scope !== 'public').map((tool) => [tool.name, tool] as const))(
    '%s says the same through every door, before it looks at the input',
    async (name, tool) => {
      for (const input of [{ ...tool.example }, { ...tool.example, colour: 'red' }] as Input[]) {
        const one = await callRest(rest.service, name, input)
        expect(one).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
        const anonymous = await connectMcp(mcp.service)
        const problem = await callMcp(anonymous, name, input).then(
          ({ body }) => body,
          (error: Error) => JSON.parse(error.message.slice(error.message.indexOf('{'))) as Answer['body'],
        )
        await anonymous.close()
        expect({ ...problem, request_id: '' }).toEqual({ ...one.body, request_id: '' })
      }
    },
  )
})
