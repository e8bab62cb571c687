// What makes two addresses the same company: the registrable domain, or the owner's path on hosts that give each
// product a path of its own.
import { getDomain, parse } from 'tldts'
import shared from './shared_hosts.json' with { type: 'json' }

/** Shared hosts that the Public Suffix List lacks; their owners are told apart by a subdomain or a path. */
const below = new Set(shared.subdomains)
const paths = Map.groupBy(
  shared.paths.map((pattern) => pattern.split('/')),
  ([host]) => host!,
)

/** The part of the path that belongs to one owner: as many segments as the host's pattern has. */
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

/** The domain in a pasted domain or address; null if there is none. */
export function domainIn(text: string): string | null {
  const given = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`)
  return url === null || url.hostname === '' ? null : domainOf(url).replace(/\.$/, '')
}

/**
 * The registrable domain of the page that led a visitor here; undefined if it is ours or not under a public suffix. No
 * subdomain or path of it is kept.
 */
export function domainCameFrom(referer: string | null, public_url: string): string | undefined {
  const url = referer === null ? null : URL.parse(referer)
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === new URL(public_url).host)
    return undefined
  const { domain, isIcann, isPrivate } = parse(url.hostname, { allowPrivateDomains: true })
  return isIcann === true || isPrivate === true ? (domain ?? undefined) : undefined
}

/** The key of the company behind an address. Private suffixes count, so every x.github.io is a company of its own. */
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
