// Answers to HTTP methods that an address does not support.
import type { H3, H3Event } from 'h3'
import { Refusal } from '../tools/errors.ts'
import type { Method } from '../tools/tool.ts'
import type { Wiring } from './services.ts'
import { cors, preflight } from './cors.ts'
import { problemResponse } from './errors.ts'

const headers = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
const standardMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

const refusalOf = (methods: readonly string[], allow: string, meant = '') =>
  new Refusal('method_not_allowed', `This address takes ${methods.join(' or ')}.${meant}`, {
    headers: { allow },
  })

/**
 * OPTIONS is answered with the allowed methods, any other method with 405, so that no route with a parameter matches
 * instead. Only missing methods get a route: one for all would also match HEAD, which falls back to GET.
 */
export function answerOtherMethods(
  app: H3,
  services: Pick<Wiring, 'log'>,
  route: string,
  methods: readonly Method[],
  meant = (_method: string): string => '',
): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  app.options(route, () => preflight(allow, headers, { allow, ...cors }))
  for (const method of standardMethods.filter((one) => !methods.some((taken) => taken === one)))
    app.on(method, route, ({ req }) =>
      problemResponse(refusalOf(methods, allow, meant(method)), services, req),
    )
}

const isTaken = (app: H3, method: string, pathname: string): boolean =>
  app['~findRoute']({ req: { method }, url: { pathname } } as H3Event) !== undefined

/**
 * The page above an address that takes only forms. Whoever reloads a refused form, or comes back to it from another one,
 * asks for its address. Null if it takes no forms.
 */
export function pageAbove(app: H3, pathname: string): string | null {
  if (!isTaken(app, 'POST', pathname)) return null
  let path = pathname
  do path = path.slice(0, path.lastIndexOf('/')) || '/'
  while (!isTaken(app, 'GET', path))
  return path
}

/** The 405 refusal for any other address. Null if the address has no route at all, or supports all methods. */
export function otherMethods(app: H3, { url }: H3Event): Refusal | null {
  const takes = (method: string) => isTaken(app, method, url.pathname)
  const taken = standardMethods.filter(takes)
  return taken.length === 0 || taken.includes('TRACE')
    ? null
    : refusalOf(taken, [...taken, ...['HEAD', 'OPTIONS'].filter(takes)].join(', '))
}
