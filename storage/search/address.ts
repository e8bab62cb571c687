// Recognises a domain or an address typed as a query.
import { wordsOf } from './words.ts'

const shape = /^(https?:\/\/)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})(?::\d+)?([/?#]\S*)?$/i

export type Address = {
  /** The host and its parent domains, without the bare top-level domain. */
  domains: string[]
  /** The words of the host without its last label, and those of the path. */
  host: string[]
  path: string[]
  /** A scheme or "www." makes it certain; "node.js" may be a name. */
  isCertain: boolean
}

export function addressIn(token: string): Address | null {
  const found = shape.exec(token.replace(/^[<("']+|[>)"',;]+$/g, ''))
  if (found === null) return null
  const labels = found[2]!.toLowerCase().split('.')
  const isWorldWide = labels[0] === 'www' && labels.length > 2
  if (isWorldWide) labels.shift()
  const domains = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))
  const rest = (found[3] ?? '').replace(/[?#].*$/, '').replace(/\.(?:html?|php)$/i, '')
  return {
    domains,
    host: wordsOf(labels.slice(0, -1).join(' ')),
    path: wordsOf(rest),
    isCertain: found[1] !== undefined || isWorldWide || rest.length > 1,
  }
}
