// The parts of pages: each turns data into markup for the stylesheet.
import { countryName } from '../../countries.ts'
import { lastPageOf } from '../../tools/inputs.ts'
import { html, type Html } from './html.ts'

export { countryName }

/** Codes with their names, sorted by name. */
export const namedCountries = (codes: readonly string[]): [code: string, name: string][] =>
  codes
    .map((code): [string, string] => [code, countryName(code)])
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))

/** "Porto, Portugal", or what is known of it. */
export const placeInWords = ({ city, country }: { city: string | null; country: string | null }): string =>
  [city, country === null ? null : countryName(country)].filter((part) => part !== null).join(', ')

const spellings: Record<string, string> = {
  ...{ linkedin: 'LinkedIn', youtube: 'YouTube', github: 'GitHub', tiktok: 'TikTok', mvp: 'MVP' },
  ...{ 'e-invoicing': 'E-invoicing', 'self-hosted': 'Self-hosted', 'repo-url': 'Repository' },
  ...{ 'one-time-purchase': 'One-time purchase', 'one-time': 'One-time', 'usage-based': 'Usage-based' },
}

const acronyms = /\b(?:ai|api|css|csv|eu|gdpr|html|json|llm|mcp|pdf|rss|sdk|sms|sql|sso|ui|url|vat|vpn)\b/g

/** A slug as words: "developer-tools" becomes "Developer tools"; known names and acronyms keep their spelling. */
export function titled(slug: string): string {
  const known = slug.replaceAll(' ', '-')
  if (Object.hasOwn(spellings, known)) return spellings[known]!
  const words = slug.replaceAll('-', ' ').replace(acronyms, (word) => word.toUpperCase())
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** "1 vote", "2 votes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`
}

const figureFormat = new Intl.NumberFormat('en')
/** A number for people: "5,541". */
export const figure = (count: number): string => figureFormat.format(count)

/** A number above what it counts, at the end of a row. */
export function tally(count: number, one: string, many = `${one}s`): Html {
  return html`<span class="tally">${figure(count)}<small>${count === 1 ? one : many}</small></span>`
}

/** A time for people, with the exact instant for machines. */
export function time(at: string): Html {
  return html`<time datetime="${at}">${instantInWords(at)}</time>`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** "16 November 2026, 09:12 UTC". */
export const instantInWords = (at: string): string =>
  `${dayFormat.format(Date.parse(at))}, ${at.slice(11, 16)} UTC`
export const dayInWords = (at: string): string => dayFormat.format(Date.parse(at))

/** A date for people, with the exact value for machines. */
export function day(at: string): Html {
  return html`<time datetime="${at}">${dayInWords(at)}</time>`
}
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** The month of an instant, "April 2025". */
export const monthOf = (at: string): Html =>
  html`<time datetime="${at.slice(0, 10)}">${monthFormat.format(Date.parse(at))}</time>`

/** An email address in a heading, which a narrow window breaks after its @ and not within a word. */
export const mailAddress = (address: string): Html =>
  html`${address.split('@').map((part, at) => html`${at > 0 && html`@<wbr />`}${part}`)}`

/** A range of days: "9 to 15 November 2026". */
export function days(from: string, to: string): string {
  return dayFormat.formatRange(Date.parse(from), Date.parse(to)).replace(/\s*–\s*/, ' to ')
}

/** An amount typed by a person, in cents: "99", "99.00" and "99,00"; NaN, which operations refuse, for anything else. */
export function centsIn(amount: string): number {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(amount.trim()) ?? []
  return whole === undefined ? NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** An amount in cents for people: "€99" or "€117.81"; with cents always where amounts stand below each other. */
export function money(cents: number, currency: string, { withCents = cents % 100 !== 0 } = {}): string {
  return new Intl.NumberFormat('en-IE', {
    style: 'currency',
    currency,
    minimumFractionDigits: withCents ? 2 : 0,
  }).format(cents / 100)
}

export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <path fill="currentColor" d="M3 1h4v26h22v4H3z" />
  <path fill="#1450c8" d="M7 3h20v20H7z" />
  <path fill="#fff" d="M13 9h8v8h-8z" />
</svg>`

type Evidence = { quote: string; url: string; read_at?: string | null }

/** A quote from a site, with its source below. */
export function quotation(words: Html, source: Html | string): Html {
  return html`<figure class="quote">
    <blockquote>${words}</blockquote>
    <figcaption>${source}</figcaption>
  </figure>`
}

/** The site's own words, with the page they are on. */
export function quoted({ quote, url, read_at }: Evidence): Html {
  const page = html`<a href="${url}" rel="nofollow ugc noopener">${shortUrl(url)}</a>`
  return quotation(html`<mark>${quote}</mark>`, html`${page}${read_at && html`, read ${day(read_at)}`}`)
}

/** A value that opens to show the quotes behind it. */
export function unfolding(
  value: Html | string,
  quotations: Html | Html[],
  { isOpen = false, isPast = false } = {},
): Html {
  return html`<details class="proof${isPast && ' past'}" ${isOpen && 'open'}>
    <summary>${value}<span class="unseen">Show where their site says so</span></summary>
    ${quotations}
  </details>`
}

/** A value with the site's quotes behind it. */
export function proof(value: Html | string, evidence: readonly Evidence[]): Html {
  if (evidence.length === 0) return html`${value}`
  return unfolding(value, evidence.map(quoted))
}

export const blank = html`<span class="blank">Not stated on their site</span>`

export function fact(name: Html | string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

/** An address without scheme, www and final slash. */
export function shortUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
    .slice(0, 80)
}

/** A head element that tells feed readers where the page's feed is. */
export function feedLink(name: string, title: string): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${title}" href="/feeds/${name}.xml" />`
}

/** A box of text to be copied as a whole. */
export function copyable(text: string, label: string): Html {
  return html`<div class="copy"><pre tabindex="0" aria-label="${label}">${text}</pre></div>`
}

/** What stands in place of an empty list, and the way on from there. */
export function emptyBox(
  { title, text, lead }: { title?: string; text?: string; lead?: readonly [label: string, href: string] },
  { isButton = title !== undefined, around = '' } = {},
): Html {
  return html`<div class="empty${around && ` ${around}`}">
    ${title !== undefined && html`<h2>${title}</h2>`} ${text !== undefined && html`<p>${text}</p>`}
    ${lead !== undefined && html`<a ${isButton && html`class="button"`} href="${lead[1]}">${lead[0]}</a>`}
  </div>`
}

type PageOf = { page: number; per_page: number; total: number }

/** Links to the other pages of a list, with a fragment; nothing if there is only one page. */
export function pageLinks(path: string, query: URLSearchParams, of: PageOf, at = ''): Html {
  const { page, per_page, total } = of
  const last = lastPageOf(of)
  if (last < 2) return html``
  const to = (number: number) => {
    const wanted = new URLSearchParams(query)
    if (number === 1) wanted.delete('page')
    else wanted.set('page', String(number))
    const text = wanted.toString()
    return `${path}${text && `?${text}`}${at}`
  }
  const near = [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last)
  return html`<nav class="pages" aria-label="Pages">
    ${page > 1 && html`<a href="${to(page - 1)}" rel="prev" aria-label="Previous page">←</a>`}
    ${near.map(
      (number, index) =>
        html`${index > 0 && number - near[index - 1]! > 1 && html`<span>…</span>`}${
          number === page
            ? html`<span aria-current="page">${number}</span>`
            : html`<a href="${to(number)}">${number}</a>`
        }`,
    )}
    ${page < last && html`<a href="${to(page + 1)}" rel="next" aria-label="Next page">→</a>`}
    <small
      >${figure((page - 1) * per_page + 1)} to ${figure(Math.min(page * per_page, total))} of
      ${figure(total)}</small
    >
  </nav>`
}

/** Breadcrumbs from the start page to this one; the last step has no address. */
export function crumbs(...steps: [text: string, href?: string][]): Html {
  return html`<nav aria-label="Where you are">
    <ol class="crumbs">
      ${steps.map(([text, href]) => html`<li>${href === undefined ? text : html`<a href="${href}">${text}</a>`}</li>`)}
    </ol>
  </nav>`
}

export function leader(text: string, count: number, href: string): Html {
  return html`<a class="leader" href="${href}"><span>${text}</span><i></i><span>${figure(count)}</span></a>`
}

/** A round avatar with the initials. */
export function face(name: string, size: '' | 'l' = ''): Html {
  const initials = name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => [...word][0]!)
  const shown = initials.length > 1 ? [initials[0], initials.at(-1)] : initials
  return html`<span class="face ${size}" aria-hidden="true">${shown.join('').toLocaleUpperCase('en')}</span>`
}

export function person({ slug, name, title }: { slug: string; name: string; title?: string | null }): Html {
  return html`<div class="person">
    ${face(name)}
    <div>
      <h3 class="name">${slug === '' ? name : html`<a href="/founders/${slug}">${name}</a>`}</h3>
      ${title && html`<p class="soft">${title}</p>`}
    </div>
  </div>`
}

/** Plain text by a user; empty lines separate paragraphs. */
export function paragraphs(text: string): Html {
  return html`<div class="prose">
    ${text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => html`<p>${part}</p>`)}
  </div>`
}
