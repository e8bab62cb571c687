// The frame of every page: head, header, navigation, and the headers that protect it.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FastResponse } from 'srvx'
import type { Session } from '../../auth/sessions.ts'
import { signOutForm } from './forms.ts'
import { html, type Html } from './html.ts'

export type Page = {
  title: string
  body: Html
  status?: number
  /** Origins, beside our own, to which a form of this page may lead. */
  form_targets?: string[]
  /** The place in the account's navigation, when the page belongs there. */
  place?: string
}
type Visitor = { session: Session | null; site: { name: string } } | null

export const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
export const stylePath = `/style-${hash('sha256', style, 'hex').slice(0, 12)}.css`

const accountPlaces = [
  ['/account', 'Profile'],
  ['/account/keys', 'API keys'],
  ['/account/applications', 'Applications'],
  ['/account/sessions', 'Sessions'],
] as const

/** A page is private, never framed, runs no script, and sends its address to nobody else. */
export function pageResponse(page: Page, visitor: Visitor): Response {
  return new FastResponse(layout(page, visitor).markup, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(page.form_targets ?? []),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // no-referrer would make browsers send "Origin: null" with our own forms, and lock everybody out.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

/** form-action holds for the redirects after a form as well, so an answer's address must be named in it. */
function policy(form_targets: string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...form_targets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function layout({ title, body, place }: Page, visitor: Visitor): Html {
  const site = visitor?.site.name ?? 'Launch Directory'
  const session = visitor?.session ?? null
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site}</title>
        <link rel="stylesheet" href="${stylePath}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/"><span aria-hidden="true" class="mark"></span>${site}</a>
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
    </html>`
}
