import { describe, expect, it } from 'vitest'
import { fillTown, product } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { slug: string; rank: number; week_votes: number }

throughEveryDoor('get_launch_week', { fill: fillTown }, (open) => {
  it('ranks the launches of this week by community votes', async () => {
    const { call } = await open()
    const { status, body } = await call({ week: 'this' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      week: '2026-11-16',
      ends_on: '2026-11-22',
      state: 'current',
      live_launches: 2,
      scheduled: [],
    })
    expect(body.items.map(({ slug, rank, week_votes }: Item) => [slug, rank, week_votes])).toEqual([
      ['tide', 1, 12],
      ['ledgerline', 2, 7],
    ])
  })

  it('looks back: votes that came after the week closed do not count', async () => {
    const { call } = await open()
    const { body } = await call({ week: 'last' })
    expect(body).toMatchObject({ week: '2026-11-09', state: 'past' })
    expect(body.items.map(({ slug, week_votes }: Item & { votes: number }) => [slug, week_votes])).toEqual([
      ['rota', 25],
      ['pennywise', 20],
    ])
  })

  it('looks ahead: launches scheduled for a week still to come', async () => {
    const { call } = await open()
    const { body } = await call({ week: 'next' })
    expect(body).toMatchObject({ week: '2026-11-23', state: 'future', live_launches: 0, items: [] })
    expect(body.scheduled).toEqual([expect.objectContaining({ slug: 'dawn', status: 'upcoming' })])
    expect((await call({ week: '2026-12-09' })).body.scheduled[0].slug).toBe('dusk')
  })

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-15', '2026-11-09'],
    ['2026-11-23', '2026-11-23'],
    // Years begin in the middle of weeks.
    ['2025-12-31', '2025-12-29'],
    ['2026-01-01', '2025-12-29'],
    ['2026-01-04', '2025-12-29'],
    ['2026-01-05', '2026-01-05'],
    ['2021-01-03', '2020-12-28'],
    // 2024 has a 29th of February.
    ['2024-02-29', '2024-02-26'],
    ['1970-01-05', '1970-01-05'],
    ['1970-01-01', '1969-12-29'],
    ['2028-11-19', '2028-11-13'],
  ])('takes %s to the Monday %s', async (week, monday) => {
    const { call } = await open()
    const { status, body } = await call({ week })
    expect(status).toBe(200)
    expect(body.week).toBe(monday)
  })

  it('finds a launch of New Year’s Day in the week that began the year before', async () => {
    const { call } = await open()
    const { body } = await call({ week: '2026-01-01' })
    expect(body.items.map(({ slug }: Item) => slug)).toEqual(['new-years-bell'])
  })

  it.each(['1969-12-31', '0001-01-01', '0000-01-01', '9999-12-31', '2028-11-20'])(
    'has no week outside the calendar: %s',
    async (week) => {
      const { call } = await open()
      const { status, body } = await call({ week })
      expect(status).toBe(404)
      expect(body.code).toBe('not_found')
      expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
    },
  )

  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', 'yesterday', '2026-1-1', '20261119'])(
    'refuses %s, which is no day',
    async (week) => {
      const { call } = await open()
      const { status, body } = await call({ week })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe('/week')
    },
  )

  it('refuses more than ten characters', async () => {
    const { call } = await open()
    const { status, body } = await call({ week: '2026-11-190' })
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/week', code: 'too_big', limit: 10 }),
    )
  })

  it('says which form a week has to somebody who sends an instant', async () => {
    const { call } = await open()
    const { body } = await call({ week: '2026-11-19T12:00:00Z' })
    expect(body.detail).toMatch(/^week: Must be this, next, last or a date as YYYY-MM-DD\./)
  })

  it('ranks nothing in a week that is still to come, not even what is live already', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      await inside.listings.save(product([category], { slug: 'early-bird', launch_week: '2026-12-14' }))
    })
    const { body } = await call({ week: '2026-12-14' })
    expect(body).toMatchObject({ state: 'future', live_launches: 1 })
    expect(body.items).toMatchObject([{ slug: 'early-bird', rank: null }])
    const board = await call({ board: 'community-weekly', week: '2026-12-14' }, 'get_leaderboard')
    expect(board).toMatchObject({ status: 200, body: { week: '2026-12-14', items: [], total: 0 } })
  })

  describe('when the clock moves', () => {
    it.each([
      ['2026-11-22T23:59:59.999Z', '2026-11-16'],
      ['2026-11-23T00:00:00.000Z', '2026-11-23'],
      ['2027-01-01T00:00:00.000Z', '2026-12-28'],
      ['2027-01-03T23:59:59.999Z', '2026-12-28'],
      ['2027-01-04T00:00:00.000Z', '2027-01-04'],
    ])('this week is, at %s, that of %s', async (now, monday) => {
      const { call, service } = await open()
      const before = service.clock.now
      service.clock.now = new Date(now)
      try {
        const answers = await Promise.all(['this', 'next', 'last'].map((week) => call({ week })))
        const day = (weeks: number) =>
          new Date(Date.parse(monday) + weeks * 7 * 86_400_000).toISOString().slice(0, 10)
        expect(answers.map(({ body }) => body.week)).toEqual([day(0), day(1), day(-1)])
        expect(answers.map(({ body }) => body.state)).toEqual(['current', 'future', 'past'])
      } finally {
        service.clock.now = before
      }
    })
  })
})
