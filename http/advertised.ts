// What tools/list says a tool takes and returns. Every host pays for it with each conversation, so nothing stands there twice:
// within a tool it stands under $defs, and what an earlier tool has described is named after that tool.
import { annotations, onlyReads, type Tool } from '../tools/tool.ts'
import { inputSchema, outputSchema, type JsonSchema } from './schemas.ts'
import { mapped, sharing, textOf } from './shared_schemas.ts'

/** By the text of a part: which tool describes it, and what is said of it there. */
type Described = Map<string, { tool: string; description: unknown; fields: Fields }>
/** The text of each field of an object, what is said of it included. */
type Fields = Map<string, string>

/** Shorter parts are clearer than their names. */
const worthNaming = 80

/** An object that has so many fields of another, and more, is told by what it has more. */
const worthExtending = 6

/** ChatGPT reads here when to offer a sign-in. */
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

/** Bounds that an input to the point does not reach; a refusal names them all the same. */
const hardlyReached = { characters: 40, number: 1000, items: 20 }

/**
 * What a tool takes. Left out is what its description says in words and what a refusal tells to the few who need it:
 * patterns, bounds and defaults of nothing, bounds that are hardly reached or follow from a format, that nested objects take no other
 * names either, and the names of a record that another of this tool has told. Many alike inside a field are a record.
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

/** From so many on, things of the same kind are told by their names alone. */
const manyAlike = 6

function asRecord(node: JsonSchema): JsonSchema {
  const { properties = {}, ...rest } = node as { properties?: Record<string, JsonSchema> }
  const kinds = new Set(Object.values(properties).map(textOf))
  const isPlain = kinds.size === 1 && node.required === undefined && node.description !== undefined
  if (!isPlain || Object.keys(properties).length < manyAlike) return node
  const [kind] = [...kinds].map((text) => JSON.parse(text) as JsonSchema)
  return { ...rest, propertyNames: { enum: Object.keys(properties) }, additionalProperties: kind }
}

/** By the name of the tool. Which fields are always there stands in the OpenAPI document: it would name each twice here. */
export function advertisedOutputs(tools: readonly Tool[]): Map<string, JsonSchema> {
  const described: Described = new Map()
  const outputs = new Map<string, JsonSchema>()
  // What stands in a list is described there; what shows one of them whole says what it has more.
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

/** A list of texts need not be called text, and the names in a record are seen where it comes. */
function terse({ required: _, ...schema }: JsonSchema): JsonSchema {
  return mapped(schema, ({ required: _inside, propertyNames: _names, type, ...node }) =>
    'enum' in node || type === undefined ? node : { type, ...node },
  )
}

/** The parts that an earlier tool described are named after it; the others are this tool's to describe. */
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

/** With the fields it has beside those of a part that an earlier tool described, the largest that it has whole. */
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

/** Its plain values only; the rest is as another tool describes it. */
function outline(schema: JsonSchema, whole: string): JsonSchema {
  const plain = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { type }]) => type !== undefined && type !== 'object' && type !== 'array',
  )
  return { type: 'object', description: `As ${whole} returns it`, properties: Object.fromEntries(plain) }
}
