// What an address answers to the methods it does not take.
import type { H3 } from 'h3'
import { Refusal } from '../tools/errors.ts'
import type { Method } from '../tools/tool.ts'
import type { Wiring } from './services.ts'
import { cors, preflight } from './cors.ts'
import { problemResponse } from './errors.ts'

const headers = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
const standardMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

/**
 * OPTIONS is answered with what there is, every other method with 405. Only the missing methods get a route: one for
 * all of them would swallow HEAD, which falls back to GET.
 */
export function answerOtherMethods(
  app: H3,
  services: Pick<Wiring, 'log'>,
  route: string,
  methods: readonly Method[],
): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  app.options(route, () => preflight(allow, headers, { allow, ...cors }))
  for (const method of standardMethods.filter((one) => !methods.some((taken) => taken === one)))
    app.on(method, route, (event) =>
      problemResponse(
        new Refusal('method_not_allowed', `This address takes ${methods.join(' or ')}.`, {
          headers: { allow },
        }),
        services,
        event.req,
      ),
    )
}
