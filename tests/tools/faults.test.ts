// What a caller is told of a value that is too short, too long, too small or too large.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Refusal } from '../../tools/errors.ts'
import { parseInput } from '../../tools/faults.ts'

it.each([
  ['', 'Must not be empty.', z.string().min(1)],
  ['', 'Must have at least 2 characters.', z.string().min(2)],
  ['ab', 'Must have at most 1 character.', z.string().max(1)],
  ['abc', 'Must have at most 2 characters.', z.string().max(2)],
  [[], 'Must have at least 1 item.', z.array(z.string()).min(1)],
  [[], 'Must have at least 2 items.', z.array(z.string()).min(2)],
  [['a', 'b'], 'Must have at most 1 item.', z.array(z.string()).max(1)],
  [0, 'Must be at least 1.', z.int().min(1)],
  [3, 'Must be at most 2.', z.int().max(2)],
])('%j: %s', (value, message, schema) => {
  const refusal = parseInput({ name: 'a_tool', input: z.strictObject({ value: schema }) }, { value })
  expect((refusal as Refusal).errors).toMatchObject([{ pointer: '/value', message }])
})

it.each([
  [['red'], 'Must be red.'],
  [['red', 'blue'], 'Must be one of red, blue.'],
] as const)('one of %j', (words, message) => {
  const input = z.strictObject({ value: z.enum(words) })
  const refusal = parseInput({ name: 'a_tool', input }, { value: 'a far stranger' })
  expect((refusal as Refusal).errors).toMatchObject([{ message }])
})
