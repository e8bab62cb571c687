import {
  email as emailSchema,
  lookAtLink,
  mailLink,
  mailboxOf,
  safeReturn,
  spendLink,
} from '../../auth/sign_in.ts'
import { lifetimes } from '../../auth/authority.ts'
import { beginSession, browserName } from '../../auth/sessions.ts'
import { digest } from '../../auth/secrets.ts'
import type { Upstream } from '../../auth/upstream.ts'
import { Refusal } from '../../tools/errors.ts'
import type { Services } from '../services.ts'
import {
  hostCookie,
  readCookie,
  sessionCookie,
  setCookie,
  type OwnVisit,
  type Redirect,
  type Visit,
} from '../visit.ts'
import type { Page } from './layout.ts'
import { confirmLinkPage, deadLinkPage, linkSentPage, signInPage } from './sign_in_page.ts'

export function signInActions({ storage }: Services, upstream: Upstream | null) {
  const provider = upstream === null ? null : upstream.host

  async function begin(visit: Visit, user_id: number, return_to: string): Promise<Redirect> {
    const { request, public_url, now } = visit
    const token = await storage.write((inside) =>
      beginSession(inside, {
        user_id,
        browser: browserName(request.headers.get('user-agent') ?? ''),
        replaces: readCookie(request, sessionCookie(public_url)),
        now,
      }),
    )
    return {
      redirect: safeReturn(return_to),
      cookies: [setCookie(public_url, 'session', token, lifetimes.session_s)],
    }
  }

  return {
    async show({ url, session }: Visit): Promise<Page | Redirect> {
      const return_to = safeReturn(url.searchParams.get('return_to'))
      if (session !== null) return { redirect: return_to }
      return signInPage({ return_to, upstream: provider })
    },

    async mailLink({ form, take, now, public_url, site }: Visit): Promise<Page> {
      take('sign_in')
      const return_to = safeReturn(form.get('return_to'))
      const email = emailSchema.safeParse((form.get('email') ?? '').trim())
      if (!email.success) {
        const fault = 'This is not an e-mail address.'
        return signInPage({ return_to, upstream: provider, email: form.get('email') ?? '', fault })
      }
      const { name, host } = mailboxOf(email.data)
      take('sign_in_address', `${name}@${host}`)
      await storage.write((inside) =>
        mailLink(inside, { email: email.data, return_to, public_url, site_name: site.name, now }),
      )
      return linkSentPage(email.data)
    },

    async showLink({ url, now }: Visit): Promise<Page> {
      const token = url.searchParams.get('token') ?? ''
      const email = await lookAtLink(storage, token, now)
      return email === null ? deadLinkPage() : confirmLinkPage(email, token)
    },

    async useLink(visit: Visit): Promise<Page | Redirect> {
      visit.take('sign_in')
      const token = visit.form.get('token') ?? ''
      const found = await storage.write((inside) => spendLink(inside, token, visit.now))
      return found === null ? deadLinkPage() : begin(visit, found.user.id, found.return_to)
    },

    /** Sends the person to the operator's own identity provider. */
    async leave({ url, public_url, take, now }: Visit): Promise<Redirect> {
      if (upstream === null) throw new Refusal('not_found', 'There is no other way to sign in here.')
      take('sign_in')
      const { location, memory } = await upstream.leave(
        public_url,
        safeReturn(url.searchParams.get('return_to')),
        now,
      )
      return { redirect: location, cookies: [setCookie(public_url, 'upstream', memory, 600)] }
    },

    async comeBack(visit: Visit): Promise<Redirect> {
      if (upstream === null) throw new Refusal('not_found', 'There is no other way to sign in here.')
      visit.take('sign_in')
      const { request, url, public_url, now } = visit
      const memory = readCookie(request, hostCookie(public_url, 'upstream'))
      const { user_id, return_to } = await upstream.comeBack(storage, { url, memory, public_url, now })
      const { redirect, cookies } = await begin(visit, user_id, return_to)
      return { redirect, cookies: [...cookies!, setCookie(public_url, 'upstream', '', 0)] }
    },

    async signOut({ session, public_url }: OwnVisit): Promise<Redirect> {
      await storage.write(({ sessions }) => sessions.end(digest(session.token)))
      return { redirect: '/sign-in', cookies: [setCookie(public_url, 'session', '', 0)] }
    },
  }
}
