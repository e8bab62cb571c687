import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = {
  rank: number
  metric: { name: string; value: number }
  paid: boolean
  listing: { slug: string }
}
const places = (items: Item[]) => items.map(({ rank, listing, metric }) => [rank, listing.slug, metric.value])

throughEveryDoor('get_leaderboard', { fill: fillTown }, (open) => {
  it.each([
    [
      'community-weekly',
      'week_votes',
      [
        [1, 'tide', 12],
        [2, 'ledgerline', 7],
      ],
    ],
    [
      'community-all-time',
      'votes',
      [
        [1, 'pennywise', 30],
        [2, 'rota', 25],
        [3, 'tide', 12],
        [4, 'ledgerline', 7],
        [5, 'new-years-bell', 2],
        [6, 'almanac', 0],
      ],
    ],
    [
      'billboard',
      'contributed_cents',
      [
        [1, 'rota', 90_000],
        [2, 'ledgerline', 50_000],
      ],
    ],
    [
      'domain-rating',
      'domain_rating',
      [
        [1, 'pennywise', 60],
        [2, 'tide', 40],
        [3, 'rota', 40],
      ],
    ],
    // A stated revenue of nothing is a statement; none stated keeps a listing off the board.
    [
      'revenue',
      'monthly_revenue_cents',
      [
        [1, 'pennywise', 120_000],
        [2, 'rota', 0],
      ],
    ],
  ])('%s ranks by %s and by nothing else', async (board, metric, expected) => {
    const { call } = await open()
    const { status, body } = await call({ board })
    expect(status).toBe(200)
    expect(places(body.items)).toEqual(expected)
    expect(body).toMatchObject({ board, total: expected.length, page: 1, has_more: false })
    for (const item of body.items as Item[]) expect(item.metric.name).toBe(metric)
  })

  it('says that the billboard is paid, on the board and on every place, and that no other is', async () => {
    const { call } = await open()
    for (const board of ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue']) {
      const { body } = await call({ board })
      expect([body.paid, ...body.items.map((item: Item) => item.paid)]).toEqual(
        Array.from({ length: body.items.length + 1 }, () => board === 'billboard'),
      )
      expect(body.ranked_by === 'money contributed').toBe(board === 'billboard')
      expect(body.currency).toBe(['billboard', 'revenue'].includes(board) ? 'EUR' : null)
      expect(body.week).toBe(board === 'community-weekly' ? '2026-11-16' : null)
    }
  })

  it.each([
    ['this', '2026-11-16', ['tide', 'ledgerline']],
    ['last', '2026-11-09', ['rota', 'pennywise']],
    ['2026-11-15', '2026-11-09', ['rota', 'pennywise']],
    ['2026-01-01', '2025-12-29', ['new-years-bell']],
    ['2020-06-01', '2020-06-01', []],
  ])('community-weekly takes the week %s', async (week, monday, slugs) => {
    const { call } = await open()
    const { status, body } = await call({ board: 'community-weekly', week })
    expect(status).toBe(200)
    expect(body.week).toBe(monday)
    expect(body.items.map((item: Item) => item.listing.slug)).toEqual(slugs)
  })

  it('has no week outside the calendar', async () => {
    const { call } = await open()
    expect((await call({ board: 'community-weekly', week: '1950-01-01' })).status).toBe(404)
    expect((await call({ board: 'community-weekly', week: '2026-02-30' })).status).toBe(400)
    expect((await call({ board: 'community-weekly', week: '2026-11-190' })).status).toBe(400)
  })

  it('takes this, last or a date, and no next week', async () => {
    const { call } = await open()
    const { status, body } = await call({ board: 'community-weekly', week: 'next' })
    expect([status, body.detail]).toEqual([400, 'week: Must be this, last or a date as YYYY-MM-DD.'])
  })

  it.each(['community-all-time', 'billboard', 'domain-rating', 'revenue'])(
    '%s takes no week',
    async (board) => {
      const { call } = await open()
      const { status, body } = await call({ board, week: 'this' })
      expect(status).toBe(400)
      expect(body.errors[0]).toMatchObject({ pointer: '/week', code: 'not_applicable' })
    },
  )

  it.each(['money', 'constructor', '__proto__', 'billboards'])(
    'does not know the board %s',
    async (board) => {
      const { call } = await open()
      const { status, body } = await call({ board })
      expect(status).toBe(404)
      expect(body.detail).toContain('community-weekly, community-all-time, billboard, domain-rating, revenue')
      expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
    },
  )

  it('keeps ranks through pages', async () => {
    const { call } = await open()
    const { body } = await call({ board: 'community-all-time', page: 2, per_page: 2 })
    expect(places(body.items)).toEqual([
      [3, 'tide', 12],
      [4, 'ledgerline', 7],
    ])
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 6, has_more: true })
    expect((await call({ board: 'billboard', per_page: 101 })).status).toBe(400)
  })

  it('never lets money move another board, the feeds or search', async () => {
    const { call, service } = await open()
    const elsewhere: [string, Record<string, unknown>][] = [
      ...['community-weekly', 'community-all-time', 'domain-rating', 'revenue'].map(
        (board) => ['get_leaderboard', { board }] as [string, Record<string, unknown>],
      ),
      ...['this-week', 'today', 'trending', 'most-voted', 'recent', 'most-viewed', 'most-followed'].map(
        (section) => ['list_launches', { section }] as [string, Record<string, unknown>],
      ),
      ...['relevance', 'newest', 'votes', 'trending'].map(
        (sort) => ['search_listings', { sort }] as [string, Record<string, unknown>],
      ),
      ['search_listings', { q: 'invoices' }],
      ['get_category', { slug: 'money' }],
      ['get_launch_week', { week: 'this' }],
    ]
    const look = () => Promise.all(elsewhere.map(([tool, input]) => call(input, tool)))
    const before = await look()
    const { storage } = service
    const [listing] = await storage.catalogue.matching(1, 'ledgerline', 'https://ledgerline.example/')
    const category_ids = [listing!.category_id]
    const pay = (billboard_cents: number) =>
      storage.write(({ listings }) =>
        listings.save({ ...listing!, billboard_cents, company_key: 'ledgerline.example', category_ids }),
      )
    await pay(999_999_999)
    const { body } = await call({ board: 'billboard' })
    expect(body.items[0].listing.slug).toBe('ledgerline')
    expect(await look()).toEqual(before)
    await pay(50_000)
  })
})
