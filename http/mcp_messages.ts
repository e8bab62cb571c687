// What is known of the messages of a body before the SDK judges them. Strangers send what they like, so nothing of a
// message is used before its type is known; and each is paid for before it is looked into.
import type { Scope } from '../auth/scopes.ts'
import { Refusal } from '../tools/errors.ts'
import type { Tool } from '../tools/tool.ts'
import { readerOf } from './mcp_context.ts'
import type { Arrival } from './services.ts'

type Message = {
  method: string | null
  name: string | null
  uri: string | null
  /** Whether the SDK can take it for a request at all. What it cannot is never handed on, and never paid by a tool. */
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

/** What keeps a body from being a message of JSON-RPC 2.0; what is inside a batch the SDK looks at. */
export function faultOfShape(body: unknown): string | null {
  if (Array.isArray(body)) return body.length > 0 ? null : 'The batch is empty. Send one message at a time.'
  if (!isObject(body)) return 'A message is a JSON object with jsonrpc, id, method and params.'
  if (body.jsonrpc !== '2.0') return 'jsonrpc must be "2.0".'
  if ('result' in body || 'error' in body) return null
  if (typeof body.method !== 'string') return 'method must be a string, such as tools/call.'
  if ('id' in body && !isRequestId(body.id)) return 'id must be a string or a whole number.'
  return body.params === undefined || isObject(body.params) ? null : 'params must be an object.'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRequestId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id)
const fields = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
const word = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The tool that a message calls, or the one that a resource is read with. */
function toolOf({ method, name, uri }: Message, tools: Tools): Tool | undefined {
  if (method === 'tools/call') return tools.get(name ?? '')
  return method === 'resources/read' ? tools.get(readerOf(uri ?? '') ?? '') : undefined
}

/** Every scope that the calls and readings of these messages need, a batch taken together. */
export function neededScopes(messages: readonly Message[], tools: Tools): Scope[] {
  const needed = messages.flatMap((message) => {
    const scope = toolOf(message, tools)?.scope
    return scope === undefined || scope === 'public' ? [] : [scope]
  })
  return [...new Set(needed)]
}

const aReading = { http: { method: 'GET', path: '/mcp' } } as const
export const anythingElse = { ...aReading, policy: 'other' } as const
/** This many characters cost as much as one read: parsing and checking a megabyte takes a third of a second. */
const longMessage = 65_536

/** Pays for the length of a body before it is parsed. */
export function payForLength(text: string, arrival: Arrival): void {
  for (let left = Math.floor(text.length / longMessage); left > 0; left -= 1) arrival.take(aReading)
}

export type Payments = ReturnType<typeof payFor>

/**
 * Pays for every message, whatever becomes of it. What looks something up is as dear as a tool that reads. A call that
 * cannot be paid is refused inside its result, where hosts look for it, and not before.
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
    /** Throws when a call of this tool could not be paid. */
    claim(tool: Tool): void {
      const refusal = calls.get(tool.name)?.shift()
      if (refusal === undefined) arrival.take(tool)
      else if (refusal !== null) throw refusal
    },
    /** The refusal of the first call that could not be paid, for a body that is refused whole. */
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
