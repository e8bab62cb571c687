// JSON Schema as MCP clients see it: generated once from zod, short, and free of what makes strict clients stumble.
import { z } from 'zod'
import type { Tool } from '../tools/tool.ts'

export type JsonSchema = { [key: string]: unknown }

export function inputSchema(tool: Tool): JsonSchema {
  return portable(z.toJSONSchema(tool.input, { io: 'input' }), 'schema') as JsonSchema
}

/** Open to fields still to come: a client validates results, and a new field must not break it. */
export function outputSchema(tool: Tool): JsonSchema {
  const schema = z.toJSONSchema(tool.output, {
    io: 'output',
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  })
  return portable(schema, 'schema') as JsonSchema
}

/** No $schema, no arrays of types, no empty schemas; keys inside `properties` are names, not keywords. */
function portable(node: unknown, role: 'schema' | 'names' | 'value'): unknown {
  if (Array.isArray(node)) return node.map((item) => portable(item, role))
  if (node === null || typeof node !== 'object' || role === 'value') return node
  const out: JsonSchema = {}
  for (const [key, value] of Object.entries(node)) {
    if (role === 'names') out[key] = portable(value, 'schema')
    // A format says the same in one word as the long pattern zod writes beside it.
    else if (key === '$schema' || (key === 'pattern' && 'format' in node)) continue
    else if (key === 'additionalProperties' && isEmptyObject(value)) out[key] = true
    else if (key === 'properties') out[key] = portable(value, 'names')
    else if (
      key === 'enum' ||
      key === 'const' ||
      key === 'default' ||
      key === 'examples' ||
      key === 'required'
    )
      out[key] = value
    else out[key] = portable(value, 'schema')
  }
  if (role === 'schema' && Array.isArray(out.type)) {
    const { type, ...rest } = out as { type: string[] }
    return { anyOf: type.map((one) => (one === 'null' ? { type: 'null' } : { ...rest, type: one })) }
  }
  return out
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
