// A co-founder accepts an invitation. The mailed link proves who owns the address, as a sign-in link does.
import { z } from 'zod'
import { digest } from '../../auth/secrets.ts'
import type { Storage } from '../../storage/storage.ts'
import { applyProfileOf } from '../my_listings/turning.ts'
import { keepProfile, profileInput } from '../account/profile.ts'
import { defineAction } from '../action.ts'
import { Refusal } from '../errors.ts'
import { parseInput } from '../faults.ts'
import { isListingOfAuthor } from './owned.ts'

/** What a link invites to; null if it is no longer valid. `asking` is the id of the signed-in user, if any. */
export async function invitationOf(
  token: string,
  { drafts, users, owners }: Storage,
  now: Date,
  asking: number | undefined,
) {
  const invite = await drafts.inviteByHash(digest(token))
  if (invite === undefined || invite.accepted_at !== null || invite.expires_at <= now.toISOString())
    return null
  const draft = (await drafts.byId(invite.draft_id))!
  if (!(await isListingOfAuthor(draft, { owners }))) return null
  // Whom the team keeps out comes in by no other spelling of their address either.
  if ((await users.ofMailbox(invite.email)).is_closed) return null
  const { url, listing_id } = draft
  const user = await users.byEmail(invite.email)
  const profile = user && (await users.profile(user.id))
  // A mailed link is easily forwarded, so only the member themselves, signed in, may change a profile they wrote.
  const may_write = profile === undefined || asking === user?.id
  return { id: invite.id, email: invite.email, host: new URL(url).hostname, listing_id, profile, may_write }
}

/** Somebody who has a profile joins with it unchanged; null if the link is no longer valid. */
export const acceptInvite = defineAction({
  ...{ name: 'accept_invite', by: 'anyone' },
  input: z.strictObject({ token: z.string(), profile: z.record(z.string(), z.string()) }),
  async handler({ token, profile }, { storage, caller, now, public_url }) {
    const { users, founders, drafts } = storage
    const at = now.toISOString()
    const invited = await invitationOf(token, storage, now, caller?.user_id)
    if (invited === null) return null
    const user = await users.ensure(invited.email, at)
    if (invited.may_write) {
      const given = parseInput({ name: 'accept_invite', input: profileInput }, profile)
      if (given instanceof Refusal) throw given
      await keepProfile(storage, user.id, given, now)
      await applyProfileOf(storage, user.id, { now, public_url })
    }
    const founder = (await founders.ofUser(user.id))!
    await drafts.acceptInvite(invited.id, founder.id, at)
    if (invited.listing_id !== null) await founders.join(invited.listing_id, founder.id, founder.title)
    return { host: invited.host }
  },
})
