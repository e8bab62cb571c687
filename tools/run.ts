import type { Scope } from '../auth/scopes.ts'
import { lacking, orRefusal, Refusal, signInFirst } from './errors.ts'
import { deedOf } from './deed.ts'
import { parseInput } from './faults.ts'
import { leadOn, leadOnFrom } from './mending.ts'
import { withScopesTold, withScopeTold } from './needed_scope.ts'
import { idempotencyKey, inTurn, type Once } from './replay.ts'
import { furtherCalls } from './weight.ts'
import { onlyReads, type Context, type Reach, type Tool } from './tool.ts'

type Body = Record<string, unknown>

/** Checked in the transaction of a write, before its effect; throws if the write must not happen (If-Match). */
export type Condition = (input: Body, context: Context & Reach) => Promise<void>

/** Runs a tool, whichever door the call came through. Fields that the output schema lacks are removed. */
export async function run(tool: Tool, input: unknown, context: Context & Reach): Promise<Body> {
  return (await runOnce(tool, input, context, null)).body
}

/**
 * Runs a tool once for each Idempotency-Key of a caller: the first answer is stored in the same transaction and
 * returned to repeated calls. A tool that only reads needs no key.
 */
export async function runOnce(
  tool: Tool,
  input: unknown,
  context: Context & Reach,
  given_key: unknown,
  condition?: Condition,
): Promise<{ body: Body; replayed: boolean }> {
  const { caller } = context
  demand(tool.scope, context)
  const key = await keyOf(given_key, tool, input, context)
  try {
    const { body, replayed } = await attempt(tool, input, context, key, condition)
    return { body: withScopesTold(body, caller), replayed }
  } catch (error) {
    throw error instanceof Refusal ? await ledOn(leadOn, error, tool, input, context) : error
  }
}

/** Runs a reading tool inside an open transaction, without waiting for its turn. */
export async function readWithin(tool: Tool, input: unknown, context: Context & Reach): Promise<Body> {
  const parsed = parseInput(tool, input)
  if (parsed instanceof Refusal) throw parsed
  return withScopesTold((await effect(tool, parsed, context)).body, context.caller)
}

async function keyOf(given: unknown, tool: Tool, input: unknown, context: Context & Reach) {
  try {
    return idempotencyKey(given)
  } catch (error) {
    throw error instanceof Refusal ? await refusedUnread(error, tool, input, context) : error
  }
}

/** The refusal of a call that could not be parsed, with next calls made from the parts that could be. */
export function refusedUnread(refusal: Refusal, tool: Tool, input: unknown, context: Context & Reach) {
  return ledOn(leadOnFrom, refusal, tool, input, context)
}

async function ledOn(
  lead: typeof leadOn,
  refusal: Refusal,
  tool: Tool,
  input: unknown,
  context: Context & Reach,
): Promise<Refusal> {
  const refused = (given: unknown, one = tool) =>
    orRefusal(attempt(one, given, context, null).then(() => null))
  const { next_steps } = await lead(refusal, tool, input, refused)
  next_steps.splice(0, Infinity, ...next_steps.map((step) => withScopeTold(step, context.caller)))
  return refusal
}

async function attempt(
  tool: Tool,
  input: unknown,
  context: Context & Reach,
  key: string | null,
  condition?: Condition,
) {
  const parsed = parseInput(tool, input)
  if (parsed instanceof Refusal) throw parsed
  const more = onlyReads(tool) ? furtherCalls(parsed) : 0
  if (more > 0) context.charge(more)
  await context.turn()
  const perform = (once?: Once) => effect(tool, parsed, context, once, condition)
  if (key === null || context.caller === null || onlyReads(tool)) return perform()
  const asked = { site_id: context.site.id, input: parsed }
  return inTurn({ user_id: context.caller.user_id, operation: tool.name, key }, asked, perform)
}

async function effect(
  tool: Tool,
  input: Body,
  { outbound, drafter, ...context }: Context & Reach,
  once?: Once,
  condition?: Condition,
) {
  const before = await once?.replay(context.storage, context.now)
  if (before !== undefined) return { body: before, replayed: true }
  const gathered = await tool.gather?.(input, { ...context, outbound, drafter } as Context<never> & Reach)
  const handle = async (storage: Context['storage']) =>
    tool.output.parse(await tool.handler(input, { ...context, storage } as Context<never>, gathered))
  if (onlyReads(tool)) return { body: await handle(context.storage), replayed: false }
  return context.storage.write(async (storage) => {
    // Another process may have stored an answer meanwhile.
    const meanwhile = await once?.replay(storage, context.now)
    if (meanwhile !== undefined) return { body: meanwhile, replayed: true }
    await condition?.(input, { ...context, outbound, drafter, storage })
    const body = await handle(storage)
    const { caller } = context
    if (caller !== null)
      await storage.audit.note([
        deedOf(tool.name, input, { ...context, caller }, tool.outcome?.(body) ?? 'done', body),
      ])
    await once?.keep(storage, body, context.now)
    return { body, replayed: false }
  })
}

function demand(scope: Scope | 'public', { caller, public_url }: Context): void {
  if (scope === 'public') return
  if (caller === null) throw new Refusal('unauthenticated', signInFirst(public_url))
  if (!caller.scopes.includes(scope)) throw new Refusal('insufficient_scope', lacking([scope], public_url))
}
