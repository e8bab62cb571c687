// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client_id is the address of a JSON
// document about the client. Fetched with SSRF protection (outbound.ts), cached for a while, never stored.
import type { Outbound } from '../outbound.ts'
import { OutboundRefusal } from '../outbound_refusal.ts'
import { clientOf, readKeys, readMetadata, type Client, type JsonWebKeys } from './client_metadata.ts'
import { OAuthError } from './errors.ts'
import { openFetchBudget } from './fetch_budget.ts'

export type ClientDocuments = {
  /** `or_last_good`: while the document's host fails, use the last valid document. */
  client(client_id: string, now: Date, or_last_good?: boolean): Promise<Client>
  /** The keys at the client's jwks_uri, or the last valid ones while its host fails. */
  keys(client_id: string, jwks_uri: string, now: Date): Promise<JsonWebKeys>
}

const limits = { bytes: 5120, timeout_ms: 3000, remembered: 500 }
/** How long a failing host is not asked again, while its last valid document will do. */
const rest_ms = 30_000

/** Whether a client_id is an address. The ids that we issue never look like one. */
export function isDocumentId(client_id: string): boolean {
  return /^https?:/i.test(client_id)
}

/** Section 3 of the draft: https, a path, no fragment, no user info, and in normalised form. */
function mayFetch(client_id: string): boolean {
  const url = URL.parse(client_id)
  return (
    url !== null &&
    client_id.length <= 2000 &&
    url.href === client_id &&
    url.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !client_id.includes('#')
  )
}

/**
 * Documents and keys are cached separately: what was fetched as keys was never validated as a document, and must not be
 * used as the client of that address.
 */
type Memory<T> = {
  remembered: Map<string, Remembered<T>>
  underway: Map<string, Promise<T>>
}
type Remembered<T> = { value: T; until_ms: number; resting_until_ms: number; known: boolean }
const memory = <T>(): Memory<T> => ({ remembered: new Map(), underway: new Map() })

type Wish<T> = {
  url: string
  client_id: string
  caller: string
  now: Date
  or_last_good: boolean
  read: (json: unknown) => T
}

/**
 * Opens the cache of documents. Only valid ones are cached. `isKnown` says whether anybody here has allowed a client.
 * Returns the cache for one caller, named by its network address.
 */
export function openClientDocuments(
  outbound: Outbound,
  isKnown: (client_id: string, now: Date) => Promise<boolean>,
): (caller: string) => ClientDocuments {
  const clients = memory<Client>()
  const keys = memory<JsonWebKeys>()
  const budget = openFetchBudget()

  async function recall<T>(memory: Memory<T>, wish: Wish<T>): Promise<T> {
    const { url, client_id, now, or_last_good } = wish
    const { remembered } = memory
    const before = remembered.get(url)
    if (before !== undefined) {
      // Least recently used first, so that a stranger's many documents do not evict those that people use.
      remembered.delete(url)
      remembered.set(url, before)
      if (or_last_good && !before.known) before.known = await isKnown(client_id, now)
      if (before.until_ms > now.getTime()) return before.value
      if (or_last_good && before.resting_until_ms > now.getTime()) return before.value
    }
    const known = before?.known === true || (await isKnown(client_id, now))
    // Somebody else may have fetched it while this waited.
    const meanwhile = remembered.get(url)
    if (meanwhile !== undefined && meanwhile.until_ms > now.getTime()) return meanwhile.value
    try {
      return await (memory.underway.get(url) ?? renew(memory, wish, known))
    } catch (error) {
      const isPassing = error instanceof OAuthError && error.code === 'temporarily_unavailable'
      if (before === undefined || !or_last_good || !isPassing) throw error
      before.resting_until_ms = now.getTime() + rest_ms
      return before.value
    }
  }

  async function renew<T>({ remembered, underway }: Memory<T>, wish: Wish<T>, known: boolean): Promise<T> {
    const { url, caller, now, read } = wish
    budget.spend({ url, caller, known, underway: clients.underway.size + keys.underway.size, now })
    const work = fetchFresh(outbound, url, read).then(({ value, fresh_s }) => {
      remembered.delete(url)
      if (remembered.size >= limits.remembered) forgetOne(remembered)
      const until_ms = now.getTime() + fresh_s * 1000
      remembered.set(url, { value, until_ms, resting_until_ms: 0, known })
      return value
    })
    underway.set(url, work)
    try {
      return await work
    } finally {
      underway.delete(url)
    }
  }

  return (caller) => ({
    async client(client_id, now, or_last_good = false) {
      if (!mayFetch(client_id))
        throw new OAuthError('invalid_client', 'client_id is not an https address of a metadata document.')
      const read = (json: unknown) => readDocument(client_id, json)
      return recall(clients, { url: client_id, client_id, caller, now, or_last_good, read })
    },
    async keys(client_id, jwks_uri, now) {
      const read = (json: unknown) => {
        const keys = readKeys(json)
        if (keys === null) throw new OAuthError('invalid_client', 'jwks_uri does not lead to public keys.')
        return keys
      }
      return recall(keys, { url: jwks_uri, client_id, caller, now, or_last_good: true, read })
    },
  })
}

/** Evicts the least recently used document; those of clients in use only if there are no others. */
function forgetOne(remembered: Map<string, { known: boolean }>): void {
  const [oldest] = remembered.keys()
  const stranger = [...remembered].find(([, { known }]) => !known)?.[0]
  remembered.delete(stranger ?? oldest!)
}

/** Errors that are the client's own fault; any other may be gone on the next try. */
const lasting = ['url', 'scheme', 'credentials', 'port', 'address']

async function fetchFresh<T>(outbound: Outbound, url: string, read: (json: unknown) => T) {
  let answer
  try {
    answer = await outbound.fetch({
      url,
      accept: 'application/json',
      accept_encoding: 'identity',
      max_bytes: limits.bytes,
      timeout_ms: limits.timeout_ms,
      redirects: 0,
      https_only: true,
    })
  } catch (error) {
    const isLasting = error instanceof OutboundRefusal && lasting.includes(error.reason)
    throw new OAuthError(
      isLasting ? 'invalid_client' : 'temporarily_unavailable',
      `The client's document cannot be fetched. ${(error as Error).message}`,
    )
  }
  // A failing host may answer with an error page. An SDK that gets invalid_client would discard valid tokens.
  const { status, headers, body } = answer
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (status !== 200) throw unreadable('must be served with status 200.')
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) throw unreadable('must be served as application/json.')
  if (!/^(?:identity)?$/.test(headers['content-encoding'] ?? ''))
    throw unreadable('must be served without compression.')
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw unreadable('is not JSON.')
  }
  return { value: read(json), fresh_s: freshness(headers['cache-control'] ?? '') }
}

const unreadable = (what: string) =>
  new OAuthError('temporarily_unavailable', `The client's document ${what}`)

/** How long the document is cached: by its Cache-Control, but between a minute and a day. */
function freshness(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 60
  const given = /\bmax-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  return Math.min(86_400, Math.max(60, given === undefined ? 300 : Number(given)))
}

function readDocument(client_id: string, json: unknown): Client {
  try {
    const metadata = readMetadata(json)
    if (metadata.client_id !== client_id)
      throw new OAuthError('invalid_client', 'client_id in the document differs from its address.')
    if (metadata.client_name === undefined) throw new OAuthError('invalid_client', 'client_name is missing.')
    // A document is public, so nothing in it can be a secret.
    if ('client_secret' in metadata || 'client_secret_expires_at' in metadata)
      throw new OAuthError('invalid_client', 'A document must not hold a secret.')
    if (metadata.token_endpoint_auth_method?.startsWith('client_secret') === true)
      throw new OAuthError('invalid_client', 'A document cannot use a shared secret.')
    return clientOf(client_id, 'document', metadata, null)
  } catch (error) {
    if (error instanceof OAuthError) throw new OAuthError('invalid_client', error.message)
    throw error
  }
}
