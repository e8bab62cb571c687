// The shared inputs of specification 2.1, each written once.
import { isIP } from 'node:net'
import { z } from 'zod'
import { countryFault, countryMeant } from '../countries.ts'
import { emptyBecause, type EmptyBecause } from './emptiness.ts'
import { isPublicAddress, isPublicDomain } from '../addresses.ts'

export const slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,219}$/,
    'Must be a slug: small letters, digits and hyphens, at most 220 characters.',
  )
  .describe('Slug of its page')
const twoLetters = /^[A-Za-z]{2}$/
export const countryPattern = twoLetters.source
/** The code of an existing country, stored in capitals; UK, which many write, becomes GB. */
export const country = z
  .string()
  .regex(twoLetters, { error: countryFault, abort: true })
  .refine((code) => countryMeant(code) !== null, countryFault)
  .transform((code) => countryMeant(code) ?? code)
  .describe('Two-letter code (ISO 3166), such as DE')
export const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
export const listingId = id.describe('Number from list_my_listings')
export const draftId = z.guid().describe('Id from list_my_drafts')

/** An object with the same kind of value under each name. */
export function recordOf<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>
}

/**
 * An address that pages may link to: http or https without credentials or line breaks, and a public website, not the
 * visitor's own machine or network.
 */
export function isWebLink(text: string): boolean {
  const url = /^https?:\/\/\P{Cc}*$/iu.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === '' && isPublicSite(url)
}
export const webLinkFault =
  'Must be an http or https address that anybody can open, such as https://example.com, without a user name.'

function isPublicSite({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 ? isPublicAddress(host) : isPublicDomain(host)
}

/** The highest page number that can be requested. */
export const lastPage = 1000
export const paging = {
  page: z.int().min(1).max(lastPage).default(1).describe('Page number'),
  per_page: z.int().min(1).max(100).default(20).describe('Results a page'),
}
type Paging = { page: number; per_page: number }

/** The last page of a list with so many items that can be requested. */
export const lastPageOf = ({ per_page, total }: { per_page: number; total: number }): number =>
  Math.min(lastPage, Math.max(1, Math.ceil(total / per_page)))

/** The schema of one page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), ...pageFields })
}
export const pageFields = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  has_more: z.boolean(),
  empty_because: emptyBecause,
}

/** A page as limit and offset, for storage. */
export function windowOf({ page, per_page }: Paging): { limit: number; offset: number } {
  return { limit: per_page, offset: (page - 1) * per_page }
}

export function page<T>(
  { page, per_page }: Paging,
  { items, total }: { items: T[]; total: number },
  why?: EmptyBecause,
) {
  const has_more = page * per_page < total && page < lastPage
  const tooFar = [{ filter: 'page', without: total, known: [String(lastPageOf({ per_page, total }))] }]
  const empty_because = items.length > 0 ? undefined : total > 0 ? tooFar : why
  return { items, page, per_page, total, has_more, ...(empty_because?.length && { empty_because }) }
}
