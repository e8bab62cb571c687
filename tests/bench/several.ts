// One process that serves against two on the same file: a mix of every kind of request, a tenth of them writes, and writes
// alone. The load takes a core of its own, so on two cores the two have less than two.
import { join } from 'node:path'
import { createKey } from '../../auth/api_keys.ts'
import { openStorage } from '../../storage/storage.ts'
import { median, linesOfSection, type Line } from './measure.ts'
import { everyKind } from './process.ts'
import { cpuOf, familyOf, rssOf, type LoadMaker, type Running } from './processes.ts'
import { mixed, post } from './requests.ts'
import type { Bench } from './setting.ts'

const rounds = 5
const [requestsEach, writesEach, warm_up] = [3000, 400, 4000]

/** Somebody who owns a hundred listings, and the edits of them, each unlike the last. */
export async function editsOf(
  file: string,
  slugs: string[],
): Promise<{ edits: string[]; key: string; ids: number[] }> {
  const storage = openStorage(file)
  const now = new Date()
  const { key, ids } = await storage.write(async (inside) => {
    const { id: user_id } = await inside.users.ensure('bench@tide.test', now.toISOString())
    const owned: number[] = []
    for (const slug of slugs.slice(0, 100)) {
      const { listing } = (await inside.listings.profile(1, slug))!
      await inside.owners.add(listing.id, user_id, now.toISOString())
      owned.push(listing.id)
    }
    const scopes = ['listings:write'] as const
    return {
      key: (await createKey(inside, { user_id, name: 'Bench', scopes, expires_at: null, now }))!,
      ids: owned,
    }
  })
  storage.close()
  const edits = Array.from({ length: 10_000 }, (_, n) =>
    post(
      `/api/v1/me/listings/${ids[n % ids.length]}`,
      { fields: { tagline: `Invoices that were edited ${n} times` } },
      { authorization: `Bearer ${key}` },
      'PATCH',
    ),
  )
  return { edits, key, ids }
}

export const cpuOfAll = ({ pid }: Pick<Running, 'pid'>) =>
  familyOf(pid).reduce((sum, one) => sum + cpuOf(one), 0)

type Measured = { a_second: number[]; cpu_us: number[]; write_ms: number[]; slow_write_ms: number[] }

export async function benchSeveral({ start, slugs, filled }: Bench, load: LoadMaker): Promise<Line[]> {
  const { edits } = await editsOf(join(filled, 'launch.db'), slugs)
  const mix = everyKind(mixed(slugs)).map((read, n) => (n % 10 === 9 ? edits[n]! : read))
  const servers = {
    one: await start.product({}, { PROCESSES: '1' }),
    two: await start.product({}, { PROCESSES: '2' }),
  }
  const names = ['one', 'two'] as const
  const measured = Object.fromEntries(
    names.map((name) => [name, { a_second: [], cpu_us: [], write_ms: [], slow_write_ms: [] }]),
  ) as unknown as Record<'one' | 'two', Measured>
  const run = async (name: 'one' | 'two', requests: string[], count: number, connections: number) => {
    const answered = await load.run({ port: servers[name].port, requests, connections, count })
    if (answered.statuses['200'] !== count)
      throw new Error(`${name}: ${JSON.stringify(answered.statuses)} of ${count}`)
    return answered
  }
  for (const name of names) await run(name, mix, warm_up, 16)
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      const before_s = cpuOfAll(servers[name])
      const { seconds } = await run(name, mix, requestsEach, 16)
      measured[name].a_second.push(requestsEach / seconds)
      measured[name].cpu_us.push(((cpuOfAll(servers[name]) - before_s) / requestsEach) * 1e6)
      const writes = await run(name, edits, writesEach, 8)
      measured[name].write_ms.push(writes.p50_ms)
      measured[name].slow_write_ms.push(writes.p99_ms)
    }
  const [lead = 0, ...parts] = familyOf(servers.two.pid).map(rssOf)
  for (const name of names) await servers[name].stop()
  return linesOf(measured, lead, parts)
}

function linesOf({ one, two }: Record<'one' | 'two', Measured>, lead: number, parts: number[]): Line[] {
  const line = linesOfSection('Several processes')
  const gains = two.a_second.map((a_second, round) => a_second / one.a_second[round]!)
  // What a busy machine distorts: it gives two processes two shares of its time.
  const capacity = one.cpu_us.map((cpu_us, round) => (2 * cpu_us) / two.cpu_us[round]!)
  return [
    line('a mix with a tenth writes: two processes answer so many times what one does', gains, '×', {
      least: 1.5,
    }),
    line('the same by CPU a request, as two free cores would give it', capacity, '×', { least: 1.5 }),
    line('the mix: one process, answers a second', one.a_second, ''),
    line('the mix: two processes, answers a second', two.a_second, ''),
    line('the mix: CPU a request of one process', one.cpu_us, 'µs'),
    line('the mix: CPU a request of two and the one that leads', two.cpu_us, 'µs'),
    line('writes alone, eight at once: p50 of one process', one.write_ms, 'ms'),
    line('writes alone, eight at once: p50 of two processes', two.write_ms, 'ms'),
    line('writes alone, eight at once: p99 of one process', one.slow_write_ms, 'ms'),
    line('writes alone, eight at once: p99 of two processes', two.slow_write_ms, 'ms'),
    line('resident memory of the one that leads', [lead], 'MB'),
    line('resident memory of each that serves, after all this', [median(parts)], 'MB'),
  ]
}
