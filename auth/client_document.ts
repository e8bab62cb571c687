// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client_id is the address of a JSON
// document that says who the client is. Fetched through the guarded door, remembered for a while, never stored.
import type { Outbound } from '../outbound.ts'
import { clientOf, readKeys, readMetadata, type Client, type JsonWebKeys } from './client_metadata.ts'
import { OAuthError } from './errors.ts'

export type ClientDocuments = {
  client(client_id: string, now: Date): Promise<Client>
  keys(jwks_uri: string, now: Date): Promise<JsonWebKeys>
}

const limits = {
  bytes: 5120,
  timeout_ms: 3000,
  remembered: 500,
  /** More than one caller may ask for in a minute, so that nobody holds up everybody with slow answers. */
  at_once: 24,
  a_minute: 120,
  a_minute_from_one_host: 20,
  a_minute_for_one_caller: 20,
}

/** Whether a client_id is an address at all. Those we give out ourselves never begin like this. */
export function isDocumentId(client_id: string): boolean {
  return /^https?:/i.test(client_id)
}

/** Section 3 of the draft: https, a path, no fragment, no user, and spelt as a parser would spell it. */
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
 * Documents and keys are remembered apart: what passed as the keys at an address was never checked as a document, and
 * must not be taken for the client of that address.
 */
type Memory<T> = {
  remembered: Map<string, { value: T; until_ms: number }>
  underway: Map<string, Promise<T>>
}
const memory = <T>(): Memory<T> => ({ remembered: new Map(), underway: new Map() })

/**
 * Opens the memory of documents. Only what was fetched and found valid is remembered. The answer is the memory as one
 * caller may use it, named by the address that asks.
 */
export function openClientDocuments(outbound: Outbound): (caller: string) => ClientDocuments {
  const clients = memory<Client>()
  const keys = memory<JsonWebKeys>()
  const spent = new Map<string, number>()
  let minute = 0

  /** Strangers choose these addresses, so how often we fetch is bounded whatever they choose. */
  function spend(host: string, caller: string, now: Date): void {
    const current = Math.floor(now.getTime() / 60_000)
    if (current !== minute) spent.clear()
    minute = current
    const budgets: [string, number][] = [
      ['all', limits.a_minute],
      [`from ${host}`, limits.a_minute_from_one_host],
      [`for ${caller}`, limits.a_minute_for_one_caller],
    ]
    const underway = clients.underway.size + keys.underway.size
    if (underway >= limits.at_once || budgets.some(([name, most]) => (spent.get(name) ?? 0) >= most))
      throw new OAuthError(
        'temporarily_unavailable',
        'Too many client documents are being fetched. Try again in a minute.',
      )
    for (const [name] of budgets) spent.set(name, (spent.get(name) ?? 0) + 1)
  }

  async function fetchJson<T>(
    { remembered, underway }: Memory<T>,
    url: string,
    caller: string,
    now: Date,
    read: (json: unknown) => T,
  ): Promise<T> {
    const known = remembered.get(url)
    if (known !== undefined && known.until_ms > now.getTime()) {
      // The one used longest ago goes first, so that a stranger's many documents push out none that people use.
      remembered.delete(url)
      remembered.set(url, known)
      return known.value
    }
    const running = underway.get(url)
    if (running !== undefined) return running
    spend(new URL(url).host, caller, now)
    const work = fetchFresh(outbound, url, read).then(({ value, fresh_s }) => {
      remembered.delete(url)
      if (remembered.size >= limits.remembered) remembered.delete(remembered.keys().next().value!)
      remembered.set(url, { value, until_ms: now.getTime() + fresh_s * 1000 })
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
    async client(client_id, now) {
      if (!mayFetch(client_id))
        throw new OAuthError('invalid_client', 'client_id is not an https address of a metadata document.')
      return fetchJson(clients, client_id, caller, now, (json) => readDocument(client_id, json))
    },
    async keys(jwks_uri, now) {
      return fetchJson(keys, jwks_uri, caller, now, (json) => {
        const found = readKeys(json)
        if (found === null) throw new OAuthError('invalid_client', 'jwks_uri does not lead to public keys.')
        return found
      })
    },
  })
}

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
    throw new OAuthError(
      'invalid_client',
      `The client's document cannot be fetched. ${(error as Error).message}`,
    )
  }
  const { status, headers, body } = answer
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (status !== 200)
    throw new OAuthError('invalid_client', "The client's document must be served with status 200.")
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type))
    throw new OAuthError('invalid_client', "The client's document must be served as application/json.")
  if (!/^(?:identity)?$/.test(headers['content-encoding'] ?? ''))
    throw new OAuthError('invalid_client', "The client's document must be served without compression.")
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new OAuthError('invalid_client', "The client's document is not JSON.")
  }
  return { value: read(json), fresh_s: freshness(headers['cache-control'] ?? '') }
}

/** How long the document is believed: as its server says, but at least a minute and at most a day. */
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
