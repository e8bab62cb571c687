/*
 * The kind of a page, by the words of its address and of the link or title that names it (words/addresses.txt).
 */
import { wordsIn } from './drafting/words/words_in.ts'

const { saying } = wordsIn('addresses')

/** How much a page of a kind promises. The first kind that is named is a page's. */
const weights = {
  pricing: 100,
  about: 98,
  imprint: 96,
  faq: 94,
  contact: 90,
  team: 88,
  features: 84,
  terms: 60,
  help: 60,
}
const kinds = Object.entries(weights).map(([name, weight]) => ({ name, weight, says: saying(name) }))
const unlikely = saying('unlikely')
const posts = saying('posts')
const notPages =
  /\.(?:pdf|zip|gz|tgz|bz2|xz|rar|7z|exe|dmg|msi|deb|rpm|apk|appimage|png|jpe?g|gif|svg|webp|ico|avif|css|js|mjs|json|xml|rss|atom|txt|md|csv|mp[34]|webm|ogg|wav|mov|woff2?|ttf|jar|iso|asc|sig|yml|yaml|cgi|ics)$/i
const languageFolder = /^(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2,4}|zh-han[st])$/i

/** The normalised address of a page: no fragment, no query, no index file. */
export function pageKey(url: string): string {
  const parsed = new URL(url)
  const path = parsed.pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/\.html?$/i, '')
  return `${parsed.host.replace(/^www\./, '')}${path.replace(/\/+$/, '')}`
}

export function languageOf(path: string): string | null {
  const folder = path.split('/').find((part) => languageFolder.test(part))
  const suffix = /[._-]([a-z]{2})\.html?$/i.exec(path)?.[1]
  return (folder ?? suffix)?.slice(0, 2).toLowerCase() ?? null
}

/** Link text and path as plain words: "Über uns" and "/ueber-uns" become similar. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** The product's folder: on shared hosts other folders belong to other people. */
function homeOf(start_url: string): string {
  const path = new URL(start_url).pathname
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export type Judged = { url: string; kind: string; score: number }

/** How promising an address is, and the kind of its page; null if it is no page. */
export function judge(
  url: string,
  label: string,
  start_url: string,
  start_language: string | null,
): Judged | null {
  const parsed = new URL(url)
  let path = parsed.pathname
  try {
    path = decodeURIComponent(path)
  } catch {
    // A path with invalid percent-encoding is judged undecoded.
  }
  if (notPages.test(path) || parsed.search.length > 40) return null
  const home = homeOf(start_url)
  const inside = path.startsWith(home)
  const slug = plainWords(path.slice(inside ? home.length : 0))
  const words = slug.replace(/[/_.]+/g, ' ')
  const dashed = ` ${words} ${plainWords(label).replace(/\s+/g, '-')} ${plainWords(label)} `.slice(0, 600)
  const kind = kinds.find(({ says }) => says.test(dashed) || says.test(`${label} ${path}`))
  const depth = path.split('/').filter((part) => part !== '').length - home.split('/').filter(Boolean).length
  let score = kind?.weight ?? 40
  score -= Math.max(0, depth - 1) * 6
  if (!inside) score -= 15
  if (parsed.search !== '') score -= 20
  if (unlikely.test(words)) score -= kind ? 25 : 45
  const language = languageOf(path)
  if (language !== start_language && language !== null) score -= 30
  return { url: parsed.href.split('#')[0] ?? url, kind: kind?.name ?? 'other', score }
}

/** What a page is about, by its address and title: pricing, about, imprint, faq, contact, team, features, terms, help. */
export function pageKind(url: string, title: string, start_url: string): string {
  if (pageKey(url) === pageKey(start_url)) return 'start'
  const path = new URL(url).pathname.slice(homeOf(start_url).length)
  const judged = judge(url, title.slice(0, 80), start_url, null)
  const words = plainWords(path).replace(/[/_.]+/g, ' ')
  if (posts.test(words)) return 'blog'
  return judged?.kind ?? 'other'
}
