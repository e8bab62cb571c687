import { OAuthError } from './errors.ts'

export type Resource = 'mcp' | 'api'
const paths: Record<Resource, string> = { mcp: '/mcp', api: '/api/v1' }

/** `origin` is that of a site: each is an audience of its own. */
export function resourceUrl(origin: string, resource: Resource): string {
  return origin + paths[resource]
}

/** Where the resource describes itself (RFC 9728 section 3.1). */
export function resourceMetadataUrl(origin: string, resource: Resource): string {
  return `${origin}/.well-known/oauth-protected-resource${paths[resource]}`
}

export function allResources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [resourceUrl(origin, 'mcp'), resourceUrl(origin, 'api')])
}

/**
 * The resources asked for, in our own spelling (RFC 8707 section 2). A scheme or host in capitals and a final slash
 * mean the same address; anything else that is not ours is refused.
 */
export function readResources(asked: readonly string[], origins: readonly string[]): string[] {
  const known = allResources(origins)
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
          throw new OAuthError('invalid_target', `resource must be ${known.slice(0, 2).join(' or ')}.`)
        return found
      }),
    ),
  ]
}
