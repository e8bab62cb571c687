// The short way through the MCP door. A host's calls differ in their arguments only: once the SDK has taken a call with
// an envelope, a reading call with the very same envelope needs none of its checks again, and the kept answer is written
// down as the text it is: two and a half times less CPU a call. Whatever is unusual goes the SDK's way, so this file may
// be skipped, or deleted with its one call in mcp.ts. Tests hold both ways against each other.
import { FastResponse } from 'srvx'
import { onlyReads, type Tool } from '../tools/tool.ts'

/** What calling a tool came to: the JSON of its result or of its problem, and what of it a model is told. */
export type Called = { text: string; brief?: string; isError: boolean }
type PlainCall = { id: string | number; tool: Tool; input: unknown; envelope: string }

const revision = '2026-07-28'
const key = (name: string) => `io.modelcontextprotocol/${name}`
const envelopeKeys = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(key)
const longest = 2000
const capacity = 256

type Shortcut = {
  /** Answers the call; null when only the SDK may. */
  answer:
    ((call: (tool: Tool, input: unknown) => Promise<Called>, serverInfo: object) => Promise<Response>) | null
  /** The SDK has taken this message. */
  taken(): void
}

/** Finds, for each message, whether the short way is open to it. */
export function openShortcut(byName: ReadonlyMap<string, Tool>) {
  const envelopes = openEnvelopes()
  return (headers: Headers, body: unknown): Shortcut => {
    const plain = plainCall(headers, body, byName)
    if (plain === null) return { answer: null, taken: () => undefined }
    if (!envelopes.knows(plain)) return { answer: null, taken: () => envelopes.learn(plain) }
    return {
      async answer(call, serverInfo) {
        const message = messageOf(plain, await call(plain.tool, plain.input), serverInfo)
        return new FastResponse(message, { headers: { 'content-type': 'application/json' } })
      },
      taken: () => undefined,
    }
  }
}

/** The envelopes that the SDK has taken; which one goes first when there are too many does not matter. */
export function openEnvelopes() {
  const taken = new Set<string>()
  return {
    knows: ({ envelope }: PlainCall): boolean => taken.has(envelope),
    learn({ envelope }: PlainCall): void {
      if (envelope.length > longest || taken.has(envelope)) return
      if (taken.size >= capacity) taken.delete(taken.keys().next().value!)
      taken.add(envelope)
    },
  }
}

/** A call of a reading tool, in the newest revision, with nothing beside what every call has; otherwise null. */
export function plainCall(
  headers: Headers,
  body: unknown,
  byName: ReadonlyMap<string, Tool>,
): PlainCall | null {
  if (headers.get('mcp-protocol-version') !== revision || headers.get('mcp-method') !== 'tools/call')
    return null
  if (!isObject(body) || !hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isRequestId(id)) return null
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null
  const { name, arguments: given = {}, _meta: meta } = params
  const tool = typeof name === 'string' && headers.get('mcp-name') === name ? byName.get(name) : undefined
  if (tool === undefined || !onlyReads(tool) || !isObject(given)) return null
  if (!isObject(meta) || !hasOnly(meta, envelopeKeys) || meta[key('protocolVersion')] !== revision)
    return null
  return { id, tool, input: given, envelope: JSON.stringify(meta) }
}

/** The message that answers the call, as the SDK writes it. */
function messageOf({ id }: PlainCall, { text, brief = text, isError }: Called, serverInfo: object): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(brief)}}]`
  const outcome = isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`
  const meta = JSON.stringify({ [key('serverInfo')]: serverInfo })
  return `{"result":{${outcome},"resultType":"complete","_meta":${meta}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

const isRequestId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (object: object, names: string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name))
