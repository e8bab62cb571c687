// What a claim has to prove control of, and which addresses can prove it. Pure.
import allProviders from 'email-providers/all.json' with { type: 'json' }
import { getDomain } from 'tldts'
import { companyKeyOf, domainOf } from '../listings/company.ts'
import open from './open_hosts.json' with { type: 'json' }

/** `domain` is the company's domain, `host` the host of the listing, which may be a subdomain of it. */
export type Site = { kind: 'site'; domain: string; host: string; origin: string }
/** A repository at a code host; `file` is the raw address of the proof file at the top of its default branch. */
export type Repo = { kind: 'repository'; url: string; file: string }
/** An app store page: the claimant must prove control of the developer website it names. */
type App = { kind: 'app'; url: string }
export type Subject = Site | Repo | App

/** The name of the file that proves control of a repository. */
export const repositoryFile = 'launch-claim.txt'

/** The address of raw files of the default branch at each code host, whatever the branch is called. */
const codeHosts: Record<string, (path: string) => string> = {
  'github.com': (path) => `https://raw.githubusercontent.com/${path}/HEAD/${repositoryFile}`,
  'gitlab.com': (path) => `https://gitlab.com/${path}/-/raw/HEAD/${repositoryFile}`,
  'codeberg.org': (path) => `https://codeberg.org/api/v1/repos/${path}/raw/${repositoryFile}`,
  'bitbucket.org': (path) => `https://bitbucket.org/${path}/raw/HEAD/${repositoryFile}`,
  'gitee.com': (path) => `https://gitee.com/${path}/raw/HEAD/${repositoryFile}`,
  'git.sr.ht': (path) => `https://git.sr.ht/${path}/blob/HEAD/${repositoryFile}`,
}
const appStores = new Set(
  'apps.apple.com itunes.apple.com play.google.com chromewebstore.google.com addons.mozilla.org addons.thunderbird.net apps.microsoft.com'.split(
    ' ',
  ),
)

/** Null if the address is a path on somebody else's host, where nobody can prove control. */
export function subjectOf(address: string): Subject | null {
  const url = new URL(address)
  const host = domainOf(url)
  const domain = companyKeyOf(url)
  if (!domain.includes('.')) return null
  if (!domain.includes('/')) return { kind: 'site', domain, host, origin: url.origin }
  if (appStores.has(host)) return { kind: 'app', url: url.href }
  const fileOf = codeHosts[host]
  if (fileOf === undefined) return null
  // At gitlab.com groups contain groups; elsewhere the first two parts of the path name the repository.
  const [whole] = url.pathname.split('/-/')
  const parts = whole!.split('/').filter((part) => part !== '')
  // On GitHub an organisation's own repository has this name.
  if (host === 'github.com' && parts.length === 1) parts.push('.github')
  const path = (host === 'gitlab.com' ? parts : parts.slice(0, 2)).join('/').replace(/\.git$/, '')
  if (parts.length < 2 || !/^[\w.~/-]+$/.test(path) || path.includes('..')) return null
  return { kind: 'repository', url: `https://${host}/${path}`, file: fileOf(path) }
}

const openDomains = new Set([...allProviders, ...open.domains])
const ofUniversity = new RegExp(open.universities.join('|'))
/** Mailbox names that every domain has (RFC 2142, and those that certificate authorities write to). */
const roles = new Set(['admin', 'webmaster', 'hostmaster', 'postmaster'])
const roleAddresses = 'admin@, webmaster@, hostmaster@ or postmaster@ at its domain'

/** Whether strangers can get an address here: a mail provider, a university, a foundation, a hosting platform. */
function isOpen(host: string): boolean {
  const labels = host.split('.')
  const own = getDomain(host)?.split('.').length ?? 2
  const above = labels
    .slice(0, Math.max(1, labels.length - own + 1))
    .map((_, at) => labels.slice(at).join('.'))
  return ofUniversity.test(host) || above.some((one) => openDomains.has(one))
}

/** How else to prove it, for programs; pages have links instead. */
export const otherMethods =
  'Without one, prove it by a DNS record, a meta tag or a file (the method dns, meta or file).'

/** Which addresses of a company prove a claim. */
export const whichAddresses = `one that its website shows, or ${roleAddresses}`

/**
 * What is wrong with an address as proof, or null. `isShown` says whether the company's own site shows it, `unread` why
 * the site could not be read.
 */
export function faultOfAddress(
  email: string,
  { domain, host }: Pick<Site, 'domain' | 'host'>,
  isShown: boolean,
  unread: string | null = null,
): string | null {
  const [name = '', at = ''] = email.toLowerCase().split('@')
  if (at !== domain && at !== host)
    return `Must be an address at ${domain}, for it has to prove that you belong to that company. ${otherMethods}`
  if (isOpen(at)) return `Strangers can have an address at this domain, so it proves nothing. ${otherMethods}`
  if (!roles.has(name) && !isShown)
    return unread === null
      ? `Must be ${whichAddresses}. We read ${domain} and did not find this one there; what its listing here says, anybody may have typed. ${otherMethods}`
      : `We could not look for this address on the website of ${domain}: ${unread} Without that it must be ${roleAddresses}. ${otherMethods}`
  return null
}

const servesMail =
  /\b(?:(?:e-?mail|mailbox|webmail)(?: forwarding| alias(?:es)?)? (?:service|provider|host(?:ing)?|address(?:es)?|alias(?:es)?)|mailbox(?:es)?|web ?hosting|(?:site|website|app|cloud|code|git) hosting|disposable (?:e-?)?mail)\b/i
const ofMail =
  /^(?:(?:encrypted|temporary|disposable|business)-)?e?-?mail(?:-(?:services?|providers?|hosting|forwarding))?$|^web-?mail$|^(?:(?:web|website|cloud|code|app|static|email)-)?hosting$/

/** Whether the product itself gives strangers addresses at its domain, as a mail or hosting service does. */
export function givesAddresses(product: { tagline: string | null; categories: readonly string[] }): boolean {
  return product.categories.some((slug) => ofMail.test(slug)) || servesMail.test(product.tagline ?? '')
}
