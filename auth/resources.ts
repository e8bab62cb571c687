import { OAuthError } from './errors.ts'

export type Resource = 'mcp' | 'api'
const paths: Record<Resource, string> = { mcp: '/mcp', api: '/api/v1' }

/** MCP addresses with fewer tools. All MCP addresses are one resource, so one token works for each. */
export const toolsets = ['directory', 'publish', 'orders'] as const
export const mcpPaths = [
  '/mcp',
  '/mcp/readonly',
  ...toolsets.flatMap((set) => [`/mcp/x/${set}`, `/mcp/x/${set}/readonly`]),
  '/mcp/x/research',
]

/** `origin` is that of a site: each site is an audience of its own. */
export function resourceUrl(origin: string, resource: Resource): string {
  return origin + paths[resource]
}

/** The metadata address of the resource at this path (RFC 9728 section 3.1). */
export function resourceMetadataUrl(origin: string, path: string): string {
  return `${origin}/.well-known/oauth-protected-resource${path}`
}
export const resourcePaths = [...mcpPaths, paths.api]
/** The resource that this path belongs to. */
export const resourceAt = (path: string): Resource => (path === paths.api ? 'api' : 'mcp')

export function allResources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [resourceUrl(origin, 'mcp'), resourceUrl(origin, 'api')])
}

/**
 * The requested resources in canonical form (RFC 8707 section 2). Capitals in scheme or host and a final slash make no
 * difference; any other address that is not ours is refused.
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
