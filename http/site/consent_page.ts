import type { AuthorizationRequest, RequestFault } from '../../auth/authorize.ts'
import { isLoopback } from '../../auth/redirect_uri.ts'
import { scopeTexts } from '../../auth/scopes.ts'
import type { Session } from '../../auth/sessions.ts'
import { choices } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

/** Asks the person, every time: an address on somebody's machine proves nothing about who listens there. */
export function consentPage(
  request: AuthorizationRequest,
  session: Session,
  { action, seal, fault }: { action: string; seal: string; fault?: string },
): Page {
  const { client, redirect_uri, scopes } = request
  const target = new URL(redirect_uri)
  return {
    title: `Allow ${client.name}?`,
    status: fault === undefined ? 200 : 400,
    form_targets: [target.origin],
    body: html`<section class="card">
      <h1>Allow <q>${client.name}</q> to use your account?</h1>
      <dl class="facts">
        <dt>Application</dt>
        <dd>
          ${
            client.kind === 'document'
              ? html`<strong>${new URL(client.id).host}</strong>`
              : html`Registered itself; nobody has checked its name`
          }
        </dd>
        <dt>Sends you to</dt>
        <dd><strong>${target.host}</strong></dd>
        <dt>Your account</dt>
        <dd>${session.user.email}</dd>
      </dl>
      ${
        isLoopback(redirect_uri) &&
        html`<p class="warning">
          <strong>This answer goes to a program on your own computer.</strong> Any program there can use this
          name. Go on only if you have just started to connect it yourself.
        </p>`
      }
      <form method="post" action="${action}">
        <input type="hidden" name="seal" value="${seal}" />
        ${choices(
          'It will be able to',
          'scope',
          scopes.map((scope) => ({ value: scope, label: scopeTexts[scope], note: scope, checked: true })),
          fault,
        )}
        <p class="hint">It never learns your sign-in. You can end this at any time under Applications.</p>
        <p class="buttons">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny" class="quiet">Deny</button>
        </p>
      </form>
    </section>`,
  }
}

/** A broken request of a known client. Its address is shown, and followed only if the person wants to. */
export function requestFaultPage(fault: RequestFault): Page {
  return {
    title: 'This request is not complete',
    status: 400,
    body: html`<section class="card">
      <h1>This request is not complete</h1>
      <p>The application that sent you here asked in a way we cannot answer. ${fault.message}</p>
      <p>
        <a class="button" rel="noreferrer" href="${fault.location}"
          >Back to ${new URL(fault.redirect_uri).host}</a
        >
      </p>
    </section>`,
  }
}
