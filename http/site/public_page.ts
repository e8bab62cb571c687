// The frame of what everybody may read: kept and cacheable like the API's public answers, and made anew for whoever is
// signed in, because it may then name them.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import type { OpenStorage } from '../../storage/storage.ts'
import { openAnswers, type Answer } from '../answers.ts'
import { etagOf, matches } from '../etag.ts'
import { Refusal } from '../../tools/errors.ts'
import { cors, problemResponse } from '../errors.ts'
import { answerOtherMethods } from '../methods.ts'
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

/** What a public page may look at; `query` holds what stands behind the question mark, of the names it asked for. */
export type PublicVisit = Pick<
  Visit,
  'params' | 'site' | 'public_url' | 'pages_folder' | 'seller' | 'now' | 'session' | 'storage' | 'call'
> & {
  query: Record<string, string>
}

/** `load` gives what is to be shown by calling operations; a form of the page is sent by whoever is signed in. */
type Definition<Data> = {
  path: string
  /** The parameters it reads; all others are nobody's, and make no other page of it. */
  query?: readonly string[]
  load(visit: PublicVisit): Promise<Data | Redirect>
  render(data: Data, visit: PublicVisit): Page
  /** The same for programs that ask for Markdown. */
  markdown?(data: Data, visit: PublicVisit): Markdown
  /** By the address a form is sent to. */
  post?: Record<string, (visit: OwnVisit) => Promise<Redirect | Page>>
}
export type PublicPage = Required<Pick<Definition<never>, 'path' | 'query' | 'post'>> & {
  get(visit: PublicVisit): Promise<Page | Redirect>
  /** Null where the page is there as HTML only. */
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
  listing_id?: number
  etag: string
  headers: Record<string, string>
  status: number
}

/** Not even a picture comes from anywhere else. */
const policy = ["img-src 'self' data:"]
const reading = { http: { method: 'GET', path: '/' } } as const
const markdownHeaders = {
  'content-type': 'text/markdown; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  ...cors,
}
const leading = ({ redirect }: Redirect): KeptPage => ({
  text: '',
  etag: '""',
  status: 302,
  headers: { location: redirect },
})

export function publicRoutes(app: H3, visits: Visits, pages: readonly PublicPage[]): void {
  const answers = openAnswers<KeptPage>(visits.services.storage)

  async function show(page: PublicPage, { arrival, ...visit }: Arrived): Promise<Response> {
    arrival.take(reading)
    const query = asked(page, visit.url)
    const markdown = wantsMarkdown(visit.request.headers.get('accept')) ? page.markdown : null
    // Markdown names nobody, so it is the same for whoever is signed in.
    const session = markdown === null ? visit.session : null
    const make = async (storage: OpenStorage): Promise<KeptPage> => {
      const { params, site, public_url, pages_folder, seller, now } = visit
      const call = callsOf({ ...arrival, context: { ...arrival.context, storage } })
      const shown = { params, site, public_url, pages_folder, seller, now, session, storage, call, query }
      if (markdown !== null) return keptMarkdown(await markdown(shown))
      const answer = await page.get(shown)
      return isRedirect(answer) ? leading(answer) : kept(answer, layout(answer, { ...visit, address }))
    }
    const kept = (answer: Page, text: string): KeptPage => ({
      text,
      listing_id: answer.listing_id,
      etag: etagOf(text),
      status: answer.status ?? 200,
      headers: {
        ...pageHeaders(answer, policy),
        ...(page.markdown !== null && { link: `<${address}>; rel="alternate"; type="text/markdown"` }),
        ...(session === null && cors),
      },
    })
    const keptMarkdown = (answer: Markdown | Redirect): KeptPage => {
      if (isRedirect(answer)) return leading(answer)
      const text = `${answer.text}\n`
      const link = `<${address}>; rel="canonical", <${address}>; rel="alternate"; type="text/html"`
      return { text, etag: etagOf(text), status: 200, headers: { ...markdownHeaders, link } }
    }
    const asked_for = new URLSearchParams(query).toString()
    const address = visit.public_url + visit.url.pathname + (asked_for && `?${asked_for}`)
    const key = `${markdown === null ? visit.theme : 'markdown'} ${address}`
    const shown = session !== null ? await make(visit.storage) : await answers.of(key, visit, make)
    countView(shown, visit)
    const vary = page.markdown === null ? 'Cookie' : 'Accept, Cookie'
    return respond(
      shown,
      { 'cache-control': session !== null ? 'private, no-cache' : 'public, max-age=10', vary },
      visit.request,
    )
  }

  /** A page that a browser fetches ahead is not looked at yet. */
  function countView({ listing_id }: KeptPage, { request: { headers }, address, now }: Visit): void {
    if (listing_id === undefined || headers.has('sec-purpose')) return
    visits.services.views.see(listing_id, { address, user_agent: headers.get('user-agent') }, now)
  }

  for (const page of pages) {
    app.get(page.path, (event) =>
      receive(visits, event, `GET ${page.path}`, (visit) =>
        show(page, visit).catch((error: unknown) => {
          const told = elsewhere(page, error)
          // Programs, which read no HTML, are told as by the API.
          if ((event.req.headers.get('accept') ?? '').includes('text/html')) throw told
          return problemResponse(told, visits.services, event.req)
        }),
      ),
    )
    for (const [path, post] of Object.entries(page.post))
      app.post(path, (event) =>
        receive(visits, event, `POST ${path}`, async (visit) => {
          visit.take('pages')
          visit.form = await receiveForm(visit)
          const own = ownVisit(visit)
          return privateResponse(own === null ? toSignIn(visit) : await post(own), visit)
        }),
      )
    answerOtherMethods(app, visits.services, page.path, page.path in page.post ? ['GET', 'POST'] : ['GET'])
  }
}

/** Whoever names Markdown and does not like HTML better; "anything" is HTML. */
export function wantsMarkdown(accept: string | null): boolean {
  if (accept === null || !accept.includes('text/markdown')) return false
  const liked = (type: string) => {
    const named = accept.split(',').find((one) => one.split(';')[0]!.trim().toLowerCase() === type)
    return named === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(named)?.[1] ?? 1)
  }
  const markdown = liked('text/markdown')
  return markdown > 0 && markdown >= liked('text/html')
}

/** What cannot stand in the address of a page is an address with no page. */
function elsewhere({ path }: PublicPage, error: unknown): unknown {
  const inPath = (pointer: string) => path.split('/').includes(`:${pointer.slice(1)}`)
  return error instanceof Refusal &&
    error.errors.length > 0 &&
    error.errors.every(({ pointer }) => inPath(pointer))
    ? new Refusal('not_found', 'There is no page at this address.', { next_steps: error.next_steps })
    : error
}

function asked(page: PublicPage, { searchParams }: URL): Record<string, string> {
  const given = page.query.map((name) => [name, searchParams.get(name)] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => (pair[1] ?? '') !== ''))
}

/** Vary names Cookie: one may say who is signed in, and nobody else is shown what was made for them. */
function respond(
  { text, etag, status, headers }: KeptPage,
  caching: Record<'cache-control' | 'vary', string>,
  request: Request,
): Response {
  const all = { ...headers, etag, ...caching }
  return matches(request.headers.get('if-none-match'), etag)
    ? new FastResponse(null, { status: 304, headers: all })
    : new FastResponse(text, { status, headers: all })
}
