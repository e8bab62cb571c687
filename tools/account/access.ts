// How a person gets access and how access ends: sessions, API keys, connected applications, and the account itself.
import { z } from 'zod'
import { deleteAccount } from '../../auth/accounts.ts'
import { createKey, maxLiveKeys } from '../../auth/api_keys.ts'
import { later } from '../../auth/authority.ts'
import { scopes } from '../../auth/scopes.ts'
import { defineAction } from '../action.ts'
import { applyProofsOf } from '../claims/proven.ts'
import { refusing } from '../faults.ts'
import { id } from '../inputs.ts'
import { sayFarewell } from './farewell.ts'

/** Ends one session of the person, or all of them. */
export const endSessions = defineAction({
  ...{ name: 'end_sessions', by: 'person', input: z.strictObject({ id: id.optional() }) },
  handler: ({ id: session_id }, { storage, caller }) => storage.sessions.endOf(caller.user_id, session_id),
})

/** Returns the key, which is never shown again. */
export const createApiKey = defineAction({
  ...{ name: 'create_api_key', by: 'person' },
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .max(80)
      .refine((text) => text !== '', 'Give the key a name.'),
    scopes: z.array(z.enum(scopes)).refine((chosen) => chosen.length > 0, 'Tick at least one.'),
    /** Days until the key expires; null means never. */
    days: z.literal([30, 90, 365]).nullable(),
  }),
  async handler({ days, ...wanted }, { storage, caller, now }) {
    const expires_at = days === null ? null : later(now, days * 86_400)
    const key = await createKey(storage, { ...wanted, user_id: caller.user_id, expires_at, now })
    if (key !== null) return key
    const message = `You have ${maxLiveKeys} keys; that is the limit. Revoke one first.`
    throw refusing([{ pointer: '', code: 'too_many', message }])
  },
})

export const revokeApiKey = defineAction({
  ...{ name: 'revoke_api_key', by: 'person', input: z.strictObject({ id }) },
  handler: ({ id: key_id }, { storage, caller, now }) =>
    storage.api_keys.revoke(caller.user_id, now.toISOString(), key_id),
})

export const disconnectApplication = defineAction({
  ...{ name: 'disconnect_application', by: 'person', input: z.strictObject({ id }) },
  handler: ({ id: grant_id }, { storage, caller, now }) =>
    storage.oauth.revokeGrantsOf(caller.user_id, 'the person ended it', now.toISOString(), grant_id),
})

/** Cannot be undone, so the person must type the email address of the account. */
export const deleteOwnAccount = defineAction({
  ...{ name: 'delete_own_account', by: 'person', input: z.strictObject({ confirm: z.string().trim() }) },
  async handler({ confirm }, context) {
    const { storage, caller, now } = context
    if (confirm.toLowerCase() !== (caller.email ?? 'delete').toLowerCase()) {
      const message = 'This is not your address. Nothing was deleted.'
      throw refusing([{ pointer: '/confirm', code: 'not_confirmed', message }])
    }
    await deleteAccount(storage, caller.user_id, now)
    await applyProofsOf(storage, caller.user_id)
    await sayFarewell(caller.email, 'you', context)
  },
})
