// What a claim reads on other people's pages: the addresses on a company's own site, and the website that an app
// store names for the developer.
import type { Outbound } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'
import { isOfSubject } from './proof.ts'
import { subjectOf, type Site } from './subject.ts'

/** Link texts that lead to contact details. */
const tellsContact =
  /contact|kontakt|contatt|contato|about|über|ueber|impress|imprint|legal|mentions|support|help|team|privacy|datenschutz|secur/i
const mostPages = 5

/** A page, or why it cannot be read. */
async function read(url: string, isOwn: (next: string) => boolean, outbound: Outbound) {
  try {
    const answer = await outbound.fetch({
      ...{ url, accept: 'text/html,application/xhtml+xml', max_bytes: 1_000_000, timeout_ms: 10_000 },
      ...{ redirects: 4, cut: true, mayFollow: async (next) => isOwn(next) },
    })
    if (answer.status !== 200) return `${url} answered with the status ${answer.status} instead of 200.`
    // Loading it takes 60 ms, which a start need not wait for.
    const { load } = await import('cheerio')
    return load(new TextDecoder().decode(answer.body))
  } catch (error) {
    if (error instanceof OutboundRefusal) return `${url} could not be read. ${error.message}`
    throw error
  }
}

/**
 * Whether the site shows the address: on the listing's page, its start page, or a contact page; `unread` says why no page
 * could be read.
 */
export async function isShownBy(
  site: Site,
  listing_url: string,
  email: string,
  outbound: Outbound,
): Promise<{ is_shown: boolean; unread: string | null }> {
  const address = email.toLowerCase()
  const seen = new Set<string>()
  const found = { is_shown: true, unread: null }
  let [isRead, unread] = [false, null as string | null]
  const next = [listing_url, `${site.origin}/`]
  while (next.length > 0 && seen.size < mostPages) {
    const url = next.shift()!
    if (seen.has(url)) continue
    seen.add(url)
    const $ = await read(url, (to) => isOfSubject(to, site), outbound)
    if (typeof $ === 'string') {
      unread ??= $
      continue
    }
    isRead = true
    for (const link of $('a[href]').toArray()) {
      const href = $(link).attr('href')!.trim()
      if (/^mailto:/i.test(href) && mailtoOf(href) === address) return found
      const to = URL.parse(href, url)
      if (to === null || !isOfSubject(to.href, site) || !tellsContact.test(`${href} ${$(link).text()}`))
        continue
      to.hash = ''
      next.push(to.href)
    }
    $('script, style, template, noscript, textarea').remove()
    const words = $('body')
      .text()
      .toLowerCase()
      .split(/[\s<>()[\]"'„“”,;:|]+/)
    if (words.some((word) => word.replace(/\.+$/, '') === address)) return found
  }
  return { is_shown: false, unread: isRead ? null : unread }
}

function mailtoOf(href: string): string | null {
  try {
    return decodeURIComponent(href.slice(7).split('?')[0]!).trim().toLowerCase()
  } catch {
    return null
  }
}

/** The developer's website as the app store's page names it; null if it names none. */
export async function websiteNamedBy(store_url: string, outbound: Outbound): Promise<string | null> {
  const url = new URL(store_url)
  url.searchParams.set('hl', 'en')
  const $ = await read(url.href, (to) => URL.parse(to)?.host === url.host, outbound)
  if (typeof $ === 'string') return null
  for (const link of $('a[href]').toArray()) {
    const label = `${$(link).attr('aria-label') ?? ''} ${$(link).text()}`.trim()
    // Some stores link through a tracking address that contains the real one.
    const led = /\/(https?%3a[^?]*)$/i.exec($(link).attr('href')!)?.[1]
    const to = URL.parse(led === undefined ? $(link).attr('href')! : decodeURIComponent(led), url)
    if (!/^(?:developer(?:['’]s)? |app |extension |official )?(?:web ?site|homepage)\b/i.test(label)) continue
    if (to === null || !/^https?:$/.test(to.protocol) || to.hostname.endsWith(url.hostname)) continue
    if (subjectOf(to.href)?.kind === 'app') continue
    return to.href
  }
  return null
}
