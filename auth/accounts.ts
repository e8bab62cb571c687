import type { User } from '../storage/people/users.ts'
import type { Storage } from '../storage/storage.ts'
import { take, type Asker } from './kept_limits.ts'

/** Somebody may want an account for work and one to try things out; nobody needs a crowd. */
const mostOfOneMailbox = 5

/**
 * The person of this address, who is new when the address was. Null where the team has closed an account of its mailbox,
 * or the mailbox has accounts enough, under however many spellings; throws where the network has made enough of them.
 */
export async function admit(
  storage: Storage,
  email: string,
  { limits, network, now }: Pick<Asker, 'limits' | 'network'> & { now: Date },
): Promise<User | null> {
  const { users } = storage
  const { accounts, is_closed } = await users.ofMailbox(email)
  if (is_closed) return null
  const isNew = (await users.byEmail(email)) === undefined
  if (isNew && accounts >= mostOfOneMailbox) return null
  if (isNew) await take(storage, { limits, limit: 'new_accounts', key: network, now })
  return users.ensure(email, now.toISOString())
}

/**
 * Ends whatever a person, or somebody in their name, comes in with: sessions, API keys and connected applications; and
 * what goes out to them by itself, their webhooks.
 */
export async function revokeAccess(storage: Storage, user_id: number, why: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await storage.sessions.endOf(user_id)
  await storage.api_keys.revoke(user_id, at)
  await storage.webhooks.switchOffOf(user_id, at)
  await storage.oauth.revokeGrantsOf(user_id, why, at)
}

/**
 * Deletes an account, inside one transaction: every credential dies with it, the name, the address, the profile and
 * unfinished drafts are forgotten, and what the person had listed stays, in the care of the site team.
 */
export async function deleteAccount(storage: Storage, user_id: number, now: Date): Promise<void> {
  const at = now.toISOString()
  const user = await storage.users.byId(user_id)
  await revokeAccess(storage, user_id, 'the account was deleted', now)
  await storage.replays.dropOf(user_id)
  await storage.drafts.dropUnlisted(user_id)
  if (user?.email != null) {
    await storage.sign_in_links.dropOf(user.email)
    await storage.mail.dropOf(user.email)
    await storage.drafts.dropInvites(user.email)
  }
  await storage.drafts.dropOf(user_id)
  await storage.claims.dropOf(user_id)
  await storage.follows.removeOf(user_id)
  await storage.webhooks.removeOf(user_id)
  await storage.votes.leaveOf(user_id)
  await storage.waiting_votes.dropOf(user_id)
  await storage.reports.forgetOf(user_id)
  await storage.reviews.dropOf(user_id)
  await storage.team.forgetName(user_id)
  await storage.users.forget(user_id, at)
}
