// Everything that can be wrong with a request, generated from the catalog: every parameter of every operation, through
// both doors. A refusal names the parameter and the bound; nothing is answered with a 500, and nothing hangs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputSchema, type JsonSchema } from '../http/schemas.ts'
import { isTakenLiterally } from './support/literally.ts'
import { catalog } from '../tools/catalog.ts'
import { onlyReads, pathNames, type Tool } from '../tools/tool.ts'
import { awkwardTexts, badValues, validValue, withKey } from './support/bad_values.ts'
import { writeNote } from './support/notebook.ts'
import { bearer, keyFor } from './support/people.ts'
import { type Answer, postMcp, type Service, startService } from './support/service.ts'
import { some, whole } from './support/some.ts'
import { seeded } from './bench/random.ts'

const tools = [...catalog, writeNote]
type Given = Record<string, unknown>
type Expected = {
  pointer: string
  code?: string
  limit?: number
  actual?: number
  /** A word in a path that is not in its list names a thing that is not there: specification 4.1 allows 404. */
  maybeNotFound?: boolean
}

let service: Service
let credential: Record<string, string>
beforeAll(async () => {
  service = await startService({ tools, demo: true })
  credential = bearer((await keyFor(service, 'ana@tide.example')).key)
})
afterAll(() => service.close())

const propertiesOf = (tool: Tool) => (inputSchema(tool).properties ?? {}) as Record<string, JsonSchema>
const hasBody = (tool: Tool) => tool.http.method !== 'GET' && tool.http.method !== 'DELETE'

function isWordOfPath(tool: Tool, name: string, value: unknown): boolean {
  return (
    pathNames(tool).includes(name) &&
    propertiesOf(tool)[name]!.enum !== undefined &&
    typeof value === 'string'
  )
}

/** An input with nothing wrong, so that the one thing changed is the one thing refused. */
function soundInput(tool: Tool): Given {
  const required = (inputSchema(tool).required ?? []) as string[]
  const example = (tool.example ?? {}) as Given
  return Object.fromEntries(
    required.map((name) => [name, example[name] ?? validValue(propertiesOf(tool)[name]!)]),
  )
}

/** The address of a tool with its path filled in, and what is left for query or body. */
function addressOf(tool: Tool, input: Given): { path: string; rest: Given } {
  const rest = { ...input }
  const path = tool.http.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: `/api/v1${path}`, rest }
}

async function send(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer & { headers: Headers }> {
  const response = await service.fetch(path, { method, signal: AbortSignal.timeout(60_000), ...init })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    headers: response.headers,
  }
}

function sendQuery(tool: Tool, input: Given, more = ''): Promise<Answer & { headers: Headers }> {
  const { path, rest } = addressOf(tool, input)
  const pairs = Object.entries(rest).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  )
  const query = [...pairs, ...(more === '' ? [] : [more])].join('&')
  return send(tool.http.method, query === '' ? path : `${path}?${query}`, { headers: credentialFor(tool) })
}

function sendBody(tool: Tool, input: Given): Promise<Answer & { headers: Headers }> {
  const { path, rest } = addressOf(tool, input)
  return send(tool.http.method, path, {
    body: JSON.stringify(rest),
    headers: { 'content-type': 'application/json', ...credentialFor(tool) },
  })
}

async function callTool(tool: Tool, input: Given): Promise<Answer> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool.name, arguments: input },
  }
  const response = await postMcp(service, message, credentialFor(tool))
  const data = (await response.text()).split('\n').find((line) => line.startsWith('data: {'))!
  const { result } = JSON.parse(data.slice(6)) as {
    result: { isError?: boolean; content: { text: string }[] }
  }
  const body = JSON.parse(result.content[0]!.text) as Answer['body']
  return { status: result.isError === true ? Number(body.status) : 200, body }
}

function credentialFor(tool: Tool): Record<string, string> {
  return tool.scope === 'public' ? {} : credential
}

/** What is wrong with a refusal, or nothing. */
function complaint({ status, body }: Answer, wanted: Expected): string | undefined {
  if (wanted.maybeNotFound === true && status === 404 && body.code === 'not_found') return undefined
  const errors = (body.errors ?? []) as Expected[]
  if (status !== 400) return `status ${status}`
  if (body.code !== 'invalid_input' || body.type !== 'urn:problem:invalid_input') return `code ${body.code}`
  if (errors.length === 0) return 'no errors'
  if (errors.some(({ pointer }) => pointer !== wanted.pointer))
    return `pointers ${errors.map(({ pointer }) => pointer).join(' ')}`
  if (typeof body.detail !== 'string' || !/^[\w/~[\]]+: .+[.?)]$/.test(body.detail))
    return `detail ${body.detail}`
  if (wanted.code !== undefined && !errors.some(({ code }) => code === wanted.code))
    return `codes ${errors.map(({ code }) => code).join(' ')}`
  const { limit, actual } = wanted
  if (limit !== undefined && !errors.some((error) => error.limit === limit && error.actual === actual))
    return `limits ${errors.map((error) => `${error.limit}/${error.actual}`).join(' ')}`
  return undefined
}

type Case = [what: string, answer: () => Promise<Answer>, wanted: Expected]
async function complaints(cases: Case[]): Promise<string[]> {
  const found: string[] = []
  for (const [what, answer, wanted] of cases) {
    const wrong = complaint(await answer(), wanted)
    if (wrong !== undefined) found.push(`${what} (${JSON.stringify(wanted)}): ${wrong}`)
  }
  return found
}

/** What a program can send as JSON. */
function jsonCases(
  tool: Tool,
  call: (input: Given) => Promise<Answer>,
  taken: string[] = [],
  isFault: (input: Given) => boolean = () => true,
): Case[] {
  const sound = soundInput(tool)
  const asked = (what: string, input: Given, wanted: Expected): Case[] =>
    isFault(input) ? [[what, () => call(input), wanted]] : []
  const ofParameters = Object.entries(propertiesOf(tool))
    .filter(([name]) => !taken.includes(name))
    .flatMap(([name, schema]): Case[] => {
      const values = badValues(schema)
      if (schema.type === 'string')
        values.push(
          { what: 'half a surrogate pair', value: 'a\ud800', at: '' },
          { what: 'U+0000', value: 'a\u0000', at: '' },
        )
      return values.flatMap(({ what, value, at, ...rest }) =>
        asked(
          `${name}: ${what}`,
          { ...sound, [name]: value },
          { ...rest, pointer: `/${name}${at}`, maybeNotFound: isWordOfPath(tool, name, value) },
        ),
      )
    })
  const missing = Object.keys(sound)
    .filter((name) => !taken.includes(name))
    .flatMap((name) => {
      const { [name]: _, ...rest } = sound
      return asked(`${name} missing`, rest, { pointer: `/${name}`, code: 'required' })
    })
  const unknown = ['zzz', 'constructor', 'toString', '__proto__', 'a/b~c', 'Q'].flatMap((name) => {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return asked(`unknown ${name}`, withKey(sound, name), { pointer, code: 'unknown_key' })
  })
  return [...ofParameters, ...missing, ...unknown]
}

const numberTexts = [
  'abc',
  '1.5',
  '1e3',
  '',
  '%201',
  '+1',
  '0x10',
  '01',
  '1,000',
  '%EF%BC%91',
  'NaN',
  'null',
  '[1]',
]
const booleanTexts = ['yes', '1', 'TRUE', '', 'null', '%20true']

/** What a person can write into a URL. */
function queryCases(tool: Tool): Case[] {
  const sound = soundInput(tool)
  const inPath = pathNames(tool)
  return [
    ...Object.entries(propertiesOf(tool)).flatMap(([name, schema]): Case[] => {
      const isText = schema.type === 'string'
      const { [name]: _, ...others } = sound
      const query = (text: string) => () => sendQuery(tool, others, text)
      const values = badValues(schema)
        .filter(({ value }) => (isText ? typeof value === 'string' : typeof value === 'number'))
        .filter(({ value }) => value !== '' || !inPath.includes(name))
        // More than 16 KB of address and headers reach no operation: HTTP itself answers 431.
        .filter(({ value }) => encodeURIComponent(String(value)).length < 15_000)
        .map(({ what, value, at: _at, ...rest }): Case => [
          `${name}: ${what}`,
          () => sendQuery(tool, { ...sound, [name]: value }),
          { ...rest, pointer: `/${name}`, maybeNotFound: isWordOfPath(tool, name, value) },
        ])
      if (inPath.includes(name))
        return [
          ...values,
          [
            `${name} again in the query`,
            () => sendQuery(tool, sound, `${name}=x`),
            { pointer: `/${name}`, code: 'unknown_key' },
          ],
        ]
      const texts = schema.type === 'boolean' ? booleanTexts : isText ? [] : numberTexts
      return [
        ...values,
        ...texts.map((text): Case => [`${name}=${text}`, query(`${name}=${text}`), { pointer: `/${name}` }]),
        [`${name} twice`, query(`${name}=1&${name}=1`), { pointer: `/${name}`, code: 'repeated' }],
        ...['%', '%zz', '%ff', '%c0%af', '%ed%a0%80', '%u0041'].map((text): Case => [
          `${name}=${text}`,
          query(`${name}=${text}`),
          { pointer: `/${name}`, code: 'malformed_escape' },
        ]),
      ]
    }),
    ...['zzz', 'constructor', '__proto__', 'toString', 'page[]', 'PAGE'].map((name): Case => [
      `unknown ${name}`,
      () => sendQuery(tool, sound, `${encodeURIComponent(name)}=1`),
      { pointer: `/${name}`, code: 'unknown_key' },
    ]),
  ]
}

/** They ask other machines, which are not here. */
const reachingOut = [
  'submit_listing',
  'update_draft',
  'invite_cofounder',
  'choose_free_listing',
  'claim_listing',
  'verify_claim',
]

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  if (tool.scope !== 'public')
    it('asks for a credential before it looks at the input', async () => {
      const { path } = addressOf(tool, soundInput(tool))
      expect((await send(tool.http.method, `${path}?zzz=1`)).status).toBe(401)
    })

  it('names every fault of what a tool call sends', async () => {
    const call = (input: Given) => callTool(tool, input)
    const cases = jsonCases(tool, call, [], (input) => isTakenLiterally(tool, input))
    expect(await complaints(some(seeded(7).shuffle(cases), 3))).toEqual([])
  })

  it('names every fault of what a REST request sends', async () => {
    const cases = hasBody(tool)
      ? jsonCases(tool, (input) => sendBody(tool, input), pathNames(tool))
      : queryCases(tool)
    expect(await complaints(cases)).toEqual([])
  })

  it('answers awkward text as it answers any other', async () => {
    const found: string[] = []
    // Each parameter meets some of the texts, and each text some of the parameters.
    for (const [at, [name, schema]] of Object.entries(propertiesOf(tool)).entries()) {
      if (schema.type !== 'string' || reachingOut.includes(tool.name)) continue
      for (const text of awkwardTexts.filter((_, n) => whole || (n + at) % 3 === 0)) {
        const input = { ...soundInput(tool), [name]: text }
        const answers = [await callTool(tool, input)]
        if (onlyReads(tool) && !hasBody(tool) && !(text === '' && pathNames(tool).includes(name)))
          answers.push(await sendQuery(tool, input))
        for (const { status, body } of answers)
          if (
            status >= 500 ||
            ![200, 201, 400, 404].includes(status) ||
            (status === 400 && !body.errors?.length)
          )
            found.push(`${name}=${JSON.stringify(text)}: ${status} ${body.code}`)
      }
    }
    expect(found).toEqual([])
  })

  it('says which methods its address takes', async () => {
    const { path } = addressOf(tool, soundInput(tool))
    const here = tools
      .filter(({ http }) => shape(http.path) === shape(tool.http.path))
      .map(({ http }) => http.method)
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !here.includes(method),
    )
    for (const method of others) {
      const { status, headers, body } = await send(method, path)
      expect({ status, code: body.code }, method).toEqual({ status: 405, code: 'method_not_allowed' })
      expect(headers.get('allow')!.split(', ')).toEqual(
        expect.arrayContaining([...here, 'OPTIONS', ...(here.includes('GET') ? ['HEAD'] : [])]),
      )
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

function shape(path: string): string {
  return path.replace(/\{\w+\}/g, '{}')
}

it('logs no fault of ours for all that', () => {
  expect(service.log_lines.filter((line) => line.includes('unexpected error'))).toEqual([])
})
