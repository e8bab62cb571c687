// JSON Schema for MCP clients: generated once from zod, short, and without keywords that strict clients reject.
import { z } from 'zod'
import type { Tool } from '../tools/tool.ts'

export type JsonSchema = { [key: string]: unknown }

/** Without references: not every host resolves them in an input schema. */
export function inputSchema(tool: Tool): JsonSchema {
  return portable(z.toJSONSchema(tool.input, { io: 'input' }), 'schema') as JsonSchema
}

/** Allows additional properties: clients validate results, and a new field must not break them. */
export function outputSchema(tool: Tool): JsonSchema {
  const schema = z.toJSONSchema(tool.output, {
    io: 'output',
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  })
  return portable(schema, 'schema') as JsonSchema
}

/** Keywords whose value is no schema. */
const values = ['enum', 'const', 'default', 'examples', 'required']

/** No $schema, no arrays of types, no empty schemas; keys inside `properties` are names, not keywords. */
function portable(node: unknown, role: 'schema' | 'names'): unknown {
  if (Array.isArray(node)) return node.map((item) => portable(item, role))
  if (node === null || typeof node !== 'object') return node
  const out: JsonSchema = {}
  for (const [key, value] of Object.entries(node)) {
    if (role === 'names') out[key] = portable(value, 'schema')
    else if (saysNothing(key, value, node)) continue
    else if (key === 'additionalProperties' && isEmptyObject(value)) out[key] = true
    else if (key === 'properties' || key === '$defs') out[key] = portable(value, 'names')
    else out[key] = values.includes(key) ? value : portable(value, 'schema')
  }
  if (role === 'schema' && Array.isArray(out.type)) {
    const { type, ...rest } = out as { type: string[] }
    return describedOutside({
      anyOf: type.map((one) => (one === 'null' ? { type: 'null' } : { type: one, ...rest })),
    })
  }
  return role === 'schema' && Array.isArray(out.anyOf) ? describedOutside(out) : out
}

/** Moves the description of a nullable value outside, so that it covers both alternatives. */
function describedOutside(schema: JsonSchema): JsonSchema {
  const [{ description, ...value } = {}, other, ...more] = schema.anyOf as JsonSchema[]
  if (description === undefined || other?.type !== 'null' || more.length > 0) return schema
  return { ...schema, anyOf: [value, other], description }
}

/** Keywords that add nothing: a format's pattern, JavaScript's integer bounds, that keys are strings. */
function saysNothing(key: string, value: unknown, schema: object): boolean {
  if (key === '$schema') return true
  if (key === 'pattern') return 'format' in schema
  if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  return key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}'
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
