import type { Storage } from '../storage/storage.ts'
import type { Scope } from './scopes.ts'
import { digest, mint } from './secrets.ts'

export const maxLiveKeys = 20

/** Makes a key and returns it; it is never shown again. Null if the person has the most keys allowed. */
export async function createKey(
  { api_keys }: Storage,
  key: { user_id: number; name: string; scopes: readonly Scope[]; expires_at: string | null; now: Date },
): Promise<string | null> {
  const at = key.now.toISOString()
  if ((await api_keys.liveCount(key.user_id, at)) >= maxLiveKeys) return null
  const secret = mint('lk')
  await api_keys.add({
    user_id: key.user_id,
    name: key.name,
    hash: digest(secret),
    hint: secret.slice(-4),
    scope: key.scopes.join(' '),
    created_at: at,
    expires_at: key.expires_at,
  })
  return secret
}
