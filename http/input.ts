// Turns the text of a URL and a body into the flat input of a tool. A value that does not parse stays as it came, so
// that the tool's own schema reports the fault; a value is never guessed.
import { z } from 'zod'
import { Refusal, type Fault } from '../tools/errors.ts'
import { pathNames, type Tool } from '../tools/tool.ts'
import { bodyText, parseJson } from './body.ts'

type Kind = 'integer' | 'number' | 'boolean' | 'array' | 'string'
type Input = Record<string, unknown>

/** The parsed input; if there are faults, it contains what could be parsed. */
type ParsedInput = { input: Input; faults: Fault[] }

/** Prepares, once for each tool, how its path, query and body are parsed. */
export function inputReader(tool: Tool) {
  const properties = (z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }).properties ??
    {}) as Record<string, { type?: string }>
  const kinds = new Map(
    Object.entries(properties).map(([name, schema]) => [name, (schema.type ?? 'string') as Kind]),
  )
  const fromPath = pathNames(tool)
  const positions = tool.http.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1])
  const hasBody = tool.http.method !== 'GET' && tool.http.method !== 'DELETE'

  /** `path` begins after /api/v1; `query` has no question mark. Throws only if HTTP itself forbids the body. */
  return async function read(path: string, query: string, request: Request): Promise<ParsedInput> {
    const parsed: ParsedInput = { input: Object.create(null) as Input, faults: [] }
    if (fromPath.length > 0) readPath(parsed, path, positions, kinds)
    if (query !== '') readQuery(parsed, query, kinds, hasBody ? undefined : fromPath, tool.name)
    if (hasBody) await readBody(parsed, request, fromPath)
    return parsed
  }
}

function readPath(
  { input, faults }: ParsedInput,
  path: string,
  positions: (string | undefined)[],
  kinds: Map<string, Kind>,
): void {
  const parts = path.split('/')
  positions.forEach((name, index) => {
    if (name === undefined) return
    const text = decoded(parts[index] ?? '')
    if (text === null) faults.push(malformed(`/${name}`))
    else input[name] = typed(text, kinds.get(name))
  })
}

function readQuery(
  { input, faults }: ParsedInput,
  query: string,
  kinds: Map<string, Kind>,
  pathNames: string[] | undefined,
  tool: string,
): void {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decoded(cut < 0 ? pair : pair.slice(0, cut))
    const value = decoded(cut < 0 ? '' : pair.slice(cut + 1))
    const pointer = name === null ? '' : pointerTo(name)
    if (name === null || value === null) {
      faults.push(malformed(pointer))
      continue
    }
    const kind = kinds.get(name)
    if (pathNames === undefined || pathNames.includes(name)) {
      const where =
        pathNames === undefined ? `${tool} takes its parameters in the JSON body` : 'it stands in the path'
      faults.push({ pointer, code: 'unknown_key', message: `Not a query parameter here: ${where}.` })
      // Keep the value: the call proposed with the refusal then has it in the right place.
      if (kind !== undefined && kind !== 'array') input[name] ??= typed(value, kind)
    } else if (kind === 'array') input[name] = [...((input[name] as string[] | undefined) ?? []), value]
    else if (name in input)
      faults.push({ pointer, code: 'repeated', message: 'Given more than once; give it once.' })
    else input[name] = typed(value, kind)
  }
}

async function readBody(parsed: ParsedInput, request: Request, fromPath: string[]): Promise<void> {
  try {
    const text = await bodyText(request)
    if (text !== '') takeBody(parsed, text, request.headers.get('content-type') ?? '', fromPath)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    parsed.faults.push(...error.errors)
  }
}

function takeBody({ input, faults }: ParsedInput, text: string, type: string, fromPath: string[]): void {
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  }
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    faults.push({ pointer: '', code: 'invalid_type', message: 'The body must be a JSON object.' })
    return
  }
  for (const [name, value] of Object.entries(body)) {
    if (fromPath.includes(name)) {
      faults.push({
        pointer: pointerTo(name),
        code: 'unknown_key',
        message: 'Not a key of the body: it is part of the path.',
      })
    } else input[name] = value
  }
}

/** The percent-decoded text; null if it is not valid UTF-8. */
function decoded(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

function malformed(pointer: string): Fault {
  return {
    pointer,
    code: 'malformed_escape',
    message: 'A percent sign here is not followed by two hex digits of UTF-8.',
  }
}

function typed(text: string, kind: Kind | undefined): unknown {
  // A fraction for an integer is passed on as a number, so that the schema refuses it as one.
  if (kind === 'integer' && /^-?(0|[1-9]\d{0,15})(\.\d{0,14}[1-9])?$/.test(text)) return Number(text)
  if (kind === 'number' && /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** An RFC 6901 pointer; long unknown names are cut. */
function pointerTo(name: string): string {
  return `/${name.slice(0, 60).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
