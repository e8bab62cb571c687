// What both frames share: head, header, navigation, and the headers that protect a page.
import type { Session } from '../../auth/sessions.ts'
import { signOutForm } from './forms.ts'
import { html, type Html } from './html.ts'
import { addressOfFile } from './static_files.ts'

export type Page = {
  title: string
  body: Html
  status?: number
  /** What search engines and previews say of the page. */
  description?: string
  /** Origins, beside our own, to which a form of this page may lead. */
  form_targets?: string[]
  /** The place in the account's navigation, when the page belongs there. */
  place?: string
}
export type Visitor = { session: Session | null; site: { name: string } }

const accountPlaces = [
  ['/account', 'Profile'],
  ['/account/keys', 'API keys'],
  ['/account/applications', 'Applications'],
  ['/account/sessions', 'Sessions'],
] as const

/**
 * No page is framed, runs anything written into it, or sends its address to anybody else. `policy` adds what a frame
 * allows. form-action holds for the redirects after a form as well, so an answer's address must be named in it.
 */
export function pageHeaders(page: Page, policy: string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      ...policy,
      `form-action ${["'self'", ...(page.form_targets ?? [])].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // no-referrer would make browsers send "Origin: null" with our own forms, and lock everybody out.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}

export function layout({ title, body, description, place }: Page, { session, site }: Visitor): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site.name}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        <link rel="stylesheet" href="${addressOfFile('site.css')}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/"><span aria-hidden="true" class="mark"></span>${site.name}</a>
          <nav aria-label="You">
            ${
              session === null
                ? html`<a href="/sign-in">Sign in</a>`
                : html`<a href="/account">${session.user.email ?? 'Account'}</a> ${signOutForm(session)}`
            }
          </nav>
        </header>
        ${
          place !== undefined &&
          html`<nav class="places" aria-label="Account">
            ${accountPlaces.map(
              ([path, name]) =>
                html`<a href="${path}" ${path === place && html`aria-current="page"`}>${name}</a>`,
            )}
          </nav>`
        }
        <main id="main" tabindex="-1">${body}</main>
        <footer class="bottom"><a href="/docs">API reference</a> <a href="/llms.txt">llms.txt</a></footer>
      </body>
    </html>`.markup
}
