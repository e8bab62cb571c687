// What may be followed: a listing with a page, and nothing that the public cannot see.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followedAt } from '../../../tools/follows/follow.ts'
import { fillTown, product } from '../../support/town.ts'
import { startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ fill: fillTown })))
afterAll(() => service.close())

const place = () => ({ storage: service.storage, site: { id: 1 } as never })

it.each([
  ['live', {}, true],
  ['scheduled', {}, true],
  ['draft', {}, false],
  ['awaiting_payment', { plan: 'premium' }, false],
  ['awaiting_badge', { plan: 'free', live_at: null }, true],
  ['awaiting_badge', { plan: 'free' }, false],
  ['suspended', {}, false],
] as const)('a listing that is %s, %j: %s', async (status, own, hasPage) => {
  const slug = `it-is-${status}-${Object.keys(own).length}`.replaceAll('_', '-')
  const id = await service.storage.write(async (inside) => {
    const category = (await inside.categories.bySlug('work'))!.id
    return inside.listings.save(product([category], { slug, status, ...own } as never))
  })
  const followed = followedAt('listing', slug, place())
  if (hasPage) expect(await followed).toEqual({ listing_id: id })
  else await expect(followed).rejects.toMatchObject({ status: 404 })
})

it.each(['listing', 'category', 'founder'] as const)('no %s that there is not', async (kind) => {
  await expect(followedAt(kind, 'no-such-thing', place())).rejects.toMatchObject({ status: 404 })
})
