import { z } from 'zod'
import { Refusal, type Fault } from './errors.ts'
import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import { onlyReads, type Context, type Tool } from './tool.ts'

/** The one way to call a tool, whichever door the call came through. What the output schema does not name never leaves. */
export async function run(tool: Tool, input: unknown, context: Context): Promise<Record<string, unknown>> {
  demand(tool.scope, context.caller)
  const parsed = tool.input.safeParse(input)
  if (!parsed.success) throw refusalOf(parsed.error, tool)
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
