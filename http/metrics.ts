// Metrics for Prometheus. What each process counts is labelled with its number, and listed beside that of the others;
// what the database holds is read by the process that is asked.
import { statSync } from 'node:fs'
import type { Registry } from 'prom-client'
import type { Tally } from '../jobs/queue/job.ts'
import { copiesIn } from '../storage/copies.ts'
import { databaseFile } from '../storage/open.ts'
import { costOf, usedInMonth } from '../tools/usage.ts'
import type { Measured, Wiring } from './services.ts'

type Given = Pick<Wiring, 'config' | 'storage' | 'clock' | 'number' | 'gathering'>
type Metrics = Tally & {
  call(labels: { door: string; call: string; status: number }, seconds: number): void
  refused(door: string, call: string, code: string): void
  exposition(): Promise<string>
}

/** Null if metrics are off: the library is not loaded then. */
export async function openMetrics(given: Given): Promise<Metrics | null> {
  const { config, storage, number, gathering } = given
  if (config.METRICS === 'off') return null
  const { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } =
    await import('prom-client')
  const own = new Registry()
  if (number !== undefined) own.setDefaultLabels({ process: number })
  collectDefaultMetrics({ register: own })
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers: [own] })
  const duration = new Histogram({
    name: 'call_duration_seconds',
    help: 'Time from the arrival of a call to its answer',
    labelNames: ['door', 'call', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [own],
  })
  const refusals = counter('calls_refused_total', 'Calls that were refused, by the code of the refusal', [
    'door',
    'call',
    'code',
  ])
  const jobs = counter('jobs_ended_total', 'Attempts of jobs that have ended: done, failed or dead', [
    'kind',
    'outcome',
  ])
  const drafts = counter('drafts_written_total', 'Drafts that were written, by the rules or a model', [
    'drafted_by',
  ])
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers: [own] },
      collect() {
        this.set(read())
      },
    })
  gauge('search_index_behind_seconds', 'How long the search index has been behind the listings', () => {
    return storage.behind_ms() / 1000
  })
  gauge(
    'database_unfinished_writes',
    'Writes that wait for their turn or for a lock, or are under way',
    storage.unfinishedWrites,
  )

  /** Each series is labelled with its process number, so series are concatenated, not summed. */
  async function measure(): Promise<Measured> {
    const all = await own.getMetricsAsJSON()
    return all.map((one) => ({ ...one, aggregator: 'sum' }))
  }
  gathering?.give(measure)

  const shared = new Registry()
  for (const { name, help, labels = [], read } of ofTheData(given))
    new Gauge({
      ...{ name, help, labelNames: labels, registers: [shared] },
      async collect() {
        this.reset()
        for (const [values, amount] of await read())
          this.set(Object.fromEntries(labels.map((label, at) => [label, values[at]!])), amount)
      },
    })

  return {
    call: (labels, seconds) => duration.observe(labels, seconds),
    refused: (door, call, code) => refusals.inc({ door, call, code }),
    job: (kind, outcome) => jobs.inc({ kind, outcome }),
    draft: (drafted_by) => drafts.inc({ drafted_by }),
    async exposition() {
      const counted: Pick<Registry, 'metrics'> =
        gathering === undefined
          ? own
          : AggregatorRegistry.aggregate([await measure(), ...(await gathering.ask())])
      return `${await counted.metrics()}\n${await shared.metrics()}`
    },
  }
}

type Reading = {
  name: string
  help: string
  labels?: string[]
  /** Label values, and the amount. */
  read(): Promise<[string[], number][]> | [string[], number][]
}

/** Metrics of the database and the disk, read on request. */
function ofTheData({ config, storage, clock }: Given): Reading[] {
  const alone = (amount: number): [string[], number][] => [[[], amount]]
  const each = <T>(all: T[], read: (one: T) => [string, number]) =>
    all.map((one): [string[], number] => {
      const [label, amount] = read(one)
      return [[label], amount]
    })
  const age_s = (instant: string) => Math.max(0, (clock().getTime() - Date.parse(instant)) / 1000)
  const used = async () => Object.entries(await usedInMonth(storage, clock()))
  const file = databaseFile(config)
  const isOurs = config.DATABASE_URL === undefined
  return [
    {
      name: 'jobs_waiting',
      help: 'Jobs that wait, by kind',
      labels: ['kind'],
      read: async () => each(await storage.team.queue(), ({ kind, waiting }) => [kind, Number(waiting)]),
    },
    {
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest job of a kind has been due; what runs has a lease that ends later',
      labels: ['kind'],
      read: async () => each(await storage.jobs.times(), ({ kind, first }) => [kind, age_s(first)]),
    },
    {
      name: 'waiting_for_the_team',
      help: 'What waits for somebody of the team: payments, disputes, reports, edits, dead jobs, refused mails',
      labels: ['what'],
      read: async () => each(Object.entries(await storage.team.waiting()), (one) => one),
    },
    {
      name: 'alerts_open',
      help: 'What is wrong and has been told; 1 for each',
      labels: ['alert'],
      read: async () => each(await storage.alerts.open(), ({ key }) => [key, 1]),
    },
    {
      name: 'used_in_month',
      help: 'What all people used since the first of the month: drafts, pages, bytes, tokens of the model, mails',
      labels: ['what'],
      read: async () => each(await used(), ([what, amount]) => [what, Number(amount)]),
    },
    {
      name: 'model_cost_in_month',
      help: 'What the model cost since the first of the month, in the currency of AI_PRICE; 0 without one',
      read: async () => alone(costOf(await usedInMonth(storage, clock()), config.CAPS)),
    },
    ...(isOurs
      ? [
          {
            name: 'database_bytes',
            help: 'Size of the database, and of what was written and has not been merged into it',
            labels: ['part'],
            read: () =>
              each(['', '-wal'], (end) => [
                end === '' ? 'database' : 'wal',
                statSync(file + end, { throwIfNoEntry: false })?.size ?? 0,
              ]),
          },
        ]
      : []),
    ...(isOurs && config.BACKUP_HOURS > 0
      ? [
          {
            name: 'backup_made_timestamp_seconds',
            help: 'When the newest copy of the database was made by itself; 0 when there is none',
            read: () => alone((copiesIn(config.BACKUP_DIR)[0]?.made_at.getTime() ?? 0) / 1000),
          },
        ]
      : []),
  ]
}
