// The token endpoint (RFC 6749 sections 4.1.3 and 6) and revocation (RFC 7009).
import { later, lifetimes, type Authority } from './authority.ts'
import { authenticateClient } from './client.ts'
import type { Client } from './client_metadata.ts'
import { noteComing } from './coming.ts'
import { OAuthError } from './errors.ts'
import type { Params } from './params.ts'
import { proves } from './pkce.ts'
import { readResources } from './resources.ts'
import { scopesOf, type Scope } from './scopes.ts'
import { decrypt, digest, encrypt, mint } from './secrets.ts'
import type { Storage } from '../storage/storage.ts'

type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
  refresh_token?: string
}
/** A transaction that refuses must still commit what it learned, so it returns the error instead of throwing it. */
type Outcome = TokenAnswer | OAuthError

const spentCode = () =>
  new OAuthError('invalid_grant', 'This code is not valid, was used before, or has expired.')
const usedTwice = 'a refresh token was used twice'
const deadToken = () => new OAuthError('invalid_grant', 'This refresh token is no longer valid.')

export async function exchange(
  authority: Authority,
  form: Params,
  authorization: string | null,
  now: Date,
): Promise<TokenAnswer> {
  const grant_type = form.get('grant_type')
  if (grant_type !== 'authorization_code' && grant_type !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  const client = await authenticateClient(authority, form, authorization, now)
  const asked = readResources(form.all('resource'), authority.origins)
  return grant_type === 'authorization_code'
    ? settled(await authority.storage.write((storage) => redeem(storage, client, form, asked, now)))
    : refresh(authority, client, form, asked, now)
}

function settled(outcome: Outcome): TokenAnswer {
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

/** A code has one attempt, whatever its outcome. A second with valid proof means it leaked, and revokes the grant. */
async function redeem(
  { oauth }: Storage,
  client: Client,
  form: Params,
  asked: string[],
  now: Date,
): Promise<Outcome> {
  const hash = digest(form.get('code') ?? '')
  const record = await oauth.findCode(hash)
  if (record === undefined) return spentCode()
  const { code, grant } = record
  const isProven =
    grant.client_id === client.id &&
    code.redirect_uri === form.get('redirect_uri') &&
    proves(form.get('code_verifier'), code.challenge)
  if (!(await oauth.spendCode(hash, now.toISOString()))) {
    // Somebody who has seen the code but cannot prove possession must not be able to end the grant.
    if (isProven) await oauth.revokeGrant(grant.id, 'a code was used twice', now.toISOString())
    return spentCode()
  }
  const usable = isProven && code.expires_at > now.toISOString() && grant.revoked_at === null
  if (!usable) return spentCode()
  const resources = within(asked, grant.resources)
  if (resources instanceof OAuthError) return resources
  return issue(oauth, client, grant, scopesOf(grant.scope), resources, now)
}

/**
 * Hosts run several processes that share one refresh token and present it at the same moment (claude-code#85236). The
 * same request, repeated within a minute, gets the same answer while its tokens are unused; any other reuse revokes
 * the grant (RFC 9700 4.14.2).
 */
async function refresh(
  { storage }: Authority,
  client: Client,
  form: Params,
  asked: string[],
  now: Date,
): Promise<TokenAnswer> {
  const secret = form.get('refresh_token') ?? ''
  const hash = digest(secret)
  const request = digest(JSON.stringify([client.id, form.get('scope') ?? null, asked]))
  return settled(
    await storage.write(async (inside) => {
      const before = await inside.oauth.findRepeat(hash)
      if (before?.request === request && before.expires_at > now.toISOString())
        return repeated(inside, JSON.parse(decrypt(secret, before.answer)) as TokenAnswer, now)
      const outcome = await rotate(inside, hash, client, form.get('scope'), asked, now)
      if (!(outcome instanceof OAuthError)) {
        const expires_at = later(now, lifetimes.repeat_s)
        const answer = encrypt(secret, JSON.stringify(outcome))
        await inside.oauth.addRepeat({ hash, request, answer, expires_at })
      }
      return outcome
    }),
  )
}

/** The first answer, unless its tokens have been used or its grant has ended. */
async function repeated({ oauth }: Storage, answer: TokenAnswer, now: Date): Promise<Outcome> {
  const record = await oauth.findToken(digest(answer.refresh_token ?? answer.access_token))
  if (record === undefined || record.grant.revoked_at !== null) return deadToken()
  if (record.token.used_at === null) return answer
  await oauth.revokeGrant(record.grant.id, usedTwice, now.toISOString())
  return deadToken()
}

async function rotate(
  { oauth }: Storage,
  hash: string,
  client: Client,
  scope: string | undefined,
  asked: string[],
  now: Date,
): Promise<Outcome> {
  const record = await oauth.findToken(hash)
  if (record === undefined || record.token.kind !== 'refresh' || record.grant.client_id !== client.id)
    return deadToken()
  const { token, grant, user } = record
  if (token.used_at !== null) {
    await oauth.revokeGrant(grant.id, usedTwice, now.toISOString())
    return deadToken()
  }
  const at = now.toISOString()
  if (grant.revoked_at !== null || user.deleted_at !== null || token.expires_at <= at) return deadToken()
  const granted = scopesOf(grant.scope)
  const wanted = scope === undefined ? granted : scopesOf(scope)
  if (wanted.length === 0 || !wanted.every((one) => granted.includes(one)))
    return new OAuthError(
      'invalid_scope',
      'A refresh can narrow the scopes that were allowed, never widen them.',
    )
  const resources = within(asked, grant.resources)
  if (resources instanceof OAuthError) return resources
  if (!(await oauth.spendToken(hash, at))) return deadToken()
  return issue(oauth, client, grant, wanted, resources, now)
}

/** The requested resources, if the grant covers them (RFC 8707 section 2.2). */
function within(asked: string[], granted: string): string[] | OAuthError {
  const allowed = granted.split(' ')
  if (asked.length === 0) return allowed
  return asked.every((one) => allowed.includes(one))
    ? asked
    : new OAuthError('invalid_target', 'resource is not one the person allowed.')
}

async function issue(
  oauth: Storage['oauth'],
  client: Client,
  grant: { id: number; resources: string; scope: string; expires_at: string },
  scopes: Scope[],
  resources: string[],
  now: Date,
): Promise<TokenAnswer> {
  const access_token = mint('la')
  const refresh_token = client.refreshes ? mint('lr') : undefined
  const created_at = now.toISOString()
  await oauth.addToken({
    hash: digest(access_token),
    kind: 'access',
    grant_id: grant.id,
    scope: scopes.join(' '),
    resources: resources.join(' '),
    created_at,
    expires_at: earlier(later(now, lifetimes.access_s), grant.expires_at),
  })
  if (refresh_token !== undefined) {
    // A narrower access token does not narrow the grant: the next refresh may request everything again.
    await oauth.addToken({
      hash: digest(refresh_token),
      kind: 'refresh',
      grant_id: grant.id,
      scope: grant.scope,
      resources: grant.resources,
      created_at,
      expires_at: earlier(later(now, lifetimes.refresh_s), grant.expires_at),
    })
  }
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: lifetimes.access_s,
    scope: scopes.join(' '),
    ...(refresh_token !== undefined && { refresh_token }),
  }
}

/** No token outlives its grant. */
function earlier(a: string, b: string): string {
  return a < b ? a : b
}

/** RFC 7009. Revoking any token ends its grant; a token of another client is silently left alone. */
export async function revoke(
  authority: Authority,
  form: Params,
  authorization: string | null,
  { now, request_id }: { now: Date; request_id: string },
): Promise<void> {
  const client = await authenticateClient(authority, form, authorization, now)
  const token = form.get('token')
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  const record = await authority.storage.oauth.findToken(digest(token))
  if (record === undefined || record.grant.client_id !== client.id) return
  const { id, user_id } = record.grant
  await authority.storage.write(async (storage) => {
    await storage.oauth.revokeGrant(id, 'the application signed out', now.toISOString())
    const who = { user_id, client: `application ${id}`, door: 'oauth', request_id, now }
    await noteComing(storage, who, { operation: 'disconnect_application', subject: `application ${id}` })
  })
}
