// What an address is by its own shape: where agents come to use a product, or are told how.
import type { FactIn } from '../../../facts.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

export type Door = FactIn<'door'>

const pages =
  /^(?:docs?|documentation|blog|news|guides?|help|learn|integrations?|features?|articles?|posts?)$/
const manuals = /^(?:docs?|documentation|manual|api-docs|api-reference)(?:\.html?)?$/
/** The label of a link that leads to what a name such as "developers" alone does not say: that may be builders of houses. */
const isManual = /(?<!\p{L})(?:api|docs|documentation|sdk)(?!\p{L})/iu

/** The label of a link to a product's own manual, wherever it lies. */
const manualCalled = new Wording(`^${wordsIn('pages').anyOf('manuals')}$`, 'iu')
/** The first page of a manual. */
const opens =
  /^(?:start|install|installation|index|intro|introduction|overview|quick-?start|getting-started)(?:\.html?)?$/

/** null for every other address. The text of a link helps to tell. */
export function doorAt(address: string, text = ''): Door | null {
  const url = /^https?:/.test(address) ? URL.parse(address) : null
  if (url === null || url.href.length > 500) return null
  const [label = ''] = url.hostname.toLowerCase().split('.')
  const parts = url.pathname.toLowerCase().split('/').filter(Boolean)
  const last = parts.at(-1) ?? ''
  if (last === 'llms.txt') return 'llms_txt'
  if (/^(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/.test(last)) return 'openapi_url'
  const isAmongPages = [label, ...parts.slice(0, -1)].some((part) => pages.test(part))
  const isMcp =
    last === 'mcp' || (last === 'sse' && parts.at(-2) === 'mcp') || (label === 'mcp' && last === '')
  if (isMcp) return isAmongPages ? null : 'mcp_url'
  if (parts.length > 2) return null
  const isOpening = parts.length === 2 && manuals.test(parts[0]!) && opens.test(last)
  const isNamed = manuals.test(label)
    ? parts.length < 2
    : (manuals.test(last) && parts.length === 1) || isOpening || manualCalled.test(text.trim())
  const isSaid =
    /^(?:developers?|api|reference)$/.test(parts.length === 0 ? label : last) && isManual.test(text)
  return isNamed || isSaid ? 'docs_url' : null
}

/** Addresses that stand in a text, as in a command to copy. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[\w.:-]+(?:\/[\w.~%/-]*)?/g)].map(([address]) =>
    address.replace(/[.:-]+$/, ''),
  )
