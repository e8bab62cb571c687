// Who did what, as the team and the operator ask for it.
import { addDays } from '../../days.ts'
import { Mistake } from '../../mistake.ts'
import type { Asked, Told } from '../../storage/audit.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'

/** As somebody types it: an address or number, "key 7" or a client id, a slug or number, an instant or "24h", "7d". */
export type Typed = Partial<Record<'person' | 'client' | 'listing' | 'since', string>>

/** The question behind the words, or a sentence about the one that leads nowhere. */
export async function asked(storage: Storage, typed: Typed, now: Date): Promise<Asked | string> {
  const { person = '', client = '', listing = '', since = '' } = typed
  const found: Asked = {}
  if (person !== '') {
    const user = isNumber(person) ? { id: Number(person) } : await storage.users.byEmail(person)
    if (user === undefined) return `No user has the address ${person}.`
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
  if (since !== '') {
    const [, count, unit] = /^(\d{1,4})([hd])$/.exec(since) ?? []
    const from = unit === undefined ? new Date(since) : addDays(now, -Number(count) / (unit === 'h' ? 24 : 1))
    if (Number.isNaN(from.getTime())) return `"${since}" is no time. Write 24h, 7d or 2026-11-23.`
    found.since = from.toISOString()
  }
  return found
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
  return (
    deeds.map(lineOf).join('\n') ||
    'Nothing was written by anybody, and nothing refused to anybody who is signed in.'
  )
}

function lineOf({ deed, person }: Told): string {
  const { at, user_id, door, client, operation, subject, outcome, request_id } = deed
  const who = user_id === 0 ? 'operator' : (person?.email ?? `account ${user_id}`)
  return [at, who, door, client, operation, subject ?? '', outcome, request_id].join('\t')
}
