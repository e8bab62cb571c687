// What makes two addresses the same company: the registrable domain, or the owner's path on hosts that give each
// product a path of its own.
import { getDomain } from 'tldts'

const segmentsByHost: Record<string, number> = {
  'github.com': 2,
  'gitlab.com': 2,
  'codeberg.org': 2,
  'bitbucket.org': 2,
  'sourceforge.net': 2,
  'apps.apple.com': 8,
  'play.google.com': 3,
  'chromewebstore.google.com': 3,
  'addons.mozilla.org': 4,
}

/** The host of an address, without www. */
export function domainOf(url: URL): string {
  return url.hostname.replace(/^www\./, '').toLowerCase()
}

/** The domain that somebody means by it or by a whole address, as people paste one; null when there is none in it. */
export function domainIn(text: string): string | null {
  const given = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`)
  return url === null || url.hostname === '' ? null : domainOf(url).replace(/\.$/, '')
}

/** The key of the company behind an address. Private suffixes count, so every x.github.io is its own. */
export function companyKeyOf(url: URL): string {
  const host = domainOf(url)
  const segments = segmentsByHost[host]
  if (segments !== undefined) {
    const path = url.pathname.split('/').filter((part) => part !== '')
    const app = url.searchParams.get('id')
    return [host, ...path.slice(0, segments), ...(app === null ? [] : [app])].join('/').toLowerCase()
  }
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
