// What an address answers to the methods it does not take.
import type { H3, H3Event } from 'h3'
import { Refusal } from '../tools/errors.ts'
import type { Method } from '../tools/tool.ts'
import type { Wiring } from './services.ts'
import { cors, preflight } from './cors.ts'
import { problemResponse } from './errors.ts'

const headers = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
const standardMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

const refusalOf = (methods: readonly string[], allow: string) =>
  new Refusal('method_not_allowed', `This address takes ${methods.join(' or ')}.`, { headers: { allow } })

/**
 * OPTIONS is answered with what there is, and every other method with 405, lest an address with a name in the path take
 * it. Only the missing methods get a route: one for all of them would swallow HEAD, which falls back to GET.
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
    app.on(method, route, ({ req }) => problemResponse(refusalOf(methods, allow), services, req))
}

/** The same of any other address: the refusal of its method. Null where there is nothing by any, or all are answered. */
export function otherMethods(app: H3, { url }: H3Event): Refusal | null {
  const isTaken = (method: string) => app['~findRoute']({ req: { method }, url } as H3Event) !== undefined
  const taken = standardMethods.filter(isTaken)
  return taken.length === 0 || taken.includes('TRACE')
    ? null
    : refusalOf(taken, [...taken, ...['HEAD', 'OPTIONS'].filter(isTaken)].join(', '))
}
