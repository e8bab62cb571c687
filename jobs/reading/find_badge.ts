// Whether a page shows the badge of a listing, with a link that search engines follow. Runs in the drafting thread.
import { load } from 'cheerio/slim'
import type { Element } from 'domhandler'
import { isHidden } from '../drafting/page/surroundings.ts'
import { withinDepth } from '../drafting/page/within_depth.ts'

export type BadgeSought = {
  /** The address of the page after redirects. */
  page_url: string
  /** The host of our site with the listing. */
  host: string
  /** Its current and former slugs. */
  slugs: readonly string[]
}
type BadgeFound = 'seen' | 'not_found' | 'nofollow' | 'only_in_script' | 'only_in_comment'

/** Elements that no browser displays. */
const hidden = 'script, style, template, noscript'

export function findBadge(html: string, { page_url, host, slugs }: BadgeSought): BadgeFound {
  const $ = load(withinDepth(html))
  const scripts = [...$('script')].map((script) => $(script).text().replaceAll('\\/', '/')).join('\n')
  $(hidden).remove()
  $('[hidden], [style]')
    .filter((_, element) => isHidden(element))
    .remove()
  const base = $('base[href]').attr('href')
  const from = URL.canParse(base ?? '', page_url) ? new URL(base!, page_url).href : page_url
  const pathOf = (address: string | undefined): string | null => {
    const url = address === undefined ? null : URL.parse(address.trim(), from)
    return url !== null && url.host === host && /^https?:$/.test(url.protocol) ? url.pathname : null
  }
  const isBadge = (path: string | null) => slugs.some((slug) => path?.startsWith(`/badges/${slug}/`))
  const isPage = (path: string | null) =>
    slugs.some((slug) => path?.replace(/\/$/, '') === `/listings/${slug}`)
  if ([...$('img[src]')].some((image) => isBadge(pathOf((image as Element).attribs.src)))) return 'seen'
  const links = [...$('a[href]')].filter((link) => isPage(pathOf((link as Element).attribs.href)))
  if (links.some((link) => !/\b(?:nofollow|ugc|sponsored)\b/i.test((link as Element).attribs.rel ?? '')))
    return 'seen'
  if (links.length > 0) return 'nofollow'
  const marks = slugs.flatMap((slug) => [`${host}/badges/${slug}/`, `${host}/listings/${slug}`])
  if (marks.some((mark) => scripts.includes(mark))) return 'only_in_script'
  return marks.some((mark) => html.includes(mark)) ? 'only_in_comment' : 'not_found'
}
