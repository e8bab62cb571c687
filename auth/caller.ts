// Turns the Authorization header into a caller. API keys and OAuth tokens are checked by one look-up.
import type { OpenStorage } from '../storage/storage.ts'
import type { User } from '../storage/people/users.ts'
import type { Versions } from '../storage/versions.ts'
import { scopesOf, type Scope } from './scopes.ts'
import { digest } from './secrets.ts'

/** The caller, once their credential has been checked. */
export type Caller = {
  user_id: number
  email: string | null
  name: string
  role: User['role']
  via: 'oauth' | 'api_key' | 'session'
  scopes: readonly Scope[]
  /** The name of the API key or of the connected application; null on the site itself. */
  client_name: string | null
  /** The credential for the audit log: "key 7", "application 3", "session 5". */
  credential: string
  /** When the credential expires. */
  expires_at: string | null
}

type Credential = { caller: Caller; audience: string[] | null; touch: { kind: 'grant' | 'key'; id: number } }
type KnownCredential = {
  credential: Credential
  version: Versions
  until_ms: number
  last_used_at: string | null
}

const remembered_ms = 1000
const capacity = 10_000
const touchEvery_ms = 60_000
const noteAfter_ms = 1000

/**
 * Checks bearer credentials. A caller is cached for a second at most, and only while nothing the data versions count
 * has changed, in this process or another: so a revocation works at once, everywhere.
 */
export function openCredentials(storage: OpenStorage, complain: (error: unknown) => void) {
  const credentials = new Map<string, KnownCredential>()
  const used: (Credential['touch'] & { at: string })[] = []
  let noting: NodeJS.Timeout | undefined

  async function find(hash: string, token: string, now: Date): Promise<KnownCredential | null> {
    const version = await storage.versions()
    const before = credentials.get(hash)
    if (before !== undefined && before.version === version && before.until_ms > now.getTime()) return before
    credentials.delete(hash)
    const credential = token.startsWith('lk_') ? await keyOf(storage, hash) : await tokenOf(storage, hash)
    if (credential === null) return null
    const entry = { ...credential, version, until_ms: now.getTime() + remembered_ms }
    if (credentials.size >= capacity) credentials.clear()
    credentials.set(hash, entry)
    return entry
  }

  /**
   * Records when a credential was last used, to the minute. No call waits for it: the times are written together, at
   * most once a second.
   */
  function touch(entry: KnownCredential, now: Date): void {
    const last = entry.last_used_at
    if (last !== null && now.getTime() - Date.parse(last) < touchEvery_ms) return
    entry.last_used_at = now.toISOString()
    used.push({ ...entry.credential.touch, at: entry.last_used_at })
    noting ??= setTimeout(() => void note(), noteAfter_ms).unref()
  }

  async function note(): Promise<void> {
    clearTimeout(noting)
    noting = undefined
    const all = used.splice(0)
    if (all.length === 0) return
    await storage
      .write(async ({ oauth, api_keys }) => {
        for (const { kind, id, at } of all)
          await (kind === 'grant' ? oauth.touchGrant(id, at) : api_keys.touch(id, at))
      })
      .catch(complain)
  }

  return {
    /** The caller of this header, if the credential is valid for the resource now; otherwise null. */
    async check(authorization: string, resource: string, now: Date): Promise<Caller | null> {
      const token = /^Bearer +(l[ak]_[\w-]{43})$/i.exec(authorization)?.[1]
      if (token === undefined) return null
      const entry = await find(digest(token), token, now)
      if (entry === null) return null
      const { caller, audience } = entry.credential
      if (caller.expires_at !== null && caller.expires_at <= now.toISOString()) return null
      if (audience !== null && !audience.includes(resource)) return null
      touch(entry, now)
      return caller
    },
    /** Writes the last times of use before the service stops. */
    close: note,
  }
}

async function tokenOf({ oauth }: OpenStorage, hash: string) {
  const row = await oauth.findAccess(hash)
  if (row === undefined) return null
  const { user_id, scope, client_name, expires_at } = row
  return {
    credential: {
      caller: callerOf({ ...row, id: user_id }, 'oauth', scopesOf(scope), {
        ...{ client_name, expires_at, credential: `application ${row.grant_id}` },
      }),
      audience: row.resources.split(' '),
      touch: { kind: 'grant' as const, id: row.grant_id },
    },
    last_used_at: row.last_used_at,
  }
}

async function keyOf({ api_keys }: OpenStorage, hash: string) {
  const row = await api_keys.find(hash)
  if (row === undefined || row.user.deleted_at !== null || row.user.closed_at !== null) return null
  const { key, user } = row
  return {
    credential: {
      caller: callerOf(user, 'api_key', scopesOf(key.scope), {
        ...{ client_name: key.name, expires_at: key.expires_at, credential: `key ${key.id}` },
      }),
      audience: null,
      touch: { kind: 'key' as const, id: key.id },
    },
    last_used_at: key.last_used_at,
  }
}

function callerOf(
  { id, email, name, role }: Pick<User, 'id' | 'email' | 'name' | 'role'>,
  via: Caller['via'],
  granted: readonly Scope[],
  how: Pick<Caller, 'client_name' | 'expires_at' | 'credential'>,
): Caller {
  return { user_id: id, email, name, role, via, scopes: granted, ...how }
}
