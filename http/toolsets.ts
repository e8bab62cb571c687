// The addresses of the MCP server, and which tools each offers: all of them at /mcp, fewer for who needs less. A tool that
// an address does not offer is not there at all.
import { mcpPaths, toolsets } from '../auth/resources.ts'
import { scopes, type Scope } from '../auth/scopes.ts'
import { research } from './research.ts'
import { onlyReads, type Tool } from '../tools/tool.ts'

/** What the other tools of a set cannot be used without: where their ids, slugs and answers come from. */
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

/** Every scope that something at this address needs. */
export function scopesAt(path: string, tools: readonly Tool[]): Scope[] {
  const offered = toolsAt(path, tools)
  return scopes.filter((scope) => offered.some((tool) => tool.scope === scope))
}

/** For a tool that is not offered at this address: where it is, or null where there is none of this name. */
export function whereElse(name: string, tools: readonly Tool[]): string | null {
  const paths = mcpPaths.filter((path) => toolsAt(path, tools).some((tool) => tool.name === name))
  return paths.length === 0 ? null : paths.join(', ')
}
