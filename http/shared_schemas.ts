// Moves parts that a schema contains several times to $defs, the one that saves most first.
import type { JsonSchema } from './schemas.ts'

type Part = { text: string; name: string; count: number }

/** A schema as text, without its description. */
export const textOf = ({ description: _, ...schema }: JsonSchema): string => JSON.stringify(schema)

/** Length in characters, without the name. */
const lengthOfReference = '{"$ref":"#/$defs/"}'.length

export function sharing(schema: JsonSchema): JsonSchema {
  let whole: JsonSchema = { ...schema, $defs: schema.$defs ?? {} }
  for (;;) {
    const part = dearest(whole)
    if (part === null) break
    const name = freeName(part.name, whole.$defs as object)
    const lean = mapped(whole, (node) => {
      if (JSON.stringify(node) === part.text) return { $ref: `#/$defs/${name}` }
      if (textOf(node) !== part.text) return node
      return { $ref: `#/$defs/${name}`, description: node.description }
    })
    whole = { ...lean, $defs: { ...(lean.$defs as object), [name]: JSON.parse(part.text) as JsonSchema } }
  }
  const { $defs, ...bare } = whole
  return Object.keys($defs as object).length === 0 ? bare : whole
}

/** The part that saves most, with its description or, if that differs between places, without. */
function dearest(schema: JsonSchema): Part | null {
  const parts = new Map<string, Part>()
  const count = (text: string, name: string) => {
    const part = parts.get(text)
    if (part === undefined) parts.set(text, { text, name, count: 1 })
    else part.count += 1
  }
  mapped(schema, (node, property) => {
    if ('$ref' in node) return node
    const name = nameOf(node, property)
    count(textOf(node), name)
    if (node.description !== undefined) count(JSON.stringify(node), name)
    return node
  })
  const [best] = [...parts.values()].filter((part) => saving(part) > 0).sort((a, b) => saving(b) - saving(a))
  return best ?? null
}

function saving({ text, name, count }: Part): number {
  const held = text.length + name.length + 4
  return count * text.length - held - count * (lengthOfReference + name.length)
}

/** Named after the property it was found at, or after its type if that is clear. */
function nameOf({ anyOf, type, items }: JsonSchema, property: string): string {
  const [value, other, ...more] = (anyOf ?? []) as JsonSchema[]
  if (other?.type === 'null' && more.length === 0 && textOf(value!) === `{"type":"${String(value!.type)}"}`)
    return value!.type === 'string' ? 'nullable' : `nullable_${String(value!.type)}`
  return type === 'array' && JSON.stringify(items) === '{"type":"string"}' ? 'strings' : property
}

const withSchemas = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']

/** A copy with `change` applied to every schema inside, from the outermost inwards. */
export function mapped(
  schema: JsonSchema,
  change: (node: JsonSchema, name: string) => JsonSchema,
): JsonSchema {
  const visit = (node: unknown, name: string): unknown => {
    if (Array.isArray(node)) return node.map((one) => visit(one, name))
    if (typeof node !== 'object' || node === null) return node
    const changed = change(node as JsonSchema, name)
    return '$ref' in changed ? changed : inside(changed, name)
  }
  const inside = (node: JsonSchema, name: string): JsonSchema =>
    Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key === 'properties' || key === '$defs') {
          const named = Object.entries(value as object)
          return [key, Object.fromEntries(named.map(([inner, one]) => [inner, visit(one, inner)]))]
        }
        return [key, withSchemas.includes(key) ? visit(value, name) : value]
      }),
    )
  return inside(schema, '')
}

function freeName(wanted: string, taken: object): string {
  if (!(wanted in taken)) return wanted
  for (let number = 2; ; number += 1) if (!(`${wanted}_${number}` in taken)) return `${wanted}_${number}`
}
