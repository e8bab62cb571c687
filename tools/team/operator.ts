// What the operator's command line does with people and their access. Each function returns what is printed.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aboutPerson, noteOperator } from '../../auth/coming.ts'
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { personAt } from './audit.ts'
import { operate, type OperatorPlace } from './action.ts'
import {
  closeAccount,
  deletePerson,
  endAccess,
  endClient,
  endGrant,
  endKey,
  reopenAccount,
  setRole,
  transferListing,
} from './people.ts'

const onPerson = {
  close: closeAccount,
  reopen: reopenAccount,
}
const aboutNumber = { key: endKey, grant: endGrant }

/** user close, reopen, delete: by email address, with a reason for the record. */
export async function operatorPerson(
  storage: OpenStorage,
  what: keyof typeof onPerson | 'delete',
  given: { email: string; reason: string },
  { mail_folder, ...place }: OperatorPlace & { mail_folder?: string },
): Promise<string> {
  const { id } = await personAt(storage, given.email)
  const { email: confirm, reason } = given
  const by = { storage, called: `${confirm}, account ${id}`, ...place }
  if (what !== 'delete') return operate(onPerson[what], { id, reason }, by)
  const done = await operate(deletePerson, { id, reason, confirm }, by)
  if (mail_folder !== undefined) dropMails(mail_folder, confirm)
  return done
}

/** Deletes a person's mail files: without a mail server mails are files, which the database does not know. */
function dropMails(folder: string, email: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.eml')))
    if (readFileSync(join(folder, name), 'latin1').toLowerCase().includes(email.toLowerCase()))
      rmSync(join(folder, name))
}

/** user role: makes an existing user a member, or part of the site team. */
export async function operatorRole(
  storage: OpenStorage,
  { email, role }: { email: string; role: string },
  place: OperatorPlace,
): Promise<string> {
  if (role !== 'member' && role !== 'team') throw new Mistake('A role is member or team.')
  const { id } = await personAt(storage, email)
  return operate(setRole, { id, role }, { storage, called: email, ...place })
}

/** user end-access: ends all sessions, keys and applications of the user, who may sign in again. */
export async function operatorEndAccess(
  storage: OpenStorage,
  email: string,
  place: OperatorPlace,
): Promise<string> {
  const { id } = await personAt(storage, email)
  return operate(endAccess, { id }, { storage, called: `${email}, account ${id}`, ...place })
}

/** user access: a line for each valid session, key and application, with the number that ends it. */
export async function operatorAccess(storage: OpenStorage, email: string, now: Date): Promise<string> {
  const { id } = await personAt(storage, email)
  const at = now.toISOString()
  const keys = (await storage.api_keys.ofUser(id)).filter(
    ({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > at),
  )
  const used = (last: string | null) => (last === null ? 'never used' : `last used ${last}`)
  const lines = [
    ...(await storage.sessions.ofUser(id, at)).map((one) =>
      ['session', one.id, one.browser, `since ${one.created_at}`].join('\t'),
    ),
    ...keys.map((one) => ['key', one.id, one.name, one.scope, used(one.last_used_at)].join('\t')),
    ...(await storage.oauth.liveGrantsOf(id, at)).map((one) =>
      ['grant', one.id, one.client_name, one.client_id, one.scope, used(one.last_used_at)].join('\t'),
    ),
  ]
  return lines.join('\n') || 'Nothing of theirs lets anybody in.'
}

/** key revoke, grant revoke: by its number. */
export async function operatorRevoke(
  storage: OpenStorage,
  what: keyof typeof aboutNumber,
  given: { id: string; reason: string },
  place: OperatorPlace,
): Promise<string> {
  const id = Number(given.id)
  if (!/^\d{1,15}$/.test(given.id))
    throw new Mistake(`"${given.id}" is no number. "user access EMAIL" lists them.`)
  return operate(aboutNumber[what], { id, reason: given.reason }, { storage, ...place })
}

/** client revoke: everything that anybody has allowed this application. */
export const operatorEndClient = (
  storage: OpenStorage,
  given: { client_id: string; reason: string },
  place: OperatorPlace,
): Promise<string> => operate(endClient, given, { storage, ...place })

/** listing transfer: makes the person with this address its only owner. */
export async function operatorTransfer(
  storage: OpenStorage,
  { slug, ...given }: { slug: string; email: string; reason: string },
  place: OperatorPlace,
): Promise<string> {
  const found = (await storage.team.findListings(slug, 20)).find((one) => one.slug === slug)
  if (found === undefined) throw new Mistake(`There is no listing ${slug}.`)
  return operate(transferListing, { id: found.id, ...given }, { storage, ...place })
}

/** user export: everything that is stored about a person, as JSON. */
export async function operatorEverything(
  storage: OpenStorage,
  email: string,
  file: string,
  now: Date,
): Promise<string> {
  const person = await personAt(storage, email)
  const all = await storage.users.everythingOf(person)
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  await storage.write((inside) =>
    noteOperator(inside, aboutPerson(person), { action: 'export_person', outcome: 'written to a file', now }),
  )
  const rows = Object.values(all).reduce((sum, some) => sum + some.length, 0)
  return `${rows} rows of ${Object.keys(all).length} tables were written to ${file}.`
}
