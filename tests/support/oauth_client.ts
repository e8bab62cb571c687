// An OAuth client of our own that can also misbehave: every parameter can be changed or left out.
import { hash, randomBytes } from 'node:crypto'
import { hiddenFields, signIn, type Browser, type Seen } from './people.ts'
import type { Service } from './service.ts'

export const callback = 'http://127.0.0.1:7799/callback'
export type Registered = { client_id: string; client_secret?: string } & Record<string, unknown>

export async function register(
  service: Service,
  metadata: Record<string, unknown> = {},
): Promise<Registered> {
  const response = await postJson(service, '/register', {
    client_name: 'Test host',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    ...metadata,
  })
  if (response.status !== 201)
    throw new Error(`Registration gave ${response.status}: ${await response.text()}`)
  return (await response.json()) as Registered
}

export function postJson(service: Service, path: string, body: unknown): Promise<Response> {
  return service.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: hash('sha256', verifier, 'base64url') }
}

type Changes = Record<string, string | string[] | undefined>

export function authorizePath(client_id: string, challenge: string, changes: Changes = {}): string {
  const query = new URLSearchParams()
  const all: Changes = {
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    state: 'st4te',
    scope: 'account:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(all))
    for (const one of value === undefined ? [] : [value].flat()) query.append(name, one)
  return `/authorize?${query}`
}

/** Opens the consent page and answers it. Every scope is ticked unless others are given. */
export async function consent(
  browser: Browser,
  path: string,
  { decision = 'allow', scopes }: { decision?: 'allow' | 'deny'; scopes?: string[] } = {},
): Promise<Seen> {
  const page = await browser.get(path)
  if (page.status !== 200) return page
  const ticked =
    scopes ?? [...page.text.matchAll(/type="checkbox"\s+name="scope"\s+value="([^"]*)"/g)].map((m) => m[1]!)
  return browser.post(path, [
    ...hiddenFields(page.text, path),
    ...ticked.map((scope): [string, string] => ['scope', scope]),
    ['decision', decision],
  ])
}

export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }
export type TokenAnswer = { status: number; headers: Headers; body: Record<string, string> & Tokens }

export async function postForm(
  service: Service,
  path: string,
  fields: Changes,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of value === undefined ? [] : [value].flat()) body.append(name, one)
  const response = await service.fetch(path, { method: 'POST', body, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

/** A connected client: everything up to a code, and on to tokens. */
export async function openClient(
  service: Service,
  { email = 'ana@tide.example', client }: { email?: string; client?: Registered } = {},
) {
  const registered = client ?? (await register(service))
  const { browser } = await signIn(service, email)

  async function code(changes: Changes = {}, choice: Parameters<typeof consent>[2] = {}) {
    const { verifier, challenge } = pkce()
    const answer = await consent(browser, authorizePath(registered.client_id, challenge, changes), choice)
    if (answer.status !== 303) throw new Error(`Consent gave ${answer.status}: ${answer.text}`)
    const location = new URL(answer.location!)
    return { code: location.searchParams.get('code')!, verifier, location }
  }
  const redeem = (
    given: { code: string; verifier: string },
    changes: Changes = {},
    headers: Record<string, string> = {},
  ) =>
    postForm(
      service,
      '/token',
      {
        grant_type: 'authorization_code',
        code: given.code,
        code_verifier: given.verifier,
        redirect_uri: callback,
        client_id: registered.client_id,
        ...changes,
      },
      headers,
    )
  return {
    ...registered,
    browser,
    code,
    redeem,
    async tokens(changes: Changes = {}, choice: Parameters<typeof consent>[2] = {}): Promise<Tokens> {
      const answer = await redeem(await code(changes, choice))
      if (answer.status !== 200)
        throw new Error(`/token gave ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    refresh: (refresh_token: string, changes: Changes = {}) =>
      postForm(service, '/token', {
        grant_type: 'refresh_token',
        refresh_token,
        client_id: registered.client_id,
        ...changes,
      }),
  }
}
