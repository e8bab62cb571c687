import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { digest, mint } from '../../auth/secrets.ts'
import type { Caller } from '../../auth/caller.ts'
import { email } from '../../auth/sign_in.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { claimMethods } from '../../storage/tables/claims.ts'
import { addDays } from '../../days.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { slug } from '../inputs.ts'
import { takeOne } from '../usage.ts'
import { listingOr404 } from '../listings/profile.ts'
import { defineTool, type Context } from '../tool.ts'
import { claimDays, claimView, presentClaim } from './claim.ts'
import { claimMail } from './claim_mail.ts'
import { provenBy } from './proven.ts'
import { tellOfClaim } from './settle.ts'
import { isShownBy, websiteNamedBy } from './shown.ts'
import {
  faultOfAddress,
  givesAddresses,
  otherMethods,
  repositoryFile,
  subjectOf,
  type Repo,
  type Site,
  type Subject,
} from './subject.ts'
import { whomToWrite } from './whom_to_write.ts'

const mostOpen = 20
/** Mails to one address in a day, from all accounts together: the recipient has not asked for them. */
const mostToOneAddress = 5

export default defineTool({
  name: 'claim_listing',
  title: 'Claim a listing',
  description:
    'Begins to claim an existing listing of your own company, to prove ownership and take over its ' +
    'page: returns a DNS record, a tag or a file to publish, or mails a link to an address at the ' +
    'company. Then call verify_claim.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/claims', status: 201 },
  tag: 'Claims',
  // The method email sends a mail.
  hints: ['destructive', 'open_world'],
  input: z.strictObject({
    slug: slug.max(220).describe('Slug of the listing to take over'),
    method: z.enum(claimMethods).describe('How to prove control of its domain'),
    email: email.optional().describe("For the method email: an address that the company's site shows"),
  }),
  output: claimView,
  example: { slug: 'patient-heron', method: 'dns' },
  async gather({ slug, method, email }, context) {
    const listing = await claimed(slug, context)
    const own = subjectOf(listing.url)
    const unseen = { is_shown: false, unread: null }
    if (own?.kind !== 'app' && method !== 'email') return { website: null, ...unseen }
    context.spend('checks')
    const website = own?.kind === 'app' ? await websiteNamedBy(listing.url, context.outbound) : null
    const subject = subjectOf(website ?? listing.url)
    const isSought =
      method === 'email' &&
      email !== undefined &&
      subject?.kind === 'site' &&
      faultOfAddress(email, subject, true) === null
    if (!isSought) return { website, ...unseen }
    return { website, ...(await isShownBy(subject, website ?? listing.url, email, context.outbound)) }
  },
  async handler({ slug, method, email: given }, context, { website, is_shown, unread }) {
    const { storage, site, caller, now, public_url } = context
    const listing = await claimed(slug, context)
    const team = whomToWrite(listing.slug, context)
    const subject = claimable(subjectOf(website ?? listing.url), method, team)
    const isOwn = (await storage.owners.listing(caller.user_id, listing.id)) !== undefined
    if (isOwn && (await provenBy(storage, listing.id)).has(caller.user_id))
      throw new Refusal(
        'already_verified',
        'This listing is yours, and you have proved its domain already.',
        {
          next_steps: [
            {
              tool: 'get_my_listing',
              arguments: { listing_id: listing.id },
              why: 'Shows the listing as its owner sees it',
            },
          ],
        },
      )
    const email = method === 'email' ? (given ?? null) : null
    if (method === 'email' && subject.kind === 'site') {
      const gives = (await storage.claims.productsBeside(listing.id)).some(givesAddresses)
      const fault =
        email === null
          ? 'Required for the method email.'
          : gives
            ? `This company gives out addresses at its domain, so one of them proves nothing. ${otherMethods}`
            : faultOfAddress(email, subject, is_shown, unread)
      const code = email === null ? 'required' : 'not_of_the_company'
      if (fault !== null) throw refusing([{ pointer: '/email', code, message: `${fault} ${team}` }])
      const day_ago = addDays(now, -1).toISOString()
      if ((await storage.mail.countTo(email!, 'claim', day_ago)) >= mostToOneAddress)
        throw new Refusal(
          'too_many_mails',
          'This address was written to often enough today. Try again tomorrow, or use another method.',
        )
    }
    const created_at = now.toISOString()
    const same = { user_id: caller.user_id, listing_id: listing.id, method, email }
    const before = await storage.claims.open(same, created_at)
    if (before === undefined && (await storage.claims.openOf(caller.user_id, created_at)) >= mostOpen)
      throw new Refusal(
        'too_many_claims',
        `At most ${mostOpen} claims can be open at a time. Verify those you have, or let them expire.`,
        { next_steps: [{ tool: 'list_my_claims', arguments: {}, why: 'Lists them with what to publish' }] },
      )
    if (email !== null) await takeOne(context, 'mails')
    const expires_at = addDays(now, claimDays).toISOString()
    const link = email === null ? null : mint('lo')
    const link_hash = link === null ? null : digest(link)
    // When claimed again, what was published stays valid; a new link is mailed, and the previous one stops working.
    const claim =
      before === undefined
        ? await storage.claims.add({
            ...same,
            token: randomBytes(18).toString('hex'),
            link_hash,
            status: 'pending',
            created_at,
            expires_at,
            subject_url: website,
          })
        : await storage.claims.change(before.id, { link_hash, expires_at, subject_url: website })
    if (before === undefined) await tellOfClaim(storage, claim, listing, { public_url, now })
    if (link !== null)
      await storage.mail.add(
        claimMail({
          recipient: email!,
          claimant: caller.email ?? 'Somebody',
          host: subject.kind === 'site' ? subject.host : subject.url,
          link: `${public_url}/claims/${link}`,
          site_name: site.name,
          public_url,
          created_at,
          expires_at,
        }),
      )
    return presentClaim(claim, listing, context)
  },
})

/**
 * The listing of the slug, also if it is not public: nobody else can list its address, so whoever listed somebody's
 * website first would otherwise keep its owner out for good.
 */
async function claimed(slug: string, context: Context<Caller>): Promise<Listing> {
  const { storage, site } = context
  const there = await storage.listings.standing(site.id, slug)
  const isClaimable = there !== undefined && there.status !== 'withdrawn'
  return isClaimable ? (await storage.listings.byId(there.id))! : (await listingOr404(slug, context)).listing
}

/** The subject, if the method can prove it; otherwise a refusal that names methods that can, or whom to write to. */
function claimable(subject: Subject | null, method: string, team: string): Site | Repo {
  if (subject === null)
    throw new Refusal(
      'cannot_be_claimed',
      `This product is at a path of a host that others share, and nobody can prove control of a path. ${team} They can make you its owner.`,
    )
  if (subject.kind === 'app')
    throw new Refusal(
      'cannot_be_claimed',
      `The store names no website of the developer that could be read, and nothing else there can prove who the developer is. Name one in the store, or else: ${team}`,
    )
  if (subject.kind === 'repository' && method !== 'file')
    throw refusing([
      {
        pointer: '/method',
        code: 'not_of_a_repository',
        message: `A repository is proved by the method file: a file ${repositoryFile} in its default branch. ${team}`,
      },
    ])
  return subject
}
