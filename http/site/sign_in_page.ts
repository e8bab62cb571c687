import { field } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

/** Asks for an address. `upstream` is the host of the operator's own identity provider, when there is one. */
export function signInPage({
  return_to,
  upstream,
  email,
  fault,
}: {
  return_to: string
  upstream: string | null
  email?: string
  fault?: string
}): Page {
  return {
    title: 'Sign in',
    status: fault === undefined ? 200 : 400,
    body: html`<section class="card">
      <h1>Sign in</h1>
      <p>We mail you a link that signs you in once. No password, and no account to set up first.</p>
      <form method="post" action="/sign-in">
        <input type="hidden" name="return_to" value="${return_to}" />
        ${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', max: 254, required: true, value: email, fault })}
        <button>Mail me a link</button>
      </form>
      ${
        upstream !== null &&
        html`<p class="or">or</p>
          <p>
            <a
              class="button quiet wide"
              href="/sign-in/upstream?${new URLSearchParams({ return_to }).toString()}"
              >Continue with ${upstream}</a
            >
          </p>`
      }
    </section>`,
  }
}

/** The same words whether or not the address is known here. */
export function linkSentPage(email: string): Page {
  return {
    title: 'Look into your mail',
    body: html`<section class="card">
      <h1>Look into your mail</h1>
      <p>We sent a link to <strong>${email}</strong>. It works once, for 15 minutes.</p>
      <p class="hint">Nothing there? Look among the unwanted mail, or <a href="/sign-in">try again</a>.</p>
    </section>`,
  }
}

/** One button, so that a mail scanner that opens the link does not spend it. */
export function confirmLinkPage(email: string, token: string): Page {
  return {
    title: 'Sign in',
    body: html`<section class="card">
      <h1>Sign in as ${email}</h1>
      <p>Go on only if this is your address and you asked for the link yourself.</p>
      <form method="post" action="/sign-in/link">
        <input type="hidden" name="token" value="${token}" />
        <button autofocus>Sign in</button>
      </form>
    </section>`,
  }
}

export function deadLinkPage(): Page {
  return {
    title: 'This link does not work any more',
    status: 400,
    body: html`<section class="card">
      <h1>This link does not work any more</h1>
      <p>
        A link works once, for 15 minutes. This one was used, has grown too old, or was cut short on its way.
      </p>
      <p><a class="button" href="/sign-in">Ask for a new one</a></p>
    </section>`,
  }
}
