// An operation of the tests' own: its body has every kind of value a body can have, so that the doors are proved on all
// of them, whatever the catalog holds.
import { z } from 'zod'
import { id } from '../../tools/inputs.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'

const line = z.strictObject({ text: z.string().min(1).max(20), on: z.iso.date().optional() })

export const writeNote = defineTool({
  name: 'write_note',
  title: 'Write a note',
  description: 'Writes a note into a notebook.',
  scope: 'public',
  http: { method: 'POST', path: '/notebooks/{notebook_id}/notes', status: 201 },
  tag: 'Directory',
  input: z.strictObject({
    notebook_id: id,
    title: z.string().min(1).max(30),
    pages: z.int().min(1).max(9).optional(),
    pinned: z.boolean().optional(),
    colour: z.enum(['red', 'blue']).optional(),
    words: z.array(z.string().max(5)).max(3).optional(),
    lines: z.array(line).min(1).max(2).optional(),
    cover: z
      .strictObject({ front: z.string().max(4), back: z.string().max(4).nullable().optional() })
      .optional(),
    year: z.int().min(1800).max(2100).nullable().optional(),
  }),
  output: z.object({ title: z.string() }),
  example: { notebook_id: 1, title: 'Tide tables' },
  handler: async ({ title }) => ({ title }),
}) as unknown as Tool
