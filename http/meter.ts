// One log line and, with metrics on, one measurement for every call, without addresses, names or queries; callers are
// logged by id. Refusals of signed-in callers are recorded for the team.
import type { Trail } from '../storage/trail.ts'
import { deedOf, whyRefused } from '../tools/deed.ts'
import { refusalOf } from '../tools/errors.ts'
import { reasonsOf } from './errors.ts'
import { openMetrics } from './metrics.ts'
import type { Answered, Meter, Wiring } from './services.ts'

const recent_ms = 300_000
/** The most faults that are counted; more would say nothing new. */
const mostFaults = 1000

/** Counts the faults of the last five minutes. */
function openFaults() {
  let at_ms: number[] = []
  const recent = () => {
    at_ms = at_ms.filter((one) => performance.now() - one < recent_ms)
    return at_ms.length
  }
  return { recent, note: () => void (at_ms.length < mostFaults && at_ms.push(performance.now())) }
}

type Given = Pick<Wiring, 'log' | 'config' | 'storage' | 'clock' | 'number' | 'gathering'> & { trail: Trail }

export async function openMeter(given: Given): Promise<Meter> {
  const { log, trail } = given
  const metrics = await openMetrics(given)
  const faults = openFaults()
  /** Errors already noted: a page catches one to show it, and its frame catches it again. */
  const noted = new WeakSet<object>()

  function refused(call: string, { context, input, error }: Answered): void {
    const caller = context?.caller ?? null
    if (error === undefined || caller === null || noted.has(error as object)) return
    noted.add(error as object)
    const refusal = refusalOf(error)
    metrics?.refused(context!.door, call, refusal.code)
    trail.refused(deedOf(call, input, { ...context!, caller }, whyRefused(refusal)))
  }

  return {
    begin(door, call) {
      const started_ms = performance.now()
      return (status, request_id, { context, input, error } = {}) => {
        const ms = performance.now() - started_ms
        metrics?.call({ door, call, status }, ms / 1000)
        const caller = context?.caller ?? null
        const refusal = error === undefined ? null : refusalOf(error)
        const why = refusal === null ? {} : reasonsOf(refusal)
        const who = caller === null ? {} : { person: caller.user_id, client: caller.credential }
        if (status >= 500) faults.note()
        log.info({ request_id, door, call, status, ...who, ...why, ms: Math.round(ms * 100) / 100 }, 'call')
        refused(call, { context, input, error })
      }
    },
    refused,
    faults: faults.recent,
    metrics,
  }
}
