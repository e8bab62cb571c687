import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { digest, mint } from '../../auth/secrets.ts'
import { mailboxOf } from '../../auth/sign_in.ts'
import { claimMethods } from '../../storage/tables/claims.ts'
import { addDays } from '../../days.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { slug } from '../inputs.ts'
import { listingOr404 } from '../listings/profile.ts'
import { defineTool } from '../tool.ts'
import { claimDays, claimView, presentClaim } from './claim.ts'
import { claimMail } from './claim_mail.ts'
import { faultOfAddress, subjectOf } from './proof.ts'

const mostOpen = 20
/** In a day, from everybody: the mails go to somebody who has not asked for them. */
const mostToOneAddress = 5

export default defineTool({
  name: 'claim_listing',
  title: 'Claim a listing',
  description:
    'Begins to prove that a listing is of your own company, and returns what to publish: a DNS record, a tag or a file; ' +
    'or mails a link to an address at the company. Publish it, then call verify_claim.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/claims', status: 201 },
  tag: 'Claims',
  reaches_out: true,
  input: z.strictObject({
    slug,
    method: z.enum(claimMethods),
    email: z.email().max(254).optional().describe("For the method email: an address at the company's domain"),
  }),
  output: claimView,
  example: { slug: 'patient-heron', method: 'dns' },
  async handler({ slug, method, email: given }, context) {
    const { storage, site, caller, now, public_url } = context
    const { listing } = await listingOr404(slug, context)
    const subject = subjectOf(listing.url)
    if (subject === null)
      throw new Refusal(
        'cannot_be_claimed',
        'This product stands at a path of a host that others share, and nobody can prove control of a path. Write to the site team, who can make you its owner.',
      )
    const owners = await storage.owners.people(listing.id)
    if (listing.verified_at !== null && owners.some(({ user_id }) => user_id === caller.user_id))
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
    if (method === 'email') {
      const fault = email === null ? 'Required for the method email.' : faultOfAddress(email, subject)
      const code = email === null ? 'required' : 'not_of_the_company'
      if (fault !== null) throw refusing([{ pointer: '/email', code, message: fault }])
      context.spend('checks')
      const day_ago = addDays(now, -1).toISOString()
      if ((await storage.mail.countTo(mailboxOf(email!), 'claim', day_ago)) >= mostToOneAddress)
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
    const expires_at = addDays(now, claimDays).toISOString()
    const link = email === null ? null : mint('lo')
    const link_hash = link === null ? null : digest(link)
    // Asked again, what was published already stays valid; a new link is mailed, and the one before it ends.
    const claim =
      before === undefined
        ? await storage.claims.add({
            ...same,
            token: randomBytes(18).toString('hex'),
            link_hash,
            status: 'pending',
            created_at,
            expires_at,
          })
        : await storage.claims.change(before.id, { link_hash, expires_at })
    if (link !== null)
      await storage.mail.add(
        claimMail({
          recipient: email!,
          claimant: caller.email ?? 'Somebody',
          host: subject.host,
          link: `${public_url}/claims/${link}`,
          site_name: site.name,
          public_url,
          created_at,
          expires_at,
        }),
      )
    return presentClaim(claim, listing, now)
  },
})
