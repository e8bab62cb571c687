import {
  allow,
  consentSeal,
  deny,
  readRequest,
  RequestFault,
  type AuthorizationRequest,
} from '../../../auth/authorize.ts'
import { OAuthError } from '../../../auth/errors.ts'
import { isLoopback } from '../../../auth/redirect_uri.ts'
import { scopesOf, scopeTexts } from '../../../auth/scopes.ts'
import type { Session } from '../../../auth/sessions.ts'
import { Refusal } from '../../../tools/errors.ts'
import { requestId } from '../../request.ts'
import { choices } from '../forms.ts'
import { html } from '../html.ts'
import { fact } from '../parts.ts'
import type { Page } from '../layout.ts'
import { openPage } from '../private_page.ts'
import { middlePage } from './middle_page.ts'
import { demandSeal, toSignIn, type Redirect, type Visit } from '../visit.ts'

type Asked = { request: AuthorizationRequest; session: Session; action: string; seal: string; fault?: string }

/** Asks the person every time: an address on somebody's machine does not prove which program listens there. */
export const consent = openPage<Asked | RequestFault>({
  path: '/authorize',
  load: (visit) => answered(visit, (asked) => (asked === null ? toSignIn(visit) : asked)),
  render: (shown) => (shown instanceof RequestFault ? requestFault(shown) : question(shown)),
  post: {
    '/authorize': (visit) =>
      answered(visit, async (asked) => {
        if (asked === null)
          throw new Refusal('forbidden', 'Your sign-in has ended. Start again in the application.')
        const { request, session, seal } = asked
        demandSeal(visit.form, seal)
        const who = {
          ...{ user_id: session.user.id, client: `session ${session.id}`, door: 'page' },
          ...{ request_id: requestId(visit.request), now: visit.now },
        }
        if (visit.form.get('decision') !== 'allow')
          return { redirect: await deny(visit.authority, request, who) }
        const ticked = scopesOf(visit.form.getAll('scope')).filter((scope) => request.scopes.includes(scope))
        if (ticked.length === 0) return { ...asked, fault: 'Tick at least one, or deny.' }
        return { redirect: await allow(visit.authority, request, who, ticked) }
      }),
  },
})

const longestQuery = 8000

/**
 * Reads the request, null while nobody is signed in. An error is sent only to a client on this machine without asking;
 * for any other address the page shows it first, so that nobody is redirected to a stranger's site.
 */
async function answered(
  { url, session, authority, now }: Visit,
  answer: (asked: Asked | null) => Asked | Redirect | Promise<Asked | Redirect>,
): Promise<Asked | Redirect | RequestFault> {
  try {
    const query = url.search.slice(1)
    if (query.length > longestQuery) throw new OAuthError('invalid_request', 'This request is too long.')
    const request = await readRequest(authority, new URLSearchParams(query), now)
    if (session === null) return await answer(null)
    const seal = consentSeal(session.token, query, request)
    return await answer({ request, session, action: `/authorize?${query}`, seal })
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    return isLoopback(error.redirect_uri) ? { redirect: error.location } : error
  }
}

function question({ request, session, action, seal, fault }: Asked): Page {
  const { client, redirect_uri, scopes } = request
  const target = new URL(redirect_uri)
  return {
    title: `Allow ${client.name}?`,
    status: fault === undefined ? 200 : 400,
    form_targets: [target.origin],
    body: html`<section class="middle stack sheet">
      <h1>Allow <q>${client.name}</q> to use your account?</h1>
      <dl class="facts">
        ${fact(
          'Application',
          client.kind === 'document'
            ? html`<strong>${new URL(client.id).host}</strong>`
            : 'Registered itself; nobody has checked its name',
        )}
        ${fact('Sends you to', html`<strong>${target.host}</strong>`)}
        ${fact('Your account', session.user.email ?? session.user.name)}
      </dl>
      ${
        isLoopback(redirect_uri) &&
        html`<p class="note wait">
          <b>This answer goes to a program on your own computer.</b>Any program there can use this name. Go on
          only if you have just started to connect it yourself.
        </p>`
      }
      <form class="stack" method="post" action="${action}">
        <input type="hidden" name="seal" value="${seal}" />
        ${choices(
          'It will be able to',
          'scope',
          scopes.map((scope) => ({ value: scope, label: scopeTexts[scope], note: scope, checked: true })),
          fault,
        )}
        <p class="note"><b>Whatever you tick, it can never</b>vote or pay.</p>
        <p class="hint">
          It never sees how you sign in. You can end this at any time under
          <a href="/account/applications">Applications</a>.
        </p>
        <p class="line">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny" class="quiet">Deny</button>
        </p>
      </form>
    </section>`,
  }
}

/** A broken request of a known client. Its address is shown, and followed only if the person wants to. */
function requestFault(fault: RequestFault): Page {
  return middlePage(
    'This request is not complete',
    html`<p>The application that sent you here sent a request we cannot answer. ${fault.message}</p>
      <p>
        <a class="button" rel="noreferrer" href="${fault.location}"
          >Back to ${new URL(fault.redirect_uri).host}</a
        >
      </p>`,
    { status: 400 },
  )
}
