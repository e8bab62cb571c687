// What an MCP host keeps while it connects, and the person in front of it.
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { callback, consent } from './oauth_client.ts'
import { signIn, type Browser } from './people.ts'
import type { Service } from './service.ts'

/** What a host keeps: its document's address or its registration, its tokens, and where it was last sent. */
export function memory(clientMetadataUrl: string | undefined) {
  const kept: Record<string, unknown> = {}
  let sent: URL | undefined
  let states = 0
  const provider = {
    redirectUrl: callback,
    clientMetadataUrl,
    clientMetadata: {
      client_name: 'Real host',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => `state-${(states += 1)}`,
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (sent = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier as string,
    saveDiscoveryState: (state: unknown) => void (kept.discovery = state),
    discoveryState: () => kept.discovery,
  }
  return {
    provider: provider as unknown as OAuthClientProvider,
    kept: kept as {
      client?: { client_id: string }
      tokens?: { access_token: string; refresh_token: string; scope: string }
    },
    lastSent: () => sent!,
  }
}

/** The person: signs in when asked to, reads the page, allows everything. Returns what the client is told. */
export async function person(
  service: Service,
  visitor: Browser,
  url: URL,
  scopes?: string[],
): Promise<URLSearchParams> {
  const path = url.pathname + url.search
  const first = await visitor.get(path)
  if (first.location?.startsWith('/sign-in') === true) {
    const return_to = new URL(first.location, service.url).searchParams.get('return_to')!
    const { location } = await signIn(service, 'ana@tide.example', { browser: visitor, return_to })
    expect(location).toBe(path)
  }
  const answer = await consent(visitor, path, { scopes })
  return new URL(answer.location!).searchParams
}
