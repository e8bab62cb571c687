// The SDK's server, with a readable sentence instead of the SDK's list of zod issues.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { refusalOf } from '../tools/faults.ts'

type Handle = ReturnType<Server['_wrapHandler']>

export class PlainServer extends Server {
  protected override _wrapHandler(method: string, given: Handle): Handle {
    const handle = super._wrapHandler(method, given)
    return async (request, context) => {
      try {
        return await handle(request, context)
      } catch (error) {
        const issues = issuesIn(error)
        throw issues === null ? error : faulty(method, request, issues)
      }
    }
  }
}

/** The zod issues in the parameters of a method, parsed from the text of the SDK's error. */
function issuesIn(error: unknown): z.core.$ZodIssue[] | null {
  const [, list] = /^(?:Invalid tools\/call request: )?(\[\s*\{[^]*\])$/.exec((error as Error).message) ?? []
  return list === undefined ? null : (JSON.parse(list) as z.core.$ZodIssue[])
}

function faulty(method: string, request: unknown, issues: z.core.$ZodIssue[]): ProtocolError {
  const found = issues.map((issue) => ({ ...issue, input: valueAt(request, issue.path) }))
  const error = new z.ZodError(found as z.core.$ZodIssue[])
  const { message, errors } = refusalOf(error, { name: method, input: z.object({}) })
  const where = `What ${method} takes is told at https://modelcontextprotocol.io/specification.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} ${where}`, { errors })
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
