// openapi.json is generated from the tools, committed, served, and clean by the strictest rules of a common linter.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument, openApiText } from '../http/openapi.ts'
import { catalog } from '../tools/catalog.ts'
import type { Tool } from '../tools/tool.ts'
import { startService, type Service } from './support/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const committed = readFileSync(join(root, 'openapi.json'), 'utf8')
const document = openApiDocument() as unknown as Document
type Response = { content?: Record<string, unknown>; headers?: Record<string, unknown> }
type Operation = {
  operationId: string
  description: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: object; description?: string }[]
  requestBody?: { required: boolean }
  responses: Record<string, Response>
}
type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

it('is not stale: npm run generate would write the file that is committed', () => {
  expect(openApiText() === committed, 'run npm run generate').toBe(true)
})

it('is served as it is committed', async () => {
  const response = await service.fetch('/api/v1/openapi.json')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect((await response.text()) === committed).toBe(true)
})

it('is OpenAPI 3.1, version 1.0.0 (specification section 9)', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe('1.0.0')
})

it('has an operation for every tool, under the same name', () => {
  expect(operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`)).toEqual(
    expect.arrayContaining(catalog.map(({ name, http }) => `${name} ${http.method} ${http.path}`)),
  )
  expect(operations).toHaveLength(catalog.length)
})

it('names every parameter once, in the path or the query, and the scope of every operation', () => {
  for (const tool of catalog) {
    const operation = operations.find(({ operationId }) => operationId === tool.name)!
    const inUrl = (operation.parameters ?? [])
      .filter(({ in: where }) => where !== 'header')
      .map(({ name }) => name)
    const hasBody = tool.http.method !== 'GET' && tool.http.method !== 'DELETE'
    const names = Object.keys(tool.input.shape)
    if (hasBody) expect(names, tool.name).toEqual(expect.arrayContaining(inUrl))
    else expect(inUrl.sort(), tool.name).toEqual(names.sort())
    const wanted = tool.scope === 'public' ? {} : { oauth2: [tool.scope] }
    expect(operation.security, tool.name).toContainEqual(wanted)
  }
})

const mustName = (tool: Tool) => tool.http.method === 'GET' && !tool.input.safeParse({}).success

it('describes success and every refusal of every operation', () => {
  for (const { operationId, path, responses } of operations) {
    const tool = catalog.find(({ name }) => name === operationId)!
    const hasBody = !['GET', 'DELETE'].includes(tool.http.method)
    const expected = [
      String(tool.http.status ?? 200),
      '400',
      '401',
      ...(tool.scope === 'public' ? [] : ['403']),
      // What a query must name, as the two slugs of /compare, may be nobody's too; and whose trophies are asked for.
      ...(path.includes('{') ||
      mustName(tool) ||
      'slug' in tool.input.shape ||
      operationId === 'list_trophies'
        ? ['404']
        : []),
      ...(tool.http.method === 'GET' ? ['304'] : []),
      // If-Match stands for something where something is replaced.
      ...(['PATCH', 'PUT', 'DELETE'].includes(tool.http.method) ? ['412'] : []),
      ...(hasBody ? ['413', '415'] : []),
      '429',
      '500',
    ]
    expect(Object.keys(responses).sort(), operationId).toEqual(expected.sort())
    for (const [status, response] of Object.entries(responses))
      expect(Object.keys(response.content ?? {}), `${operationId} ${status}`).toEqual(
        status === '304' ? [] : [Number(status) < 400 ? 'application/json' : 'application/problem+json'],
      )
    const headers = (status: string) => Object.keys(responses[status]?.headers ?? {})
    for (const status of Object.keys(responses)) expect(headers(status)).toContain('X-Request-Id')
    expect(headers('401')).toContain('WWW-Authenticate')
    expect(headers('429')).toContain('Retry-After')
    for (const status of ['400', '429', String(tool.http.status ?? 200)])
      expect(headers(status)).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']))
  }
})

it('passes redocly with recommended-strict and not one warning', async () => {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')
  const result = await new Promise<{ failed: boolean; report: string }>((resolve) =>
    execFile(
      process.execPath,
      [cli, 'lint', 'openapi.json', '--format', 'json'],
      {
        cwd: root,
        env: { PATH: process.env.PATH, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        timeout: 120_000,
      },
      (error, report) => resolve({ failed: error !== null, report }),
    ),
  )
  const { totals, problems } = JSON.parse(result.report) as {
    totals: object
    problems: { message: string }[]
  }
  expect(problems.map(({ message }) => message)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
  expect(result.failed).toBe(false)
})
