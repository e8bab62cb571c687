import { z } from 'zod'
import type { Seller } from '../config.ts'
import type { Caps } from '../policies.ts'
import type { Outbound } from '../outbound.ts'
import type { Allowance } from '../auth/buckets.ts'
import type { Caller } from '../auth/caller.ts'
import type { KeptLimits } from '../auth/kept_limits.ts'
import type { Scope } from '../auth/scopes.ts'
import type { Storage } from '../storage/storage.ts'
import type { Site } from '../storage/sites.ts'
import type { Drafter } from './drafts/drafter.ts'

/** What a handler may touch. `now` is the only clock; `public_url` is the site's own origin, without a final slash. */
export type Context<C = Caller | null> = {
  storage: Storage
  site: Site
  caller: C
  now: Date
  public_url: string
  seller: Seller
  /** By which door the call came, and what it is called in the log. */
  door: Door
  request_id: string
  /** The address of the site team, where the operator has set one. */
  contact_email: string | null
  /** What the rate limits leave to this caller. */
  allowances(): Promise<Allowance[]>
  /** Limits that are counted in the transaction of what they allow. */
  limits: KeptLimits
  /** What one person may use in a day, and all of the model in a month. */
  caps: Caps
  /** Resolves when it is this caller's turn among all. */
  turn(): Promise<void>
  /** Counts against one more policy than the operation's own; throws when nothing of it is left. */
  spend(policy: 'checks'): void
  /** Counts so many calls more against the policy of reading; throws when they are not left. */
  charge(calls: number): void
}

export type Door = 'rest' | 'mcp' | 'page' | 'admin'

/** What only the gathering step may touch: other people's machines. */
export type Reach = { outbound: Outbound; drafter: Drafter }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Input = z.ZodObject
type Output = z.ZodObject

export type Tool<
  I extends Input = Input,
  O extends Output = Output,
  S extends Scope | 'public' = Scope | 'public',
  G = unknown,
> = {
  name: string
  title: string
  /** One to three plain sentences: what it does, and what a caller must know before calling it. */
  description: string
  scope: S
  http: { method: Method; path: string; status?: 200 | 201 }
  tag: 'Directory' | 'Account' | 'Drafts' | 'My listings' | 'Claims' | 'Orders'
  /** Said by a POST that changes nothing. */
  only_reads?: boolean
  /**
   * Said by what writes. destructive: it replaces or removes what is there, or sends what cannot be unsent; idempotent:
   * again, it changes nothing more; open_world: the public sees it, or another machine is asked.
   */
  hints?: readonly ('destructive' | 'idempotent' | 'open_world')[]
  /** The limit it counts against, when that is not the ordinary one for reading or writing. */
  policy?: 'checks'
  input: I
  output: O
  /** Where what it does not take is changed, by the name it would have here. */
  elsewhere?: Readonly<Record<string, string>>
  /** An example of the input, valid on a first start; it stands in the OpenAPI document. */
  example?: Partial<z.input<I>>
  /** The result in few words, as text for a model; the structured content beside it stays whole. */
  brief?(output: z.output<O>, input: Record<string, unknown>): object
  /** Fetches what the outside must say, before the transaction of the write begins. It changes nothing. */
  gather?(input: z.output<I>, context: Context<CallerOf<S>> & Reach): Promise<G>
  handler(input: z.output<I>, context: Context<CallerOf<S>>, gathered: G): Promise<z.input<O>>
}
type CallerOf<S> = S extends 'public' ? Caller | null : Caller

/** Identity; it exists so that a definition is checked where it stands. */
export function defineTool<I extends Input, O extends Output, S extends Scope | 'public', G = undefined>(
  tool: Tool<I, O, S, G>,
): Tool<I, O, S, G> {
  for (const name of pathNames(tool)) {
    if (!(name in tool.input.shape))
      throw new Error(`${tool.name}: {${name}} stands in the path but not in the input`)
  }
  return tool
}

/** The names in the path template, in order. */
export function pathNames(tool: Pick<Tool, 'http'>): string[] {
  return [...tool.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

export function onlyReads(tool: Pick<Tool, 'http' | 'only_reads'>): boolean {
  return tool.http.method === 'GET' || tool.only_reads === true
}

/** What MCP tells a host of a tool beside its schemas: the title, and four hints. */
export function annotations(tool: Pick<Tool, 'title' | 'http' | 'only_reads' | 'hints'>) {
  const reads = onlyReads(tool)
  return {
    title: tool.title,
    readOnlyHint: reads,
    destructiveHint: tool.hints?.includes('destructive') === true,
    idempotentHint: reads || tool.hints?.includes('idempotent') === true,
    openWorldHint: tool.hints?.includes('open_world') === true,
  }
}

/** Any tool, its input known only to itself; `run` parses before it calls. */
export type AnyTool = Omit<Tool, 'gather' | 'handler'> & {
  gather?(input: never, context: never): Promise<unknown>
  handler(input: never, context: never, gathered: never): Promise<object>
}
