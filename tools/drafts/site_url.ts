// Normalises the address of a product as people type it: bare domains, international names, odd paths.
import { isIP } from 'node:net'
import { isPublicDomain } from '../../addresses.ts'
import { urlKey } from '../../storage/listings/address.ts'
import { Refusal } from '../errors.ts'

type SiteUrl = {
  /** The page that is read first. */
  url: string
  /** Equal for every spelling of the same address. */
  url_key: string
  /** No scheme was given, so http may be tried if https does not answer. */
  bare: boolean
}

const tracking = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|ref|source)$/i

/** `pointer` names the input the text came from. */
export function siteUrl(text: string, pointer = '/url'): SiteUrl {
  const given = text.trim()
  // Before a colon and digits is a host with a port; before any other colon is a scheme.
  const bare = !/^[a-z][a-z0-9+.-]*:(?=\/\/|[^\d/])/i.test(given)
  const url = URL.parse(bare ? `https://${given.replace(/^\/\//, '')}` : given)
  if (url === null)
    throw notAnAddress(pointer, 'Must be the address of a website, for example https://example.com.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw notAnAddress(pointer, 'Must begin with https:// or http://.')
  const host = url.hostname.replace(/\.$/, '')
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !isPublicDomain(host))
    throw notAnAddress(pointer, 'Must name a public website by its domain, for example https://example.com.')
  if (url.username !== '' || url.password !== '')
    throw notAnAddress(
      pointer,
      'Must not carry a user name or a password, and is no email address: give the address of the website alone, as in https://example.com.',
    )
  if (url.port !== '')
    throw notAnAddress(pointer, 'Must not name a port: public websites answer at the usual one.')
  url.hostname = host
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  // A query on a start page shows the same product.
  const asked = url.search
  url.search = ''
  if (urlKey(url).includes('/')) url.search = asked
  return { url: url.href, url_key: urlKey(url), bare }
}

function notAnAddress(pointer: string, message: string): Refusal {
  return new Refusal('invalid_input', `${pointer.slice(1)}: ${message}`, {
    errors: [{ pointer, code: 'not_a_website', message }],
  })
}
