// What tools/list says of results: short, and still what every answer keeps to.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { advertisedOutputs } from '../../http/advertised.ts'
import { sharing } from '../../http/shared_schemas.ts'
import type { Tool } from '../../tools/tool.ts'

const text = { type: 'string' }
const thing = { type: 'object', properties: { slug: text, name: text, tagline: text } }

describe('a part that stands in a schema several times', () => {
  it('is said once, and told apart where it stands', () => {
    const described = { ...thing, description: 'The other one' }
    expect(sharing({ type: 'object', properties: { one: thing, other: described } })).toEqual({
      type: 'object',
      properties: {
        one: { $ref: '#/$defs/one' },
        other: { $ref: '#/$defs/one', description: 'The other one' },
      },
      $defs: { one: thing },
    })
  })

  it('stays where it is when its name would be as long', () => {
    const schema = { type: 'object', properties: { one: text, other: text } }
    expect(sharing(schema)).toEqual(schema)
  })

  it('is told from a property that bears the name of a keyword', () => {
    const schema = { type: 'object', properties: { items: thing, properties: thing, $ref: text } }
    expect(sharing(schema)).toEqual({
      type: 'object',
      properties: { items: { $ref: '#/$defs/items' }, properties: { $ref: '#/$defs/items' }, $ref: text },
      $defs: { items: thing },
    })
  })
})

describe('what several tools return', () => {
  const item = z.object({ slug: z.string(), name: z.string(), tagline: z.string(), votes: z.int() })
  const whole = z.object({ id: z.int(), status: z.string().nullable(), items: z.array(item) })
  const tool = (name: string, method: string, output: z.ZodObject) =>
    ({ name, http: { method, path: '/' }, output }) as Tool
  const outputs = advertisedOutputs([
    tool('edit', 'POST', whole),
    tool('read', 'GET', whole),
    tool('best', 'GET', z.object({ winner: item.describe('Of the week') })),
  ])

  it('is described where it is read, and named after that elsewhere', () => {
    expect(outputs.get('read')).toMatchObject({ properties: { items: { items: { properties: {} } } } })
    expect(outputs.get('edit')).toEqual({
      type: 'object',
      description: 'As read returns it',
      properties: { id: { type: 'integer' } },
    })
    expect(outputs.get('best')).toEqual({
      type: 'object',
      properties: { winner: { type: 'object', description: 'Of the week. As in read' } },
    })
  })

  it('is told by what it has beside what a list shows of it', () => {
    const brief = z.object({ a: z.int(), b: z.int(), c: z.int(), d: z.int(), e: z.int(), f: z.string() })
    const said = advertisedOutputs([
      tool('read', 'GET', brief.extend({ g: z.string() })),
      tool('other', 'GET', brief.extend({ f: z.int(), g: z.string() })),
      tool('list', 'GET', z.object({ items: z.array(brief) })),
    ])
    expect(said.get('read')).toEqual({
      type: 'object',
      description: 'As in list, and',
      properties: { g: { type: 'string' } },
    })
    expect(Object.keys(said.get('other')!.properties as object)).toEqual([...'abcdefg'])
  })
})
