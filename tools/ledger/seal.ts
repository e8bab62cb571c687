// Appends a closed week to the ledger and signs it: all of its lines or none, and the checkpoint last.
import { randomBytes, randomUUID } from 'node:crypto'
import { addDays } from '../../days.ts'
import type { LedgerKey } from '../../storage/ledger/rows.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import type { Week } from '../../storage/weeks.ts'
import { faultsOf, voteLine, weekLines } from './lines.ts'
import { bothSign_days, checkpointOf, newKey, trusted, type SigningKey } from './note.ts'

/** Lines per transaction: a waiting voter waits no longer than for these. */
const atOnce = 500
const readAtOnce = 5000

type About = { site: { key: string; host: string | null }; now: Date; public_url: string }

/** The log is named after its first address, and keeps that name. */
const originOf = ({ site, public_url }: About): string =>
  `${site.host ?? new URL(public_url).host}/votes/${site.key}`

const signs = ({ signs_until }: LedgerKey, now: Date): boolean =>
  signs_until === null || signs_until > now.toISOString()

/** A new key signs from now on; the previous one signs beside it for some weeks, so that verifiers can switch. */
export async function turnKey({ ledger }: Storage, site_id: number, about: About): Promise<SigningKey> {
  const key = newKey((await ledger.keys(site_id)).at(-1)?.origin ?? originOf(about))
  const until = addDays(about.now, bothSign_days).toISOString()
  await ledger.addKey({ site_id, ...key, made_at: about.now.toISOString() }, until)
  return key
}

/**
 * A thief of the key can sign another history as ours, so its signatures no longer count: the log continues under a new
 * name and a new key, which signs the checkpoint of each week again.
 */
export async function replaceStolenKey(
  { ledger }: Storage,
  site_id: number,
  stolen_since: string,
  now: Date,
): Promise<SigningKey> {
  const before = await ledger.keys(site_id)
  const names = new Set(before.map(({ origin }) => origin)).size
  const key = newKey(`${before[0]!.origin}-${names + 1}`)
  await ledger.replaceStolen(
    { site_id, ...key, made_at: now.toISOString() },
    stolen_since,
    ({ size, root }) => checkpointOf(size, root, [key]),
  )
  return key
}

/** Does nothing if the week is signed, and stops if another process has begun it since. Returns whether it signed. */
export async function sealWeek(
  storage: OpenStorage,
  over: Week,
  about: About,
  at_once = atOnce,
): Promise<boolean> {
  const writer = randomUUID()
  const first = await storage.write(async (inside) => {
    const n = await inside.ledger.begin(over, writer)
    if (n !== null && (await inside.ledger.keys(over.site_id)).length === 0)
      await turnKey(inside, over.site_id, about)
    return n
  })
  if (first === null) return false
  const lines = await linesOf(storage, over, about.site.key)
  const faults = faultsOf(lines)
  // A week that does not add up is never signed: the job fails, and the team is told.
  if (faults.length > 0) throw new Error(`The week of ${over.week} does not add up: ${faults.join(' ')}`)
  const said = await statements(storage, over)
  lines.push(...said.map(({ line }) => line))
  for (let at = 0; at < lines.length; at += at_once) {
    const part = lines.slice(at, at + at_once)
    if (!(await storage.write(({ ledger }) => ledger.append(over, writer, first + at, part)))) return false
  }
  const size = first + lines.length
  const root = (await storage.ledger.hash(over.site_id, 0, size)).toString('base64')
  return storage.write(async ({ ledger }) => {
    if (!(await ledger.isWriter(over, writer))) return false
    const keys = trusted(await ledger.keys(over.site_id)).filter((key) => signs(key, about.now))
    const note = checkpointOf(size, root, keys as [LedgerKey, ...LedgerKey[]])
    for (const [at, { what, id }] of said.entries()) await ledger.stand(what, id, size - said.length + at)
    await ledger.sign(over, writer, { size, root, note, signed_at: about.now.toISOString() })
    return true
  })
}

/** The lines of votes and results of a closed week, which no longer change. */
async function linesOf(storage: OpenStorage, over: Week, site: string): Promise<string[]> {
  const votes: ReturnType<typeof voteLine>[] = []
  let lifted = 0
  for (let after: { voted_at: string; id: number } | null = null; ;) {
    const given = await storage.ledger.votesOf(over, after, readAtOnce)
    const unnamed = given.filter(({ nonce, user_id }) => nonce === null && user_id !== null)
    if (unnamed.length > 0) {
      const named = unnamed.map(({ id }) => ({ id, nonce: randomBytes(16).toString('base64url') }))
      await storage.write(({ ledger }) => ledger.nameVotes(named))
      continue
    }
    for (const vote of given) {
      votes.push(voteLine(over.week, vote))
      if (vote.lifted_at !== null && vote.weight === 1) lifted += 1
    }
    after = given.at(-1) ?? null
    if (given.length < readAtOnce) break
  }
  const places = await storage.ledger.placesOf(over)
  const rules = (await storage.ledger.rulesOf(over))!
  return weekLines({ site, week: over.week, rules, lifted }, votes, places)
}

type Statement = { what: 'award' | 'revoke' | 'key' | 'stolen'; id: number; line: string }

/** Further lines, once a week: awards up to this week, new or revoked, new keys, and stolen ones. */
async function statements(storage: OpenStorage, over: Week): Promise<Statement[]> {
  const told: Statement[] = []
  const tell = (what: Statement['what'], id: number, line: object) =>
    told.push({ what, id, line: JSON.stringify({ t: what, ...line }) })
  const unstated = await storage.ledger.unstated(over)
  for (const { award, slug } of unstated) {
    const { id, kind, period, place, listing_id: listing, votes, ledger_n, revoked_at, reason } = award
    if (ledger_n === null && revoked_at === null)
      tell('award', id, { award: id, kind, period, place, listing, slug, votes })
    else if (ledger_n !== null && revoked_at !== null)
      tell('revoke', id, { award: id, line: ledger_n, why: reason ?? '' })
  }
  for (const { id, vkey, ledger_n, stolen_since, stolen_n } of await storage.ledger.keys(over.site_id)) {
    if (ledger_n === null) tell('key', id, { vkey })
    if (stolen_since !== null && stolen_n === null) tell('stolen', id, { vkey, since: stolen_since })
  }
  return told
}
