import type { Storage } from '../storage/storage.ts'

/** Ends every session of a person. */
export async function signOutEverywhere({ sessions }: Storage, user_id: number): Promise<void> {
  await sessions.endOf(user_id)
}

/** Ends whatever a person, or somebody in their name, comes in with: sessions, API keys and connected applications. */
export async function revokeAccess(storage: Storage, user_id: number, why: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await storage.sessions.endOf(user_id)
  await storage.api_keys.revoke(user_id, at)
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
  await storage.reports.forgetOf(user_id)
  await storage.team.forgetName(user_id)
  await storage.users.forget(user_id, at)
}
