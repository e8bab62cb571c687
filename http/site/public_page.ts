// The frame of public pages: cached like the API's public answers, but made anew for a signed-in visitor, because it
// may name them.
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { openAnswers, type Answer } from '../answers.ts'
import { etagOf, matches } from '../etag.ts'
import { notFound, Refusal } from '../../tools/errors.ts'
import { domainCameFrom } from '../../tools/listings/company.ts'
import { cors } from '../cors.ts'
import { problemResponse } from '../errors.ts'
import { answerOtherMethods } from '../methods.ts'
import { addressOf, requestId } from '../request.ts'
import { layout, pageHeaders, type Page } from './layout.ts'
import type { Markdown } from './prose.ts'
import { privateResponse, receive } from './private_page.ts'
import {
  callsOf,
  isRedirect,
  ownVisit,
  receiveForm,
  toSignIn,
  type Arrived,
  type OwnVisit,
  type Redirect,
  type Visit,
  type Visits,
} from './visit.ts'

/** What a public page may use; `query` has those parameters of the address that the page declares. */
export type PublicVisit = Pick<
  Visit,
  'params' | 'site' | 'public_url' | 'pages_folder' | 'seller' | 'now' | 'session' | 'storage' | 'call'
> & {
  query: Record<string, string>
  /** The path of the page, without its query. */
  path: string
}

/** `load` gets the data by calling operations; forms of the page work for signed-in people only. */
type Definition<Data> = {
  path: string
  /** The parameters it uses; others are ignored and do not make a different page. */
  query?: readonly string[]
  load(visit: PublicVisit): Promise<Data | Redirect>
  render(data: Data, visit: PublicVisit): Page
  /** The page as Markdown, for programs. */
  markdown?(data: Data, visit: PublicVisit): Markdown
  /** Handlers by the path a form is sent to. */
  post?: Record<string, (visit: OwnVisit) => Promise<Redirect | Page>>
}
export type PublicPage = Required<Pick<Definition<never>, 'path' | 'query' | 'post'>> & {
  get(visit: PublicVisit): Promise<Page | Redirect>
  /** Null if the page exists as HTML only. */
  markdown: ((visit: PublicVisit) => Promise<Markdown | Redirect>) | null
}

export function publicPage<Data extends object | null>(page: Definition<Data>): PublicPage {
  const { path, query = [], post = {}, load, render, markdown } = page
  const show =
    <Shown>(make: (data: Data, visit: PublicVisit) => Shown) =>
    async (visit: PublicVisit) => {
      const shown = await load(visit)
      return isRedirect(shown) ? shown : make(shown, visit)
    }
  return { path, query, post, get: show(render), markdown: markdown === undefined ? null : show(markdown) }
}

type KeptPage = Answer & {
  bytes: Buffer<ArrayBuffer>
  listing_id?: number
  /** Null for a redirect. */
  etag: string | null
  headers: Record<string, string>
  status: number
}

/** Pages are longer than API answers, so fewer are cached. */
const mostKept = { answers: 2000, characters: 6_000_000 }
const reading = { http: { method: 'GET', path: '/' } } as const
const markdownHeaders = {
  'content-type': 'text/markdown; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  ...cors,
}
const leading = ({ redirect }: Redirect): KeptPage => ({
  text: '',
  bytes: Buffer.alloc(0),
  etag: null,
  status: 302,
  headers: { location: redirect },
})

function asHtml(answer: Page, text: string, more: Record<string, string>): KeptPage {
  const bytes = Buffer.from(text)
  const { listing_id, status = 200 } = answer
  const headers = { ...pageHeaders(answer), ...more }
  return { text: '', bytes, listing_id, etag: etagOf(bytes), status, headers }
}

function asMarkdown(answer: Markdown | Redirect, address: string): KeptPage {
  if (isRedirect(answer)) return leading(answer)
  const bytes = Buffer.from(`${answer.text}\n`)
  const link = `<${address}>; rel="canonical", <${address}>; rel="alternate"; type="text/html"`
  return { text: '', bytes, etag: etagOf(bytes), status: 200, headers: { ...markdownHeaders, link } }
}

const keyOf = (address: string, form: string | null): string =>
  form === null ? address : `${form} ${address}`

export function publicRoutes(app: H3, visits: Visits, pages: readonly PublicPage[]): void {
  const { services } = visits
  const answers = openAnswers<KeptPage>(services.storage, mostKept)

  async function show(page: PublicPage, visit: Arrived): Promise<Response> {
    visit.arrival.take(reading)
    const asked_for = askedFor(page, visit.url, visit.public_url)
    const isTwin = twin.test(visit.url.pathname)
    if (isTwin && page.markdown === null) throw notFound('page at this address')
    const markdown = isTwin || wantsMarkdown(visit.request.headers.get('accept')) ? page.markdown : null
    // Markdown contains nothing personal, so it is the same for everybody.
    const session = markdown === null ? visit.session : null
    const { context, ...arrival } =
      visit.session === session ? visit.arrival : services.arriveAs(visit.request, null)
    const make = async (): Promise<KeptPage> => {
      const { site, public_url, pages_folder, seller, now, storage } = visit
      const params = isTwin ? withoutEnding(visit.params) : visit.params
      const call = callsOf({ ...arrival, context })
      const { address, ...asked } = asked_for
      const shown = { ...asked, params, site, public_url, pages_folder, seller, now, session, storage, call }
      if (markdown !== null) return asMarkdown(await markdown(shown), address)
      const answer = await page.get(shown)
      if (isRedirect(answer)) return leading(answer)
      const twin_address = page.markdown === null ? undefined : twinOf(address)
      const text = layout({ ...answer, twin: twin_address }, { session, site, theme: visit.theme, address })
      return asHtml(answer, text, {
        ...(twin_address !== undefined && {
          link: `<${twin_address}>; rel="alternate"; type="text/markdown"`,
        }),
        ...(session === null && cors),
      })
    }
    const key = keyOf(asked_for.address, markdown === null ? visit.theme : 'markdown')
    const shown = session !== null ? await make() : await answers.of(key, visit.now, make)
    countView(shown, visit)
    return respond(page, shown, visit.request, visit.arrival.request_id, session !== null)
  }

  /** The common case, an anonymous visitor and a cached page. Null if the page has to be made. */
  function showKept(page: PublicPage, { req, url }: H3Event): Response | null {
    const { headers } = req
    if (headers.has('cookie') || markdownNamed.test(headers.get('accept') ?? '')) return null
    if (twin.test(url.pathname)) return null
    const { now, public_url } = services.place(req)
    const shown = answers.kept(keyOf(askedFor(page, url, public_url).address, null), now)
    if (shown === undefined) return null
    const done = services.meter.begin('page', `GET ${page.path}`)
    const { request_id, take } = services.arriveAs(req, null)
    try {
      take(reading)
    } catch {
      return null
    }
    countView(shown, { request: req, address: addressOf(req), now, public_url })
    const response = respond(page, shown, req, request_id, false)
    done(response.status, request_id)
    return response
  }

  /** Counts a view, but not a prefetch by a browser, nor a check whether the page is there. */
  function countView(
    { listing_id }: KeptPage,
    {
      request: { method, headers },
      address,
      now,
      public_url,
    }: Pick<Visit, 'request' | 'address' | 'now' | 'public_url'>,
  ): void {
    if (listing_id === undefined || method !== 'GET' || headers.has('sec-purpose')) return
    const came_from = domainCameFrom(headers.get('referer'), public_url)
    services.views.see(listing_id, { address, user_agent: headers.get('user-agent'), came_from }, now)
  }

  for (const page of pages) {
    const read = (event: H3Event) =>
      showKept(page, event) ??
      receive(visits, event, `GET ${page.path}`, (visit) =>
        show(page, visit).catch((error: unknown) => {
          const moved = elsewhere(page, error)
          // Programs, which do not read HTML, get the API's refusal.
          if ((event.req.headers.get('accept') ?? '').includes('text/html')) throw moved
          return problemResponse(moved, services, event.req, requestId(event.req))
        }),
      )
    app.get(page.path, read)
    // If the path ends with a parameter, the ending .md is part of the parameter.
    if (page.markdown !== null && !/:\w+$/.test(page.path)) app.get(twinOf(page.path), read)
    for (const [path, post] of Object.entries(page.post))
      app.post(path, (event) =>
        receive(visits, event, `POST ${path}`, async (visit) => {
          visit.take('pages')
          visit.form = await receiveForm(visit)
          const own = ownVisit(visit)
          return privateResponse(own === null ? toSignIn(visit) : await post(own), visit)
        }),
      )
    answerOtherMethods(app, services, page.path, page.path in page.post ? ['GET', 'POST'] : ['GET'])
  }
}

/** The address of a page as Markdown, for clients that cannot set Accept. */
const twin = /\.md$/
function twinOf(address: string): string {
  const [path, query] = address.split('?')
  return `${path!.replace(/\/$/, '/index')}.md${query === undefined ? '' : `?${query}`}`
}
const withoutEnding = (params: Visit['params']): Visit['params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value?.replace(twin, '')]))

const markdownNamed = /text\/markdown/i

/** Whether the Accept header prefers Markdown to HTML; a wildcard means HTML. */
export function wantsMarkdown(accept: string | null): boolean {
  if (accept === null || !markdownNamed.test(accept)) return false
  const liked = (...types: string[]) => {
    const all = accept.split(',').map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    const named = types.map((type) => all.find(([name]) => name === type)).find((one) => one !== undefined)
    return named === undefined ? 0 : Number(named.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
  }
  const markdown = liked('text/markdown')
  return markdown > 0 && markdown >= liked('text/html', 'text/*', '*/*')
}

/** Turns an invalid parameter in the path into "no such page". */
function elsewhere({ path }: PublicPage, error: unknown): unknown {
  const inPath = (pointer: string) => path.split('/').includes(`:${pointer.slice(1)}`)
  return error instanceof Refusal &&
    error.errors.length > 0 &&
    error.errors.every(({ pointer }) => inPath(pointer))
    ? new Refusal('not_found', 'There is no page at this address.', { next_steps: error.next_steps })
    : error
}

/** What a page was asked for: its path, without a final slash, and those query parameters that it uses. */
function askedFor(page: PublicPage, { pathname, search, searchParams }: URL, public_url: string) {
  const query: Record<string, string> = {}
  if (search !== '')
    for (const name of page.query) {
      const given = searchParams.get(name)
      if (given !== null && given !== '') query[name] = given
    }
  const text = new URLSearchParams(query).toString()
  const path = pathname === twinOf('/') ? '/' : pathname.replace(/(?<=.)\/$|\.md$/, '')
  return { query, path, address: public_url + path + (text && `?${text}`) }
}

/** Vary includes Cookie: a page for a signed-in visitor may name them, and must not be served to others. */
function respond(
  page: PublicPage,
  { bytes, etag, status, headers }: KeptPage,
  request: Request,
  request_id: string,
  isOwn: boolean,
): Response {
  const all: Record<string, string> = {
    ...headers,
    'cache-control': isOwn ? 'private, no-cache' : 'public, max-age=10',
    vary: page.markdown === null ? 'Cookie' : 'Accept, Cookie',
    'x-request-id': request_id,
  }
  if (etag !== null) all.etag = etag
  if (etag !== null && matches(request.headers.get('if-none-match'), etag))
    return new FastResponse(null, { status: 304, headers: all })
  return new FastResponse(bytes, { status, headers: all })
}
