import { FastResponse } from 'srvx'
import type { Logger } from 'pino'
import { outageIn } from '../storage/outage.ts'
import { Refusal, problemOf, refusalOf } from '../tools/errors.ts'
import type { Wiring } from './services.ts'
import { cors } from './cors.ts'
import { requestId } from './request.ts'

/**
 * Logs one line for an unexpected error, and none for a refusal. A bug of ours is logged in full; a database outage
 * without the stack trace and without the values of the statement, which are personal data.
 */
export function noteFault(log: Logger, error: unknown, request_id: string): void {
  if (error instanceof Refusal) return
  const outage = outageIn(error)
  if (outage === null) return log.error({ request_id, err: error }, 'unexpected error')
  const statement = outage.trouble === 'slow' ? (error as { query?: string }).query : undefined
  log.warn({ request_id, trouble: outage.trouble, statement }, outage.message)
}

/** Every refusal as application/problem+json; any other error becomes a 500, or a 503 for an outage. */
export function problemResponse(
  error: unknown,
  { log }: Pick<Wiring, 'log'>,
  request: Request,
  id?: string,
  headers?: Record<string, string>,
): Response {
  const request_id = id ?? requestId(request)
  noteFault(log, error, request_id)
  const refusal = refusalOf(error)
  const problem = problemOf(refusal, request_id)
  return new FastResponse(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request_id,
      ...cors,
      ...headers,
      ...refusal.headers,
    },
  })
}
