// What the operator's command line does with people and keys. Each function returns what is printed.
import { Mistake } from '../mistake.ts'
import type { User } from '../storage/people/users.ts'
import type { OpenStorage, Storage } from '../storage/storage.ts'
import { createKey, maxLiveKeys } from './api_keys.ts'
import { aboutPerson, noteOperator } from './coming.ts'
import { scopes as allScopes, scopesOf } from './scopes.ts'
import { email as emailSchema, makeLink } from './sign_in.ts'

/** api-key create: a key for the account of this address, which is made if it is new. Returns the key alone. */
export async function operatorKey(
  storage: OpenStorage,
  given: { email: string; scopes: string; name?: string },
  now: Date,
): Promise<string> {
  const email = readEmail(given.email)
  const words = given.scopes.split(/[\s,]+/).filter((word) => word !== '')
  const scopes = scopesOf(words)
  if (words.length === 0 || scopes.length !== new Set(words).size)
    throw new Mistake(`Scopes are ${allScopes.join(', ')}, separated by commas.`)
  return storage.write(async (inside) => {
    const user = await openAccount(inside, email, now)
    const name = given.name ?? 'Made by the operator'
    const key = await createKey(inside, { user_id: user.id, name, scopes, expires_at: null, now })
    if (key === null)
      throw new Mistake(`${email} has ${maxLiveKeys} keys; that is the limit. Revoke one first.`)
    await noteOperator(inside, aboutPerson(user), {
      action: 'create_api_key',
      outcome: scopes.join(' '),
      now,
    })
    return key
  })
}

/** sign-in-link: a link that signs in this person once, within 15 minutes, without any mail; a new account is made. */
export async function operatorLink(
  storage: OpenStorage,
  given: { email: string; public_url: string },
  now: Date,
): Promise<string> {
  const email = readEmail(given.email)
  return storage.write(async (inside) => {
    const user = await openAccount(inside, email, now)
    await noteOperator(inside, aboutPerson(user), { action: 'sign_in_link', outcome: 'for 15 minutes', now })
    return makeLink(inside, { email, return_to: '/account', public_url: given.public_url, now })
  })
}

/** user list: a header and a line for each user, with id, role, address, name and date separated by tabs. */
export async function operatorUsers(storage: OpenStorage): Promise<string> {
  const lines = (await storage.users.all()).map(({ id, role, email, name, created_at }) =>
    [id, role, email ?? '', name, created_at.slice(0, 10)].join('\t'),
  )
  return [['id', 'role', 'address', 'name', 'since'].join('\t'), ...lines].join('\n')
}

/** The account of this address, made if it is new: the record names people by their accounts. */
async function openAccount(storage: Storage, email: string, now: Date): Promise<User> {
  const user = await storage.users.ensure(email, now.toISOString())
  if (user.closed_at !== null)
    throw new Mistake(`The site team has closed the account of ${email}. "user reopen" lets them in again.`)
  return user
}

function readEmail(text: string): string {
  const parsed = emailSchema.safeParse(text.trim())
  if (!parsed.success) throw new Mistake(`"${text}" is not an email address.`)
  return parsed.data
}
