import { FastResponse } from 'srvx'
import type { Logger } from 'pino'
import { outageIn } from '../storage/outage.ts'
import { Refusal, problemOf, refusalOf } from '../tools/errors.ts'
import type { Wiring } from './services.ts'
import { cors } from './cors.ts'
import { requestId } from './request.ts'

/**
 * One line for what was not foreseen, and none for a refusal. A bug of ours is logged whole; an outage of the database
 * without the trace of whoever met it, and without the values of its statement, which are people's.
 */
export function noteFault(log: Logger, error: unknown, request_id: string): void {
  if (error instanceof Refusal) return
  const outage = outageIn(error)
  if (outage === null) return log.error({ request_id, err: error }, 'unexpected error')
  const statement = outage.trouble === 'slow' ? (error as { query?: string }).query : undefined
  log.warn({ request_id, trouble: outage.trouble, statement }, outage.message)
}

/** Every refusal as application/problem+json; what is not a refusal is a bug of ours, told as 500, or an outage, as 503. */
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
