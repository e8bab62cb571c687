// Which addresses belong to the public internet, and which to this machine and the network around it.
import ipaddr from 'ipaddr.js'

/** Whether the address is a machine of the public internet, by IANA's registries of special-use addresses. */
export function isPublicAddress(address: string): boolean {
  // Azure answers its machines' questions about themselves, credentials among them, at this public-looking address.
  if (!ipaddr.isValid(address) || address === '168.63.129.16') return false
  const parsedAddress = ipaddr.parse(address)
  if (parsedAddress.range() !== 'unicast') return false
  // ipaddr.js calls what it does not know unicast; of IPv6 only 2000::/3 is in use (RFC 4291 section 2.4).
  return parsedAddress.kind() === 'ipv4' || (parsedAddress.toByteArray()[0]! & 0xe0) === 0x20
}

/** Whether a host's name is a domain of the public internet, not of this machine or the network around it. */
export function isPublicDomain(host: string): boolean {
  return /^[^.].*\.[^.\d][^.]*\.?$/.test(host) && !isLocalName(host)
}

/** Whether an address is reached from this machine only. */
export function isLoopbackSite(url: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || /\.(?:localhost|local|internal|lan|intranet|corp|home|home\.arpa)$/.test(name)
}
