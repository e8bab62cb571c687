// One log line and, when metrics are on, one measurement for every call. Neither carries an address, a name or a query; the
// line says by number who called. What was refused to them is noted for the team.
import { copiesIn } from '../storage/copies.ts'
import type { Trail } from '../storage/trail.ts'
import { deedOf } from '../tools/deed.ts'
import { refusalOf } from '../tools/errors.ts'
import type { Answered, Measured, Meter, Wiring } from './services.ts'

const recent_ms = 300_000
/** More than this says nothing more. */
const mostFaults = 1000

/** How many answers of late were faults. */
function openFaults() {
  let at_ms: number[] = []
  const recent = () => {
    at_ms = at_ms.filter((one) => performance.now() - one < recent_ms)
    return at_ms.length
  }
  return { recent, note: () => void (at_ms.length < mostFaults && at_ms.push(performance.now())) }
}

const codeOf = (error: unknown) => (error === undefined ? undefined : refusalOf(error).code)

export async function openMeter({
  log,
  config,
  storage,
  number,
  gathering,
  trail,
}: Pick<Wiring, 'log' | 'config' | 'storage' | 'number' | 'gathering'> & { trail: Trail }): Promise<Meter> {
  const prometheus = config.METRICS === 'on' ? await import('prom-client') : null
  const registry = prometheus === null ? null : new prometheus.Registry()
  const seconds =
    prometheus === null || registry === null
      ? null
      : new prometheus.Histogram({
          name: 'call_duration_seconds',
          help: 'Time from the arrival of a call to its answer',
          labelNames: ['door', 'call', 'status'],
          buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
          registers: [registry],
        })
  if (number !== undefined) registry?.setDefaultLabels({ process: number })
  if (registry !== null && prometheus !== null) {
    prometheus.collectDefaultMetrics({ register: registry })
    new prometheus.Gauge({
      name: 'search_index_behind_seconds',
      help: 'How long the search index has been behind the listings',
      registers: [registry],
      collect() {
        this.set(storage.behind_ms() / 1000)
      },
    })
    if (config.BACKUP_HOURS > 0 && config.DATABASE_URL === undefined)
      new prometheus.Gauge({
        name: 'backup_made_timestamp_seconds',
        help: 'When the newest copy of the database was made by itself; 0 when there is none',
        registers: [registry],
        collect() {
          this.set((copiesIn(config.BACKUP_DIR)[0]?.made_at.getTime() ?? 0) / 1000)
        },
      })
    gathering?.give(measure)
  }

  /** Each series bears the number of its process, so nothing is summed here but put side by side. */
  async function measure(): Promise<Measured> {
    const all = await registry!.getMetricsAsJSON()
    return all.map((one) => ({ ...one, aggregator: 'sum' }))
  }

  async function expose(): Promise<string> {
    if (gathering === undefined) return registry!.metrics()
    const all = [await measure(), ...(await gathering.ask())]
    return prometheus!.AggregatorRegistry.aggregate(all).metrics()
  }

  const faults = openFaults()
  /** What a page catches to show it is caught again by its frame. */
  const noted = new WeakSet<object>()

  function refused(call: string, { context, input, error }: Answered): void {
    const caller = context?.caller ?? null
    const code = codeOf(error)
    if (code === undefined || caller === null || noted.has(error as object)) return
    noted.add(error as object)
    trail.refused(deedOf(call, input, { ...context!, caller }, code))
  }

  return {
    begin(door, call) {
      const started_ms = performance.now()
      return (status, request_id, { context, input, error } = {}) => {
        const ms = performance.now() - started_ms
        seconds?.observe({ door, call, status }, ms / 1000)
        const caller = context?.caller ?? null
        const code = codeOf(error)
        const who = caller === null ? {} : { person: caller.user_id, client: caller.credential }
        if (status >= 500) faults.note()
        log.info({ request_id, door, call, status, ...who, code, ms: Math.round(ms * 100) / 100 }, 'call')
        refused(call, { context, input, error })
      }
    },
    refused,
    faults: faults.recent,
    exposition: registry === null ? null : expose,
  }
}
