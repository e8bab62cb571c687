// An empty list says why: which filter emptied it, how many there are without it, and what it could have been.
import { describe, expect, it } from 'vitest'
import { whyNothing, type Filters } from '../../tools/listings/why_nothing.ts'
import { throughEveryDoor } from '../support/service.ts'

type Why = { filter: string; without: number; known?: string[] }

throughEveryDoor('search_listings', { demo: true }, (open) => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['search_listings', { stage: 'no-such-stage' }, ['stage']],
    ['search_listings', { q: 'invoices', stage: 'no-such-stage', country: 'AQ' }, ['q', 'stage', 'country']],
    ['search_listings', { pricing_model: 'Barter' }, ['pricing_model']],
    ['search_listings', { category: 'status-pages', country: 'AQ' }, ['category', 'country']],
    ['search_listings', { domain: 'nobody.example' }, ['domain']],
    ['search_listings', { q: 'invoices', status: 'upcoming', country: 'AQ' }, ['q', 'country', 'status']],
    ['list_founders', { country: 'AQ' }, ['country']],
    ['list_founders', { q: 'zzzz', country: 'AQ' }, ['q', 'country']],
    ['list_blog_posts', { q: 'zzzzzz' }, ['q']],
    ['list_awards', { listing: 'no-such-listing' }, ['listing']],
    ['list_categories', { q: 'zzzzzz' }, ['q']],
    ['get_launch_week', { week: '2019-01-07' }, ['week']],
    ['get_leaderboard', { board: 'community-weekly', week: '2019-01-07' }, ['week']],
    ['search_listings', { page: 900 }, ['page']],
  ]

  describe('a list that is empty', () => {
    it.each(cases)('of %s %j names what emptied it', async (tool, input, filters) => {
      const { call } = await open()
      const { status, body } = await call(input, tool)
      expect([status, body.items]).toEqual([200, []])
      const why = body.empty_because as Why[]
      expect(why.map(({ filter }) => filter)).toEqual(filters)
      if (why.length === 1) expect(why[0]!.without).toBeGreaterThan(0)
    })

    it('names values of which each finds something', async () => {
      const { call } = await open()
      for (const [tool, input, [filter]] of cases) {
        const [why] = (await call(input, tool)).body.empty_because as Why[]
        for (const value of why!.known ?? []) {
          const known = filter === 'page' ? Number(value) : value
          const { body } = await call({ ...input, [filter!]: known }, tool)
          const alone = Object.keys(input).length > 1 ? await call({ [filter!]: known }, tool) : { body }
          const found = [...(body.items ?? []), ...(body.scheduled ?? []), ...(alone.body.items ?? [])]
          expect(found.length, `${tool} ${filter} ${value}`).toBeGreaterThan(0)
        }
      }
    })
  })

  it('takes UK for GB', async () => {
    const { call } = await open()
    const { body } = await call({ country: 'UK' })
    expect(body.total).toBeGreaterThan(0)
    expect(body).toEqual((await call({ country: 'GB' })).body)
  })

  it('says nothing of the kind where something was found', async () => {
    const { call } = await open()
    expect((await call({ q: 'invoices' })).body).not.toHaveProperty('empty_because')
  })
})

it('of what is live says how many are upcoming', async () => {
  const find = async ({ q, status }: Filters) => ({ total: q === 'tide' && status === 'upcoming' ? 2 : 0 })
  const nowhere = {} as never
  expect(await whyNothing({ q: 'tide' }, find, nowhere)).toContainEqual({
    ...{ filter: 'status', without: 2, known: ['upcoming'] },
  })
  expect(await whyNothing({ q: 'ebb' }, find, nowhere)).toEqual([{ filter: 'q', without: 0 }])
})
