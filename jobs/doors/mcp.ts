// Probes an MCP server without a login: its protocol version, the number of its tools, and whether it requires
// a sign-in. No tool is ever called.
import type { Answer, Exchange } from '../../outbound.ts'

export type ServerFound = { asks_sign_in: boolean; protocol_version: string | null; tools: number | null }

/** It answers, but not like an MCP server; the message says how. */
export class NoServer extends Error {}

type Message = { id?: unknown; method?: unknown; result?: Record<string, unknown>; error?: unknown }
type Send = (exchange: Exchange) => Promise<Answer>

const newest = '2026-07-28'
const before = '2025-11-25'
const bounds = { all_ms: 20_000, all_bytes: 2_097_152, pages: 20 }
const signIn: ServerFound = { asks_sign_in: true, protocol_version: null, tools: null }

/** The limits on time and bytes hold for all requests together. Throws NoServer, or an error of the fetch. */
export async function lookAtServer(url: string, send: Send, within = bounds): Promise<ServerFound> {
  const ask = asker(url, send, within)
  const aboutUs = {
    'io.modelcontextprotocol/protocolVersion': newest,
    'io.modelcontextprotocol/clientInfo': { name: 'launch-directory', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const today = async (method: string, params: object = {}) =>
    ask(method, { ...params, _meta: aboutUs }, { 'mcp-protocol-version': newest, 'mcp-method': method })
  const discovered = await today('server/discover')
  if (discovered.status === 'sign_in') return signIn
  const versions = discovered.result?.supportedVersions
  if (Array.isArray(versions) && versions.includes(newest))
    return { ...(await countTools(discovered.result!, today, within.pages)), protocol_version: newest }

  // A server of an earlier version needs an initialize request, and may keep a session for us.
  const clientInfo = { name: 'launch-directory', version: '1.0.0' }
  const greeted = await ask('initialize', { protocolVersion: before, capabilities: {}, clientInfo }, {})
  if (greeted.status === 'sign_in') return signIn
  const { result } = greeted
  if (typeof result?.protocolVersion !== 'string') throw new NoServer(greeted.fault)
  const protocol_version = result.protocolVersion.slice(0, 40)
  const session = greeted.headers['mcp-session-id']
  const headers = {
    'mcp-protocol-version': protocol_version,
    ...(session !== undefined && { 'mcp-session-id': session }),
  }
  await ask('notifications/initialized', {}, headers, { isNotice: true })
  const counted = await countTools(
    result,
    (method, params = {}) => ask(method, params, headers),
    within.pages,
  )
  if (session !== undefined) await ask.end(headers)
  return { ...counted, protocol_version }
}

type Told =
  | { status: 'sign_in' }
  | { status: 'told'; result?: Record<string, unknown>; fault: string; headers: Record<string, string> }

/** Counts page by page; null if it does not answer. */
async function countTools(
  { capabilities }: Record<string, unknown>,
  ask: (method: string, params?: object) => Promise<Told>,
  pages: number,
): Promise<Pick<ServerFound, 'asks_sign_in' | 'tools'>> {
  const hasTools = typeof capabilities === 'object' && capabilities !== null && 'tools' in capabilities
  if (!hasTools) return { asks_sign_in: false, tools: 0 }
  let tools = 0
  let cursor: unknown
  for (let page = 0; page < pages; page += 1) {
    const told = await ask('tools/list', cursor === undefined ? {} : { cursor })
    if (told.status === 'sign_in') return { asks_sign_in: true, tools: null }
    const some = told.result?.tools
    if (!Array.isArray(some)) return { asks_sign_in: false, tools: null }
    tools += some.length
    cursor = told.result?.nextCursor
    if (typeof cursor !== 'string') return { asks_sign_in: false, tools }
  }
  return { asks_sign_in: false, tools: null }
}

function asker(url: string, send: Send, within: typeof bounds) {
  const ends_at = performance.now() + within.all_ms
  let bytes_left = within.all_bytes
  let id = 0
  const exchange = (headers: Record<string, string>): Exchange => ({
    url,
    accept: 'application/json, text/event-stream',
    headers: { 'content-type': 'application/json', ...headers },
    max_bytes: bytes_left,
    timeout_ms: Math.max(1, Math.round(ends_at - performance.now())),
    redirects: 2,
  })
  async function ask(
    method: string,
    params: object,
    headers: Record<string, string>,
    { isNotice = false } = {},
  ): Promise<Told> {
    id += 1
    const message = { jsonrpc: '2.0', ...(!isNotice && { id }), method, params }
    const isEnough = streamReader(id)
    const sent = { ...exchange(headers), method: 'POST' as const, body: JSON.stringify(message), isEnough }
    const answer = await send(sent)
    bytes_left -= answer.body.length
    const { status } = answer
    // A firewall also answers 403, but without saying how to sign in.
    if (status === 401 || (status === 403 && 'www-authenticate' in answer.headers))
      return { status: 'sign_in' }
    const isFine = status >= 200 && status < 300
    const fault = isFine ? 'It does not answer as an MCP server does.' : `It answers with status ${status}.`
    const found = messagesIn(answer).find((one) => one.id === id && one.method === undefined)
    const result = typeof found?.result === 'object' && found.result !== null ? found.result : undefined
    return { status: 'told', ...(result !== undefined && { result }), fault, headers: answer.headers }
  }
  return Object.assign(ask, {
    /** Ends the session; whether that works does not matter. */
    end: (headers: Record<string, string>) =>
      send({ ...exchange(headers), method: 'DELETE' }).then(
        () => undefined,
        () => undefined,
      ),
  })
}

function messagesIn({ body, headers }: Answer): Message[] {
  const text = new TextDecoder().decode(body)
  const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream')
  return (isStream ? text.split(/\r?\n\r?\n/).map(dataOf) : [text]).flatMap(parsed)
}

const dataOf = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5))
    .join('\n')

function parsed(text: string): Message[] {
  try {
    const value: unknown = JSON.parse(text)
    return [value].flat().filter((one): one is Message => typeof one === 'object' && one !== null)
  } catch {
    return []
  }
}

/** Stops at the event with the answer, because some servers never close a stream. Each byte is read once. */
function streamReader(id: number): (chunk: Uint8Array) => boolean {
  const decoder = new TextDecoder()
  let event = ''
  return (chunk) => {
    const looked = Math.max(0, event.length - 3)
    event += decoder.decode(chunk, { stream: true })
    for (let end: RegExpExecArray | null, from = looked; (end = blank(event, from)) !== null; from = 0) {
      const isAnswer = parsed(dataOf(event.slice(0, end.index))).some(
        (one) => one.id === id && one.method === undefined,
      )
      if (isAnswer) return true
      event = event.slice(end.index + end[0].length)
    }
    return false
  }
}

function blank(text: string, from: number): RegExpExecArray | null {
  const pattern = /\r?\n\r?\n/g
  pattern.lastIndex = from
  return pattern.exec(text)
}
