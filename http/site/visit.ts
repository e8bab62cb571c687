// A visit of a person to a page: who they are, the form they sent, and the rules for all forms.
import { join } from 'node:path'
import type { H3Event } from 'h3'
import type { z } from 'zod'
import type { Authority, AuthorityFor } from '../../auth/authority.ts'
import type { Caller } from '../../auth/caller.ts'
import { scopes, type Scope } from '../../auth/scopes.ts'
import { equal } from '../../auth/secrets.ts'
import { findSession, formSeal, type Session } from '../../auth/sessions.ts'
import { safeReturn } from '../../auth/sign_in.ts'
import type { Asker, KeptLimits } from '../../auth/kept_limits.ts'
import type { Upstream } from '../../auth/upstream.ts'
import type { Seller } from '../../config.ts'
import type { MediaFolder } from '../../storage/media_folder.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { perform, type Action, type Given, type Performer } from '../../tools/action.ts'
import { Refusal } from '../../tools/errors.ts'
import { run } from '../../tools/run.ts'
import type { Payments } from '../../tools/orders/payment.ts'
import { onlyReads, type Context, type Tool } from '../../tools/tool.ts'
import { tooMany } from '../../tools/too_many.ts'
import { bodyText } from '../body.ts'
import { networkOf, type Limiter } from '../limits.ts'
import { addressOf } from '../request.ts'
import { themes, type Theme } from './layout.ts'
import type { Services } from '../services.ts'

export const visitLimits = {
  pages: { calls: 60, window_s: 60 },
  sign_in: { calls: 20, window_s: 300 },
  tokens: { calls: 60, window_s: 60 },
  registrations: { calls: 10, window_s: 3600 },
  all_registrations: { calls: 200, window_s: 1200 },
  key_creations: { calls: 10, window_s: 3600 },
  webhook_sends: { calls: 30, window_s: 3600 },
  reports: { calls: 5, window_s: 3600 },
  uploads: { calls: 60, window_s: 3600 },
  exports: { calls: 5, window_s: 3600 },
}
export type VisitLimiter = Limiter<keyof typeof visitLimits>

export type Visit = {
  request: Request
  url: URL
  /** The values of the path's parameters, as in /invites/:token. */
  params: Record<string, string>
  site: Context['site']
  public_url: string
  now: Date
  /** The visitor's address for limits: an IPv4 address or an IPv6 /64. */
  address: string
  session: Session | null
  /** The colours they chose; null follows the system. */
  theme: Theme | null
  /** The fields of the form; empty for a GET. */
  form: URLSearchParams
  /** Why the form was refused, on the page that is shown again. */
  refused: Refusal | null
  /** The uploaded file; empty if there was none. */
  file: Uint8Array
  media: MediaFolder
  storage: OpenStorage
  /** How much waits on each page of the team, for its members. */
  waiting?: Record<string, number>
  /** The operator's own identity provider, if there is one. */
  upstream: Upstream | null
  /** The payment provider; null if payments are simulated or off. */
  payments: Payments | null
  seller: Seller
  /** The folder of mails if there is no mail server, else null. */
  mail_folder: string | null
  /** The folder of the operator's own texts, which replace ours. */
  pages_folder: string
  authority: Authority
  take(limit: keyof typeof visitLimits, key?: string): void
  limits: KeptLimits
  /** Calls an operation as this person with the checks that every call passes. One that writes counts against the limits. */
  call<I extends z.ZodObject, O extends z.ZodObject, S extends Scope | 'public', G>(
    tool: Tool<I, O, S, G>,
    input: z.input<I>,
  ): Promise<z.output<O>>
  /** How the person who has just signed in calls operations and performs actions. */
  as(session_token: string): Promise<Pick<Visit, 'call' | 'act'>>
  /** Performs an action as this person. */
  act<I extends z.ZodObject, P extends Performer, D, G>(
    action: Action<I, P, D, G>,
    input: Given<I>,
  ): Promise<D>
}
/** A visit inside the frame: with its limits and the context for its tools. */
export type Arrived = Visit & { arrival: ReturnType<Services['arriveAs']> }
/** A visit of a signed-in person. */
export type OwnVisit = Visit & { session: Session; caller: Caller }
export type Redirect = { redirect: string; cookies?: string[] }

export type Visits = ReturnType<typeof openVisits>

/** Makes a visit from each request for a page. */
export function openVisits(
  services: Services,
  limiter: VisitLimiter,
  identity: { upstream: Upstream | null; authorityFor: AuthorityFor },
) {
  const { storage, payments, media } = services

  async function begin({ req: request, url, context }: H3Event): Promise<Arrived> {
    const { now, site, public_url } = services.place(request)
    const address = addressOf(request)
    const session = await findSession(storage, readCookie(request, sessionCookie(public_url)), now)
    const theme = themeOf(request, public_url)
    const arrival = services.arriveAs(request, session && callerOf(session))
    /** Records a refusal that a page shows, like any other refusal. */
    const telling = <T>(name: string, input: unknown, asked: Promise<T>): Promise<T> =>
      asked.catch((error: unknown) => {
        services.meter.refused(name, { ...arrival, input, error })
        throw error
      })
    const visit: Arrived = {
      ...{ theme, request, url, site, public_url, now, address, session, storage, arrival },
      params: context.params ?? {},
      ...{ form: new URLSearchParams(), refused: null },
      file: new Uint8Array(),
      ...{ media, payments, upstream: identity.upstream },
      seller: services.config.SELLER,
      mail_folder: mailFolder(services.config),
      pages_folder: join(services.config.DATA_DIR, 'pages'),
      authority: identity.authorityFor(address),
      take(limit, key = address) {
        const allowance = limiter.take(limit, key, now.getTime())
        if (allowance !== null && !allowance.allowed) throw tooMany(allowance)
      },
      limits: arrival.context.limits,
      call: (tool, input) => telling(tool.name, input, callsOf(arrival)(tool, input)),
      async as(token) {
        const begun = await findSession(storage, token, now)
        const own = services.arriveAs(request, begun && callerOf(begun))
        return {
          call: callsOf(own),
          act: (action, input) =>
            perform(action, input, { ...own.context, payments, media, file: visit.file }),
        }
      },
      act: (action, input) =>
        telling(
          action.name,
          input,
          perform(action, input, { ...arrival.context, payments, media, file: visit.file }),
        ),
    }
    return visit
  }

  return { services, begin }
}

export const askerOf = ({ limits, address }: Visit): Asker => ({
  ...{ limits, address },
  network: networkOf(address),
})

/** The path of the mail folder, which is shown on a home installation only. */
function mailFolder({ MAIL_URL, AT_HOME, DATA_DIR }: Services['config']): string | null {
  if (MAIL_URL !== undefined) return null
  return AT_HOME ? join(DATA_DIR, 'mail') : 'DATA_DIR/mail'
}

/** How a page calls operations: a write counts against the limits as a call, a read belongs to the visit. */
export function callsOf({ context, take }: Arrived['arrival']): Visit['call'] {
  return async (tool, input) => {
    if (!onlyReads(tool)) take(tool)
    return (await run(tool as unknown as Tool, input, context)) as never
  }
}

/** On the site a person has all scopes. */
function callerOf(session: Session): Caller {
  const { id, email, name, role } = session.user
  return {
    ...{ user_id: id, email, name, role, scopes, via: 'session' },
    client_name: null,
    credential: `session ${session.id}`,
    expires_at: session.expires_at,
  }
}

export function toSignIn({ url, request }: Pick<Visit, 'url' | 'request'>): Redirect {
  const back = request.method === 'GET' ? url.pathname + url.search : '/account'
  return { redirect: `/sign-in?${new URLSearchParams({ return_to: back })}` }
}

export function isRedirect(answer: object | null): answer is Redirect {
  return answer !== null && 'redirect' in answer
}

/** The posted form, after checking that it comes from our own page. Browsers end lines with CRLF; texts have LF. */
export async function receiveForm(visit: Visit, longest?: number): Promise<URLSearchParams> {
  demandOwnOrigin(visit)
  const form = await readForm(visit.request, longest)
  return new URLSearchParams([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

/** The visit of a signed-in person, or null; their forms carry the seal of their session. */
export function ownVisit(visit: Visit): OwnVisit | null {
  if (visit.session === null) return null
  const { session } = visit
  if (visit.request.method === 'POST') demandSeal(visit.form, formSeal(session, visit.url.pathname))
  return { ...visit, session, caller: callerOf(session) }
}

/** Accepts a form from our own pages only. Browsers always send the Origin of a POST. */
export function demandOwnOrigin({ request, public_url }: Pick<Visit, 'request' | 'public_url'>): void {
  const site = request.headers.get('sec-fetch-site')
  if (request.headers.get('origin') === public_url && (site === null || site === 'same-origin')) return
  throw new Refusal(
    'forbidden',
    'This form was not sent from our own page. Open the page here and try again.',
  )
}

/** Checks the form's seal, which proves that it belongs to this session and this page. */
export function demandSeal(form: URLSearchParams, expected: string): void {
  if (equal(form.get('seal') ?? '', expected)) return
  throw new Refusal(
    'forbidden',
    'This form is not the one we showed you, or it belongs to another sign-in. Open the page again.',
  )
}

/** The limit for forms and client registrations. */
export const maxFormBytes = 16_384

export async function readForm(request: Request, longest = maxFormBytes): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new Refusal('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.')
  return new URLSearchParams(await bodyText(request, longest))
}

/** __Host- binds the cookie to this host over https. Browsers reject it on plain http, as on a home installation. */
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

function themeOf(request: Request, public_url: string): Theme | null {
  const chosen = readCookie(request, hostCookie(public_url, 'theme'))
  return themes.find((theme) => theme === chosen) ?? null
}

/** A redirect instead of a page. */
export function goTo(redirect: string): Redirect {
  return { redirect }
}

export function setCookie(public_url: string, name: string, value: string, max_age_s: number): string {
  const secure = public_url.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(public_url, name)}=${value}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax${secure}`
}

/** A redirect that also deletes the session cookie. */
export function signedOut(public_url: string, redirect = '/sign-in'): Redirect {
  return { redirect, cookies: [setCookie(public_url, 'session', '', 0)] }
}

/** The requested page of a list; the operation refuses anything that is no number. */
export function pageAsked({ page = '1' }: Record<string, string>): number {
  return /^\d{1,9}$/.test(page) ? Number(page) : NaN
}

/** Redirects back to the page of ours that the form was on. */
export function cameFrom(
  { request, public_url }: Pick<Visit, 'request' | 'public_url'>,
  otherwise = '/',
): string {
  const from = URL.parse(request.headers.get('referer') ?? '')
  return from !== null && from.origin === public_url ? safeReturn(from.pathname + from.search) : otherwise
}

/** The trimmed text of a form field. */
export function given({ form }: Pick<Visit, 'form'>, name: string): string {
  return (form.get(name) ?? '').trim()
}

/** The id in the form of a row's button; 0, which no row has, if it was tampered with. */
export function idOf(form: URLSearchParams): number {
  const id = form.get('id') ?? ''
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0
}
