// The schemas that tools/list shows. Every host pays for them in each conversation, so nothing is repeated: in one tool
// repeated parts are under $defs, and a part that an earlier tool described is replaced by a reference to that tool.
import { annotations, onlyReads, type Tool } from '../tools/tool.ts'
import { inputSchema, outputSchema, type JsonSchema } from './schemas.ts'
import { mapped, sharing, textOf } from './shared_schemas.ts'

/** Keyed by the JSON text of a schema: the first tool that has it, its description there, and its fields. */
type Described = Map<string, { tool: string; description: unknown; fields: Fields }>
/** The JSON text of each field of an object, with its description. */
type Fields = Map<string, string>

/** Parts with fewer characters are clearer than a reference. */
const worthNaming = 80

/** An object that shares at least so many fields with an earlier one is described by its further fields only. */
const worthExtending = 6

/** ChatGPT reads here which tools need a sign-in. */
function securitySchemes({ scope }: Tool) {
  return scope === 'public' ? [{ type: 'noauth' }] : [{ type: 'oauth2', scopes: [scope] }]
}

export function toolsListed(tools: readonly Tool[]) {
  const outputs = advertisedOutputs(tools)
  return {
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: advertisedInput(tool) as { type: 'object' },
      outputSchema: outputs.get(tool.name) as { type: 'object' },
      annotations: annotations(tool),
      _meta: { securitySchemes: securitySchemes(tool) },
    })),
  }
}

/** Bounds above these are left out: inputs hardly reach them, and a refusal names them anyway. */
const hardlyReached = { characters: 40, number: 1000, items: 20 }

/**
 * The input schema of a tool without what its description or a refusal says: patterns, bounds, empty defaults, bounds
 * that are hardly reached or follow from a format, additionalProperties of nested objects, and the keys of a record
 * that another record of this tool lists. Many similar fields of an object become a record.
 */
function advertisedInput(tool: Tool): JsonSchema {
  const recordsSaid = new Set<string>()
  const schema = mapped(
    inputSchema(tool),
    ({ pattern, minLength: _least, minItems: _fewest, additionalProperties, ...node }) => {
      if (node.minimum === 1) delete node.minimum
      if (node.default === 1 || node.default === '') delete node.default
      if (
        Number(node.maximum) >= hardlyReached.number &&
        node.type === 'integer' &&
        node.minimum === undefined
      )
        delete node.maximum
      if (Number(node.maxItems) >= hardlyReached.items) delete node.maxItems
      const isBounded = pattern !== undefined || 'format' in node || 'enum' in node
      if (isBounded || Number(node.maxLength) >= hardlyReached.characters) delete node.maxLength
      if (node.propertyNames !== undefined) {
        const names = JSON.stringify(node.propertyNames)
        if (recordsSaid.has(names)) delete node.propertyNames
        recordsSaid.add(names)
      }
      const open = additionalProperties === false ? undefined : additionalProperties
      return asRecord(open === undefined ? node : { ...node, additionalProperties: open })
    },
  )
  return { ...schema, additionalProperties: false }
}

/** From so many on, similar fields are listed by name only. */
const manyAlike = 6

function asRecord(node: JsonSchema): JsonSchema {
  const { properties = {}, ...rest } = node as { properties?: Record<string, JsonSchema> }
  const kinds = new Set(Object.values(properties).map(textOf))
  const isPlain = kinds.size === 1 && node.required === undefined && node.description !== undefined
  if (!isPlain || Object.keys(properties).length < manyAlike) return node
  const [kind] = [...kinds].map((text) => JSON.parse(text) as JsonSchema)
  return { ...rest, propertyNames: { enum: Object.keys(properties) }, additionalProperties: kind }
}

/** Output schemas by tool name, without `required`, which the OpenAPI document has: it would name each field twice. */
export function advertisedOutputs(tools: readonly Tool[]): Map<string, JsonSchema> {
  const described: Described = new Map()
  const outputs = new Map<string, JsonSchema>()
  // Lists come first, so that they describe their items; a tool that shows one item adds only its further fields.
  const rank = (tool: Tool) => (!onlyReads(tool) ? 2 : 'items' in tool.output.shape ? 0 : 1)
  for (const tool of tools.toSorted((a, b) => rank(a) - rank(b))) {
    const schema = terse(outputSchema(tool))
    const whole = described.get(textOf(schema))
    if (whole !== undefined) outputs.set(tool.name, outline(schema, whole.tool))
    else {
      outputs.set(tool.name, sharing(withReferences(extending(schema, described), tool.name, described)))
      described.set(textOf(schema), { tool: tool.name, description: undefined, fields: fieldsOf(schema) })
    }
  }
  return outputs
}

/** Without the type of texts in a list and the key names of a record, which are clear from the values. */
function terse({ required: _, ...schema }: JsonSchema): JsonSchema {
  return mapped(schema, ({ required: _inside, propertyNames: _names, type, ...node }) =>
    'enum' in node || type === undefined ? node : { type, ...node },
  )
}

/** Replaces parts that an earlier tool described by its name; this tool describes the others. */
function withReferences(schema: JsonSchema, tool: string, described: Described): JsonSchema {
  const own: Described = new Map()
  const lean = mapped(schema, (node) => {
    const text = textOf(node)
    const isWhole = 'properties' in node || 'items' in node
    if (!isWhole || text.length < worthNaming || text.includes('"$ref"')) return node
    const before = described.get(text)
    if (before !== undefined) return { type: node.type, description: asIn(before, node) }
    own.set(text, { tool, description: node.description, fields: fieldsOf(node) })
    return extending(node, described)
  })
  for (const [text, part] of own) described.set(text, part)
  return lean
}

function asIn(before: { tool: string; description?: unknown }, { description }: JsonSchema): string {
  const isSaid = description === undefined || description === before.description
  return `${isSaid ? '' : `${String(description)}. `}As in ${before.tool}`
}

const fieldsOf = ({ properties = {} }: JsonSchema): Fields =>
  new Map(Object.entries(properties as object).map(([name, field]) => [name, JSON.stringify(field)]))

/** Describes an object by its fields beyond the largest part of an earlier tool that it fully contains. */
function extending(node: JsonSchema, described: Described): JsonSchema {
  const fields = fieldsOf(node)
  const [base] = [...described.values()]
    .filter((part) => part.fields.size >= worthExtending)
    .filter((part) => [...part.fields].every(([name, text]) => fields.get(name) === text))
    .sort((a, b) => b.fields.size - a.fields.size)
  if (base === undefined) return node
  const more = Object.entries(node.properties as object).filter(([name]) => !base.fields.has(name))
  return {
    ...node,
    description: `${asIn({ tool: base.tool }, node)}, and`,
    properties: Object.fromEntries(more),
  }
}

/** Only its fields with plain values; the rest is described at the other tool. */
function outline(schema: JsonSchema, whole: string): JsonSchema {
  const plain = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { type }]) => type !== undefined && type !== 'object' && type !== 'array',
  )
  return { type: 'object', description: `As ${whole} returns it`, properties: Object.fromEntries(plain) }
}
