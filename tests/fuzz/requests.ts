// Generated requests through both doors, and what is wrong with any answer: a 500, a body that breaks the schema its
// client was given, a problem that is none, a secret of the caller in the log.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { catalog } from '../../tools/catalog.ts'
import type { Tool } from '../../tools/tool.ts'
import {
  hostileInput,
  inUrl,
  nearlyValidInput,
  samples,
  validInput,
  type Input,
} from '../support/generated.ts'
import type { Inhabited } from '../support/world.ts'
import { openClientChecks, type ClientChecks } from './answers.ts'
import { rawMessages, rawRequests, type Raw } from './raw.ts'

/** Inside every credential, address and key the callers send; the log may never hold it. */
export const secret = 's3kr3t'
const email = `${secret}.person@mail.example`
const secretHeaders = {
  'x-api-key': `sk-live-${secret}-0123456789`,
  cookie: `session=${secret}; launch_session=${secret}`,
  referer: `https://mail.example/?to=${email}&token=${secret}`,
  'user-agent': `fuzz (${email})`,
}

type Kind = 'valid' | 'nearly valid' | 'hostile'
export type Planned =
  | {
      kind: Kind
      door: 'rest' | 'mcp'
      tool: Tool
      input: Input
      signed_in: boolean
      bad_credential: boolean
    }
  | { kind: 'raw'; raw: Raw }
export type Outcome = { sent: number; succeeded: number; statuses: Record<string, number>; faults: string[] }

/** Out of a hundred requests; the rest is raw. */
const shares: Record<Kind, number> = { valid: 66, 'nearly valid': 16, hostile: 10 }
const privateShare = 0.12

/** The same requests for the same seed, the operations in turn. */
export function plan(service: Inhabited, count: number, seed: number): Planned[] {
  const world = {
    ...service.world,
    q: [...service.world.q!, email, `lk_${secret}`],
    'submit_listing url': [
      `https://${secret}.example/?token=${secret}`,
      `${secret}.example/${secret}`,
      `https://user:${secret}@tide.example/`,
    ],
    'invite_cofounder email': [email],
  }
  const kinds: Record<Kind, (tool: Tool) => fc.Arbitrary<Input>> = {
    valid: (tool) => validInput(tool, world),
    'nearly valid': (tool) => nearlyValidInput(tool, world),
    hostile: (tool) => fc.oneof(hostileInput(tool), fc.constant({ [`${secret}_key`]: secret, q: email })),
  }
  const open = catalog.filter(({ scope }) => scope === 'public')
  const closed = catalog.filter(({ scope }) => scope !== 'public')
  const groups = Object.entries(kinds).flatMap(([kind, inputOf]) =>
    [open, closed].flatMap((tools, isPrivate) => {
      const share = (shares[kind as Kind] / 100) * (isPrivate === 1 ? privateShare : 1 - privateShare)
      const each = Math.ceil((count * share) / Math.max(1, tools.length))
      return tools.map((tool, index) =>
        samples(
          fc.record({ input: inputOf(tool), dice: fc.nat(99) }),
          each,
          seed + index * 7 + kind.length,
        ).map(({ input, dice }): Planned => ({
          kind: kind as Kind,
          door: dice % 2 === 0 ? 'rest' : 'mcp',
          tool,
          input,
          signed_in: isPrivate === 1 && dice < 90,
          bad_credential: kind !== 'valid' && dice >= 94,
        })),
      )
    }),
  )
  const rest = Math.floor(count * (1 - (shares.valid + shares['nearly valid'] + shares.hostile) / 100))
  groups.push(
    samples(fc.oneof(rawRequests(catalog, secret), rawMessages(catalog, secret)), rest, seed).map(
      (raw): Planned => ({ kind: 'raw', raw }),
    ),
  )
  const longest = Math.max(...groups.map((group) => group.length))
  const mixed: Planned[] = []
  for (let turn = 0; turn < longest; turn += 1)
    for (const group of groups) {
      const at = Math.floor((turn * group.length) / longest)
      if (turn === 0 || at !== Math.floor(((turn - 1) * group.length) / longest)) mixed.push(group[at]!)
    }
  return mixed.slice(0, count)
}

/** Sends what was planned, a few at a time, and says what was wrong with any answer. */
export async function send(service: Inhabited, requests: readonly Planned[]): Promise<Outcome> {
  const checks = await openClientChecks(service)
  const clients = await connectAll(service)
  const outcome: Outcome = { sent: 0, succeeded: 0, statuses: {}, faults: [] }
  const waiting = requests.entries()
  const worker = async () => {
    for (const [index, planned] of waiting) {
      const { status, faults } = await sendOne(service, planned, clients, checks).catch((error: unknown) => ({
        status: 0,
        faults: [`threw ${String(error)}`],
      }))
      outcome.sent += 1
      if (status >= 200 && status < 300) outcome.succeeded += 1
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
      for (const fault of faults) outcome.faults.push(`#${index} ${told(planned)}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  await Promise.all(Object.values(clients).map((client) => client.close()))
  return outcome
}

/** Lines of the log that hold something only the caller may know. */
export function leaks(service: Inhabited): string[] {
  const key = service.credential.authorization.replace('Bearer ', '')
  return service.log_lines.filter((line) => line.toLowerCase().includes(secret) || line.includes(key))
}

type Clients = Record<`${'auto' | 'legacy'} ${'signed in' | 'anonymous'}`, Client>

async function connectAll(service: Inhabited): Promise<Clients> {
  const connect = async (mode: 'auto' | 'legacy', headers: Record<string, string>) => {
    const client = new Client({ name: 'fuzz', version: '1.0.0' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { ...secretHeaders, ...headers } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
    return client
  }
  return {
    'auto anonymous': await connect('auto', {}),
    'auto signed in': await connect('auto', service.credential),
    'legacy anonymous': await connect('legacy', {}),
    'legacy signed in': await connect('legacy', service.credential),
  }
}

async function sendOne(
  service: Inhabited,
  planned: Planned,
  clients: Clients,
  checks: ClientChecks,
): Promise<{ status: number; faults: string[] }> {
  if (planned.kind === 'raw') {
    const { path, init } = planned.raw
    const response = await service.fetch(path, { ...init, headers: { ...secretHeaders, ...init.headers } })
    return { status: response.status, faults: await checks.ofAnyResponse(response, path) }
  }
  const { tool, input, door, signed_in, bad_credential } = planned
  if (door === 'rest') {
    const request = restRequest(tool, input)
    const headers = {
      ...secretHeaders,
      ...request.headers,
      ...(signed_in && service.credential),
      ...(bad_credential && { authorization: `Bearer lk_${secret}` }),
    }
    const response = await service.fetch(request.path, {
      method: tool.http.method,
      headers,
      body: request.body,
    })
    return { status: response.status, faults: await checks.ofOperation(tool, response, request.isExact) }
  }
  const era = planned.kind === 'valid' ? 'auto' : 'legacy'
  const client = clients[`${era} ${signed_in ? 'signed in' : 'anonymous'}`]
  return checks.ofResult(tool, await callTool(client, tool, input), input)
}

/** The MCP door asks for a missing credential in HTTP, as its specification wants; the problem stands in the body. */
async function callTool(client: Client, tool: Tool, input: Input) {
  try {
    return await client.callTool({ name: tool.name, arguments: input })
  } catch (error) {
    const text = /^Error POSTing to endpoint: (\{.*\})$/s.exec((error as Error).message)?.[1]
    if (text === undefined || tool.scope === 'public') throw error
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

/** What a REST client sends for an input; `isExact` when the address certainly is that of the operation. */
function restRequest(tool: Tool, input: Input) {
  const rest = new Map(Object.entries(input))
  let isExact = true
  const path = tool.http.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(rest.get(name))
    rest.delete(name)
    if (['', '.', '..'].includes(text)) isExact = false
    return encodeURIComponent(text.slice(0, 1000).toWellFormed())
  })
  if (!inUrl(tool, '')) {
    const body = JSON.stringify(Object.fromEntries(rest))
    return { path: `/api/v1${path}`, headers: { 'content-type': 'application/json' }, body, isExact }
  }
  const pairs = [...rest].flatMap(([name, value]) =>
    [value].flat().map((one) => [name, textOf(one)] as const),
  )
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  // Beyond this, the address is too long for a header, and the parser refuses it before anybody sees it.
  if (query.length > 8000)
    return { path: `/api/v1${path}?${query.slice(0, 8000)}`, headers: {}, isExact: false }
  return { path: `/api/v1${path}${query === '' ? '' : `?${query}`}`, headers: {}, isExact }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.toWellFormed().slice(0, 4000).toWellFormed()
}

function told(planned: Planned): string {
  if (planned.kind === 'raw') return `raw ${JSON.stringify(planned.raw).slice(0, 400)}`
  const { kind, door, tool, input } = planned
  return `${kind} ${tool.name} over ${door} with ${JSON.stringify(input).slice(0, 400)}`
}
