import { expect, it } from 'vitest'
import { reason } from '../../../tools/team/reason.ts'

it.each([
  ['ab', false],
  ['  ab  ', false],
  ['Dup', true],
  ['x'.repeat(1000), true],
  ['x'.repeat(1001), false],
])('%j is a reason: %s', (text, isOne) => {
  expect(reason.safeParse(text).success).toBe(isOne)
})
