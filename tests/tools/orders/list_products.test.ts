import { expect, it } from 'vitest'
import { besideRows } from '../../support/rows.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { key: string; kind: string; amount_cents: number | null; minimum_cents: number | null }

throughEveryDoor(
  'list_products',
  {
    fill: async (_storage, _now, file) =>
      besideRows(file, async (rows) => {
        await rows.run(`UPDATE products SET active = 0 WHERE key = 'media'`)
        await rows.run(`UPDATE product_prices SET amount_cents = 12345 WHERE product_key = 'story'`)
      }),
  },
  (open) => {
    it('names what can be bought now and its price, in the order it is shown', async () => {
      const { call } = await open()
      const { status, body } = await call()
      expect(status).toBe(200)
      expect(body.currency).toBe('EUR')
      expect(body.items.map(({ key }: Item) => key)).toEqual([
        'launch',
        'extra_categories',
        'story',
        'milestones',
        'billboard',
      ])
      expect(body.items.find(({ key }: Item) => key === 'story').amount_cents).toBe(12_345)
    })

    it('leaves the amount to the buyer on the billboard only, above a minimum', async () => {
      const { call } = await open()
      const { body } = await call()
      for (const { kind, amount_cents, minimum_cents } of body.items as Item[]) {
        if (kind === 'billboard') expect([amount_cents, minimum_cents]).toEqual([null, 500])
        else expect([typeof amount_cents, minimum_cents]).toEqual(['number', null])
      }
    })

    it('takes nothing and tells nothing internal', async () => {
      const { call } = await open()
      expect((await call({ page: 1 })).status).toBe(400)
      expect(Object.keys((await call()).body.items[0])).toEqual([
        'key',
        'name',
        'description',
        'kind',
        'amount_cents',
        'minimum_cents',
      ])
    })
  },
)
