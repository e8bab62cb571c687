// One limit for several processes: what was spent elsewhere counts here, and never for longer than it should.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openLimiter, type Spent } from '../../http/limits.ts'

it('leaves a caller who was refused for one window and one call at the most, whatever was spent elsewhere', () => {
  const spending = fc.array(fc.record({ heard: fc.boolean(), cost: fc.integer({ min: 1, max: 500 }) }))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 90 }),
      spending,
      (calls, window_s, all) => {
        const listeners: ((spent: Spent) => void)[] = []
        const sharing = {
          tell: () => undefined,
          hear: (listen: (spent: Spent) => void) => void listeners.push(listen),
        }
        const limiter = openLimiter({ read: { calls, window_s } }, sharing)
        let spent = 0
        for (const { heard, cost } of all) {
          if (heard) listeners[0]!({ at_ms: 0, costs: { 'read ana': cost } })
          else if (limiter.take('read', 'ana', 0)?.allowed !== true) continue
          spent += heard ? cost : 1
        }
        const { left, reset_s, allowed } = limiter.take('read', 'ana', 0)!
        expect(allowed).toBe(spent < calls)
        if (allowed) return void expect(left).toBe(calls - spent - 1)
        expect(reset_s).toBeLessThanOrEqual(Math.ceil(window_s + window_s / calls))
        expect(limiter.take('read', 'ana', reset_s * 1000)!.allowed).toBe(true)
        // Of what others spent nothing is left to somebody else.
        expect(limiter.look('read', 'ben', 0)!.left).toBe(calls)
      },
    ),
    { numRuns: 200, seed: 7 },
  )
})

it('forgets what was spent by a clock that was ahead for three days', () => {
  const limiter = openLimiter({ read: { calls: 2, window_s: 60 } })
  const ahead_ms = 3 * 86_400_000
  for (let call = 0; call < 2; call += 1) expect(limiter.take('read', 'ana', ahead_ms)!.allowed).toBe(true)
  expect(limiter.take('read', 'ana', ahead_ms - 1000)!.allowed).toBe(false)
  expect(limiter.take('read', 'ana', 0)!.allowed).toBe(true)
})
