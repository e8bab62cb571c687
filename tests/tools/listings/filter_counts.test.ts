// What each value of a filter says it would leave is what the search then finds.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredValues } from '../../../tools/listings/filter_counts.ts'
import { callRest, startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())

type Asked = Parameters<typeof offeredValues>[0]
const place = () => ({ storage: service.storage, site: { id: 1 } as never })
const total = async (asked: object): Promise<number> =>
  (await callRest(service, 'search_listings', { ...asked, per_page: 1 })).body.total

const all: Asked[] = (['live', 'upcoming'] as const).flatMap((status) =>
  ['', 'invoices', 'app for people', 'zzyzx'].flatMap((q) =>
    [
      {},
      { pricing_model: 'subscription' },
      { country: 'PT', stage: 'growing' },
      { category: 'work-and-business' },
      { category: 'work-and-business', verified: true },
      { agent_ready: true, pricing_model: 'free' },
    ].map((given) => ({ agent_ready: false, verified: false, ...given, q, status })),
  ),
)

it.each(all)('as many as the search finds: %j', async (asked) => {
  const offered = await offeredValues(asked, place())
  for (const [name, values] of Object.entries(offered))
    for (const { value, count, isMore } of values) {
      const filter = name === 'agent_ready' || name === 'verified' ? true : value
      expect([count, isMore], `${name} ${value}`).toEqual([await total({ ...asked, [name]: filter }), false])
      expect(count).toBeGreaterThan(0)
    }
})

it('at least so many, where more is found than is looked at', async () => {
  const asked = { q: '', status: 'live', stage: 'growing', agent_ready: false, verified: false } as const
  const offered = await offeredValues(asked, place(), 3)
  const counts = await Promise.all(
    offered.country.map(async ({ value, count, isMore }) => ({
      ...{ isMore, isNoMore: count <= (await total({ ...asked, country: value })) },
    })),
  )
  expect(counts.length).toBeGreaterThan(3)
  expect(new Set(counts.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ isMore: true, isNoMore: true })]),
  )
  expect(offered.country.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})

it('stands on the page beside each value, and what was chosen stays', async () => {
  const read = async (path: string) => (await service.fetch(path)).text()
  const text = await read('/search?q=invoices&country=PT')
  expect(text).toMatch(/<option value="subscription"\s*>Subscription \(\d+\)<\/option>/)
  expect(text).toMatch(/<option value="PT" selected\s*>Portugal \(\d+\)<\/option>/)
  expect(await read('/search?q=zzyzx&stage=growing')).toMatch(
    /<option value="growing" selected\s*>Growing<\/option>/,
  )
})
