import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import { Refusal } from './errors.ts'
import { faultsOfText, refusalOf, refusing } from './faults.ts'
import { onlyReads, type Context, type Tool } from './tool.ts'

/** The one way to call a tool, whichever door the call came through. What the output schema does not name never leaves. */
export async function run(tool: Tool, input: unknown, context: Context): Promise<Record<string, unknown>> {
  demand(tool.scope, context.caller)
  const parsed = tool.input.safeParse(input, { reportInput: true })
  if (!parsed.success) throw refusalOf(parsed.error, tool)
  const unreadable = faultsOfText(parsed.data)
  if (unreadable.length > 0) throw refusing(unreadable)
  const handle = (storage: Context['storage']) =>
    tool.handler(parsed.data, { ...context, storage } as Context<never>)
  const result = onlyReads(tool) ? await handle(context.storage) : await context.storage.write(handle)
  return tool.output.parse(result)
}

function demand(scope: Scope | 'public', caller: Caller | null): void {
  if (scope === 'public') return
  if (caller === null)
    throw new Refusal('unauthenticated', 'Sign in first: this operation acts for a person.')
  if (!caller.scopes.includes(scope)) {
    throw new Refusal('insufficient_scope', `This credential lacks the scope ${scope}.`)
  }
}
