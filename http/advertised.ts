// What tools/list says a tool returns. Every host pays for it with each conversation, so nothing stands there twice:
// within a tool it stands under $defs, and what an earlier tool has described is named after that tool.
import { onlyReads, type Tool } from '../tools/tool.ts'
import { outputSchema, type JsonSchema } from './schemas.ts'
import { mapped, sharing, textOf } from './shared_schemas.ts'

/** By the text of a part: which tool describes it, and what is said of it there. */
type Described = Map<string, { tool: string; description: unknown }>

/** Shorter parts are clearer than their names. */
const worthNaming = 80

/** By the name of the tool. Which fields are always there stands in the OpenAPI document: it would name each twice here. */
export function advertisedOutputs(tools: readonly Tool[]): Map<string, JsonSchema> {
  const described: Described = new Map()
  const outputs = new Map<string, JsonSchema>()
  const writers = tools.filter((tool) => !onlyReads(tool))
  for (const tool of [...tools.filter(onlyReads), ...writers]) {
    const schema = terse(outputSchema(tool))
    const whole = described.get(textOf(schema))
    if (whole !== undefined) outputs.set(tool.name, outline(schema, whole.tool))
    else {
      outputs.set(tool.name, sharing(told(schema, tool.name, described)))
      described.set(textOf(schema), { tool: tool.name, description: undefined })
    }
  }
  return outputs
}

/** A list of texts need not be called text. */
function terse({ required: _, ...schema }: JsonSchema): JsonSchema {
  return mapped(schema, ({ required: _inside, type, ...node }) =>
    'enum' in node || type === undefined ? node : { type, ...node },
  )
}

/** The parts that an earlier tool described are named after it; the others are this tool's to describe. */
function told(schema: JsonSchema, tool: string, described: Described): JsonSchema {
  const own = new Map<string, unknown>()
  const lean = mapped(schema, (node) => {
    const text = textOf(node)
    const isWhole = 'properties' in node || 'items' in node
    if (!isWhole || text.length < worthNaming || text.includes('"$ref"')) return node
    const before = described.get(text)
    if (before === undefined) {
      own.set(text, node.description)
      return node
    }
    const isSaid = node.description === undefined || node.description === before.description
    const description = `${isSaid ? '' : `${String(node.description)}. `}As in ${before.tool}`
    return { type: node.type, description }
  })
  for (const [text, description] of own) described.set(text, { tool, description })
  return lean
}

/** Its plain values only; the rest is as another tool describes it. */
function outline(schema: JsonSchema, whole: string): JsonSchema {
  const plain = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { type }]) => type !== undefined && type !== 'object' && type !== 'array',
  )
  return { type: 'object', description: `As ${whole} returns it`, properties: Object.fromEntries(plain) }
}
