// Whether an answer keeps its promises, checked as a client would: against the published OpenAPI document and the schemas
// of tools/list, by a JSON Schema validator that knows nothing of ours.
import { Ajv, addFormats } from '@modelcontextprotocol/client/validators/ajv'
import { catalog } from '../../tools/catalog.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Service } from '../support/service.ts'
import { connectMcp } from '../support/service.ts'

export type ClientChecks = Awaited<ReturnType<typeof openClientChecks>>
type Problem = {
  status: number
  code: string
  detail: string
  request_id: string
  errors?: { pointer: string; message: string }[]
  next_steps?: { tool: string; arguments: Record<string, unknown> }[]
}
type Result = { isError?: boolean; content?: unknown; structuredContent?: unknown }
type Validate = ((value: unknown) => boolean) & { errors?: unknown }

export async function openClientChecks(service: Service) {
  const ajv = new Ajv({ strict: false, allErrors: false })
  addFormats(ajv)
  const document = await (await service.fetch('/api/v1/openapi.json')).json()
  ajv.addSchema(document as object, 'openapi')
  const bySchema = (place: string): Validate => ajv.compile({ $ref: `openapi#${place}` }) as Validate
  const isProblem = bySchema('/components/schemas/Problem')
  const operations = new Map(
    catalog.map((tool) => {
      const { method, path } = tool.http
      const responses = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/responses`
      const success = String(tool.http.status ?? 200)
      const documented = Object.keys(
        (document as Record<string, any>).paths[path][method.toLowerCase()].responses as object,
      )
      return [
        tool.name,
        { documented, isSuccess: bySchema(`${responses}/${success}/content/application~1json/schema`) },
      ]
    }),
  )
  const client = await connectMcp(service)
  const outputs = new Map(
    (await client.listTools()).tools.map((tool) => [tool.name, ajv.compile(tool.outputSchema!) as Validate]),
  )
  await client.close()

  function faultsOfProblem(body: unknown): string[] {
    if (!isProblem(body)) return [`is no problem: ${said(isProblem, body)}`]
    const problem = body as Problem
    const faults: string[] = []
    if (problem.status >= 500) faults.push(`failed with ${JSON.stringify(problem)}`)
    if (!/^[a-z_]+$/.test(problem.code)) faults.push(`has the code ${problem.code}`)
    if (!/^[\w.-]{8,64}$/.test(problem.request_id)) faults.push(`has the request id ${problem.request_id}`)
    if (problem.detail.trim() === '') faults.push('says nothing')
    for (const { pointer, message } of problem.errors ?? [])
      if (!/^(\/|$)/.test(pointer) || message === '') faults.push(`points to ${JSON.stringify(pointer)}`)
    for (const step of problem.next_steps ?? []) {
      const next = catalog.find(({ name }) => name === step.tool)
      if (next !== undefined && next.input.safeParse(step.arguments).error !== undefined)
        faults.push(`names a next step that would be refused: ${JSON.stringify(step)}`)
    }
    return faults
  }

  async function ofProblemResponse(response: Response, text: string): Promise<string[]> {
    const faults: string[] = []
    if (response.headers.get('content-type') !== 'application/problem+json')
      faults.push(`${response.status} comes as ${response.headers.get('content-type')}`)
    const body = parsed(text)
    faults.push(...faultsOfProblem(body))
    const problem = body as Problem | undefined
    if (problem?.status !== response.status) faults.push(`says ${problem?.status} with a ${response.status}`)
    if (problem?.request_id !== response.headers.get('x-request-id')) faults.push('has two request ids')
    return faults
  }

  return {
    /** An answer of REST to a request for this operation; not exact when the address may have become another. */
    async ofOperation(tool: Tool, response: Response, isExact: boolean): Promise<string[]> {
      const text = await response.text()
      const { documented, isSuccess } = operations.get(tool.name)!
      const known = documented.includes(String(response.status))
      const faults = known || !isExact ? [] : [`answers ${response.status}, which is not documented`]
      if (response.status >= 400) return [...faults, ...(await ofProblemResponse(response, text))]
      if (!isExact) return faults
      const body = parsed(text)
      if (!isSuccess(body)) faults.push(`breaks its schema: ${said(isSuccess, body)}`)
      if (response.headers.get('content-type') !== 'application/json') faults.push('is not called JSON')
      if (response.headers.get('x-request-id') === null) faults.push('has no request id')
      return faults
    },

    /** An answer to a request that may be for anything. */
    async ofAnyResponse(response: Response, path: string): Promise<string[]> {
      const text = await response.text()
      if (response.status >= 500) return [`failed with ${response.status} ${text.slice(0, 300)}`]
      return path.startsWith('/api/v1') && response.status >= 400 ? ofProblemResponse(response, text) : []
    },

    /** A result of MCP. */
    ofResult(
      tool: Tool,
      result: Result,
      input: Record<string, unknown>,
    ): { status: number; faults: string[] } {
      const text = (result.content as { type: string; text: string }[] | undefined)?.[0]?.text ?? ''
      const body = parsed(text)
      if (result.isError === true) {
        const faults = faultsOfProblem(body)
        const { status } = (body ?? { status: 0 }) as Problem
        if (!operations.get(tool.name)!.documented.includes(String(status)))
          faults.push(`answers ${status}, which is not documented`)
        return { status, faults }
      }
      const isOutput = outputs.get(tool.name)!
      const faults = isOutput(result.structuredContent)
        ? []
        : [`breaks its schema: ${said(isOutput, result.structuredContent)}`]
      const whole = result.structuredContent as Record<string, unknown>
      const told = tool.brief === undefined || faults.length > 0 ? whole : tool.brief(whole, input)
      if (JSON.stringify(body) !== JSON.stringify(told))
        faults.push('says one thing in its text and another in its structure')
      return { status: 200, faults }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function said(validate: Validate, body: unknown): string {
  return `${JSON.stringify(validate.errors)} in ${JSON.stringify(body)?.slice(0, 300)}`
}
