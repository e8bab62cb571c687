// Measuring in turn: each contestant is warmed up until its code is compiled, then in every round each answers the same
// requests once, so that whatever else the machine does falls on all of them.
import { cpuOf, type LoadMaker, type Running } from './processes.ts'

export type Bound = { most?: number; least?: number }
/** One line of the table. `noise` is the smallest and the largest of the rounds. */
export type Line = {
  section: string
  what: string
  value: number
  unit: string
  noise: [number, number] | null
  bound: Bound | null
}

export const isMet = ({ value, bound }: Line): boolean =>
  value <= (bound?.most ?? Infinity) && value >= (bound?.least ?? -Infinity)

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export type Contestant = { server: Running; requests: string[]; count: number }
/** Microseconds of CPU a request, and p99 in milliseconds, round by round. */
export type Measured = { cpu_us: number[]; p99_ms: number[] }

export async function inTurn<Name extends string>(
  load: LoadMaker,
  contestants: Record<Name, Contestant>,
  { rounds, connections, warm_up }: { rounds: number; connections: number; warm_up: number },
): Promise<Record<Name, Measured>> {
  const entries = Object.entries(contestants) as [Name, Contestant][]
  const measured = Object.fromEntries(
    entries.map(([name]) => [name, { cpu_us: [], p99_ms: [] }]),
  ) as unknown as Record<Name, Measured>
  for (const { server, requests } of Object.values<Contestant>(contestants))
    await load.run({ port: server.port, requests, connections, count: warm_up })
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { server, requests, count }] of entries) {
      const before = cpuOf(server.pid)
      const { statuses, p99_ms } = await load.run({ port: server.port, requests, connections, count })
      const cpu_us = ((cpuOf(server.pid) - before) / count) * 1e6
      if (statuses['200'] !== count) throw new Error(`${name} answered ${JSON.stringify(statuses)}`)
      measured[name].cpu_us.push(cpu_us)
      measured[name].p99_ms.push(p99_ms)
    }
  }
  return measured
}

const spread = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** How many times the CPU of the one the other takes: medians over medians, the noise being that of single rounds. */
export function ratioOf(
  of: Pick<Measured, 'cpu_us'>,
  to: Pick<Measured, 'cpu_us'>,
): Pick<Line, 'value' | 'unit' | 'noise'> {
  const single = of.cpu_us.map((us, round) => us / to.cpu_us[round]!)
  return { value: median(of.cpu_us) / median(to.cpu_us), unit: '×', noise: spread(single) }
}

export function medianOf(values: number[], unit: string): Pick<Line, 'value' | 'unit' | 'noise'> {
  return { value: median(values), unit, noise: spread(values) }
}

/** Makes the lines of one section, each the median of some values. */
export const linesOfSection =
  (section: string) =>
  (what: string, values: number[], unit: string, bound: Line['bound'] = null): Line => ({
    ...{ section, what, bound },
    ...medianOf(values, unit),
  })
