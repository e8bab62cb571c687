import { expect, it } from 'vitest'
import { fillTown, renameRota } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { title: string; week: string; place: number; votes: number; listing: { slug: string } }
const told = (items: Item[]) => items.map(({ week, place, listing }) => [week, place, listing.slug])

throughEveryDoor('list_awards', { fill: fillTown }, (open) => {
  it('names awards of live listings, newest week first and then by place', async () => {
    const { call } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(told(body.items)).toEqual([
      ['2026-11-09', 1, 'rota'],
      ['2026-11-09', 2, 'pennywise'],
      ['2025-12-29', 1, 'new-years-bell'],
    ])
    expect(body.items[0]).toMatchObject({ title: 'Launch of the Week #1', votes: 25 })
    expect(body).toMatchObject({ total: 3, has_more: false })
  })

  it('narrows to a listing', async () => {
    const { call } = await open()
    expect(told((await call({ listing: 'pennywise' })).body.items)).toEqual([['2026-11-09', 2, 'pennywise']])
    expect((await call({ listing: 'tide' })).body).toMatchObject({ items: [], total: 0 })
    expect((await call({ listing: 'hidden-suspended' })).body).toMatchObject({ items: [], total: 0 })
    expect((await call({ listing: 'nobody' })).body).toMatchObject({ items: [], total: 0 })
  })

  it('follows the former slugs of a listing', async () => {
    const { call, service } = await open()
    await renameRota(service.storage)
    for (const slug of ['rota', 'rota-two'])
      expect(told((await call({ listing: slug })).body.items)).toEqual([['2026-11-09', 1, 'rota-two']])
  })

  it('comes in pages', async () => {
    const { call } = await open()
    const { body } = await call({ page: 2, per_page: 2 })
    expect(told(body.items)).toEqual([['2025-12-29', 1, 'new-years-bell']])
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 3, has_more: false })
    expect((await call({ per_page: 101 })).status).toBe(400)
    expect((await call({ listing: 'not a slug!' })).status).toBe(400)
  })
})
