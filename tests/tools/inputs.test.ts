import { expect, it } from 'vitest'
import { page } from '../../tools/inputs.ts'

it('the thousandth page is the last that there is', () => {
  const asked = (number: number) => page({ page: number, per_page: 1 }, { items: ['one'], total: 5000 })
  expect([asked(999).has_more, asked(1000).has_more]).toEqual([true, false])
})

it('a page beyond the last says which the last is', () => {
  expect(page({ page: 7, per_page: 20 }, { items: [], total: 21 })).toMatchObject({
    has_more: false,
    empty_because: [{ filter: 'page', without: 21, known: ['2'] }],
  })
})
