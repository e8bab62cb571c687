import { FastResponse } from 'srvx'
import type { Logger } from 'pino'
import { outageIn } from '../storage/outage.ts'
import { whyRefused } from '../tools/deed.ts'
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

/** The code of a refusal for the log, and what of the call it was for if there is more to say. */
export function reasonsOf(refusal: Refusal): { code: string; why?: string } {
  const why = whyRefused(refusal)
  return { code: refusal.code, ...(why !== refusal.code && { why }) }
}

/**
 * Every refusal as application/problem+json; any other error becomes a 500, or a 503 for an outage. Whoever gives an
 * `id` logs the call; otherwise it is logged here, so that every request id in an answer is found in the log.
 */
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
  if (id === undefined)
    log.info({ request_id, call: 'elsewhere', status: problem.status, ...reasonsOf(refusal) }, 'call')
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
