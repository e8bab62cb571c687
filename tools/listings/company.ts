// What makes two addresses the same company: the registrable domain, or the owner's path on hosts that give each
// product a path of its own.
import { getDomain, parse } from 'tldts'
import shared from './shared_hosts.json' with { type: 'json' }

/** Hosts of many owners that the list of public suffixes lacks: each has a name below them, or a path. */
const below = new Set(shared.subdomains)
const paths = Map.groupBy(
  shared.paths.map((pattern) => pattern.split('/')),
  ([host]) => host!,
)

/** How much of the path belongs to one owner: the segments that stand where the pattern has a star, and before. */
function ownedPath(host: string, path: readonly string[]): string[] {
  const owned = (paths.get(host) ?? [])
    .map(([, ...pattern]) => pattern)
    .filter((pattern) => pattern.every((part, at) => part === '*' || part === path[at]))
    .sort((a, b) => b.length - a.length)[0]
  return path.slice(0, owned?.length ?? 0)
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

/**
 * The domain of the page that led somebody here, where it is one that anybody could register: of the rest, as of what stands
 * before it in the name, nothing is wanted.
 */
export function domainCameFrom(referer: string | null, public_url: string): string | undefined {
  const url = referer === null ? null : URL.parse(referer)
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === new URL(public_url).host)
    return undefined
  const { domain, isIcann, isPrivate } = parse(url.hostname, { allowPrivateDomains: true })
  return isIcann === true || isPrivate === true ? (domain ?? undefined) : undefined
}

/** The key of the company behind an address. Private suffixes count, so every x.github.io is its own. */
export function companyKeyOf(url: URL): string {
  const host = domainOf(url)
  const path = ownedPath(
    host,
    url.pathname.split('/').filter((part) => part !== ''),
  )
  if (path.length > 0) {
    const app = url.searchParams.get('id') ?? url.searchParams.get('itemName')
    return [host, ...path, ...(app === null ? [] : [app])].join('/').toLowerCase()
  }
  const labels = host.split('.')
  const sharedAt = labels.findIndex((_, at) => at > 0 && below.has(labels.slice(at).join('.')))
  if (sharedAt > 0) return labels.slice(sharedAt - 1).join('.')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
