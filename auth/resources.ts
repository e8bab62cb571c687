import { OAuthError } from './errors.ts'

export type Resource = 'mcp' | 'api'
const paths: Record<Resource, string> = { mcp: '/mcp', api: '/api/v1' }

/** Addresses of the MCP server that offer fewer tools: all of them are one resource, for which one token is good. */
export const toolsets = ['directory', 'publish', 'orders'] as const
export const mcpPaths = [
  '/mcp',
  '/mcp/readonly',
  ...toolsets.flatMap((set) => [`/mcp/x/${set}`, `/mcp/x/${set}/readonly`]),
  '/mcp/x/research',
]

/** `origin` is that of a site: each is an audience of its own. */
export function resourceUrl(origin: string, resource: Resource): string {
  return origin + paths[resource]
}

/** Where the resource at this path describes itself (RFC 9728 section 3.1). */
export function resourceMetadataUrl(origin: string, path: string): string {
  return `${origin}/.well-known/oauth-protected-resource${path}`
}
export const resourcePaths = [...mcpPaths, paths.api]
/** Of which resource an address of ours is a part. */
export const resourceAt = (path: string): Resource => (path === paths.api ? 'api' : 'mcp')

export function allResources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [resourceUrl(origin, 'mcp'), resourceUrl(origin, 'api')])
}

/**
 * The resources asked for, in our own spelling (RFC 8707 section 2). A scheme or host in capitals and a final slash
 * mean the same address; anything else that is not ours is refused.
 */
export function readResources(asked: readonly string[], origins: readonly string[]): string[] {
  const sitesByUrl = new Map(
    origins.flatMap((origin) =>
      resourcePaths.map((path) => [origin + path, resourceUrl(origin, resourceAt(path))]),
    ),
  )
  return [
    ...new Set(
      asked.map((text) => {
        const url = URL.parse(text)
        const plain =
          url === null || url.search !== '' || text.includes('#')
            ? null
            : url.origin + url.pathname.replace(/\/$/, '')
        const site = sitesByUrl.get(plain ?? '')
        if (site === undefined || url?.username !== '' || url.password !== '')
          throw new OAuthError(
            'invalid_target',
            `resource must be ${allResources(origins).slice(0, 2).join(' or ')}.`,
          )
        return site
      }),
    ),
  ]
}
