import { z } from 'zod'
import { Refusal, type Fault } from './errors.ts'
import { inTurn, type Once } from './replay.ts'
import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
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
  const parsed = tool.input.safeParse(input)
  if (!parsed.success) throw refusalOf(parsed.error, tool)
  const perform = (once?: Once) => effect(tool, parsed.data, context, once)
  if (key === null || context.caller === null || onlyReads(tool)) return perform()
  return inTurn({ user_id: context.caller.user_id, operation: tool.name, key }, parsed.data, perform)
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
  if (caller === null)
    throw new Refusal('unauthenticated', 'Sign in first: this operation acts for a person.')
  if (!caller.scopes.includes(scope)) {
    throw new Refusal('insufficient_scope', `This credential lacks the scope ${scope}.`)
  }
}

/** Turns zod's issues into faults with a pointer, a sentence and the bound that was passed. */
function refusalOf(error: z.ZodError, tool: Tool): Refusal {
  const errors = error.issues.flatMap((issue) => faultsOf(issue, tool))
  const first = errors[0]!
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const where = first.pointer === '' ? '' : `${first.pointer.slice(1)}: `
  return new Refusal('invalid_input', `${where}${first.message}${more}`, { errors: errors.slice(0, 20) })
}

function faultsOf(issue: z.core.$ZodIssue, tool: Tool): Fault[] {
  const pointer = pointerOf(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        pointer: pointerOf([...issue.path, key.slice(0, 60)]),
        code: 'unknown_key',
        message:
          issue.path.length > 0
            ? 'Not a known key here.'
            : `Not a parameter of ${tool.name}. It takes ${listed(Object.keys(tool.input.shape))}.`,
      }))
    case 'too_big':
    case 'too_small':
      return [{ pointer, code: issue.code, message: boundSentence(issue), limit: boundOf(issue) }]
    case 'invalid_value':
      return [{ pointer, code: 'invalid_value', message: `Must be ${oneOf(issue.values)}.` }]
    case 'invalid_type':
      return [
        issue.input === undefined
          ? { pointer, code: 'required', message: 'Required, but missing.' }
          : {
              pointer,
              code: 'invalid_type',
              message: `Must be ${kindNames[issue.expected] ?? issue.expected}.`,
            },
      ]
    default:
      return [{ pointer, code: issue.code, message: issue.message }]
  }
}

const kindNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function boundOf(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): number {
  return Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
}

function boundSentence(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const word = issue.code === 'too_big' ? 'at most' : 'at least'
  const bound = boundOf(issue)
  if (issue.origin === 'string') return `Must have ${word} ${bound} character${bound === 1 ? '' : 's'}.`
  if (issue.origin === 'array') return `Must have ${word} ${bound} item${bound === 1 ? '' : 's'}.`
  return `Must be ${word} ${bound}.`
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length === 1 ? words[0]! : `one of ${listed(words)}`
}

function listed(words: string[]): string {
  return words.length === 0 ? 'nothing' : words.join(', ')
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
