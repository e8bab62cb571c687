import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTurns } from '../../processes/turns.ts'

let given: string[]
let turns: ReturnType<typeof openTurns<string>>
beforeEach(() => {
  vi.useFakeTimers()
  given = []
  turns = openTurns((who: string) => void given.push(who))
  for (const who of ['a', 'b', 'c']) turns.want(who)
})
afterEach(() => vi.useRealTimers())

it('turns come one at a time, in the order in which they were wanted', () => {
  expect(given).toEqual(['a'])
  turns.leave('a')
  turns.want('a')
  turns.leave('b')
  turns.leave('c')
  expect(given).toEqual(['a', 'b', 'c', 'a'])
})

it('whoever ends gives its turn on, and its place', () => {
  turns.leave('b')
  expect(given).toEqual(['a'])
  turns.leave('a')
  expect(given).toEqual(['a', 'c'])
})

it('whoever is stuck holds up the others for two seconds, and says too late that it has done', () => {
  vi.advanceTimersByTime(1999)
  expect(given).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(given).toEqual(['a', 'b'])
  turns.leave('a')
  expect(given).toEqual(['a', 'b'])
})
