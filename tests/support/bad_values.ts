// From a JSON Schema to values it must refuse, each with the place and the bound that the refusal has to name.
import type { JsonSchema } from '../../http/schemas.ts'

export type BadValue = {
  what: string
  value: unknown
  /** Where the fault is, below the parameter. */
  at: string
  code?: string
  limit?: number
  actual?: number
}

const kinds: Record<string, unknown> = {
  string: 'text',
  integer: 7,
  boolean: true,
  array: ['x'],
  object: { x: 1 },
  null: null,
}

/** Every way to be wrong that the schema implies: each bound passed by one, each wrong type, unknown keys, inside and out. */
export function badValues(schema: JsonSchema): BadValue[] {
  const variants = schema.anyOf as JsonSchema[] | undefined
  if (variants !== undefined) {
    const [only, ...others] = variants.filter((one) => one.type !== 'null')
    return others.length > 0 ? [] : badValues(only!).filter(({ value }) => value !== null)
  }
  return [...wrongTypes(schema), ...passedBounds(schema), ...wrongInside(schema)]
}

function wrongTypes(schema: JsonSchema): BadValue[] {
  const code = schema.enum === undefined ? 'invalid_type' : undefined
  return Object.entries(kinds)
    .filter(([kind]) => kind !== schema.type && !(schema.type === 'number' && kind === 'integer'))
    .map(([kind, value]) => ({ what: `${kind} for ${String(schema.type)}`, value, at: '', code }))
}

function passedBounds(schema: JsonSchema): BadValue[] {
  const found: BadValue[] = []
  const over = (value: unknown, limit: number, actual: number, code: 'too_big' | 'too_small') =>
    void found.push({ what: `${code} (${limit})`, value, at: '', code, limit, actual })
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema as Record<
    string,
    number
  >
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    over(maximum + 1, maximum, maximum + 1, 'too_big')
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER)
    over(minimum - 1, minimum, minimum - 1, 'too_small')
  if (maxLength !== undefined) {
    over('x'.repeat(maxLength + 1), maxLength, maxLength + 1, 'too_big')
    over('😀'.repeat(maxLength + 1), maxLength, maxLength + 1, 'too_big')
  }
  if (minLength !== undefined && minLength > 0) over('', minLength, 0, 'too_small')
  if (maxItems !== undefined)
    over(Array(maxItems + 1).fill(validValue(schema.items as JsonSchema)), maxItems, maxItems + 1, 'too_big')
  if (minItems !== undefined && minItems > 0) over([], minItems, 0, 'too_small')
  if (pattern !== undefined || schema.format !== undefined)
    for (const value of ['', '!?', ' ', '../x', "' OR 1=1 --", '\u202e', 'a\u0000', 'A b'])
      found.push({ what: `not the pattern: ${JSON.stringify(value)}`, value, at: '' })
  if (schema.enum !== undefined)
    for (const value of ['no-such-word', '', `${(schema.enum as string[])[0]} `, 'constructor'])
      found.push({ what: `not in the list: ${JSON.stringify(value)}`, value, at: '', code: 'invalid_value' })
  if (schema.type === 'integer')
    for (const value of [1.5, 9007199254740993])
      found.push({ what: `not a whole number: ${value}`, value, at: '' })
  return found
}

function wrongInside(schema: JsonSchema): BadValue[] {
  const below = (name: string, inner: JsonSchema, wrap: (value: unknown) => unknown): BadValue[] =>
    badValues(inner).map((bad) => ({
      ...bad,
      what: `${name}: ${bad.what}`,
      value: wrap(bad.value),
      at: `/${name}${bad.at}`,
    }))
  const {
    items,
    properties,
    required = [],
  } = schema as {
    items?: JsonSchema
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  if (schema.type === 'array' && items !== undefined) return below('0', items, (value) => [value])
  if (properties === undefined) return []
  const whole = validValue(schema) as Record<string, unknown>
  const inside = Object.entries(properties).flatMap(([name, inner]) =>
    below(name, inner, (value) => ({ ...whole, [name]: value })),
  )
  const missing = required.map((name) => {
    const { [name]: _, ...rest } = whole
    return { what: `${name} missing`, value: rest, at: `/${name}`, code: 'required' }
  })
  const unknown = ['zzz', 'constructor', 'toString', '__proto__', 'a/b~c'].map((name) => ({
    what: `unknown key ${name}`,
    value: withKey(whole, name),
    at: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    code: 'unknown_key',
  }))
  return [...inside, ...missing, ...(schema.additionalProperties === false ? unknown : [])]
}

/** A copy with one more key of its own, whatever the key is called. */
export function withKey(object: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.defineProperty({ ...object }, name, { value: 1, enumerable: true, configurable: true })
}

/** A value the schema accepts, as small as possible. */
export function validValue(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) return (schema.enum as unknown[])[0]
  if (schema.anyOf !== undefined) return validValue((schema.anyOf as JsonSchema[])[0]!)
  const formats: Record<string, string> = {
    date: '2026-11-19',
    email: 'ana@tide.example',
    uuid: '00000000-0000-4000-8000-000000000000',
  }
  switch (schema.type) {
    case 'string':
      return formats[String(schema.format)] ?? 'xx'
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        ((schema.required ?? []) as string[]).map((name) => [
          name,
          validValue((schema.properties as Record<string, JsonSchema>)[name]!),
        ]),
      )
    default:
      return null
  }
}

/** Text that a careless reader of text stumbles over; all of it is allowed where text is free. */
export const awkwardTexts = [
  '',
  ' ',
  "'; DROP TABLE listings; --",
  '%',
  '_',
  '*',
  '"',
  '""',
  '(',
  'a AND',
  'NEAR(a b)',
  'name:x',
  '-',
  '^a',
  'a*',
  '\\',
  '<script>alert(1)</script>',
  '\u202eabc',
  '😀😀',
  'e\u0301'.repeat(20),
  'ﷺ',
  '\ufeff',
  'ß'.repeat(30),
  '0',
  'null',
  '-1',
  'x'.repeat(30),
  '\t\n',
]
