// Accepts what a model obviously means, at the MCP door only: null for an absent value, "5" for 5, a list as JSON, an
// address instead of a slug. Derived from the schemas, so that tools need not care. Any other value is passed on
// unchanged, and the tool's own schema reports the fault.
import { meantBy } from '../tools/meant.ts'
import { plainly } from '../nearest.ts'
import type { Tool } from '../tools/tool.ts'
import { mostValues, valuesIn } from './body.ts'
import { isObject } from './mcp_messages.ts'
import { inputSchema, type JsonSchema } from './schemas.ts'

type Given = Record<string, unknown>
type Meaning = (given: unknown, public_url: string) => unknown
/** The site of a call, and how many more values its JSON texts may contain. */
type Here = { site: string; room: number }

/** Prepares, once for each tool, how its arguments are read. */
export function openMeanings(tools: readonly Tool[]): Map<string, Meaning> {
  return new Map(
    tools.map((tool) => {
      const schema = inputSchema(tool)
      return [tool.name, (given, site) => meant(schema, named(schema, given), { site, room: mostValues })]
    }),
  )
}

function meant(schema: JsonSchema, value: unknown, here: Here): unknown {
  const variants = schema.anyOf as JsonSchema[] | undefined
  if (variants !== undefined) {
    if (variants.some((one) => one.type === kindOf(value))) {
      const variant = variants.find((one) => one.type === kindOf(value))!
      return meant(variant, value, here)
    }
    const first = variants.find((one) => one.type !== 'null')
    return first === undefined ? value : meant(first, value, here)
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?(0|[1-9]\d{0,14})(\.\d{1,9})?\s*$/.test(value)
        ? Number(value)
        : value
    case 'boolean':
      return typeof value === 'string' && /^(true|false)$/i.test(value)
        ? value.toLowerCase() === 'true'
        : value
    case 'array':
      return list(schema, value, here)
    case 'object':
      return record(schema, fromJson(value, '{', here), here)
    case 'string':
      return word(schema, typeof value === 'number' ? String(value) : value, here)
    default:
      return value
  }
}

const kindOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isSafeInteger(value)
        ? 'integer'
        : typeof value

/** A list or object that was sent as JSON text. */
function fromJson(value: unknown, opening: string, here: Here): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value
  here.room -= valuesIn(value)
  if (here.room < 0) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A single item instead of a list becomes a list of one; a text with commas is ambiguous and stays unchanged. */
function list(schema: JsonSchema, value: unknown, here: Here): unknown {
  const items = schema.items as JsonSchema
  const given = fromJson(fromJson(value, '[', here), '{', here)
  const isOne =
    items.type === 'string'
      ? typeof given === 'string' && given.trim() !== '' && !/[,;\n]/.test(given)
      : items.type === 'object' && isObject(given)
  const all = isOne ? [given] : given
  return Array.isArray(all) ? all.map((one) => meant(items, one, here)) : all
}

function record(schema: JsonSchema, value: unknown, here: Here): unknown {
  if (!isObject(value)) return value
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = (schema.required ?? []) as string[]
  const keys = (schema.propertyNames as JsonSchema | undefined)?.enum as string[] | undefined
  const entries = Object.entries(value).flatMap(([given, one]): [string, unknown][] => {
    const key = rightName(given, keys ?? Object.keys(properties), value)
    const inner = Object.hasOwn(properties, key) ? properties[key]! : (schema.additionalProperties as unknown)
    if (!isObject(inner)) return [[key, one]]
    if (!required.includes(key) && keys === undefined && isNothing(inner, one)) return []
    return [[key, meant(inner, one, here)]]
  })
  return Object.fromEntries(entries)
}

/** The known name, if the given one differs only in capitals or word separators. */
function rightName(given: string, names: readonly string[], beside: Given): string {
  if (names.includes(given)) return given
  const plain = plainly(given)
  const right = names.find((name) => plainly(name) === plain)
  return right === undefined || plain === '' || Object.hasOwn(beside, right) ? given : right
}

/** Hosts fill in what a model leaves out: null, or an empty text where none is allowed. */
function isNothing(schema: JsonSchema, value: unknown): boolean {
  const variants = (schema.anyOf as JsonSchema[] | undefined) ?? [schema]
  if (value === null) return !variants.some(({ type }) => type === 'null')
  const takesText = variants.some(
    ({ type, enum: names, pattern, format, minLength }) =>
      type === 'string' && names === undefined && pattern === undefined && !format && !minLength,
  )
  return value === '' && !takesText
}

function word(schema: JsonSchema, value: unknown, here: Here): unknown {
  if (typeof value !== 'string') return value
  const { enum: names, pattern, format } = schema as { enum?: string[]; pattern?: string; format?: string }
  if (names !== undefined)
    return names.includes(value) ? value : (names.find((name) => plainly(name) === plainly(value)) ?? value)
  if (format === 'uuid') return oneMatch(value, anyUuid)?.toLowerCase() ?? value
  if (format === 'date')
    return /^\s*(\d{4}-\d\d-\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?\s*$/.exec(value)?.[1] ?? value
  if (format === 'email') return value.trim().replace(/^mailto:/i, '')
  if (pattern === undefined) return value
  const right = new RegExp(pattern)
  const trimmed = value.trim()
  const small = trimmed.toLowerCase()
  const said = [value, trimmed, small, small.replace(/[\s_]+/g, '-'), lastOfAddress(trimmed, here.site)]
  const isClear = meantBy(pattern, value)
  return isClear ?? said.find((one) => one !== null && right.test(one)) ?? value
}

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

function oneMatch(text: string, pattern: RegExp): string | undefined {
  const matches = text.length > 300 ? [] : [...text.matchAll(pattern)]
  return matches.length === 1 ? matches[0]![0] : undefined
}

/** The slug in an address of ours: a page, an API address, or a resource. */
function lastOfAddress(text: string, site: string): string | null {
  const resource = /^\w+:\/\/([^/?#]+)$/.exec(text)
  if (resource !== null && text.startsWith('listing:')) return resource[1]!.toLowerCase()
  const url = URL.parse(text, site)
  if (url === null || url.origin !== new URL(site).origin) return null
  const path = /^(?:\/api\/v1)?\/(?:listings|categories|founders|blog)\/([^/]+)\/?$/.exec(url.pathname)
  return path === null ? null : path[1]!.toLowerCase()
}

/** Names for the identity of a thing; models mix them up. */
const identities = ['id', 'slug', 'name', 'uuid', 'key', 'number']

/** If one required property is missing and one unknown property can only be it, that is renamed. */
function named(schema: JsonSchema, given: unknown): unknown {
  const input = given === null || given === undefined ? {} : given
  if (!isObject(input)) return input
  const names = Object.keys((schema.properties ?? {}) as object)
  const unknown = Object.keys(input).filter(
    (key) => !names.includes(rightName(key, names, input)) && key !== '__proto__',
  )
  const missing = ((schema.required ?? []) as string[]).filter(
    (name) => !Object.keys(input).some((key) => rightName(key, names, input) === name),
  )
  const [key, name] = [unknown[0], missing[0]]
  if (key === undefined || name === undefined || unknown.length > 1 || missing.length > 1) return input
  if (!isSameThing(key, name)) return input
  const { [key]: value, ...rest } = input
  return { ...rest, [name]: value }
}

function isSameThing(key: string, name: string): boolean {
  const [one, other] = [plainly(key), plainly(name)]
  if (other.length > 1 && (one.endsWith(other) || other.endsWith(one))) return true
  const noun = ['listing', 'product', 'draft', 'category', 'founder', 'post', 'claim', 'order']
  const isOfNoun = noun.some((word) => ['', ...identities].some((identity) => one === word + identity))
  return identities.includes(other) && (identities.includes(one) || isOfNoun)
}
