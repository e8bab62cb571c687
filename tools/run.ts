import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import { lacking, Refusal, signInFirst } from './errors.ts'
import { faultsOfKeys, faultsOfText, refusalOf, refusing } from './faults.ts'
import { leadOn } from './mending.ts'
import { inTurn, type Once } from './replay.ts'
import { onlyReads, type Context, type Reach, type Tool } from './tool.ts'

export type Body = Record<string, unknown>

/** The one way to call a tool, whichever door the call came through. What the output schema does not name never leaves. */
export async function run(tool: Tool, input: unknown, context: Context & Reach): Promise<Body> {
  return (await runOnce(tool, input, context, null)).body
}

/**
 * The same, done once for each Idempotency-Key of a caller: the answer of the first time is kept in the transaction of
 * its effect and given again. A reading tool needs no such care.
 */
export async function runOnce(
  tool: Tool,
  input: unknown,
  context: Context & Reach,
  key: string | null,
): Promise<{ body: Body; replayed: boolean }> {
  demand(tool.scope, context.caller)
  const refused = (given: unknown) => attempt(tool, given, context, null).then(() => null, asRefusal)
  return attempt(tool, input, context, key).catch(async (error: unknown) => {
    throw error instanceof Refusal ? await leadOn(error, tool, input, refused) : error
  })
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

async function attempt(tool: Tool, input: unknown, context: Context & Reach, key: string | null) {
  const parsed = tool.input.safeParse(input, { reportInput: true })
  if (!parsed.success) throw refusalOf(parsed.error, tool)
  const unreadable = [...faultsOfText(parsed.data), ...faultsOfKeys(input)]
  if (unreadable.length > 0) throw refusing(unreadable)
  const perform = (once?: Once) => effect(tool, parsed.data, context, once)
  if (key === null || context.caller === null || onlyReads(tool)) return perform()
  const asked = { site_id: context.site.id, input: parsed.data }
  return inTurn({ user_id: context.caller.user_id, operation: tool.name, key }, asked, perform)
}

async function effect(
  tool: Tool,
  input: Body,
  { outbound, drafter, ...context }: Context & Reach,
  once?: Once,
) {
  const before = await once?.replay(context.storage, context.now)
  if (before !== undefined) return { body: before, replayed: true }
  const gathered = await tool.gather?.(input, { ...context, outbound, drafter } as Context<never> & Reach)
  const handle = async (storage: Context['storage']) =>
    tool.output.parse(await tool.handler(input, { ...context, storage } as Context<never>, gathered))
  if (onlyReads(tool)) return { body: await handle(context.storage), replayed: false }
  return context.storage.write(async (storage) => {
    // Another process may have been first while this one gathered.
    const meanwhile = await once?.replay(storage, context.now)
    if (meanwhile !== undefined) return { body: meanwhile, replayed: true }
    const body = await handle(storage)
    await once?.keep(storage, body, context.now)
    return { body, replayed: false }
  })
}

function demand(scope: Scope | 'public', caller: Caller | null): void {
  if (scope === 'public') return
  if (caller === null) throw new Refusal('unauthenticated', signInFirst)
  if (!caller.scopes.includes(scope)) throw new Refusal('insufficient_scope', lacking([scope]))
}
