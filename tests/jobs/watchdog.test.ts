// Where the queue itself fails, the operator hears of it all the same: once, and again when it is over.
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWatchdog } from '../../jobs/watchdog.ts'
import type { Alert } from '../../jobs/send_alert.ts'

const full = Object.assign(new Error('database or disk is full: INSERT INTO mails …'), {
  code: 'SQLITE_FULL',
})
let told: Alert[]
let watchdog: ReturnType<typeof openWatchdog>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  told = []
  const ways = [{ send: async (alert: Alert) => void told.push(alert) }]
  watchdog = openWatchdog({ ways, log: pino({ level: 'silent' }) }, () => new Date('2026-11-19T12:00:00Z'))
})
afterEach(() => {
  watchdog.close()
  vi.useRealTimers()
})
/** So many seconds in which it fails, or goes well. */
function pass(count: number, error?: unknown, what: 'queue' | 'watch' = 'queue'): void {
  for (let second = 0; second < count; second += 1) {
    watchdog.beat(what, error)
    vi.advanceTimersByTime(1000)
  }
}

it('is silent while all goes well, and about what passes', () => {
  pass(600)
  pass(50, full)
  pass(600)
  expect(told).toEqual([])
})

it('tells what lasts once, and again when it is over', () => {
  pass(300, full)
  expect(told).toMatchObject([
    { type: 'alert.began', key: 'database', what: expect.stringContaining('out of order (SQLITE_FULL)') },
  ])
  expect(told[0]!.what).not.toContain('INSERT')
  pass(20)
  expect(told.map(({ type }) => type)).toEqual(['alert.began', 'alert.over'])
  pass(300, full)
  expect(told.map(({ type }) => type)).toEqual(['alert.began', 'alert.over', 'alert.began'])
})

it('hears of the watching that fails though the queue goes on', () => {
  for (let round = 0; round < 3; round += 1) {
    watchdog.beat('watch', new TypeError('Something of ours'))
    pass(40)
  }
  expect(told).toMatchObject([{ type: 'alert.began', what: expect.stringContaining('TypeError') }])
  watchdog.beat('watch')
  pass(10)
  expect(told).toHaveLength(2)
})

it('does not take one failure that nothing followed for a lasting one', () => {
  watchdog.beat('watch', full)
  pass(600)
  expect(told).toEqual([])
})
