// One visit of a person to a page of ours: the session, the form, and the rules that every form obeys.
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { OAuthError } from '../auth/errors.ts'
import { equal } from '../auth/secrets.ts'
import { findSession, formSeal, type Session } from '../auth/sessions.ts'
import { Refusal } from '../tools/errors.ts'
import type { Context } from '../tools/tool.ts'
import type { Services } from './services.ts'
import type { Limiter } from './limits.ts'
import { addressOf, requestId, tooMany } from './request.ts'
import { pageResponse, type Page } from './site/layout.ts'
import { problemPage } from './site/problem_page.ts'

export const visitLimits = {
  pages: { calls: 60, window_s: 60 },
  sign_in: { calls: 20, window_s: 300 },
  sign_in_address: { calls: 10, window_s: 600 },
  tokens: { calls: 60, window_s: 60 },
  registrations: { calls: 10, window_s: 3600 },
  all_registrations: { calls: 200, window_s: 1200 },
  key_creations: { calls: 10, window_s: 3600 },
}
export type VisitLimiter = Limiter<keyof typeof visitLimits>

export type Visit = {
  request: Request
  url: URL
  site: Context['site']
  public_url: string
  now: Date
  /** Who asks, as limits count: an IPv4 address or an IPv6 /64. */
  address: string
  session: Session | null
  /** The fields of the form; empty unless the page was posted to. */
  form: URLSearchParams
  take(limit: keyof typeof visitLimits, key?: string): void
}
/** A visit of somebody who is signed in. */
export type OwnVisit = Visit & { session: Session }
export type Redirect = { redirect: string; cookies?: string[] }
type Answer = Page | Redirect

export type Visits = ReturnType<typeof openVisits>

/** Opens the way in for pages. `get` shows, `post` changes; `own` pages send strangers to sign in first. */
export function openVisits(app: H3, services: Services, limiter: VisitLimiter) {
  async function begin(event: H3Event): Promise<Visit> {
    const request = event.req
    const { now, site, public_url } = services.place(request)
    const address = addressOf(request)
    const take: Visit['take'] = (limit, key = address) => {
      const allowance = limiter.take(limit, key, now.getTime())
      if (allowance !== null && !allowance.allowed) throw tooMany(allowance)
    }
    take('pages')
    const session = await findSession(services.storage, readCookie(request, sessionCookie(public_url)), now)
    const form = new URLSearchParams()
    return { request, url: event.url, site, public_url, now, address, session, form, take }
  }

  async function receive(
    event: H3Event,
    name: string,
    answer: (visit: Visit) => Promise<Answer>,
  ): Promise<Response> {
    const done = services.meter.begin('page', name)
    let visit: Visit | null = null
    const id = requestId(event.req)
    let response: Response
    try {
      visit = await begin(event)
      if (event.req.method === 'POST') {
        demandOwnOrigin(visit)
        visit.form = await readForm(visit.request)
      }
      response = respond(await answer(visit), visit)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'internal') services.log.error({ request_id: id, err: error }, 'unexpected error')
      response = pageResponse(problemPage(refusal, id), visit)
      for (const [name, value] of Object.entries(refusal.headers)) response.headers.set(name, value)
    }
    done(response.status, id)
    response.headers.set('x-request-id', id)
    return response
  }

  function route(method: 'GET' | 'POST', path: string, answer: (visit: Visit) => Promise<Answer>): void {
    app.on(method, path, (event) => receive(event, `${method} ${path}`, answer))
  }

  return {
    /** Tells a person of what went wrong where there is no page of ours. */
    refuse: (event: H3Event, error: unknown) =>
      receive(event, 'GET elsewhere', async () => {
        throw error
      }),
    get: (path: string, answer: (visit: Visit) => Promise<Answer>) => route('GET', path, answer),
    post: (path: string, answer: (visit: Visit) => Promise<Answer>) => route('POST', path, answer),
    own: {
      get: (path: string, answer: (visit: OwnVisit) => Promise<Answer>) =>
        route('GET', path, async (visit) =>
          visit.session === null ? toSignIn(visit) : answer({ ...visit, session: visit.session }),
        ),
      post: (path: string, answer: (visit: OwnVisit) => Promise<Answer>) =>
        route('POST', path, async (visit) => {
          if (visit.session === null) return toSignIn(visit)
          demandSeal(visit.form, formSeal(visit.session, path))
          return answer({ ...visit, session: visit.session })
        }),
    },
  }
}

export function toSignIn({ url, request }: Pick<Visit, 'url' | 'request'>): Redirect {
  const back = request.method === 'GET' ? url.pathname + url.search : '/account'
  return { redirect: `/sign-in?${new URLSearchParams({ return_to: back })}` }
}

function respond(answer: Answer, visit: Visit): Response {
  if (!('redirect' in answer)) return pageResponse(answer, visit)
  // 303 and never 307: the next request must not repeat what was posted (RFC 9700 section 4.12).
  const response = new FastResponse(null, {
    status: 303,
    headers: { location: answer.redirect, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  })
  for (const cookie of answer.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof OAuthError)
    return new Refusal(
      error.code === 'temporarily_unavailable' ? 'unavailable' : 'invalid_input',
      error.message,
    )
  return new Refusal('internal', 'Something broke on our side. Nothing was changed; please try again.')
}

/** A form is accepted from our own pages only. Browsers always name the origin of a POST. */
export function demandOwnOrigin({ request, public_url }: Pick<Visit, 'request' | 'public_url'>): void {
  const site = request.headers.get('sec-fetch-site')
  if (request.headers.get('origin') === public_url && (site === null || site === 'same-origin')) return
  throw new Refusal(
    'forbidden',
    'This form was not sent from our own page. Open the page here and try again.',
  )
}

/** The form must carry the seal its page was given, so that it is this session's and this page's own. */
export function demandSeal(form: URLSearchParams, expected: string): void {
  if (equal(form.get('seal') ?? '', expected)) return
  throw new Refusal(
    'forbidden',
    'This form is not the one we showed you, or it belongs to another sign-in. Open the page again.',
  )
}

const maxFormBytes = 16_384

export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new Refusal('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.')
  return new URLSearchParams(await shortText(request))
}

/** The body, when it is short, as forms and registrations are. */
export async function shortText(request: Request): Promise<string> {
  const tooLarge = () => new Refusal('content_too_large', `At most ${maxFormBytes} bytes can be sent here.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxFormBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxFormBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** __Host- ties the cookie to this very host over https. A browser cannot keep that promise on plain http at home. */
export function sessionCookie(public_url: string): string {
  return hostCookie(public_url, 'session')
}

export function hostCookie(public_url: string, name: string): string {
  return public_url.startsWith('https:') ? `__Host-${name}` : name
}

export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return null
}

export function setCookie(public_url: string, name: string, value: string, max_age_s: number): string {
  const secure = public_url.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(public_url, name)}=${value}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax${secure}`
}
