// The addresses of the MCP server and the tools of each: all at /mcp, fewer at others. A tool that an address does not
// offer cannot be called there.
import { mcpPaths, toolsets } from '../auth/resources.ts'
import { scopes, type Scope } from '../auth/scopes.ts'
import { research } from './research.ts'
import { onlyReads, type Tool } from '../tools/tool.ts'

/** Tools that the others of a set depend on: they return the ids, slugs and answers those need. */
const onTheWay = {
  publish: ['list_categories', 'get_badges', 'list_interview_questions'],
  orders: ['list_my_listings', 'get_my_listing'],
}
const members: Record<(typeof toolsets)[number], (tool: Tool) => boolean> = {
  directory: ({ tag, name }) => tag === 'Directory' || name === 'list_products',
  publish: ({ tag, name }) =>
    ['Account', 'Drafts', 'My listings', 'Claims'].includes(tag) || onTheWay.publish.includes(name),
  orders: ({ tag, name }) => tag === 'Orders' || onTheWay.orders.includes(name),
}

export function toolsAt(path: string, tools: readonly Tool[]): readonly Tool[] {
  if (path === '/mcp/x/research') return research
  const set = toolsets.find((name) => path.startsWith(`/mcp/x/${name}`))
  const offered = set === undefined ? tools : tools.filter(members[set])
  return path.endsWith('/readonly') ? offered.filter(onlyReads) : offered
}

/** All scopes that the tools at this address need. */
export function scopesAt(path: string, tools: readonly Tool[]): Scope[] {
  const offered = toolsAt(path, tools)
  return scopes.filter((scope) => offered.some((tool) => tool.scope === scope))
}

/** Where a tool that this address does not offer is available; null if there is no such tool. */
export function whereElse(name: string, tools: readonly Tool[]): string | null {
  const paths = mcpPaths.filter((path) => toolsAt(path, tools).some((tool) => tool.name === name))
  return paths.length === 0 ? null : paths.join(', ')
}
