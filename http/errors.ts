import { FastResponse } from 'srvx'
import { Refusal, problemOf } from '../tools/errors.ts'
import type { Wiring } from './services.ts'
import { cors } from './cors.ts'
import { requestId } from './request.ts'

/** Every refusal as application/problem+json; what is not a refusal is a bug of ours, logged whole and told as 500. */
export function problemResponse(
  error: unknown,
  { log }: Pick<Wiring, 'log'>,
  request: Request,
  id?: string,
  headers?: Record<string, string>,
): Response {
  const request_id = id ?? requestId(request)
  if (!(error instanceof Refusal)) log.error({ request_id, err: error }, 'unexpected error')
  const problem = problemOf(error, request_id)
  return new FastResponse(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request_id,
      ...cors,
      ...headers,
      ...(error instanceof Refusal && error.headers),
    },
  })
}
