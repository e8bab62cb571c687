// What counts as proof that somebody controls the site or repository of a listing. Pure: fetched data is passed in as
// text.
import { companyKeyOf } from '../listings/company.ts'
import type { Site } from './subject.ts'

export const tagName = 'launch-claim'

export function txtValue(token: string): string {
  return `${tagName}=${token}`
}

/** The record stands at its own name or at the domain itself. */
export function txtNames({ domain }: Pick<Site, 'domain'>): [own: string, apex: string] {
  return [`_${tagName}.${domain}`, domain]
}

export function metaTag(token: string): string {
  return `<meta name="${tagName}" content="${token}">`
}

export function fileUrl({ origin }: Pick<Site, 'origin'>): string {
  return `${origin}/.well-known/${tagName}.txt`
}

/** Control panels add quotes and spaces around the value; what is inside must match exactly. */
export function isInTxt(records: readonly string[], token: string): boolean {
  return records.some(
    (record) =>
      record
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .trim() === txtValue(token),
  )
}

/** The file must contain nothing else: a page that shows what visitors write may contain lines of theirs. */
export function isInFile(text: string, token: string): boolean {
  return text.trim() === token
}

/** Whether a redirect target belongs to the company: an open redirect to another site must not count as proof. */
export function isOfSubject(address: string, { domain }: Pick<Site, 'domain'>): boolean {
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
 * Whether the tag is in the head of the page. Visitors can often write into a page's body, hardly ever into its head; a
 * tag in the body, a script, a title or a comment does not count. Each character is read once.
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

/** The position after the next occurrence of the text, or the end of the page. */
function after(page: string, text: string, from: number): number {
  const at = page.indexOf(text, from)
  return at < 0 ? page.length : at + text.length
}

function afterElement(page: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(page) === null ? page.length : after(page, '>', end.lastIndex)
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
