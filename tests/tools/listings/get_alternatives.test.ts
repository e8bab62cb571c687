import { expect, it } from 'vitest'
import { fillTown, product } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { slug: string; approved: boolean; status: string }

throughEveryDoor('get_alternatives', { fill: fillTown }, (open) => {
  it('names those the owner approved first, in the order of approval, then the same primary category', async () => {
    const { call } = await open()
    const { status, body } = await call({ slug: 'tide' })
    expect(status).toBe(200)
    expect(body.items.map(({ slug, approved }: Item) => [slug, approved])).toEqual([
      ['almanac', true],
      ['rota', true],
      ['ledgerline', false],
    ])
  })

  it('names live listings only, and never the listing itself', async () => {
    const { call } = await open()
    for (const slug of ['tide', 'ledgerline', 'dawn']) {
      const { body } = await call({ slug })
      for (const item of body.items as Item[]) {
        expect(item.status).toBe('live')
        expect(item.slug).not.toBe(slug)
      }
    }
  })

  it('serves a launch to come as well', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'dawn' })
    expect(body.items.map(({ slug }: Item) => slug)).toEqual(['tide', 'ledgerline'])
  })

  it('is an empty list where nothing is alike', async () => {
    const { call } = await open()
    expect((await call({ slug: 'new-years-bell' })).body).toMatchObject({
      items: [],
      total: 0,
      has_more: false,
    })
  })

  it('puts the most like it before the most voted, page by page, none twice', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('invoicing'))!.id
      for (let n = 1; n <= 25; n += 1)
        await inside.listings.save(
          product([category], { slug: `biller-${n}`, votes: 100 + n, tagline: 'Bills' }),
        )
      const tagline = 'Invoices that chase themselves, for freelancers'
      await inside.listings.save(product([category], { slug: 'chaser', votes: 0, tagline }))
    })
    const first = (await call({ slug: 'tide', per_page: 20 })).body
    expect(first.items.slice(0, 3).map(({ slug }: Item) => slug)).toEqual(['almanac', 'rota', 'chaser'])
    const second = (await call({ slug: 'tide', per_page: 20, page: 2 })).body
    const slugs = [...first.items, ...second.items].map(({ slug }: Item) => slug)
    expect(new Set(slugs).size).toBe(first.total)
    expect(slugs).toHaveLength(29)
    expect(second.has_more).toBe(false)
  })

  it.each(['nobody', 'hidden-suspended'])('does not know %s', async (slug) => {
    const { call } = await open()
    expect((await call({ slug })).status).toBe(404)
  })
})
