import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

throughEveryDoor('get_category', { fill: fillTown }, (open) => {
  it('says what it is, where it stands and what it holds, most voted first', async () => {
    const { call } = await open()
    const { status, body } = await call({ slug: 'money' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'money',
      name: 'Money',
      description: 'What keeps the books.',
      faqs: [{ question: 'Is money a category?', answer: 'It is, with two below it.' }],
      parent: null,
      subcategories: [
        { slug: 'budgeting', name: 'Budgeting', live_listings: 2 },
        { slug: 'invoicing', name: 'Invoicing', live_listings: 2 },
      ],
      live_listings: 3,
      page: 1,
      per_page: 20,
      total: 3,
      has_more: false,
    })
    expect(slugs(body.items)).toEqual(['pennywise', 'tide', 'ledgerline'])
    for (const key of ['id', 'parent_id', 'demo']) expect(body).not.toHaveProperty(key)
  })

  it('names its parent, and takes its own children only', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'planning' })
    expect(body.parent).toEqual({ slug: 'work', name: 'Work' })
    expect(slugs(body.subcategories)).toEqual(['shifts'])
    expect(slugs(body.items)).toEqual(['rota', 'almanac'])
  })

  it('shows a listing under its further categories too', async () => {
    const { call } = await open()
    expect(slugs((await call({ slug: 'budgeting' })).body.items)).toEqual(['pennywise', 'tide'])
  })

  it('is there when it is empty', async () => {
    const { call } = await open()
    expect((await call({ slug: 'unused' })).body).toMatchObject({
      description: null,
      subcategories: [],
      live_listings: 0,
      items: [],
      total: 0,
    })
  })

  it('comes in pages', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'money', page: 2, per_page: 2 })
    expect(slugs(body.items)).toEqual(['ledgerline'])
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 3, has_more: false })
    expect((await call({ slug: 'money', per_page: 101 })).status).toBe(400)
    expect((await call({ slug: 'money', page: 1001 })).status).toBe(400)
  })

  it('is not there when nobody made it, and says where the others are', async () => {
    const { call } = await open()
    const { status, body } = await call({ slug: 'nothing' })
    expect(status).toBe(404)
    expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
  })
})
