import type { Storage } from '../../storage/storage.ts'
import type { Refusal } from '../../tools/errors.ts'
import { forPeople } from './account/refused.ts'
import { html, type Html } from './html.ts'
import type { Page } from './layout.ts'
import { titled } from './parts.ts'

const titles: Record<number, string> = {
  403: 'This was not accepted',
  404: 'Page not found',
  413: 'That is too large',
  429: 'Too many attempts',
  500: 'Something broke',
  503: 'Not now',
}

/** A refusal as a page for people; `path` is the requested address. */
export function problemPage(refusal: Refusal, request_id: string, path = '/', near?: Near): Page {
  const title = titles[refusal.status] ?? 'This cannot be done'
  const code = html`<p class="hint gap-l">
    Code <code>${refusal.code}</code>, request <code>${request_id}</code>
  </p>`
  return {
    title,
    status: refusal.status,
    body: refusal.status === 404 ? lost(refusal, path, code, near) : problemText(title, refusal, code),
  }
}

function problemText(title: string, { message, errors }: Refusal, code: Html): Html {
  const faults = errors.map(
    ({ pointer, message: fault }) =>
      `${pointer.split('/').at(-1)} ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`,
  )
  return html`<section class="middle stack">
    <h1>${title}</h1>
    <p>
      ${faults.length === 0 ? forPeople(message) : `This address asks for what is not there: ${faults.join(' ')}`}
    </p>
    <p><a class="button" href="/">To the start page</a></p>
    ${code}
  </section>`
}

function lost({ message }: Refusal, path: string, code: Html, near?: Near): Html {
  return html`<div class="hero">
    <div>
      <h1>${titles[404]}.</h1>
      <p class="lead">
        ${missing(message) ?? 'There is no page at this address.'}
        ${near !== undefined && html`Did you mean <a href="${near.href}">${near.name}</a>?`}
      </p>
      <form class="join wide" role="search" aria-label="Products" action="/search">
        <label class="unseen" for="lost">Search</label
        ><input id="lost" type="search" name="q" value="${wordsIn(path)}" maxlength="200" /><button>
          Search
        </button>
      </form>
      <p><a href="/">To the start page</a></p>
      <p class="fine">Check the address, or search for a word from it.</p>
      ${code}
    </div>
    <div><div class="poles" aria-hidden="true">${fallen}</div></div>
  </div>`
}

/** A "not found" message in words for people, who know addresses but no slugs, keys or numbers. */
function missing(message: string): string | null {
  const thing =
    /^There is no ([\w ]+?) (?:of|with|at) (?:this|that|the) (?:slug|id|key|number|name|address)\b/.exec(
      message,
    )?.[1]
  if (thing === undefined) return message.startsWith(titles[404]!) ? null : message
  return `There is no ${thing === 'listing' ? 'product' : thing} at this address.`
}

type Near = { href: string; name: string }

/** The page that was probably meant, under the name it has there. */
export async function nearOf(
  { status, next_steps }: Refusal,
  { listings, categories }: Pick<Storage, 'listings' | 'categories'>,
  site_id: number,
): Promise<Near | undefined> {
  const listingNamed = async (slug: string) => (await listings.standing(site_id, slug))?.name ?? titled(slug)
  for (const { tool, arguments: given } of status === 404 ? next_steps : []) {
    const { slug, a, b } = given as Record<string, unknown>
    if (tool === 'compare_listings' && typeof a === 'string' && typeof b === 'string')
      return {
        href: `/compare?${new URLSearchParams({ a, b }).toString()}`,
        name: `${await listingNamed(a)} and ${await listingNamed(b)}`,
      }
    if (typeof slug !== 'string') continue
    if (tool === 'get_listing') return { href: `/listings/${slug}`, name: await listingNamed(slug) }
    if (tool === 'get_category')
      return {
        href: `/categories/${slug}`,
        name: (await categories.bySlug(slug))?.name ?? titled(slug),
      }
  }
  return undefined
}

/** The words in the last part of an address, for a search. */
function wordsIn(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  return /^[a-z0-9-]+$/i.test(last) ? last.replaceAll('-', ' ').trim().slice(0, 200) : ''
}

/** A flag with this sign, as low on its pole as `down` says; one of them has fallen. */
const flagOf = (
  sign: number,
  colour: string,
  down: number,
  ink = '#fff',
  attribute = html`class="fly"`,
): Html =>
  html`<div>
    <svg viewBox="0 0 72 272">
      <path class="mast" d="M0 2h4v270H0z" />
      <g ${attribute}>
        <path fill="${colour}" d="M4 ${down}h56v56h-56z" />
        <text x="32" y="${down + 43}" font-size="42" text-anchor="middle" fill="${ink}">${sign}</text>
      </g>
    </svg>
  </div>`

const fallen = html`${flagOf(4, '#1450c8', 14)}
${flagOf(0, '#ffc61e', 210, '#0b1f3a', html`transform="rotate(9 34 240) translate(5)"`)}
${flagOf(4, '#d4202f', 40)}`
