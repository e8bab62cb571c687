import { afterAll, beforeAll, expect, it } from 'vitest'
import { startInhabited, type Inhabited } from '../support/world.ts'
import { leaks, plan, send, type Outcome } from './requests.ts'

let service: Inhabited
let outcome: Outcome
beforeAll(async () => {
  service = await startInhabited()
  outcome = await send(service, plan(service, 2000, 20261119))
})
afterAll(() => service.close())

it('answers 2,000 generated requests without breaking a promise', () => {
  expect(outcome.faults.slice(0, 20)).toEqual([])
  expect(outcome.sent).toBe(2000)
})

it('answers at least half of them with success', () => {
  expect(outcome.succeeded).toBeGreaterThanOrEqual(1000)
})

it('writes nothing into its log that a caller would keep to themselves', () => {
  expect(service.log_lines.length).toBeGreaterThan(1000)
  expect(leaks(service).slice(0, 5)).toEqual([])
})
