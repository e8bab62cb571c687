// Team actions on people: membership of the team, and ending somebody's access.
import { z } from 'zod'
import { deleteAccount, nameOf, revokeAccess } from '../../auth/accounts.ts'
import { sayFarewell } from '../account/farewell.ts'
import { roles } from '../../storage/tables/people.ts'
import { applyProofsOf } from '../claims/proven.ts'
import { handOver } from '../claims/settle.ts'
import { notFound, Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { id } from '../inputs.ts'
import { reason } from './reason.ts'
import { defineTeamAction, type TeamContext } from './action.ts'

export const setRole = defineTeamAction({
  name: 'set_role',
  input: z.strictObject({ id, role: z.enum(roles) }),
  async handler({ id: user_id, role }, { storage }) {
    const user = await personWith(user_id, storage)
    if (role === user.role) throw isAlready(role === 'team' ? 'on the site team' : "a member's")
    if (role !== 'team' && user.role === 'team' && (await storage.users.teamSize()) === 1)
      throw new Refusal(
        'invalid_input',
        'Nobody else is on the team. Add somebody first, or nobody could open these pages any more.',
      )
    await storage.users.giveRole(user_id, role)
    return { about: 'person', about_id: user_id, name: nameOf(user), outcome: `${user.role} → ${role}` }
  },
})

export const endAccess = defineTeamAction({
  name: 'end_access',
  input: z.strictObject({ id }),
  async handler({ id: user_id }, { storage, now }) {
    const user = await personWith(user_id, storage)
    await revokeAccess(storage, user_id, 'the site team ended it', now)
    const outcome = 'sessions, API keys and applications ended'
    return { about: 'person', about_id: user_id, name: nameOf(user), outcome }
  },
})

export const endKey = defineTeamAction({
  name: 'end_key',
  input: z.strictObject({ id, reason }),
  async handler({ id: key_id, reason: why }, { storage, now }) {
    const key = await storage.api_keys.byId(key_id)
    if (key === undefined) throw notFound('API key with this number')
    if (key.revoked_at !== null)
      throw new Refusal('invalid_input', `API key ${key_id} was revoked already, at ${key.revoked_at}.`)
    const user = await personWith(key.user_id, storage)
    await storage.api_keys.revoke(user.id, now.toISOString(), key_id)
    return about(user, why, `API key ${key_id} revoked`)
  },
})

export const endGrant = defineTeamAction({
  name: 'end_application',
  input: z.strictObject({ id, reason }),
  async handler({ id: grant_id, reason: why }, { storage, now }) {
    const grant = await storage.oauth.grant(grant_id)
    if (grant === undefined) throw notFound('connected application with this number')
    if (grant.revoked_at !== null)
      throw new Refusal(
        'invalid_input',
        `Application ${grant_id} was disconnected already, at ${grant.revoked_at}.`,
      )
    const user = await personWith(grant.user_id, storage)
    await storage.oauth.revokeGrant(grant_id, 'the site team ended it', now.toISOString())
    return about(user, why, `application ${grant_id} disconnected`)
  },
})

/** Ends an application's access; everybody who connected it has to allow it again. */
export const endClient = defineTeamAction({
  name: 'end_client',
  input: z.strictObject({ client_id: z.string().min(1).max(2048), reason }),
  async handler({ client_id, reason: why }, { storage, now }) {
    const ended = await storage.oauth.revokeClient(client_id, 'the site team ended it', now.toISOString())
    if (ended === 0) throw notFound('application with this client id that anybody has connected')
    const outcome = `disconnected from ${ended} ${ended === 1 ? 'account' : 'accounts'}`
    return { about: 'application', about_id: client_id, name: client_id, reason: why, outcome }
  },
})

/** Makes a person the only owner of a listing; the old and new owners get a mail. */
export const transferListing = defineTeamAction({
  name: 'transfer_listing',
  input: z.strictObject({ id, email: z.string().trim().max(254), reason }),
  async handler({ id: listing_id, email, reason: why }, { storage, public_url, now }) {
    const listing = await storage.listings.byId(listing_id)
    if (listing === undefined) throw notFound('listing with this id')
    const user = await storage.users.byEmail(email)
    if (user === undefined || user.closed_at !== null)
      throw new Refusal('invalid_input', 'Nobody has an open account with this address. They sign in first.')
    await handOver(storage, listing, user, { public_url, now })
    const outcome = `owned by account ${user.id} alone`
    return { about: 'listing', about_id: listing_id, name: listing.name, reason: why, outcome }
  },
})

/** Deletes an account for somebody who cannot sign in any more. Cannot be undone, so the address must be typed. */
export const deletePerson = defineTeamAction({
  name: 'delete_person',
  input: z.strictObject({ id, reason, confirm: z.string().trim() }),
  async handler({ id: user_id, reason: why, confirm }, context) {
    const { storage, now } = context
    const user = await personWith(user_id, storage)
    if (confirm.toLowerCase() !== (user.email ?? nameOf(user)).toLowerCase()) {
      const message = 'This is not what they are called here. Nothing was deleted.'
      throw refusing([{ pointer: '/confirm', code: 'not_confirmed', message }])
    }
    if (user.role === 'team')
      throw new Refusal('invalid_input', 'They are on the site team. Remove them from the team first.')
    await deleteAccount(storage, user_id, now)
    await applyProofsOf(storage, user_id)
    // The operator's command deletes everything at once, this mail included; its user informs the person.
    if (context.door !== 'admin') await sayFarewell(user.email, 'team', context)
    return { about: 'person', about_id: user_id, name: `Account ${user_id}`, reason: why, outcome: 'deleted' }
  },
})

/** They can no longer sign in, under any spelling of their address. Their listings stay, managed by the team. */
export const closeAccount = defineTeamAction({
  name: 'close_account',
  input: z.strictObject({ id, reason }),
  async handler({ id: user_id, reason: why }, { storage, now }) {
    const user = await personWith(user_id, storage)
    if (user.role === 'team')
      throw new Refusal('invalid_input', 'They are on the site team. Remove them from the team first.')
    if (user.closed_at !== null) throw isAlready('closed')
    await revokeAccess(storage, user_id, 'the site team closed the account', now)
    await storage.users.close(user_id, now.toISOString())
    await applyProofsOf(storage, user_id)
    return { about: 'person', about_id: user_id, name: nameOf(user), reason: why, outcome: 'closed' }
  },
})

export const reopenAccount = defineTeamAction({
  name: 'reopen_account',
  input: z.strictObject({ id, reason }),
  async handler({ id: user_id, reason: why }, { storage }) {
    const user = await personWith(user_id, storage)
    if (user.closed_at === null) throw isAlready('open')
    await storage.users.close(user_id, null)
    await applyProofsOf(storage, user_id)
    return { about: 'person', about_id: user_id, name: nameOf(user), reason: why, outcome: 'open again' }
  },
})

const isAlready = (how: string) =>
  new Refusal('invalid_input', `This account is ${how} already. Nothing was changed.`)

const about = (user: { id: number; name: string }, why: string, outcome: string) =>
  ({ about: 'person', about_id: user.id, name: nameOf(user), reason: why, outcome }) as const

async function personWith(user_id: number, storage: TeamContext['storage']) {
  const user = await storage.users.byId(user_id)
  if (user === undefined || user.demo) throw notFound('person with this id')
  return user
}
