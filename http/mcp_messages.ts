// What is known of the messages of a body before the SDK validates them. Anybody can send anything, so no part of a
// message is used before its type is checked; and each message counts against the limits before it is examined.
import type { Scope } from '../auth/scopes.ts'
import { Refusal } from '../tools/errors.ts'
import type { Tool } from '../tools/tool.ts'
import { bodyText, parseJson } from './body.ts'
import { readerOf } from './mcp_context.ts'
import { rpcError } from './mcp_refusals.ts'
import type { Arrival } from './services.ts'

type Message = {
  method: string | null
  name: string | null
  uri: string | null
  /** Whether the SDK can accept it as a request. Otherwise it is not handed on, and no tool's limit is charged. */
  is_request: boolean
}
type Tools = ReadonlyMap<string, Tool>

export function messagesOf(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).map((message) => {
    const { jsonrpc, id, method, params } = fields(message)
    const { name, uri, arguments: given = {}, _meta: meta = {} } = fields(params)
    const is_request = jsonrpc === '2.0' && isRequestId(id) && isObject(given) && isObject(meta)
    return { method: word(method), name: word(name), uri: word(uri), is_request }
  })
}

/** Why a body is no JSON-RPC 2.0 message; the SDK checks the messages inside a batch. */
function faultOfShape(body: unknown): string | null {
  if (Array.isArray(body)) return body.length > 0 ? null : 'The batch is empty. Send one message at a time.'
  if (!isObject(body)) return 'A message is a JSON object with jsonrpc, id, method and params.'
  if (body.jsonrpc !== '2.0') return 'jsonrpc must be "2.0".'
  if ('result' in body || 'error' in body) return null
  if (typeof body.method !== 'string') return 'method must be a string, such as tools/call.'
  if ('id' in body && !isRequestId(body.id)) return 'id must be a string or a whole number.'
  return body.params === undefined || isObject(body.params) ? null : 'params must be an object.'
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isRequestId = (id: unknown): id is string | number =>
  typeof id === 'string' || Number.isSafeInteger(id)
const fields = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
const word = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The tool that a message calls, or the one that reads its resource. */
function toolOf({ method, name, uri }: Message, tools: Tools): Tool | undefined {
  if (method === 'tools/call') return tools.get(name ?? '')
  return method === 'resources/read' ? tools.get(readerOf(uri ?? '') ?? '') : undefined
}

/** All scopes that the calls and resource reads of these messages need, for a whole batch. */
export function neededScopes(messages: readonly Message[], tools: Tools): Scope[] {
  const needed = messages.flatMap((message) => {
    const scope = toolOf(message, tools)?.scope
    return scope === undefined || scope === 'public' ? [] : [scope]
  })
  return [...new Set(needed)]
}

const aReading = { http: { method: 'GET', path: '/mcp' } } as const
export const anythingElse = { ...aReading, policy: 'other' } as const
/** So many characters count as one read: parsing and checking a megabyte takes a third of a second. */
const longMessage = 65_536

/** Charges the length of a body to the caller's limit before it is parsed. */
function payForLength(text: string, arrival: Arrival): void {
  for (let left = Math.floor(text.length / longMessage); left > 0; left -= 1) arrival.take(aReading)
}

export type Payments = ReturnType<typeof payFor>

/**
 * Charges every message to the caller's limits, whatever its outcome. A message that looks something up costs a read. A
 * tool call over the limit is refused in its result, where hosts look for errors, and not before.
 */
export function payFor(messages: readonly Message[], tools: Tools, arrival: Arrival) {
  const calls = new Map<string, (Refusal | null)[]>()
  if (messages.length === 0) arrival.take(anythingElse)
  for (const { method, name, is_request } of messages) {
    const tool = method === 'tools/call' && is_request ? tools.get(name ?? '') : undefined
    if (tool === undefined) {
      const isLookup = method === 'resources/read' || method === 'completion/complete'
      arrival.take(isLookup ? aReading : anythingElse)
    } else calls.set(tool.name, [...(calls.get(tool.name) ?? []), attempt(tool, arrival)])
  }
  return {
    /** Throws if a call of this tool was over the limit. */
    claim(tool: Tool): void {
      const refusal = calls.get(tool.name)?.shift()
      if (refusal === undefined) arrival.take(tool)
      else if (refusal !== null) throw refusal
    },
    /** The refusal of the first call over the limit, for a body that is refused as a whole. */
    unpaid: (): Refusal | null => [...calls.values()].flat().find((refusal) => refusal !== null) ?? null,
  }
}

function attempt(tool: Tool, arrival: Arrival): Refusal | null {
  try {
    arrival.take(tool)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The body's JSON, or the JSON-RPC error that says why it is invalid. Batches ended with 2025-06-18. */
export async function readMessages(request: Request, arrival: Arrival): Promise<unknown> {
  let body: unknown
  try {
    const text = await bodyText(request)
    payForLength(text, arrival)
    body = parseJson(text)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    return rpcError(-32700, error.message)
  }
  const fault = faultOfShape(body)
  if (fault !== null) return rpcError(-32600, fault)
  const version = request.headers.get('mcp-protocol-version')
  if (Array.isArray(body) && version !== null && version >= '2025-06-18') {
    return rpcError(-32600, 'Batches ended with protocol version 2025-06-18. Send one message at a time.')
  }
  return body
}
