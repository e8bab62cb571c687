import type { User } from '../storage/people/users.ts'
import type { Storage } from '../storage/storage.ts'
import { take, type Asker } from './kept_limits.ts'

/** One person may need an account for work and one for experiments, but not many. */
const mostOfOneMailbox = 5

/**
 * The account of this address, made if the address is new. Null if the team has closed an account of its mailbox, or if
 * the mailbox has enough accounts, under any spelling; throws if its network has made too many.
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
 * Ends all access to an account (sessions, links to sign in, API keys and connected applications), and all that it
 * sends by itself (webhooks).
 */
export async function revokeAccess(storage: Storage, user_id: number, why: string, now: Date): Promise<void> {
  const at = now.toISOString()
  const email = (await storage.users.byId(user_id))?.email
  if (email != null) await storage.sign_in_links.dropOf(email)
  await storage.sessions.endOf(user_id)
  await storage.api_keys.revoke(user_id, at)
  await storage.webhooks.switchOffOf(user_id, at)
  await storage.oauth.revokeGrantsOf(user_id, why, at)
}

/**
 * Deletes an account, inside one transaction: all credentials, the name, the address, the profile and unfinished drafts
 * are deleted. The person's listings stay, managed by the site team.
 */
export async function deleteAccount(storage: Storage, user_id: number, now: Date): Promise<void> {
  const at = now.toISOString()
  const user = await storage.users.byId(user_id)
  await revokeAccess(storage, user_id, 'the account was deleted', now)
  await storage.replays.dropOf(user_id)
  if (user?.email != null) {
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

/** What the record calls a person: without a name by number, so that no address stays there after deletion. */
export const nameOf = ({ name, id }: Pick<User, 'id' | 'name'>): string => name || `Account ${id}`
