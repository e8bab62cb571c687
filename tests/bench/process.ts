// The process itself: the time until the first answer, and its memory.
import type { Bench } from './setting.ts'
import { medianOf, type Line } from './measure.ts'
import { rssOf, smallMachine, type LoadMaker } from './processes.ts'
import { call, get, mcp, mixed } from './requests.ts'

const misspelt = ['invocie', 'databse', 'pasword manager', 'markdwon', 'kubernets', 'phto editor']

/** Ten thousand requests of every kind there is, half of them for one listing. */
export function everyKind(slugs: string[]): string[] {
  return Array.from({ length: 10_000 }, (_, i) => {
    const slug = slugs[i % slugs.length]!
    if (i % 2 === 0) return get(`/api/v1/listings/${slug}`)
    const others = [
      () => get(`/api/v1/listings?page=${1 + (i % 200)}`),
      () => get(`/api/v1/listings?q=${slug.replaceAll('-', '+')}`),
      () => get(`/api/v1/listings?q=${encodeURIComponent(misspelt[i % misspelt.length]!)}`),
      () => get(`/api/v1/listings/${slug}/alternatives`),
      () => get('/api/v1/categories'),
      () => get('/api/v1/leaderboards/community-all-time'),
      () => call('modern', 'search_listings', { q: slug.replaceAll('-', ' '), per_page: 5 }),
      () => call('legacy', 'get_listing', { slug }),
      () => mcp(i % 4 === 1 ? 'modern' : 'legacy', 'tools/list'),
      () => get('/api/v1/openapi.json'),
    ]
    return others[(i >> 1) % others.length]!()
  })
}

export async function benchProcess({ start, slugs }: Bench, load: LoadMaker): Promise<Line[]> {
  const section = 'The process'
  const firsts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const server = await start.product()
    await load.run({
      port: server.port,
      requests: [get(`/api/v1/listings/${slugs[0]}`)],
      connections: 1,
      count: 1,
    })
    firsts.push(performance.now() - server.started_ms)
    await server.stop()
  }
  const requests = everyKind(mixed(slugs))
  /** Resident memory right after the start, and after every kind of request. */
  async function memoryOf(within?: string): Promise<[number, number]> {
    const server = await start.product({}, {}, within)
    const atStart = rssOf(server.pid)
    const { statuses } = await load.run({
      port: server.port,
      requests,
      connections: 16,
      count: requests.length,
    })
    if (statuses['200'] !== requests.length) throw new Error(`mixed requests: ${JSON.stringify(statuses)}`)
    const after = rssOf(server.pid)
    await server.stop()
    return [atStart, after]
  }
  const runs = [await memoryOf(), await memoryOf(), await memoryOf()]
  // The engine's young generation grows with the machine: 16 MB where there is 1 GB, 67 where there is much.
  const small = smallMachine(2 ** 30)
  const runs_small = small ? [await memoryOf(small.folder), await memoryOf(small.folder)] : []
  small?.remove()
  const memory = (what: string, values: number[], bound: Line['bound']): Line => ({
    section,
    what,
    ...medianOf(values, 'MB'),
    bound,
  })
  return [
    {
      section,
      what: 'from the start of the process to its first answer',
      ...medianOf(firsts, 'ms'),
      bound: { most: 1000 },
    },
    memory(
      'resident memory after the start',
      runs.map(([at]) => at),
      null,
    ),
    memory(
      'the same after 10,000 mixed requests',
      runs.map(([, after]) => after),
      { most: 210 },
    ),
    ...(runs_small.length === 0
      ? []
      : [
          memory(
            'the same on a machine of 1 GB',
            runs_small.map(([, after]) => after),
            { most: 210 },
          ),
        ]),
  ]
}
