// What all pages share: head, header, navigation, and security headers.
import type { Session } from '../../auth/sessions.ts'
import { focus, signOutForm } from './forms.ts'
import { Html, html } from './html.ts'
import { mark } from './parts.ts'
import { addressOfFile } from './static_files.ts'
import { tabs } from './tabs.ts'

export type Page = {
  /** Cookies that a private page sets. */
  cookies?: string[]
  title: string
  body: Html
  status?: number
  /** The description for search engines and previews. */
  description?: string
  /** Origins other than ours that a form of this page may redirect to. */
  form_targets?: string[]
  /** The path of its entry in the navigation of the account or the team, or any other path if it has none. */
  place?: string
  /** How much waits on each page of that navigation. */
  waiting?: Record<string, number>
  /** The page's entry in the main navigation, if it has one. */
  nav?: (typeof mainPlaces)[number][0]
  /** Whether the page shows paid content: then all of it is pink. */
  paid?: boolean
  /** Open Graph data beside title and description. */
  preview?: { type?: 'article' | 'profile'; image?: string; alt?: string }
  /** Further elements of the head: links to feeds, structured data. */
  head?: Html
  /** The listing whose page this is, for counting views. */
  listing_id?: number
  /** The address of the page as Markdown. */
  twin?: string
  /** Set if search engines must not index the page. */
  unlisted?: boolean
}
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
export type Visitor = {
  session: Session | null
  site: { name: string }
  /** The colours the visitor chose; null follows the system. */
  theme: Theme | null
  /** The canonical address of a public page, with only the parameters it uses; private pages have none. */
  address?: string
}

const mainPlaces = [
  ['home', 'This week', '/'],
  ['boards', 'Boards', '/boards/community-weekly'],
  ['categories', 'Categories', '/categories'],
  ['founders', 'Founders', '/founders'],
  ['blog', 'Blog', '/blog'],
] as const

/**
 * No page can be framed, runs injected scripts, loads anything of others, or sends its address to other sites.
 * form-action also applies to redirects after a form, so the target's origin must be listed in it.
 */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      `form-action ${["'self'", ...(page.form_targets ?? [])].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // With no-referrer browsers would send "Origin: null" with our own forms, and nobody could send one.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}

export function layout(page: Page, { session, site, theme, address }: Visitor): string {
  const { title, body, description, nav, paid = false, head, unlisted = false } = page
  return html`<!doctype html>
    <html lang="en" ${theme !== null && html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${site.name}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        ${unlisted && html`<meta name="robots" content="noindex" />`}
        ${address !== undefined && shared(page, site.name, address)}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0a1526" media="(prefers-color-scheme: dark)" />
        <link rel="stylesheet" href="${addressOfFile('site.css')}" />
        <link
          rel="preload"
          href="${addressOfFile('fonts/besley-latin-700-normal.woff2')}"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link rel="icon" href="${addressOfFile('favicon.svg')}" type="image/svg+xml" />
        <script src="${addressOfFile('site.js')}" defer></script>
        ${head}
      </head>
      <body ${paid && html`class="is-paid"`}>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="/">${mark}${site.name}</a>
            <nav aria-label="Main">
              ${mainPlaces.map(
                ([key, text, href]) =>
                  html`<a href="${href}" ${key === nav && html`aria-current="page"`}>${text}</a>`,
              )}<a class="seek" href="/search" aria-label="Search"
                ><svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d="M8.5 2a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM13 13l5 5" /></svg
              ></a>
            </nav>
            <form class="find" role="search" action="/search">
              <label class="unseen" for="find">Search the directory</label
              ><input id="find" type="search" name="q" placeholder="Search" maxlength="200" />
            </form>
            ${
              session === null
                ? html`<a class="me" href="/sign-in">Sign in</a>`
                : html`<a class="me" href="/account">${session.user.name.split(' ')[0] || 'Account'}</a>`
            }
            ${
              session?.user.role === 'team'
                ? html`<a class="button" href="/team">Team</a>`
                : html`<a class="button" href="/submit">Submit</a>`
            }
          </div>
        </header>
        <main id="main" tabindex="-1" class="wrap">
          ${tabs(page.place, page.waiting)}${focusedOnce(body)}
        </main>
        ${footer(session)}
      </body>
    </html>`.markup
}

/** Only one element of a page may have autofocus: the first. User text contains no quotes at this point. */
function focusedOnce({ markup }: Html): Html {
  const [before, ...after] = markup.split(focus.markup)
  return new Html(after.length === 0 ? markup : `${before}${focus.markup}${after.join('')}`)
}

/** Open Graph tags: what other sites show of a shared page. */
function shared({ title, description, preview = {}, twin }: Page, site_name: string, address: string): Html {
  const { type = 'website', image, alt } = preview
  return html`<link rel="canonical" href="${address}" />
    ${twin !== undefined && html`<link rel="alternate" type="text/markdown" href="${twin}" />`}
    <meta property="og:type" content="${type}" />
    <meta property="og:site_name" content="${site_name}" />
    <meta property="og:title" content="${title}" />
    ${description !== undefined && html`<meta property="og:description" content="${description}" />`}
    <meta property="og:url" content="${address}" />
    ${
      image !== undefined &&
      html`<meta property="og:image" content="${image}" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="${alt}" />`
    }
    <meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`
}

const footerLists = [
  [
    'Directory',
    [
      ['This week', '/'],
      ['Past weeks and awards', '/awards'],
      ['Hall of Fame', '/hall-of-fame'],
      ['Check an award', '/awards/verify'],
      ['All categories', '/categories'],
      ['Compare two products', '/compare'],
      ['Latest updates', '/updates'],
      ['By mail each Monday', '/digest'],
    ],
  ],
  [
    'Boards',
    [
      ['Community votes', '/boards/community-all-time'],
      ['Domain Rating', '/boards/domain-rating'],
      ['Revenue', '/boards/revenue'],
      ['Billboard (paid)', '/boards/billboard'],
      ['How ranking works', '/ranking'],
      ['Count the votes', '/ledger'],
    ],
  ],
  [
    'For makers',
    [
      ['Submit a product', '/submit'],
      ['Claim a listing', '/account/claims'],
      ['Blog', '/blog'],
      ['About', '/about'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
    ],
  ],
  [
    'For agents and programs',
    [
      ['Reference', '/docs'],
      ['Connect your agent', '/connect'],
      ['Ready for agents', '/agents'],
      ['openapi.json', '/api/v1/openapi.json'],
      ['llms.txt', '/llms.txt'],
      ['Feeds', '/feeds'],
    ],
  ],
] as const

function footer(session: Session | null): Html {
  return html`<footer class="foot">
    <div class="wrap">
      ${footerLists.map(
        ([heading, links]) =>
          html`<div>
            <h2>${heading}</h2>
            <ul class="list">
              ${links.map(([text, href]) => html`<li><a href="${href}">${text}</a></li>`)}
            </ul>
          </div>`,
      )}
      <div>
        <h2>Colours</h2>
        <form class="line" method="post" action="/theme">
          <button class="quiet" name="theme" value="light">Light</button>
          <button class="quiet" name="theme" value="dark">Dark</button>
          <button class="quiet" name="theme" value="system">System</button>
        </form>
        ${
          session === null
            ? html`<p class="fine gap">No cookies before you ask for one, no trackers, no third parties.</p>`
            : html`<div class="gap">${signOutForm(session)}</div>`
        }
      </div>
    </div>
  </footer>`
}
