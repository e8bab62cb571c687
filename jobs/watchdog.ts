// Monitors the monitoring: if the database is full, damaged or gone, no alert can be queued, so the operator
// is told from here, once, and again when it is over.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { outageIn } from '../storage/outage.ts'
import type { Alert } from './send_alert.ts'

/** Reports of the queue about itself. */
export type Pulse = {
  /** Polling the queue, or the monitoring job, succeeded; or it failed with this error. */
  beat(what: 'queue' | 'watch', error?: unknown): void
}
type Told = { ways: { send(alert: Alert, now: Date): Promise<void> }[]; log: Logger }

/** A failure is reported after so long and so many times in a row. */
const patience = { ms: 60_000, times: 2 }

/** `now_ms` is a monotonic clock. */
export function openWatchdog(
  { ways, log }: Told,
  clock: () => Date,
  { now_ms = () => performance.now(), every_ms = 5000 } = {},
): Pulse & { close(): void } {
  const failing = new Map<string, { since_ms: number; times: number; error: unknown }>()
  let told: string | null = null

  function look(): void {
    const lasting = [...failing.values()].find(
      ({ since_ms, times }) => times >= patience.times && now_ms() - since_ms >= patience.ms,
    )
    if (lasting !== undefined && told === null) say('alert.began', (told = why(lasting.error)))
    if (failing.size === 0 && told !== null) {
      say('alert.over', told)
      told = null
    }
  }

  function say(type: Alert['type'], reason: string): void {
    const what = `The service cannot watch over itself, nor do jobs: ${reason}`
    const remedy = 'Look at the disk of DATA_DIR and at the database: "admin doctor".'
    const now = clock()
    const alert = { id: randomUUID(), at: now.toISOString(), type, key: 'database', what, remedy }
    if (type === 'alert.began') log.error({ alert: alert.key, remedy }, what)
    else log.warn({ alert: alert.key }, `over: ${what}`)
    for (const { send } of ways)
      send(alert, now).catch((error: unknown) => log.error({ err: error }, 'an alert could not be sent'))
  }

  const looking = setInterval(look, every_ms)
  looking.unref()
  return {
    beat(what, error) {
      const before = failing.get(what)
      if (error === undefined) failing.delete(what)
      else
        failing.set(what, { since_ms: before?.since_ms ?? now_ms(), times: (before?.times ?? 0) + 1, error })
    },
    close: () => clearInterval(looking),
  }
}

/** Without the error's text, which may contain anything. */
function why(error: unknown): string {
  const outage = outageIn(error)
  if (outage === null) return `${(error as Error).name}, as the log tells.`
  const { code } = outage.cause as { code?: string }
  return `the database is ${outage.trouble}${code === undefined ? '' : ` (${code})`}.`
}
