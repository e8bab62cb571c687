import { hasPage } from '../../storage/listings/has_page.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { urlKey } from '../../storage/listings/address.ts'
import { Refusal } from '../errors.ts'
import { companyKeyOf } from '../listings/company.ts'
import type { Context } from '../tool.ts'

/** Paths of pages that every website has: such an address belongs to the product of the start page. */
const ordinary =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?(?:\/(?:about|about-us|blog|careers|changelog|company|contact|contact-us|dashboard|demo|docs|download|faq|features|help|home|imprint|impressum|jobs|kontakt|login|log-in|news|plans|preise|precios|press|prices|pricing|privacy|privacy-policy|register|roadmap|sign-in|signin|sign-up|signup|support|tarifs|team|terms|ueber-uns))?(?:\.html?|\.php)?\/?$/i

/**
 * The keys under which an address may already be listed: its own; on a host with one owner the same without its query;
 * and, for an ordinary page, that of the start page.
 */
export function listedKeys(url: URL): string[] {
  if (companyKeyOf(url).includes('/')) return [urlKey(url)]
  const plain = new URL(url.pathname, url)
  const pages = [url, plain, ...(ordinary.test(url.pathname) ? [new URL('/', url)] : [])]
  return [...new Set(pages.map(urlKey))]
}

/** The first of these keys for which `find` has a result. */
export async function firstOf<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const key of keys) {
    const found = await find(key)
    if (found !== undefined) return found
  }
  return undefined
}

/** Refuses a second listing of an address, and names the existing one. */
export async function alreadyListed(
  listing: Pick<Listing, 'id' | 'slug' | 'status' | 'plan' | 'live_at'>,
  { storage, caller }: Pick<Context<Caller>, 'storage' | 'caller'>,
): Promise<Refusal> {
  const { id, slug } = listing
  if ((await storage.owners.listing(caller.user_id, id)) !== undefined)
    return new Refusal('already_listed', 'You already have a listing for this address. Edit that one.', {
      next_steps: [{ tool: 'get_my_listing', arguments: { listing_id: id }, why: 'Shows your listing' }],
    })
  return new Refusal(
    'already_listed',
    'This address is listed here already. If it is yours, claim it by proving control of the domain.',
    {
      next_steps: [
        ...(hasPage(listing) ? [{ tool: 'get_listing', arguments: { slug }, why: 'Shows the listing' }] : []),
        {
          tool: 'claim_listing',
          arguments: { slug, method: 'dns' },
          why: 'Says which DNS record proves that it is yours',
        },
      ],
    },
  )
}
