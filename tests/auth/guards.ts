// The guards of signing in and of the OAuth server, each as the piece of source that is taken away and what is left in
// its place. remove_guards.ts takes them away one at a time and shows which test notices.
export type Guard = { name: string; file: string; from: string; to: string; tests: Suite }
type Suite =
  | 'attacks'
  | 'endpoints'
  | 'registration'
  | 'documents'
  | 'pages'
  | 'upstream'
  | 'secrets'
  | 'browser'
  | 'budget'
  | 'failing'
  | 'links'
  | 'import'
  | 'kept'
  | 'invites'
  | 'limits'
  | 'crawl'
  | 'vote'
  | 'mailbox'
  | 'claim'
  | 'founders'
  | 'accounts'
  | 'kept limits'
  | 'pictures'
  | 'address'
  | 'hostile'
  | 'sites'
  | 'front'
  | 'leaving'
  | 'refusals'
  | 'people'
  | 'actions'
  | 'sealing'
  | 'ledger'
  | 'weigh'
  | 'team votes'
  | 'awards'
  | 'facts'
  | 'witness'

export const guard = (tests: Suite, file: string, name: string, from: string, to = ''): Guard => ({
  name,
  file,
  from,
  to,
  tests,
})

/** Those of codes, tokens, registrations and bearer credentials. */
export const tokenGuards: Guard[] = [
  guard(
    'attacks',
    'storage/people/oauth_codes.ts',
    'a code is spent once',
    ".where(and(eq(oauthCodes.hash, slot('hash')), isNull(oauthCodes.used_at)))",
    ".where(eq(oauthCodes.hash, slot('hash')))",
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a code used twice ends its family',
    "    if (isProven) await oauth.revokeGrant(grant.id, 'a code was used twice', now.toISOString())\n",
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'only who can prove a code ends its family',
    'if (isProven) await oauth.revokeGrant',
    'await oauth.revokeGrant',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'PKCE is checked',
    " &&\n    proves(form.get('code_verifier'), code.challenge)",
  ),
  guard('attacks', 'auth/token.ts', 'a code expires', ' && code.expires_at > now.toISOString()'),
  guard(
    'attacks',
    'auth/token.ts',
    'a code belongs to its client',
    '    grant.client_id === client.id &&\n    code.redirect_uri',
    '    code.redirect_uri',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a code belongs to its redirect address',
    "    code.redirect_uri === form.get('redirect_uri') &&\n",
  ),
  guard(
    'attacks',
    'auth/authorize.ts',
    'PKCE is required, and S256 alone',
    "if (params.get('code_challenge_method') !== 'S256' || !isChallenge(challenge))",
    'if (challenge === undefined)',
  ),
  guard(
    'attacks',
    'auth/pkce.ts',
    'a challenge has the length of a hash',
    '/^[\\w-]{43}$/.test(text)',
    'true',
  ),
  guard(
    'attacks',
    'auth/authorize.ts',
    'a redirect address is registered',
    'if (!isRegistered(client.redirect_uris, asked))',
    'if (asked === "")',
  ),
  guard(
    'attacks',
    'auth/redirect_uri.ts',
    'a loopback address keeps its host',
    'one.host === wanted.host && ',
  ),
  guard(
    'attacks',
    'auth/redirect_uri.ts',
    'a loopback address keeps its path',
    ' && one.rest === wanted.rest',
  ),
  guard('attacks', 'auth/redirect_uri.ts', 'a port is a port', ' || Number(match[2] ?? 80) > 65_535'),
  guard(
    'attacks',
    'auth/params.ts',
    'no parameter stands twice',
    "if (values.has(name) && name !== 'resource')",
    'if (false)',
  ),
  guard(
    'attacks',
    'http/site/account/consent.ts',
    'no stranger gets automatic visitors',
    'isLoopback(error.redirect_uri) ? { redirect: error.location } : error',
    '{ redirect: error.location }',
  ),
  guard(
    'attacks',
    'auth/caller.ts',
    'the audience is checked',
    '      if (audience !== null && !audience.includes(resource)) return null\n',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a token reaches no further than its grant',
    'asked.every((one) => allowed.includes(one))',
    'true',
  ),
  guard(
    'attacks',
    'auth/resources.ts',
    'an unknown audience is refused',
    "if (site === undefined || url?.username !== '' || url.password !== '')",
    'if (false)',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a refresh token used twice ends its family',
    '    await oauth.revokeGrant(grant.id, usedTwice, now.toISOString())\n',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a repeat is one within a minute',
    ' && before.expires_at > now.toISOString()',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a repeat is the same request',
    'before?.request === request',
    'before !== undefined',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a repeat gives nothing of a dead family',
    'if (record === undefined || record.grant.revoked_at !== null) return deadToken()\n  if (record.token',
    'if (record === undefined) return deadToken()\n  if (record.token',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a repeat gives nothing once its successor was used',
    'if (record.token.used_at === null) return answer\n',
    'return answer\n',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a repeat after its successor was used ends the family',
    '  await oauth.revokeGrant(record.grant.id, usedTwice, now.toISOString())\n  return deadToken()\n}\n\nasync function rotate',
    '  return deadToken()\n}\n\nasync function rotate',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a refresh never widens',
    'wanted.length === 0 || !wanted.every((one) => granted.includes(one))',
    'false',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'a refresh token belongs to its client',
    ' || record.grant.client_id !== client.id)\n    return deadToken()',
    ')\n    return deadToken()',
  ),
  guard('attacks', 'auth/token.ts', 'a refresh token expires', 'token.expires_at <= at', 'false'),
  guard(
    'attacks',
    'storage/people/oauth.ts',
    'only an access token is a bearer token',
    ", eq(oauthTokens.kind, 'access')",
    '',
  ),
  guard(
    'attacks',
    'auth/token.ts',
    'refresh tokens go to those who asked for them',
    "client.refreshes ? mint('lr') : undefined",
    "mint('lr')",
  ),
  guard(
    'endpoints',
    'auth/caller.ts',
    'an access token expires',
    '      if (caller.expires_at !== null && caller.expires_at <= now.toISOString()) return null\n',
  ),
  guard(
    'endpoints',
    'storage/people/oauth.ts',
    'a revoked grant is dead',
    'isNull(oauthGrants.revoked_at), isNull(users.deleted_at)',
    'isNull(users.deleted_at)',
  ),
  guard(
    'endpoints',
    'storage/people/api_keys.ts',
    'a revoked key is dead',
    ".where(and(eq(apiKeys.hash, slot('hash')), isNull(apiKeys.revoked_at)))",
    ".where(eq(apiKeys.hash, slot('hash')))",
  ),
  guard('endpoints', 'auth/caller.ts', 'memory ends with the next write', 'before.version === version && '),
  guard(
    'endpoints',
    'http/caller.ts',
    'a bad credential is refused even where reading is public',
    '      if (caller !== null) return caller\n      const message',
    '      if (authorization !== "") return caller\n      const message',
  ),
  guard(
    'endpoints',
    'http/mcp.ts',
    'scopes are demanded over the whole body',
    '      arrival.demand(neededScopes(messages, byName))\n',
  ),
  guard(
    'endpoints',
    'http/mcp_messages.ts',
    'a batch is looked at message by message',
    '(Array.isArray(body) ? body : [body])',
    '[body]',
  ),
  guard(
    'endpoints',
    'auth/accounts.ts',
    'keys die with their account',
    '  await storage.api_keys.revoke(user_id, at)\n',
  ),
  guard(
    'endpoints',
    'auth/accounts.ts',
    'sessions die with their account',
    '  await storage.sessions.endOf(user_id)\n  await storage.api_keys',
    '  await storage.api_keys',
  ),
  guard(
    'endpoints',
    'auth/token.ts',
    "revoking reaches only the client's own",
    ' || record.grant.client_id !== client.id) return\n',
    ') return\n',
  ),
  guard(
    'registration',
    'auth/redirect_uri.ts',
    'only https and loopback are registered',
    '/^https:\\/\\//.test(uri)',
    'true',
  ),
  guard(
    'registration',
    'auth/redirect_uri.ts',
    'no user name stands in a redirect address',
    "    url.username === '' &&\n",
  ),
  guard(
    'registration',
    'auth/redirect_uri.ts',
    'the host of a redirect address adds nothing to a policy',
    '    /^(?:[\\w.-]+|\\[[\\da-f:]+\\])$/.test(url.hostname) &&\n',
  ),
  guard(
    'registration',
    'auth/redirect_uri.ts',
    'no fragment or backslash is registered',
    ' || /[\\\\#]/.test(uri)',
  ),
  guard('registration', 'auth/names.ts', 'a name hides and turns nothing', '!unseen.test(apart) && '),
  guard('registration', 'auth/names.ts', 'a name is not piled up', ' && !piled.test(apart)'),
  guard(
    'registration',
    'auth/names.ts',
    'joiners stand behind letters that join',
    '(?<=[[\\p{L}\\p{M}]--[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}]])',
  ),
  guard(
    'registration',
    'auth/names.ts',
    'joiners stand before letters that join',
    '(?=[\\p{L}--[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}]])',
  ),
  guard('registration', 'auth/client_metadata.ts', "a client's name is plain", '.refine(isPlainName)'),
  guard(
    'registration',
    'auth/client_metadata.ts',
    'no application is registered',
    'parsed.data.redirect_uris.filter((uri) => !opensApplication(uri))',
    'parsed.data.redirect_uris',
  ),
  guard(
    'registration',
    'auth/client_metadata.ts',
    'redirect addresses are bounded in number',
    'z.array(z.string()).min(1).max(20)',
    'z.array(z.string()).min(1)',
  ),
  guard('endpoints', 'http/body.ts', 'bodies are short', '      if (bytes > longest) throw tooLarge()\n'),
  guard(
    'endpoints',
    'auth/client.ts',
    'a client authenticates as it registered',
    'if (client.auth_method !== proof.method)',
    'if (false)',
  ),
  guard(
    'endpoints',
    'auth/client.ts',
    'a client secret is compared',
    "!equal(digest(proof.secret), client.secret_hash ?? '')",
    'false',
  ),
  guard(
    'endpoints',
    'http/oauth.ts',
    'registrations are limited',
    "    take('registrations', address, now)\n",
  ),
  guard(
    'endpoints',
    'http/oauth.ts',
    'token requests are limited',
    "  endpoint('/token', async ({ request, now }, address) => {\n    take('tokens', address, now)\n",
    "  endpoint('/token', async ({ request, now }, address) => {\n    void address\n",
  ),
  guard(
    'endpoints',
    'http/request.ts',
    'guessed credentials are limited',
    "      if (error instanceof Refusal) spend('read', addressOf(request), now)\n",
    '',
  ),
]
