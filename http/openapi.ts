// The OpenAPI 3.1 document, generated from the tools alone. Run as a program it writes openapi.json.
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { scopeTexts } from '../auth/scopes.ts'
import { catalog } from '../tools/catalog.ts'
import { readingOf, takesIfMatch } from './if_match.ts'
import { nextStep } from '../tools/next_step.ts'
import { onlyReads, pathNames, type Tool } from '../tools/tool.ts'

const tags = {
  Directory: 'Reading what is public. No sign-in is needed.',
  Account: 'Who is calling.',
  Drafts: 'From a website to a draft that invents nothing, and on to a listing.',
  'My listings': 'What the signed-in person owns.',
  Claims: 'Proving that a listed company is yours.',
  Orders: 'Products, prices and orders. Paying happens on a page, by a person.',
} satisfies Record<Tool['tag'], string>

/** RFC 9457 problem details with our extensions: every refusal over REST, and the text of an MCP error result. */
const problem = z
  .object({
    type: z.string().describe('A URN of the code'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('A sentence the caller can act on'),
    code: z.string().describe('Stable; branch on this, never on the sentences'),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('RFC 6901 pointer into the input'),
          code: z.string(),
          message: z.string(),
          nearest: z.string().optional().describe('The right name, where it is plain which was meant'),
          limit: z.union([z.number(), z.string()]).optional(),
          actual: z.union([z.number(), z.string()]).optional(),
        }),
      )
      .optional()
      .describe('Each fault of the input'),
    next_steps: z.array(nextStep).optional().describe('Calls that fix it'),
  })
  .meta({ id: 'Problem' })
const text = { type: 'string' } as const
const idempotencyKeyHeader = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    'Sent again to the same operation with the same input within 24 hours, the request is answered as before and done once; each operation has keys of its own',
  )
const ifMatchHeader = z
  .string()
  .optional()
  .describe(
    'The ETag of what this changes, as it was read: where it is another by now, nothing is done (412)',
  )
const commonHeaders = {
  'X-Request-Id': { description: 'Names this request in the logs', schema: text },
}
const limitHeaders = {
  RateLimit: { description: 'What is left, as draft-ietf-httpapi-ratelimit-headers says it', schema: text },
  'RateLimit-Policy': { description: 'The policy this call counts against', schema: text },
}

const etagHeader = {
  description: 'Strong; send it back as If-None-Match, or as If-Match where this is changed',
  schema: text,
}

export function openApiDocument(tools: readonly Tool[] = catalog) {
  const paths: ZodOpenApiPathsObject = {}
  for (const tool of tools) {
    const path = (paths[tool.http.path] ??= {})
    path[tool.http.method.toLowerCase() as 'get'] = operation(tool)
  }
  const used = new Set(tools.map((tool) => tool.tag))
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Launch Directory',
        version: '1.0.0',
        description:
          'A public directory of products with a weekly launch calendar. Every operation is also a tool of the MCP server, under the same name.',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: '/api/v1', description: 'This site' }],
      tags: Object.entries(tags)
        .filter(([name]) => used.has(name as Tool['tag']))
        .map(([name, description]) => ({ name, description })),
      paths,
      components: {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            description: 'OAuth 2.1: authorization code with PKCE (S256)',
            flows: {
              authorizationCode: { authorizationUrl: '/authorize', tokenUrl: '/token', scopes: scopeTexts },
            },
          },
          api_key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key of your account; it begins with lk_',
          },
        },
      },
    },
    { override: ({ jsonSchema, io }) => void (io === 'output' && delete jsonSchema.additionalProperties) },
  )
}

function operation(tool: Tool): ZodOpenApiOperationObject {
  const names = pathNames(tool)
  const shape = tool.input.shape
  const pick = (wanted: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(shape)
        .filter(([name]) => wanted(name))
        .map(([name, schema]) => [name, withExample(tool, name, schema)]),
    )
  const inPath = pick((name) => names.includes(name))
  const rest = pick((name) => !names.includes(name))
  const hasBody = tool.http.method !== 'GET' && tool.http.method !== 'DELETE'
  const bodySchema = z.strictObject(rest)
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [tool.tag],
    security:
      tool.scope === 'public'
        ? [{}, { oauth2: [] }, { api_key: [] }]
        : [{ oauth2: [tool.scope] }, { api_key: [] }],
    requestParams: {
      path: z.object(inPath),
      ...(!hasBody && { query: z.object(rest) }),
      ...(!onlyReads(tool) && {
        header: z.object({
          'Idempotency-Key': idempotencyKeyHeader,
          ...(takesIfMatch(tool) && readingOf(tool, catalog) && { 'If-Match': ifMatchHeader }),
        }),
      }),
    },
    ...(hasBody &&
      Object.keys(rest).length > 0 && {
        requestBody: {
          required: !bodySchema.safeParse({}).success,
          content: { 'application/json': { schema: bodySchema } },
        },
      }),
    responses: {
      [String(tool.http.status ?? 200) as '200']: {
        description: tool.http.status === 201 ? 'Created' : 'OK',
        headers: {
          ...commonHeaders,
          ...limitHeaders,
          ...(!onlyReads(tool) && {
            'Idempotent-Replayed': {
              description: 'true when this is the stored answer of an earlier request',
              schema: text,
            },
          }),
          ...(tool.http.method === 'GET' && {
            ETag: etagHeader,
          }),
        },
        content: { 'application/json': { schema: tool.output.meta({ id: `${pascal(tool.name)}Result` }) } },
      },
      ...(tool.http.method === 'GET' && {
        '304': {
          description: 'Unchanged since the ETag in If-None-Match',
          headers: { ...commonHeaders, ...limitHeaders, ETag: etagHeader },
        },
      }),
      ...refusals(tool, names.length > 0 || asksForSomething(tool), hasBody),
    },
  }
}

function withExample(tool: Tool, name: string, schema: z.ZodType): z.ZodType {
  const example = (tool.example as Record<string, unknown> | undefined)?.[name]
  return example === undefined ? schema : schema.meta({ examples: [example] })
}

/** Whether it can be called for a certain item, which may not exist. */
function asksForSomething(tool: Tool): boolean {
  if ('slug' in tool.input.shape) return true
  if (tool.http.method !== 'GET') return false
  // Trophies can be requested for one founder, or for everybody.
  return 'founder' in tool.input.shape || !tool.input.safeParse({}).success
}

function refusals(tool: Tool, hasIdentifier: boolean, hasBody: boolean) {
  const answers: Record<string, string> = {
    400: 'The input is not valid, or the operation is not possible in the present state',
    401:
      tool.scope === 'public'
        ? 'A credential was sent that is not valid'
        : 'No credential, or one that is not valid',
    ...(tool.scope !== 'public' && {
      403: `The credential lacks the scope ${tool.scope}, or access is refused`,
    }),
    ...(hasIdentifier && { 404: 'Not found' }),
    ...(takesIfMatch(tool) && { 412: 'If-Match names another ETag than what this changes has now' }),
    ...(hasBody && {
      413: 'The body is larger than a megabyte, or holds more than a thousand values',
      415: 'The body is not JSON, or is compressed',
    }),
    429: 'Too many calls; Retry-After says when to come back',
    500: 'An error on our side',
  }
  return Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      {
        description,
        headers: { ...commonHeaders, ...headersOf[status] },
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  )
}

/** Response headers beside X-Request-Id. A refused credential is answered before limits are counted. */
const headersOf: Record<string, Record<string, { description: string; schema: typeof text }>> = {
  400: limitHeaders,
  401: {
    'WWW-Authenticate': { description: 'Which scheme, and where to sign in (RFC 9728)', schema: text },
  },
  403: {
    'WWW-Authenticate': { description: 'The scopes that are missing, where that is why', schema: text },
  },
  404: limitHeaders,
  412: limitHeaders,
  413: limitHeaders,
  415: limitHeaders,
  429: {
    'Retry-After': { description: 'Seconds until a call is possible again', schema: text },
    ...limitHeaders,
  },
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The document as committed and served. */
export function openApiText(tools?: readonly Tool[]): string {
  return `${JSON.stringify(openApiDocument(tools), null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('../openapi.json', import.meta.url), openApiText())
