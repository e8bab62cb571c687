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

/** What a handler may use. `now` is the only clock; `public_url` is the site's own origin, without a final slash. */
export type Context<C = Caller | null> = {
  storage: Storage
  site: Site
  caller: C
  now: Date
  public_url: string
  seller: Seller
  /** The door the call came through, and the request's id in the log. */
  door: Door
  request_id: string
  /** The address of the site team, if the operator has set one. */
  contact_email: string | null
  /** What is left of the caller's rate limits. */
  allowances(): Promise<Allowance[]>
  /** Limits counted in the transaction of the call they limit. */
  limits: KeptLimits
  /** Limits for one person and day, and of the model for everybody and a month. */
  caps: Caps
  /** Resolves when it is this caller's turn. */
  turn(): Promise<void>
  /** Counts against a policy besides the operation's own; throws if nothing is left. */
  spend(policy: 'checks'): void
  /** Counts so many further calls against the read policy; throws if they are not left. */
  charge(calls: number): void
}

export type Door = 'rest' | 'mcp' | 'page' | 'admin'

/** What only `gather` may use: other people's machines. */
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
  /** One to three plain sentences: what it does, and what a caller must know first. */
  description: string
  scope: S
  http: { method: Method; path: string; status?: 200 | 201 }
  tag: 'Directory' | 'Account' | 'Drafts' | 'My listings' | 'Claims' | 'Orders'
  /** Set for a POST that changes nothing. */
  only_reads?: boolean
  /**
   * For tools that write. destructive: replaces or removes data, or sends what cannot be unsent; idempotent: a repeated
   * call changes nothing more; open_world: the effect is public, or another machine is contacted.
   */
  hints?: readonly ('destructive' | 'idempotent' | 'open_world')[]
  /** The rate limit, if it is not the ordinary one for reading or writing. */
  policy?: 'checks'
  input: I
  output: O
  /** Names that this tool does not accept, with where they can be changed. */
  elsewhere?: Readonly<Record<string, string>>
  /** An example input, valid on a first start; it is part of the OpenAPI document. */
  example?: Partial<z.input<I>>
  /** A short result as text for a model; the structured content beside it stays complete. */
  brief?(output: z.output<O>, input: Record<string, unknown>): object
  /** The outcome in the audit log, for a tool that may do what was asked and still not reach its end; "done" without one. */
  outcome?(output: z.output<O>): string
  /** Fetches data from other machines before the transaction of the write begins. It changes nothing. */
  gather?(input: z.output<I>, context: Context<CallerOf<S>> & Reach): Promise<G>
  handler(input: z.output<I>, context: Context<CallerOf<S>>, gathered: G): Promise<z.input<O>>
}
type CallerOf<S> = S extends 'public' ? Caller | null : Caller

/** Returns its argument; it exists so that TypeScript checks a definition where it is written. */
export function defineTool<I extends Input, O extends Output, S extends Scope | 'public', G = undefined>(
  tool: Tool<I, O, S, G>,
): Tool<I, O, S, G> {
  for (const name of pathNames(tool)) {
    if (!(name in tool.input.shape))
      throw new Error(`${tool.name}: {${name}} stands in the path but not in the input`)
  }
  return tool
}

/** The parameter names in the path template, in order. */
export function pathNames(tool: Pick<Tool, 'http'>): string[] {
  return [...tool.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

export function onlyReads(tool: Pick<Tool, 'http' | 'only_reads'>): boolean {
  return tool.http.method === 'GET' || tool.only_reads === true
}

/** MCP tool annotations: the title, and four hints. */
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

/** Any tool; only it knows the type of its input, which `run` parses before the call. */
export type AnyTool = Omit<Tool, 'gather' | 'handler'> & {
  gather?(input: never, context: never): Promise<unknown>
  handler(input: never, context: never, gathered: never): Promise<object>
}
