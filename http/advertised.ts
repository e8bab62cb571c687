// What tools/list says a tool returns. Every host pays for it with each conversation, so nothing stands there twice:
// within a tool it stands under $defs, and what an earlier tool has described is named after that tool.
import { onlyReads, type Tool } from '../tools/tool.ts'
import { outputSchema, type JsonSchema } from './schemas.ts'
import { mapped, sharing, textOf } from './shared_schemas.ts'

/** Shorter parts are clearer than their names. */
const worthNaming = 80

/** By the name of the tool. Which fields are always there stands in the OpenAPI document: it would name each twice here. */
export function advertisedOutputs(tools: readonly Tool[]): Map<string, JsonSchema> {
  const described = new Map<string, string>()
  const outputs = new Map<string, JsonSchema>()
  const writers = tools.filter((tool) => !onlyReads(tool))
  for (const tool of [...tools.filter(onlyReads), ...writers]) {
    const schema = terse(outputSchema(tool))
    const whole = described.get(textOf(schema))
    if (whole !== undefined) outputs.set(tool.name, outline(schema, whole))
    else {
      outputs.set(tool.name, sharing(told(schema, tool.name, described)))
      described.set(textOf(schema), tool.name)
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
function told(schema: JsonSchema, tool: string, described: Map<string, string>): JsonSchema {
  const own = new Set<string>()
  const lean = mapped(schema, (node) => {
    const text = textOf(node)
    if (!('properties' in node) || text.length < worthNaming || text.includes('"$ref"')) return node
    const by = described.get(text)
    if (by !== undefined) {
      const said = node.description === undefined ? '' : `${String(node.description)}. `
      return { type: 'object', description: `${said}As in ${by}` }
    }
    own.add(text)
    return node
  })
  for (const text of own) described.set(text, tool)
  return lean
}

/** Its plain values only; the rest is as another tool describes it. */
function outline(schema: JsonSchema, whole: string): JsonSchema {
  const plain = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
    ([, { type }]) => type !== undefined && type !== 'object' && type !== 'array',
  )
  return { type: 'object', description: `As ${whole} returns it`, properties: Object.fromEntries(plain) }
}
