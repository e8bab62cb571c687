// People: who is on the team, and ending the access of somebody.
import { z } from 'zod'
import { revokeAccess } from '../../auth/accounts.ts'
import { roles } from '../../storage/tables/people.ts'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { reason } from './reason.ts'
import { defineTeamAction, type TeamContext } from './action.ts'

export const setRole = defineTeamAction({
  name: 'set_role',
  input: z.strictObject({ id, role: z.enum(roles) }),
  async handler({ id: user_id, role }, { storage }) {
    const user = await personWith(user_id, storage)
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

/** They sign in no more, under no spelling of their mailbox. What they listed stays, in the care of the team. */
export const closeAccount = defineTeamAction({
  name: 'close_account',
  input: z.strictObject({ id, reason }),
  async handler({ id: user_id, reason: why }, { storage, now }) {
    const user = await personWith(user_id, storage)
    if (user.role === 'team')
      throw new Refusal('invalid_input', 'They are on the site team. Remove them from the team first.')
    await revokeAccess(storage, user_id, 'the site team closed the account', now)
    if (user.email !== null) await storage.sign_in_links.dropOf(user.email)
    await storage.users.close(user_id, now.toISOString())
    return { about: 'person', about_id: user_id, name: nameOf(user), reason: why, outcome: 'closed' }
  },
})

export const reopenAccount = defineTeamAction({
  name: 'reopen_account',
  input: z.strictObject({ id, reason }),
  async handler({ id: user_id, reason: why }, { storage }) {
    const user = await personWith(user_id, storage)
    await storage.users.close(user_id, null)
    return { about: 'person', about_id: user_id, name: nameOf(user), reason: why, outcome: 'open again' }
  },
})

async function personWith(user_id: number, storage: TeamContext['storage']) {
  const user = await storage.users.byId(user_id)
  if (user === undefined || user.demo) throw notFound('person with this id')
  return user
}

/** The record names people by their number alone where they have no name, so that leaving leaves no address in it. */
const nameOf = ({ name, id: user_id }: { name: string; id: number }) => name || `Account ${user_id}`
