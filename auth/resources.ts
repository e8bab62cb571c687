import { OAuthError } from './errors.ts'

export type Resource = 'mcp' | 'api'
const paths: Record<Resource, string> = { mcp: '/mcp', api: '/api/v1' }

export function resourceUrl(issuer: string, resource: Resource): string {
  return issuer + paths[resource]
}

/** Where the resource describes itself (RFC 9728 section 3.1). */
export function resourceMetadataUrl(issuer: string, resource: Resource): string {
  return `${issuer}/.well-known/oauth-protected-resource${paths[resource]}`
}

export function allResources(issuer: string): string[] {
  return [resourceUrl(issuer, 'mcp'), resourceUrl(issuer, 'api')]
}

/**
 * The resources asked for, in our own spelling (RFC 8707 section 2). A scheme or host in capitals and a final slash
 * mean the same address; anything else that is not ours is refused.
 */
export function readResources(asked: readonly string[], issuer: string): string[] {
  const known = allResources(issuer)
  return [
    ...new Set(
      asked.map((text) => {
        const url = URL.parse(text)
        const plain =
          url === null || url.search !== '' || text.includes('#')
            ? null
            : url.origin + url.pathname.replace(/\/$/, '')
        const found = known.find((one) => one === plain)
        if (found === undefined || url?.username !== '' || url.password !== '')
          throw new OAuthError('invalid_target', `resource must be ${known.join(' or ')}.`)
        return found
      }),
    ),
  ]
}
