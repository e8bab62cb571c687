import { z } from 'zod'
import type { Award } from '../../storage/awards.ts'
import { defineTool, type Context } from '../tool.ts'
import { awardBehind, badgeAt } from '../listings/badges.ts'
import { longestShown, presentTrophy, titleOf, trophy } from './award.ts'
import { isSaid, readSigned, signedText } from './signed.ts'

export default defineTool({
  name: 'verify_award',
  title: 'Verify an award',
  description:
    'Checks whether an award or badge is real and still stands: by its number, an address, embed code or signed text.',
  scope: 'public',
  http: { method: 'GET', path: '/awards/verify' },
  tag: 'Directory',
  input: z.strictObject({
    award: z.string().trim().min(1).max(longestShown).describe('What somebody shows'),
  }),
  output: z.object({
    result: z.enum(['stands', 'revoked', 'unknown', 'forged']),
    why: z.string(),
    award: trophy
      .extend({
        domain: z.string(),
        revoked_on: z.string().nullable(),
        reason: z.string().nullable(),
        signed: z.string().nullable().describe('JWS'),
      })
      .nullable(),
  }),
  example: { award: '1' },
  async handler({ award: text }, context) {
    const named = await readIn(text, context)
    if ('result' in named) return { ...named, award: null }
    const { storage, site, public_url } = context
    const found = await storage.awards.award(site.id, named.number)
    if (found === undefined) return { ...unknown('We have given no award of this number.'), award: null }
    const title = titleOf(found)
    const says = named.signed
    if (says !== undefined && !isSaid(says, found, title, public_url))
      return { ...forged('It says something else of this award than our record.'), award: null }
    if (named.badge !== undefined && !(await isOf(named.badge, found, context)))
      return { ...forged('The badge is of another award than the page it links to.'), award: null }
    const { domain, revoked_at, reason } = found
    const isRevoked = revoked_at !== null
    const signed = await signedText(found, title, await storage.ledger.keys(site.id), public_url)
    return {
      result: isRevoked ? ('revoked' as const) : ('stands' as const),
      why: isRevoked ? 'It was given, and taken back.' : 'It was given, and it still stands.',
      award: {
        ...presentTrophy(found, public_url),
        ...{ domain, revoked_on: isRevoked ? revoked_at.slice(0, 10) : null, reason, signed },
      },
    }
  },
})

type Place = Pick<Context, 'storage' | 'site' | 'public_url'>
type Badge = { slug: string; number: number | null }
type Named = {
  number: number
  signed?: NonNullable<Awaited<ReturnType<typeof readSigned>>>
  /** For an embed code: the badge that its image shows. */
  badge?: Badge
}
type Refused = { result: 'unknown' | 'forged'; why: string }

const unknown = (why: string): Refused => ({ result: 'unknown', why })
const forged = (why: string): Refused => ({ result: 'forged', why })
const unreadable = unknown('This is no number, address, embed code or signed text of an award.')
const elsewhere = forged('It leads to another site than this one, and is none of our awards.')

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The number of the award that the text refers to. */
async function readIn(text: string, place: Place): Promise<Named | Refused> {
  const [, number] = /^(?:#|no\. ?)?([1-9]\d{0,14})$/i.exec(text) ?? []
  if (number !== undefined) return { number: Number(number) }
  if (/^[\w-]+\.[\w-]*\.[\w-]*$/.test(text) && text.startsWith('eyJ')) {
    const { storage, site, public_url } = place
    const signed = await readSigned(text, await storage.ledger.keys(site.id), public_url)
    return signed === null ? forged('We have not signed this text.') : { number: signed.number, signed }
  }
  if (/^https?:\/\//i.test(text)) return readAddresses([text], place)
  if (!text.startsWith('<')) return unreadable
  const addresses: string[] = []
  for (const [, name = '', ...values] of text.matchAll(attribute)) {
    const value = values.find((one) => one !== undefined)!
    if (/^(?:href|src)$/i.test(name)) addresses.push(value.replaceAll('&amp;', '&'))
    else if (!/^(?:alt|title)$/i.test(name) && /\/\/|url\(|&#/i.test(value))
      return forged('It shows another image than our badge.')
  }
  return readAddresses(addresses, place)
}

/** One address, or the link and image of an embed code: all must be ours and refer to the same award. */
async function readAddresses(addresses: readonly string[], place: Place): Promise<Named | Refused> {
  const here = new URL(place.public_url)
  let page: number | undefined
  let badge: Badge | undefined
  for (const address of addresses) {
    const url = URL.parse(address)
    if (url === null || url.origin !== here.origin || url.username !== '' || url.password !== '')
      return elsewhere
    const [, number] = /^\/awards\/([1-9]\d{0,14})\/?$/.exec(url.pathname) ?? []
    const image = badgeAt(url.pathname)
    if (number !== undefined) page = Number(number)
    if (image === null) continue
    const listing = await place.storage.listings.standing(place.site.id, image.slug)
    if (listing === undefined) return forged('No product of ours has this badge.')
    badge = { slug: listing.slug, number: awardBehind(listing, image.key) }
    if (!image.key.startsWith('launch-of-the-week-')) return unknown('This badge shows no award.')
    if (badge.number === null && page === undefined)
      return forged('The product has not won this place, or no longer has it.')
  }
  const number = page ?? badge?.number
  if (number == null) return unreadable
  return { number, ...(page !== undefined && badge !== undefined && { badge }) }
}

/** Whether the badge shows this award. A revoked award has no badge any more; its page says so. */
async function isOf(badge: Badge, award: Award, { storage, site }: Place): Promise<boolean> {
  if (award.slug !== badge.slug) return false
  if (award.revoked_at !== null || badge.number === award.id) return true
  const shown = badge.number === null ? undefined : await storage.awards.award(site.id, badge.number)
  return shown?.place === award.place
}
