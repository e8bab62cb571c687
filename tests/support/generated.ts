// Inputs made from the tools' own schemas, so that a new operation is fuzzed the day it joins the catalog: valid ones
// that ask for what exists, nearly valid ones with one thing wrong, and hostile ones.
import fc from 'fast-check'
import { inputSchema, type JsonSchema } from '../../http/schemas.ts'
import { pathNames, type Tool } from '../../tools/tool.ts'

export type Input = Record<string, unknown>

/** Values that exist, by the name of the parameter; slugs in a path by the noun before them. */
export type World = Record<string, readonly unknown[]>

const properties = (tool: Tool) => (inputSchema(tool).properties ?? {}) as Record<string, JsonSchema>
const required = (tool: Tool) => (inputSchema(tool).required ?? []) as string[]
export const inUrl = (tool: Tool, name: string): boolean =>
  ['GET', 'DELETE'].includes(tool.http.method) || pathNames(tool).includes(name)

/** The known values of a parameter: of one operation, or "listings slug" for {slug} behind /listings, or of its name. */
function knownOf(tool: Tool, name: string, world: World): readonly unknown[] | undefined {
  const parts = tool.http.path.split('/')
  const noun = parts[parts.indexOf(`{${name}}`) - 1]
  return world[`${tool.name} ${name}`] ?? world[`${noun} ${name}`] ?? world[name]
}

/** Any value the schema allows. */
export function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (variants !== undefined) return fc.oneof(...variants.map(valueOf))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max((schema.minimum as number | undefined) ?? -1000, -(2 ** 31)),
        max: Math.min((schema.maximum as number | undefined) ?? 1000, 2 ** 31 - 1),
      })
    case 'number':
      return fc.integer({ min: -1000, max: 1000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf((schema.items ?? {}) as JsonSchema), {
        minLength: (schema.minItems as number | undefined) ?? 0,
        maxLength: Math.min((schema.maxItems as number | undefined) ?? 4, 4),
      })
    case 'object':
      return objectOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: JsonSchema): fc.Arbitrary<Input> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const requiredKeys = (schema.required ?? []) as string[]
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)])), {
    requiredKeys,
  }) as fc.Arbitrary<Input>
}

const formats: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('ana@tide.example', 'ben.okafor+news@ledgerline.example'),
  date: fc.constantFrom('2026-11-19', '2024-02-29', '1999-12-31'),
  uri: fc.constantFrom('https://tide.example/', 'https://ledgerline.example/a?b=c'),
  uuid: fc.uuid(),
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern } = schema as { format?: string; pattern?: string }
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  const minLength = (schema.minLength as number | undefined) ?? 0
  const maxLength = Math.min((schema.maxLength as number | undefined) ?? 60, 60)
  if (pattern !== undefined)
    return fc
      .stringMatching(new RegExp(pattern), { size: 'small' })
      .filter((text) => [...text].length <= ((schema.maxLength as number | undefined) ?? 220))
  // Control characters are refused in texts; they are among the hostile ones.
  return fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .map((text) => text.replace(/\p{Cc}/gu, ' '))
    .filter((text) => [...text].length >= minLength && [...text].length <= maxLength)
}

/** An input its tool accepts, asking for what exists wherever the world knows something. */
export function validInput(tool: Tool, world: World): fc.Arbitrary<Input> {
  const needed = new Set(required(tool))
  const fields = Object.entries(properties(tool)).map(([name, schema]) => {
    const known = knownOf(tool, name, world)
    const value =
      known !== undefined && known.length > 0
        ? fc.oneof(
            { weight: 19, arbitrary: fc.constantFrom(...known) },
            { weight: 1, arbitrary: valueOf(schema) },
          )
        : valueOf(schema)
    return [name, needed.has(name) ? value : fc.option(value, { nil: undefined, freq: 2 })] as const
  })
  return fc.record(Object.fromEntries(fields)).map((input) => {
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    return Object.fromEntries(given)
  })
}

const otherKinds = [null, true, 0, -1, 1.5, 'text', '', [], ['x'], {}, { x: 1 }] as const

/** Values one step outside the schema. */
function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  const wrong: unknown[] = [...otherKinds]
  for (const variant of [schema, ...((schema.anyOf ?? []) as JsonSchema[])]) {
    const { maximum, minimum, maxLength, minLength, maxItems } = variant as Record<string, number | undefined>
    if (maximum !== undefined) wrong.push(maximum + 1, 1e300)
    if (minimum !== undefined) wrong.push(minimum - 1)
    if (maxLength !== undefined)
      wrong.push('a'.repeat(maxLength + 1), '風'.repeat(Math.min(maxLength, 500) + 1))
    if (minLength !== undefined && minLength > 0) wrong.push('a'.repeat(minLength - 1))
    if (maxItems !== undefined) wrong.push(Array.from({ length: maxItems + 1 }, () => 'a'))
  }
  return fc.constantFrom(...wrong)
}

/** A valid input with one thing wrong: a value, a key too many, or a key too few. */
export function nearlyValidInput(tool: Tool, world: World): fc.Arbitrary<Input> {
  const fields = Object.entries(properties(tool))
  const extra = validInput(tool, world).chain((input) =>
    fc
      .constantFrom('colour', 'Slug', 'per-page', 'constructor', '__proto__', '')
      .map((key) => withKey(input, key, 'x')),
  )
  if (fields.length === 0) return extra
  const spoilt = fc
    .tuple(validInput(tool, world), fc.constantFrom(...fields))
    .chain(([input, [name, schema]]) =>
      fc.oneof(
        { weight: 4, arbitrary: nearly(schema).map((value) => withKey(input, name, value)) },
        {
          weight: 1,
          arbitrary: fc.constant(Object.fromEntries(Object.entries(input).filter(([key]) => key !== name))),
        },
      ),
    )
  return fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: extra })
}

/** Sets a key as JSON.parse does, __proto__ included. */
function withKey(input: Input, key: string, value: unknown): Input {
  const copy = { ...input }
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true })
  return copy
}

/** Texts that have broken other services. */
export const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e\u200b\ufeff',
  'Z\u0334\u0351'.repeat(40),
  '\u0301',
  '🏳️‍🌈👩‍👩‍👧‍👦',
  "' OR 1=1; --",
  '"; DROP TABLE listings; --',
  'NEAR(a b) AND NOT "',
  '*"* ^a:b -c {d e}',
  'name:secret OR rowid:1',
  '\\u0000%00%0a',
  '%',
  '%zz',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  'a/b',
  'a%2Fb',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  '0x10',
  'true',
  'null',
  'undefined',
  'ﬀﬁ İıŞ ß',
  'クラウド 会計 ソフト',
  'a '.repeat(99),
  'é'.repeat(3000),
  ';'.repeat(500),
] as const

/** An input of nonsense under known and unknown names. */
export function hostileInput(tool: Tool): fc.Arbitrary<Input> {
  const names = [...Object.keys(properties(tool)), '__proto__', 'constructor', 'toString', 'x'.repeat(300)]
  const junk = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<unknown>(...nasty) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(1e308, -1e308, 2 ** 53, -0, 5e-324, 1e21) },
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names), junk), { maxLength: 6 })
    .map((pairs) => pairs.reduce<Input>((input, [name, value]) => withKey(input, name, value), {}))
}

/** A repeatable stream of samples. */
export function samples<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed })
}
