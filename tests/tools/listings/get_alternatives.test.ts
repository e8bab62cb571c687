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
    expect((await call({ slug: 'new-years-bell' })).body).toEqual({ items: [] })
  })

  it('is at most 20, the approved ones never pushed out', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('invoicing'))!.id
      for (let n = 1; n <= 25; n += 1)
        await inside.listings.save(product([category], { slug: `biller-${n}`, votes: 100 + n }))
    })
    const { body } = await call({ slug: 'tide' })
    expect(body.items).toHaveLength(20)
    expect(body.items.slice(0, 3).map(({ slug }: Item) => slug)).toEqual(['almanac', 'rota', 'biller-25'])
    expect(new Set(body.items.map(({ slug }: Item) => slug)).size).toBe(20)
  })

  it.each(['nobody', 'hidden-suspended'])('does not know %s', async (slug) => {
    const { call } = await open()
    expect((await call({ slug })).status).toBe(404)
  })
})
