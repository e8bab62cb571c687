import { z } from 'zod'
import { draftId } from '../inputs.ts'
import { digest, mint } from '../../auth/secrets.ts'
import { email } from '../../auth/sign_in.ts'
import { addDays } from '../../days.ts'
import { mailboxOf } from '../../storage/people/mailboxes.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { refusing } from '../faults.ts'
import { defineTool } from '../tool.ts'
import { takeOne } from '../usage.ts'
import { inviteMail } from './invite_mail.ts'
import { isListingOfAuthor, listingLost, ownedDraft } from './owned.ts'

const mostInvites = 10
/** Mails to one address in a day, from all drafts of everybody: the recipient has not asked for them. */
const mostToOneAddress = 5
const days = 14

export default defineTool({
  name: 'invite_cofounder',
  title: 'Invite a co-founder',
  description:
    'Invites a co-founder, partner or colleague by email to add their own founder profile to your ' +
    'submission. Up to 10 for each listing.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/drafts/{id}/invites', status: 201 },
  tag: 'Drafts',
  // A mail cannot be unsent.
  hints: ['destructive', 'open_world'],
  policy: 'checks',
  input: z.strictObject({ id: draftId, email: email.describe("The co-founder's own address") }),
  output: z.object({
    draft_id: z.guid(),
    email: z.string(),
    status: z.enum(['pending']),
    expires_at: z.string(),
    invites_left: z.int(),
  }),
  example: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', email: 'cofounder@example.com' },
  async handler({ id, email }, context) {
    const { storage, site, caller, now, public_url } = context
    const draft = await ownedDraft(id, context)
    if (!(await isListingOfAuthor(draft, storage))) throw listingLost()
    const invites = await storage.drafts.invitesOfListing(draft)
    if (invites.some((invite) => mailboxOf(invite.email) === mailboxOf(email)))
      throw refused(
        'already_invited',
        'This address was invited to this draft before. Ask them to check their inbox and spam folder.',
      )
    if (caller.email !== null && mailboxOf(caller.email) === mailboxOf(email))
      throw refusing([
        {
          pointer: '/email',
          code: 'own_address',
          message: 'This is your own address. Write your own profile at /account/profile.',
        },
      ])
    if (invites.length >= mostInvites)
      throw refused(
        'too_many_invites',
        `A listing takes ${mostInvites} invitations; that is the limit. Add more founders with update_draft.`,
      )
    const day_ago = addDays(now, -1).toISOString()
    if ((await storage.mail.countTo(email, 'invite', day_ago)) >= mostToOneAddress)
      throw refused(
        'too_many_invites',
        'This address has had enough invitations for today. Try again tomorrow, or tell them yourself.',
      )
    await takeOne(context, 'mails')
    const token = mint('li')
    const expires_at = addDays(now, days).toISOString()
    const created_at = now.toISOString()
    await storage.drafts.invite({ draft_id: draft.id, email, hash: digest(token), created_at, expires_at })
    await storage.mail.add(
      inviteMail({
        recipient: email,
        inviter: caller.email ?? 'Somebody',
        host: new URL(draft.url).hostname,
        link: `${public_url}/invites/${token}`,
        days,
        site_name: site.name,
        public_url,
        created_at,
        expires_at,
      }),
    )
    return {
      draft_id: draft.id,
      email,
      status: 'pending' as const,
      expires_at,
      invites_left: mostInvites - invites.length - 1,
    }
  },
})

function refused(code: RefusalCode, message: string): Refusal {
  return new Refusal(code, message, { errors: [{ pointer: '/email', code, message }] })
}
