// Makes each tool a route under /api/v1.
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { Refusal } from '../tools/errors.ts'
import { refusing } from '../tools/faults.ts'
import { lastPageOf } from '../tools/inputs.ts'
import { refusedUnread, runOnce } from '../tools/run.ts'
import type { Context, Method, Reach, Tool } from '../tools/tool.ts'
import { isPublicReading, openAnswers, type Answer, type Answers } from './answers.ts'
import type { Services } from './services.ts'
import { cors } from './cors.ts'
import { problemResponse } from './errors.ts'
import { etagOf, matches } from './etag.ts'
import { conditionOf } from './if_match.ts'
import { inputReader } from './input.ts'
import { limitHeaders } from '../tools/too_many.ts'
import { answerOtherMethods } from './methods.ts'
import { requestId } from './request.ts'

export const apiPath = '/api/v1'

type RestAnswer = Answer & { etag: string | null; replayed: boolean }

export function restRoutes(app: H3, services: Services, tools: readonly Tool[]): void {
  const methodsOf = new Map<string, Method[]>()
  const answers = openAnswers<RestAnswer>(services.storage)
  for (const tool of tools) {
    const route = apiPath + tool.http.path.replace(/\{(\w+)\}/g, ':$1')
    methodsOf.set(route, [...(methodsOf.get(route) ?? []), tool.http.method])
    app.on(tool.http.method, route, restCall(services, tool, tools, answers))
  }
  for (const [route, methods] of methodsOf)
    answerOtherMethods(app, services, route, methods, (method) => operationsMeant(method, route, tools))
}

/** The words of an address or a name, each in the singular. */
const wordsOf = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .match(/[a-z]{3,}/g)
      ?.map((word) => word.replace(/s$/, '')),
  )

/** A sentence with the operations of this method that have a word of the address in their name or path; often empty. */
export function operationsMeant(method: string, path: string, tools: readonly Tool[]): string {
  const words = wordsOf(path)
  const found = tools
    .filter(({ http }) => http.method === method)
    .map((tool) => ({ tool, shared: wordsOf(`${tool.name} ${tool.http.path}`).intersection(words).size }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.tool.http.path.length - b.tool.http.path.length)
    .slice(0, 3)
    .map(({ tool: { name, http } }) => `${name} is ${http.method} ${apiPath}${http.path}`)
  return found.length === 0 ? '' : ` Did you mean one of these? ${found.join('; ')}.`
}

function restCall(services: Services, tool: Tool, tools: readonly Tool[], answers: Answers<RestAnswer>) {
  const read = inputReader(tool)
  const isGet = tool.http.method === 'GET'
  const isForEveryone = isPublicReading(tool)

  async function answer(
    request: Request,
    { pathname, search }: URL,
    context: Context & Reach,
    tell: (input: unknown) => void,
  ): Promise<RestAnswer> {
    const { input, faults } = await read(pathname.slice(apiPath.length), search.slice(1), request)
    tell(input)
    const refused = (refusal: Refusal) => refusedUnread(refusal, tool, input, context)
    // The router ignores a final slash; /listings/ would return the list where one listing was requested.
    if (pathname.endsWith('/'))
      throw await refused(new Refusal('not_found', 'Addresses here have no trailing slash. Remove it.'))
    if (faults.length > 0) throw await refused(refusing(faults))
    const condition = conditionOf(request, tool, tools)
    const { body: result, replayed } = await runOnce(tool, input, context, keyOf(request), condition)
    const text = JSON.stringify(result)
    const isPage = typeof result.per_page === 'number'
    return {
      text,
      replayed,
      etag: isGet ? etagOf(text) : null,
      link: isPage ? pageLinks(context.public_url + pathname, search, result) : null,
    }
  }

  return async (event: H3Event): Promise<Response> => {
    const request = event.req
    const done = services.meter.begin('rest', tool.name)
    let request_id: string | undefined
    let context: (Context & Reach) | undefined
    let input: unknown
    let left: Record<string, string> = {}
    try {
      const arrival = await services.arrive(request, apiPath)
      const here = (context = arrival.context)
      request_id = arrival.request_id
      const allowance = arrival.take(tool)
      left = allowance === null ? {} : limitHeaders(allowance)
      if (tool.scope !== 'public') arrival.demand([tool.scope])
      const { url } = event
      const make = () => answer(request, url, here, (given) => (input = given))
      // Some public operations show an owner more, so only anonymous answers are shared.
      const isForAnyone = isForEveryone && here.caller === null && keyOf(request) === null
      const { text, etag, link, replayed } = isForAnyone
        ? await answers.of(`${here.public_url} ${url.pathname}${url.search}`, here.now, make)
        : await make()
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'cache-control': isForAnyone ? 'public, max-age=10' : isGet ? 'private, no-cache' : 'no-store',
        // An owner may see more of a public answer, so a cache must not confuse the two.
        vary: 'Authorization',
        'x-content-type-options': 'nosniff',
        'x-request-id': request_id,
        ...cors,
        ...left,
        ...(replayed && { 'idempotent-replayed': 'true' }),
      }
      if (link) headers.link = link
      if (etag !== null) {
        headers.etag = etag
        if (matches(request.headers.get('if-none-match'), etag)) {
          done(304, request_id, { context })
          return new FastResponse(null, { status: 304, headers })
        }
      }
      const status = tool.http.status ?? 200
      done(status, request_id, { context })
      return new FastResponse(text, { status, headers })
    } catch (error) {
      const id = request_id ?? requestId(request)
      const response = problemResponse(error, services, request, id, left)
      done(response.status, id, { context, input, error })
      return response
    }
  }
}

const keyOf = (request: Request) => request.headers.get('idempotency-key')

/** RFC 8288 Link header with the neighbouring pages. */
function pageLinks(address: string, search: string, result: Record<string, unknown>): string {
  const of = result as { page: number; per_page: number; total: number; has_more: boolean }
  const { page, has_more } = of
  const last = lastPageOf(of)
  const link = (number: number, rel: string) => {
    const query = new URLSearchParams(search)
    query.set('page', String(number))
    return `<${address}?${query}>; rel="${rel}"`
  }
  return [
    link(1, 'first'),
    ...(page > 1 ? [link(Math.min(page - 1, last), 'prev')] : []),
    ...(has_more ? [link(page + 1, 'next')] : []),
    link(last, 'last'),
  ].join(', ')
}
