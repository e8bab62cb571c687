// From the text of a URL and a body to the flat input a tool takes. What does not parse stays as it came, so that the
// tool's own schema names the fault; a value is never guessed.
import type { ServerRequest } from 'srvx'
import { z } from 'zod'
import { Refusal, type Fault } from '../tools/errors.ts'
import { refusing } from '../tools/faults.ts'
import { pathNames, type Tool } from '../tools/tool.ts'
import { addressOf } from './request.ts'
import { holdBytes } from './unfinished.ts'

type Kind = 'integer' | 'number' | 'boolean' | 'array' | 'string'
export type Input = Record<string, unknown>

/** Compiles, once for each tool, the reading of its path, query and body. */
export function inputReader(tool: Tool) {
  const properties = (z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }).properties ??
    {}) as Record<string, { type?: string }>
  const kinds = new Map(
    Object.entries(properties).map(([name, schema]) => [name, (schema.type ?? 'string') as Kind]),
  )
  const fromPath = pathNames(tool)
  const positions = tool.http.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1])
  const hasBody = tool.http.method !== 'GET' && tool.http.method !== 'DELETE'

  /** `path` begins behind /api/v1; `query` has no question mark. */
  return async function read(path: string, query: string, request: Request): Promise<Input> {
    const input: Input = Object.create(null)
    if (fromPath.length > 0) readPath(input, path, positions, kinds)
    if (query !== '') readQuery(input, query, kinds, hasBody ? undefined : fromPath, tool.name)
    if (hasBody) await readBody(input, request, fromPath)
    return input
  }
}

function readPath(
  input: Input,
  path: string,
  positions: (string | undefined)[],
  kinds: Map<string, Kind>,
): void {
  const parts = path.split('/')
  positions.forEach((name, index) => {
    if (name !== undefined) input[name] = typed(decoded(parts[index] ?? '', `/${name}`), kinds.get(name))
  })
}

function readQuery(
  input: Input,
  query: string,
  kinds: Map<string, Kind>,
  pathNames: string[] | undefined,
  tool: string,
): void {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decoded(cut < 0 ? pair : pair.slice(0, cut), '')
    const pointer = pointerTo(name)
    const value = decoded(cut < 0 ? '' : pair.slice(cut + 1), pointer)
    if (pathNames === undefined || pathNames.includes(name)) {
      const where =
        pathNames === undefined ? `${tool} takes its parameters in the JSON body` : 'it stands in the path'
      throw invalid({ pointer, code: 'unknown_key', message: `Not a query parameter here: ${where}.` })
    }
    const kind = kinds.get(name)
    if (kind === 'array') input[name] = [...((input[name] as string[] | undefined) ?? []), value]
    else if (name in input)
      throw invalid({ pointer, code: 'repeated', message: 'Given more than once; give it once.' })
    else input[name] = typed(value, kind)
  }
}

async function readBody(input: Input, request: Request, fromPath: string[]): Promise<void> {
  const text = await bodyText(request)
  if (text === '') return
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  }
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid({ pointer: '', code: 'invalid_type', message: 'The body must be a JSON object.' })
  }
  for (const [name, value] of Object.entries(body)) {
    if (fromPath.includes(name)) {
      throw invalid({
        pointer: pointerTo(name),
        code: 'unknown_key',
        message: 'Not a key of the body: it is part of the path.',
      })
    }
    input[name] = value
  }
}

export const maxBodyBytes = 1_048_576

/** The whole body as text, refused as soon as it is known to be too large. */
export async function bodyText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
  // Straight from the socket: the web stream over it costs a tenth of an MCP call. What is left of a refused body stays
  // unread, and the connection open for the answer.
  const socket = (request as ServerRequest).runtime!.node!.req
  const chunks: Uint8Array[] = []
  const held = holdBytes(addressOf(request))
  let bytes = 0
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > maxBodyBytes) throw tooLarge()
      held.add(chunk.byteLength)
      chunks.push(chunk)
    }
  } finally {
    held.release()
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalid({ pointer: '', code: 'invalid_encoding', message: 'The body is not valid UTF-8.' })
  }
}

function tooLarge(): Refusal {
  return new Refusal(
    'content_too_large',
    `The body is larger than ${maxBodyBytes} bytes. Send less at a time.`,
  )
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const at = /position (\d+)/.exec(message)?.[1]
    const where =
      at !== undefined
        ? `see character ${Number(at) + 1}`
        : message.startsWith('Unexpected end')
          ? 'it ends too early'
          : 'it holds something that is no JSON value'
    throw invalid({ pointer: '', code: 'malformed_json', message: `The body is not valid JSON: ${where}.` })
  }
}

function decoded(text: string, pointer: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid({
      pointer,
      code: 'malformed_escape',
      message: 'A percent sign here is not followed by two hex digits of UTF-8.',
    })
  }
}

function typed(text: string, kind: Kind | undefined): unknown {
  // A fraction where a whole number is wanted is a number all the same, and is refused as one.
  if (kind === 'integer' && /^-?(0|[1-9]\d{0,15})(\.\d{0,14}[1-9])?$/.test(text)) return Number(text)
  if (kind === 'number' && /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** RFC 6901; a name nobody chose for us is cut short. */
function pointerTo(name: string): string {
  return `/${name.slice(0, 60).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function invalid(fault: Fault): Refusal {
  return refusing([fault])
}
