// Describes what is wrong with an input, so that the caller can fix it.
import { z } from 'zod'
import { Refusal, type Fault } from './errors.ts'
import { nearest } from '../nearest.ts'
import { meantBy } from './meant.ts'
import type { Tool } from './tool.ts'

/** The operation that was called, and the input it takes. */
type Asked<I extends z.ZodObject = z.ZodObject> = Pick<Tool<I>, 'name' | 'input' | 'elsewhere' | 'example'>

/** The parsed input, or a refusal that lists its faults. */
export function parseInput<I extends z.ZodObject>(tool: Asked<I>, input: unknown): z.output<I> | Refusal {
  const parsed = tool.input.safeParse(input, { reportInput: true })
  if (!parsed.success) return refusalOf(parsed.error, tool)
  const unreadable = [...faultsOfText(parsed.data), ...faultsOfKeys(input)]
  return unreadable.length > 0 ? refusing(unreadable) : parsed.data
}

/** Turns zod's issues into faults, each with a pointer, a sentence, the limit that was broken and the actual size. */
export function refusalOf(error: z.ZodError, tool: Asked): Refusal {
  const faults = withShape(
    error.issues.slice(0, mostFaults).flatMap((issue) => faultsOf(issue, tool)),
    tool,
  )
  const count = error.issues.reduce((sum, issue) => sum + countOf(issue), 0)
  return refusing(faults, count)
}

const ofShape = ['required', 'invalid_type', 'unknown_key', 'misplaced_key']

/** A list of objects whose shape is wrong is shown as the tool's example has it, once for the whole list. */
function withShape(faults: Fault[], { input, example = {} }: Asked): Fault[] {
  const shown = new Set<string>()
  return faults.map((fault) => {
    const name = fault.pointer.split('/')[1] ?? ''
    const schema = schemaAt(input, [name])
    const isList = schema instanceof z.ZodArray && schemaAt(schema, [0]) instanceof z.ZodObject
    const right = (example as Record<string, unknown>)[name]
    if (!isList || right === undefined || !ofShape.includes(fault.code) || shown.has(name)) return fault
    shown.add(name)
    return { ...fault, message: `${fault.message} For example ${JSON.stringify({ [name]: right })}.` }
  })
}

/** The most faults that are described: a hostile input may have as many as it has bytes. */
const mostFaults = 20

const countOf = (issue: z.core.$ZodIssue): number =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : 1

/** One refusal for all faults of an input; its message is about the first. */
export function refusing(errors: Fault[], count = errors.length): Refusal {
  const first = errors[0]!
  const more = count > 1 ? ` (and ${count - 1} more, see errors)` : ''
  const where = first.pointer.length < 2 ? '' : `${first.pointer.slice(1)}: `
  return new Refusal('invalid_input', `${where}${first.message}${more}`, {
    errors: errors.slice(0, mostFaults),
  })
}

function faultsOf(issue: z.core.$ZodIssue, tool: Asked): Fault[] {
  const pointer = pointerOf(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, mostFaults).map((key) => {
        const pointer = pointerOf([...issue.path, key.slice(0, 60).toWellFormed()])
        return unknownKey(tool, issue.path, key, pointer)
      })
    case 'too_big':
    case 'too_small':
      return [
        {
          pointer,
          code: issue.code,
          message: boundSentence(issue),
          limit: boundOf(issue),
          ...sizeOf(issue.input),
        },
      ]
    case 'invalid_value': {
      const fault = notOneOf(pointer, 'invalid_value', issue.values.map(String), issue.input)
      return issue.input === undefined
        ? [{ ...fault, code: 'required', message: `Required, but missing. ${fault.message}` }]
        : [fault]
    }
    case 'invalid_type':
      return [
        issue.input === undefined
          ? { pointer, code: 'required', message: 'Required, but missing.' }
          : {
              pointer,
              code: 'invalid_type',
              message: `Must be ${kindNames[expectedKind(issue, tool)] ?? issue.expected}.`,
              actual: kindOf(issue.input),
            },
      ]
    case 'invalid_format':
      return [
        {
          pointer,
          code: issue.code,
          ...suggesting(formatSentences[issue.format] ?? issue.message, meantBy(issue.pattern, issue.input)),
        },
      ]
    case 'invalid_key':
      return [unknownKey(tool, issue.path.slice(0, -1), String(issue.path.at(-1)), pointer)]
    case 'invalid_union':
      return [{ pointer, code: issue.code, message: 'Has none of the forms that are allowed here.' }]
    case 'custom':
      if (Array.isArray(issue.params?.names))
        return [notOneOf(pointer, issue.code, issue.params.names as string[], issue.input)]
      return [
        {
          pointer,
          code: issue.code,
          ...suggesting(issue.message, issue.params?.nearest as string | undefined),
        },
      ]
    default:
      return [{ pointer, code: issue.code, message: issue.message }]
  }
}

/** Formats with our own pattern have their own sentence; these are the sentences for zod's formats. */
const formatSentences: Record<string, string> = {
  date: 'Must be a date as YYYY-MM-DD.',
  datetime: 'Must be a date and time as YYYY-MM-DDTHH:MM:SSZ.',
  email: 'Must be an email address.',
  guid: 'Must be a UUID.',
  uuid: 'Must be a UUID.',
  url: 'Must be a URL.',
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

/** zod first asks for any number, and only then for a whole one. */
function expectedKind({ expected, path }: z.core.$ZodIssueInvalidType, tool: Asked): string {
  const schema = schemaAt(tool.input, path)
  return schema instanceof z.ZodNumber && schema.isInt ? 'int' : expected
}

function unknownKey(tool: Asked, path: readonly PropertyKey[], key: string, pointer: string): Fault {
  const isTopmost = ['', 'fields'].includes(path.join('/'))
  const other = isTopmost && tool.elsewhere && Object.hasOwn(tool.elsewhere, key) && tool.elsewhere[key]
  if (other) return { pointer, code: 'unknown_key', message: `Not changed by ${tool.name}. ${other}` }
  const place = path.length === 0 ? placeOf(key, tool.input) : undefined
  if (place !== undefined) {
    const isList = place.endsWith('/0')
    const name = place.replace('/0', '')
    const shape = isList ? `{"${name}": [{"${key}": …}]}` : `{"${name}": {"${key}": …}}`
    return { pointer, code: 'misplaced_key', message: `Belongs into ${name}, as ${shape}.`, nearest: place }
  }
  const schema = schemaAt(tool.input, path)
  const names =
    schema instanceof z.ZodObject
      ? Object.keys(schema.shape)
      : schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum
        ? schema.keyType.options.map(String)
        : []
  const right = nearest(key, names)
  const message =
    path.length > 0
      ? `Unknown key. Use one of ${listed(names)}.`
      : `Unknown parameter of ${tool.name}. It takes ${listed(names)}.`
  return { pointer, code: 'unknown_key', ...suggesting(message, right) }
}

/** The object, or list of objects, that accepts this name; undefined unless there is exactly one. */
function placeOf(key: string, input: z.ZodObject): string | undefined {
  const places = Object.keys(input.shape).flatMap((name) => {
    const schema = schemaAt(input, [name])
    const inside = schema instanceof z.ZodArray ? schema.element : schema
    if (!(inside instanceof z.ZodObject) || !Object.hasOwn(inside.shape, key)) return []
    return [inside === schema ? name : `${name}/0`]
  })
  // Names of a draft's fields occur in other parts too; `fields` is the likely one.
  return places.find((place) => place === 'fields') ?? (places.length === 1 ? places[0] : undefined)
}

function notOneOf(pointer: string, code: string, names: readonly string[], given: unknown): Fault {
  const right = typeof given === 'string' ? nearest(given, names) : undefined
  return { pointer, code, ...suggesting(`Must be ${oneOf(names)}.`, right) }
}

function suggesting(message: string, right: string | undefined): Pick<Fault, 'message' | 'nearest'> {
  return right === undefined ? { message } : { message: `${message} Did you mean ${right}?`, nearest: right }
}

/** The schema at a place in the input, without optional wrappers. */
function schemaAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schemaAt(schema.unwrap(), path)
  // A transform after parsing does not change the shape of the input.
  if (schema instanceof z.ZodPipe) return schemaAt(schema.in, path)
  const [key, ...rest] = path
  if (key === undefined) return schema
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(key)], rest)
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest)
  return schema instanceof z.ZodRecord ? schemaAt(schema.valueType, rest) : undefined
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** The size compared with the limit: characters as JSON Schema counts them, items, or the number itself. */
function sizeOf(value: unknown): { actual?: number } {
  if (typeof value === 'string') return { actual: [...value].length }
  if (Array.isArray(value)) return { actual: value.length }
  return typeof value === 'number' ? { actual: value } : {}
}

function boundOf(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): number {
  return Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
}

function boundSentence(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const word = issue.code === 'too_big' ? 'at most' : 'at least'
  const bound = boundOf(issue)
  if (issue.origin === 'string' && word === 'at least' && bound === 1) return 'Must not be empty.'
  if (issue.origin === 'string') return `Must have ${word} ${bound} character${bound === 1 ? '' : 's'}.`
  if (issue.origin === 'array') return `Must have ${word} ${bound} item${bound === 1 ? '' : 's'}.`
  return `Must be ${word} ${bound}.`
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `one of ${listed(words)}`
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : words.join(', ')
}

/**
 * Text that files and other programs cannot store unchanged: unpaired surrogates, which are not valid Unicode, and
 * U+0000, which ends a string in many programs.
 */
function faultsOfText(value: unknown, path: readonly PropertyKey[] = []): Fault[] {
  if (typeof value === 'string') {
    const message = !value.isWellFormed()
      ? 'Contains half of a surrogate pair, which is not valid Unicode.'
      : value.includes('\0')
        ? 'Contains the character U+0000, which is not allowed.'
        : undefined
    return message === undefined ? [] : [{ pointer: pointerOf(path), code: 'invalid_text', message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key.isWellFormed() ? [] : faultsOfText(key, path)),
    ...faultsOfText(inner, [...path, key]),
  ])
}

/**
 * Keys called __proto__ below the top level: z.record drops them silently, and code that copies them later may not.
 */
function faultsOfKeys(value: unknown, path: readonly PropertyKey[] = []): Fault[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '__proto__' && path.length > 0
      ? [{ pointer: pointerOf([...path, key]), code: 'unknown_key', message: 'Unknown key.' }]
      : faultsOfKeys(inner, [...path, key]),
  )
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
