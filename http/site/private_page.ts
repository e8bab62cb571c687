// The frame of personal pages: never stored or cached, and every form is sealed to the session it was made for.
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { OAuthError } from '../../auth/errors.ts'
import { TooMany } from '../../auth/kept_limits.ts'
import { Refusal, refusalOf } from '../../tools/errors.ts'
import { tooMany } from '../../tools/too_many.ts'
import { noteFault } from '../errors.ts'
import { requestId } from '../request.ts'
import type { Answered } from '../services.ts'
import { attempt } from './account/refused.ts'
import { layout, pageHeaders, type Page, type Visitor } from './layout.ts'
import { nearOf, problemPage } from './problem_page.ts'
import { bringsFile, receiveUpload } from './uploads.ts'
import {
  demandOwnOrigin,
  goTo,
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

/** One page: its path, its data, its look, and its forms, by the path they are sent to. */
export type Definition<V, Data> = {
  path: string
  /** Its forms may come from any origin, and their fields are ignored: knowing the address is the permission. */
  from_anywhere?: boolean
  /** Bytes of its longest form, if it exceeds the usual limit. */
  longest_form?: number
  /** Bytes of the largest file that its forms may upload. */
  largest_file?: number
  load(visit: V): Promise<Data | Redirect>
  render(data: Data, visit: V): Page
  /**
   * Forms that lead on to the address they return. The page is shown again for null; and if a form is refused for what
   * its sender can fix, with `refused` in the visit.
   */
  forms?: Record<string, (visit: V) => Promise<string | Redirect | null>>
  /** Forms that answer with data to show, or a redirect; their refusals are pages of their own. */
  post?: Record<string, (visit: V) => Promise<Data | Redirect>>
}
type Answer = Page | Redirect
export type PrivatePage = {
  path: string
  from_anywhere: boolean
  longest_form?: number
  largest_file?: number
  get(visit: Visit): Promise<Answer>
  posts: Record<string, (visit: Visit) => Promise<Answer>>
}

/** Pages for those who may `enter`: it returns their visit, or redirects them. */
export function framed<V extends Visit, Data extends object | null>(
  page: Definition<V, Data>,
  enter: (visit: Visit) => V | Redirect | Promise<V | Redirect>,
): PrivatePage {
  const { path, longest_form, largest_file, from_anywhere = false } = page
  const show = (step: (visit: V) => Promise<Data | Redirect>) => async (visit: Visit) => {
    const inside = await enter(visit)
    if (isRedirect(inside)) return inside
    const shown = await step(inside)
    if (isRedirect(shown)) return shown
    const { refused, waiting } = inside
    return { place: path, status: refused?.status, waiting, ...page.render(shown, inside) }
  }
  const send = (step: (visit: V) => Promise<string | Redirect | null>) =>
    show(async (visit) => {
      const tried = await attempt(() => step(visit))
      if ('refused' in tried) visit.refused = tried.refused
      const to = 'done' in tried ? tried.done : null
      if (to === null) return page.load(visit)
      return typeof to === 'string' ? goTo(to) : to
    })
  const posts = [
    ...Object.entries(page.post ?? {}).map(([to, step]) => [to, show(step)] as const),
    ...Object.entries(page.forms ?? {}).map(([to, step]) => [to, send(step)] as const),
  ]
  const get = show((visit) => page.load(visit))
  return { path, longest_form, largest_file, from_anywhere, get, posts: Object.fromEntries(posts) }
}

/** A page that also works without signing in: it protects its own forms. */
export const openPage = <Data extends object | null>(page: Definition<Visit, Data>): PrivatePage =>
  framed(page, (visit) => visit)

/** A page for signed-in people; others are sent to sign in first. */
export const ownPage = <Data extends object | null>(page: Definition<OwnVisit, Data>): PrivatePage =>
  framed(page, (visit) => ownVisit(visit) ?? toSignIn(visit))

/** A file that only the person who is signed in gets. */
export function fileRoute(
  app: H3,
  visits: Visits,
  path: string,
  make: (visit: OwnVisit) => Promise<{ name: string; type: string; body: string }>,
): void {
  app.get(path, (event) =>
    receive(visits, event, `GET ${path}`, async (visit) => {
      visit.take('pages')
      const theirs = ownVisit(visit)
      if (theirs === null) return privateResponse(toSignIn(visit), visit)
      const { name, type, body } = await make(theirs)
      return new FastResponse(body, {
        headers: {
          'content-type': `${type}; charset=utf-8`,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    }),
  )
}

/** An address without a page that redirects. */
export function crossing(path: string, lead: (visit: Visit) => Promise<Redirect>): PrivatePage {
  return { path, from_anywhere: false, get: lead, posts: {} }
}

export function privateRoutes(app: H3, visits: Visits, pages: readonly PrivatePage[]): void {
  function route(
    method: 'GET' | 'POST',
    path: string,
    answer: (visit: Visit) => Promise<Answer>,
    page: PrivatePage,
  ): void {
    app.on(method, path, (event) =>
      receive(visits, event, `${method} ${path}`, async (visit) => {
        visit.take('pages')
        if (method === 'POST' && !page.from_anywhere && !(await receiveSent(visit, page)))
          return privateResponse(toSignIn(visit), visit)
        return privateResponse(await answer(visit), visit)
      }),
    )
  }
  for (const page of pages) {
    route('GET', page.path, page.get, page)
    for (const [to, post] of Object.entries(page.posts)) route('POST', to, post, page)
  }
}

/** Reads the posted form. False for an upload by somebody who is not signed in, which is not even read. */
async function receiveSent(visit: Arrived, { longest_form, largest_file }: PrivatePage): Promise<boolean> {
  if (largest_file === undefined || !bringsFile(visit.request)) {
    visit.form = await receiveForm(visit, longest_form)
    return true
  }
  demandOwnOrigin(visit)
  if (visit.session === null) return false
  visit.take('uploads', `user ${visit.session.user.id}`)
  Object.assign(visit, await receiveUpload(visit.request, largest_file))
  return true
}

/** Answers a visit. Any error is shown to the person as a page. */
export async function receive(
  { services, begin }: Visits,
  event: H3Event,
  name: string,
  answer: (visit: Arrived) => Promise<Response>,
): Promise<Response> {
  const done = services.meter.begin('page', name)
  const id = requestId(event.req)
  const { site } = services.place(event.req)
  let visitor: Visitor = { session: null, site, theme: null }
  let response: Response
  let said: Answered = {}
  try {
    const visit = await begin(event)
    said = visit.arrival
    visitor = visit
    visit.arrival.request_id = id
    response = await answer(visit)
  } catch (thrown) {
    const error = asRefusal(thrown)
    said = { ...said, error }
    noteFault(services.log, error, id)
    const refusal = refusalOf(error)
    // Even if the database fails, there is a page.
    const near = await nearOf(refusal, services.storage, site.id).catch(() => undefined)
    response = privateResponse(problemPage(refusal, id, event.url.pathname, near), visitor)
    for (const [key, value] of Object.entries(refusal.headers)) response.headers.set(key, value)
  }
  done(response.status, id, said)
  response.headers.set('x-request-id', id)
  return response
}

/** Turns a sign-in error into a refusal. */
function asRefusal(error: unknown): unknown {
  if (error instanceof TooMany) return tooMany(error.allowance)
  if (!(error instanceof OAuthError)) return error
  return new Refusal(
    error.code === 'temporarily_unavailable' ? 'unavailable' : 'invalid_input',
    error.message,
  )
}

export function privateResponse(answer: Answer, { session, site, theme }: Visitor): Response {
  // 303 and never 307: the next request must not repeat the POST (RFC 9700 section 4.12).
  // Private pages are neither indexed nor shared, so they have no canonical address.
  const response = isRedirect(answer)
    ? new FastResponse(null, {
        status: 303,
        headers: { location: answer.redirect, 'referrer-policy': 'same-origin' },
      })
    : new FastResponse(layout(answer, { session, site, theme }), {
        status: answer.status ?? 200,
        headers: pageHeaders(answer),
      })
  response.headers.set('cache-control', 'no-store')
  for (const cookie of answer.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
