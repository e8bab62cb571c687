import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { slug: string; status: string }
const slugs = (items: Item[]) => items.map(({ slug }) => slug)

throughEveryDoor('list_launches', { fill: fillTown }, (open) => {
  it.each([
    ['this-week', ['tide', 'ledgerline']],
    ['today', ['ledgerline']],
    ['trending', ['ledgerline', 'tide', 'rota', 'pennywise', 'new-years-bell', 'almanac']],
    ['most-voted', ['pennywise', 'rota', 'tide', 'ledgerline', 'new-years-bell', 'almanac']],
    ['recent', ['ledgerline', 'tide', 'rota', 'pennywise', 'almanac', 'new-years-bell']],
    ['most-viewed', ['ledgerline', 'tide', 'pennywise', 'rota', 'almanac', 'new-years-bell']],
    ['most-followed', ['pennywise', 'tide', 'rota', 'ledgerline', 'new-years-bell', 'almanac']],
    ['upcoming', ['dawn', 'dusk']],
  ])('section %s', async (section, expected) => {
    const { call } = await open()
    const { status, body } = await call({ section })
    expect(status).toBe(200)
    expect(slugs(body.items)).toEqual(expected)
    expect(body).toMatchObject({ page: 1, per_page: 20, total: expected.length, has_more: false })
    for (const item of body.items as Item[])
      expect(item.status).toBe(section === 'upcoming' ? 'upcoming' : 'live')
  })

  it('shows this week unless asked otherwise', async () => {
    const { call } = await open()
    expect((await call()).body).toEqual((await call({ section: 'this-week' })).body)
  })

  it('lets the vote that came last trend, however many came before', async () => {
    const { call } = await open()
    const { body } = await call({ section: 'trending' })
    const [first] = body.items
    expect(first.votes).toBeLessThan(Math.max(...body.items.map((item: { votes: number }) => item.votes)))
  })

  it('comes in pages', async () => {
    const { call } = await open()
    for (const section of ['most-voted', 'this-week', 'upcoming', 'trending']) {
      const whole = slugs((await call({ section })).body.items)
      const { body } = await call({ section, page: 2, per_page: 1 })
      expect(slugs(body.items)).toEqual([whole[1]])
      expect(body).toMatchObject({ total: whole.length, has_more: whole.length > 2 })
    }
  })

  it.each([
    [{ section: 'yesterday' }, '/section'],
    [{ page: 1001 }, '/page'],
    [{ per_page: 101 }, '/per_page'],
    [{ week: 'this' }, '/week'],
  ])('refuses %j', async (input, pointer) => {
    const { call } = await open()
    const { status, body } = await call(input)
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
  })

  it('is empty on a day and in a week without launches', async () => {
    const { call, service } = await open()
    const before = service.clock.now
    service.clock.now = new Date('2026-11-20T00:00:00.000Z')
    const { body } = await call({ section: 'today' })
    expect(body).toMatchObject({ items: [], total: 0, empty_because: [{ filter: 'section', without: 6 }] })
    // Those that show something, and no other.
    for (const section of ['today', 'this-week', 'trending', 'upcoming'])
      expect([section, body.empty_because[0].known.includes(section)]).toEqual([
        section,
        (await call({ section })).body.total > 0,
      ])
    service.clock.now = new Date('2026-11-30T00:00:00.000Z')
    expect((await call({ section: 'this-week' })).body).toMatchObject({ items: [], total: 0 })
    service.clock.now = before
  })
})
