// What counts as proof that somebody controls the domain of a listing. Pure: what was found outside comes in as text.
import { companyKeyOf, domainOf } from '../listings/company.ts'

/** What has to be proved: `domain` is the company's, `host` the listing's own, which may be a name below it. */
export type Subject = { domain: string; host: string; origin: string }

/** Null where a product stands at a path of a host that belongs to somebody else: nobody can prove control of a path. */
export function subjectOf(address: string): Subject | null {
  const url = new URL(address)
  const domain = companyKeyOf(url)
  if (domain.includes('/') || !domain.includes('.')) return null
  return { domain, host: domainOf(url), origin: url.origin }
}

export const tagName = 'launch-claim'

export function txtValue(token: string): string {
  return `${tagName}=${token}`
}

/** The record stands at its own name or at the domain itself. */
export function txtNames({ domain }: Subject): [own: string, apex: string] {
  return [`_${tagName}.${domain}`, domain]
}

export function metaTag(token: string): string {
  return `<meta name="${tagName}" content="${token}">`
}

export function fileUrl({ origin }: Subject): string {
  return `${origin}/.well-known/${tagName}.txt`
}

/** Control panels are fed with quotes and spaces around the value; what is inside must be exact. */
export function isInTxt(records: readonly string[], token: string): boolean {
  return records.some(
    (record) =>
      record
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .trim() === txtValue(token),
  )
}

/** A line of its own, so that several claims can stand in one file. */
export function isInFile(text: string, token: string): boolean {
  return text.split(/[\r\n]+/).some((line) => line.trim() === token)
}

/** Whether a redirect stays with the company: an open redirect elsewhere must not lend its pages. */
export function isOfSubject(address: string, { domain }: Subject): boolean {
  const url = URL.parse(address)
  return url !== null && companyKeyOf(url) === domain
}

const inHead = new Set([
  'html',
  'head',
  'meta',
  'link',
  'base',
  'title',
  'script',
  'style',
  'noscript',
  'template',
])
const holdsText = new Set(['title', 'script', 'style', 'noscript', 'template'])

/**
 * Whether the tag stands in the head of the page. Visitors may write into a page, hardly ever into its head: what stands
 * in the body, in a script, a title or a comment does not count. Each character is read once.
 */
export function isInHead(page: string, token: string): boolean {
  const start = /\s*/y
  const tag = /<(\/?)([a-z][a-z0-9-]*)/iy
  let at = page.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    start.lastIndex = at
    start.exec(page)
    at = start.lastIndex
    if (page.startsWith('<!--', at)) at = after(page, '-->', at + 2)
    else if (page.startsWith('<!', at) || page.startsWith('<?', at)) at = after(page, '>', at)
    else {
      tag.lastIndex = at
      const [, slash, name = ''] = tag.exec(page) ?? []
      const word = name.toLowerCase()
      if (slash === '/' ? word === 'head' || word === 'html' : !inHead.has(word)) return false
      const { attributes, end } = attributesOf(page, tag.lastIndex)
      at = end
      if (slash === '/') continue
      if (word === 'meta' && isOurs(attributes, token)) return true
      if (holdsText.has(word)) at = afterElement(page, word, at)
    }
    if (at >= page.length) return false
  }
}

function isOurs(attributes: Map<string, string>, token: string): boolean {
  return (
    attributes.get('name')?.trim().toLowerCase() === tagName && attributes.get('content')?.trim() === token
  )
}

/** Where to read on behind the text, or the end of the page. */
function after(page: string, text: string, from: number): number {
  const found = page.indexOf(text, from)
  return found < 0 ? page.length : found + text.length
}

function afterElement(page: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi')
  end.lastIndex = from
  return end.exec(page) === null ? page.length : after(page, '>', end.lastIndex - 1)
}

function attributesOf(page: string, from: number): { attributes: Map<string, string>; end: number } {
  const next = /[\s/]*(?:(>)|([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?|$|[^])/y
  const attributes = new Map<string, string>()
  next.lastIndex = from
  for (;;) {
    const [, close, name, ...values] = next.exec(page) ?? []
    if (close !== undefined || next.lastIndex === 0 || next.lastIndex >= page.length)
      return { attributes, end: next.lastIndex === 0 ? page.length : next.lastIndex }
    const key = name?.toLowerCase()
    if (key !== undefined && !attributes.has(key)) attributes.set(key, values.find(Boolean) ?? '')
  }
}

/** Where anybody can have an address, having one proves nothing. */
const mailboxHosts = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me gmx.de gmx.net gmx.com gmx.at gmx.ch web.de mail.com
  email.com fastmail.com fastmail.fm hey.com tutanota.com tutanota.de tuta.com tuta.io posteo.de posteo.net mailbox.org zoho.com
  zohomail.com seznam.cz qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net yandex.ru yandex.com ya.ru
  mail.ru bk.ru list.ru inbox.ru wp.pl o2.pl onet.pl interia.pl free.fr orange.fr wanadoo.fr laposte.net sfr.fr
  libero.it virgilio.it t-online.de freenet.de disroot.org riseup.net duck.com simplelogin.com mozmail.com
  mailinator.com guerrillamail.com yopmail.com comcast.net verizon.net att.net btinternet.com rediffmail.com`.split(
    /\s+/,
  ),
)

/** What is wrong with an address as proof, or null. */
export function faultOfAddress(email: string, { domain, host }: Subject): string | null {
  const at = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (at !== domain && at !== host)
    return `Must be an address at ${domain}, for it has to prove that you belong to that company. Use the method dns, meta or file if you have none.`
  if (mailboxHosts.has(domain) || mailboxHosts.has(at))
    return 'Anybody can have an address at this domain, so it proves nothing. Use the method dns, meta or file.'
  return null
}
