// Searches of the audit log by the team and the operator.
import { addDays, dayOf } from '../../days.ts'
import { Mistake } from '../../mistake.ts'
import type { Asked, Told } from '../../storage/audit.ts'
import type { User } from '../../storage/people/users.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'

/**
 * The filters as typed: an email address or user id, "key 7" or a client id, a slug or listing id, an instant (UTC), an
 * hour of today, or "24h", "7d".
 */
export type Typed = Partial<Record<'person' | 'client' | 'listing' | 'since' | 'until' | 'request', string>>

/** The parsed filters, or a sentence about the one that is invalid. */
export async function asked(storage: Storage, typed: Typed, now: Date): Promise<Asked | string> {
  const { person = '', client = '', listing = '', since = '', until = '', request = '' } = typed
  const found: Asked = {}
  if (person !== '') {
    const user = isNumber(person) ? { id: Number(person) } : await storage.users.byEmail(person)
    if (user === undefined)
      return `No user has the address ${person}. Where an account was deleted its number still finds what it did.`
    found.user_id = user.id
  }
  if (client !== '')
    found.clients = /^(?:key|application|session) \d+$/.test(client)
      ? [client]
      : (await storage.oauth.grantsOfClient(client)).map((id) => `application ${id}`)
  if (listing !== '') {
    const id = isNumber(listing) ? Number(listing) : await listingAt(storage, listing)
    if (id === undefined) return `There is no listing ${listing}.`
    found.listing_id = id
  }
  for (const [name, text] of [
    ['since', since],
    ['until', until],
  ] as const) {
    if (text === '') continue
    const at = instantOf(text, now)
    if (Number.isNaN(at.getTime()))
      return `"${text}" is no time. Write 24h, 7d, 14:02, 2026-11-23 or 2026-11-23T14:02, in UTC.`
    found[name] = at.toISOString()
  }
  if (request !== '') found.request_id = request
  return found
}

/** An hour without a date means today. */
function instantOf(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? []
  if (unit !== undefined) return addDays(now, -Number(count) / (unit === 'h' ? 24 : 1))
  const whole = /^\d\d:\d\d/.test(text) ? `${dayOf(now)}T${text}` : text
  return new Date(/T[\d:.]+$/.test(whole) ? `${whole}Z` : whole)
}

const isNumber = (text: string) => /^\d{1,15}$/.test(text)

async function listingAt({ team }: Storage, slug: string): Promise<number | undefined> {
  return (await team.findListings(slug, 20)).find((one) => one.slug === slug)?.id
}

const most = 1000

/** audit: a line for each deed, newest first. */
export async function operatorAudit(storage: OpenStorage, typed: Typed, now: Date): Promise<string> {
  const question = await asked(storage, typed, now)
  if (typeof question === 'string') throw new Mistake(question)
  const deeds = await storage.audit.deeds(question, { limit: most, offset: 0 })
  if (deeds.length > 0) return [heads.join('\t'), ...deeds.map(lineOf)].join('\n')
  return `Nothing was written or refused${Object.keys(question).length === 0 ? '' : ' that fits'}.${
    (await isKnown(storage, typed.client)) ? '' : ` There is no ${typed.client}.`
  }`
}

const heads = ['at', 'who', 'door', 'with', 'did', 'what about', 'outcome', 'request']

/** Whether the key or client exists. Deleted ones keep their audit lines, so this matters only if there are none. */
async function isKnown({ api_keys, oauth }: Storage, client = ''): Promise<boolean> {
  const [, kind, id] = /^(key|application) (\d{1,15})$/.exec(client) ?? []
  if (kind === undefined) return true
  return (await (kind === 'key' ? api_keys.byId(Number(id)) : oauth.grant(Number(id)))) !== undefined
}

/** record: a line for each action of the team, newest first. Its time equals that of its audit line. */
export async function operatorRecord(storage: OpenStorage): Promise<string> {
  const { items } = await storage.team.done({ limit: most, offset: 0 })
  // The record itself holds no addresses, so that none is left when an account is deleted.
  const addresses = new Map((await storage.users.all()).map(({ id, email }) => [`person ${id}`, email]))
  const lines = items.map(({ action, person }) => {
    const subject = `${action.about} ${action.about_id}`
    return [
      ...[
        action.done_at,
        person?.email ?? (action.user_id === null ? 'operator' : `account ${action.user_id}`),
      ],
      ...[action.action, subject, addresses.get(subject) ?? action.name],
      ...[action.outcome ?? '', action.reason ?? ''],
    ].join('\t')
  })
  return lines.length === 0
    ? 'The site team has done nothing yet.'
    : [['at', 'who', 'did', 'what about', 'name', 'outcome', 'reason'].join('\t'), ...lines].join('\n')
}

export async function personAt(storage: OpenStorage, email: string): Promise<User> {
  const user = await storage.users.byEmail(email)
  if (user === undefined)
    throw new Mistake(`No user has the address ${email}. "sign-in-link EMAIL" makes an account.`)
  return user
}

function lineOf({ deed, person }: Told): string {
  const { at, user_id, door, client, operation, subject, outcome, request_id } = deed
  const who = user_id === 0 ? 'operator' : (person?.email ?? `account ${user_id}`)
  return [at, who, door, client, operation, subject ?? '', outcome, request_id].join('\t')
}
