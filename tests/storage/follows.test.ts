import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../auth/accounts.ts'
import { fillTown, product } from '../support/town.ts'
import { startService, thursday, type Service } from '../support/service.ts'

const now = thursday.toISOString()

describe('following', () => {
  let service: Service
  beforeAll(async () => void (service = await startService({ fill: fillTown })))
  afterAll(() => service.close())

  const person = async (email: string) =>
    (await service.storage.write(({ users }) => users.ensure(email, now))).id
  const listed = async (slug: string) =>
    service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug }))
    })
  const follow = (id: number, user_id: number) =>
    service.storage.write(({ follows }) => follows.add({ listing_id: id }, user_id, now))
  const followers = async (slug: string) =>
    (await service.storage.listings.profile(1, slug))!.listing.followers

  it('counts each person once, until they follow no more', async () => {
    const id = await listed('followed')
    const [ana, ben] = [await person('ana@town.example'), await person('ben@town.example')]
    expect([await follow(id, ana), await follow(id, ana), await follow(id, ben)]).toEqual([true, false, true])
    expect(await followers('followed')).toBe(2)
    const remove = () => service.storage.write(({ follows }) => follows.remove({ listing_id: id }, ana))
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await followers('followed')).toBe(1)
  })

  it('lists what a person follows, newest first', async () => {
    const dan = await person('dan@town.example')
    await follow(await listed('one-thing'), dan)
    await follow(await listed('another'), dan)
    const { items, total } = await service.storage.follows.list(dan, 1, { limit: 1, offset: 0 })
    expect([items.length, total]).toEqual([1, 2])
    expect(items[0]).toMatchObject({ slug: 'one-thing', told: true })
  })

  it('mails again of the one that is asked for, and of no other person', async () => {
    const [fay, gil] = [await person('fay@town.example'), await person('gil@town.example')]
    const [quiet, wanted] = [await listed('quiet'), await listed('wanted')]
    for (const id of [quiet, wanted]) for (const who of [fay, gil]) await follow(id, who)
    const told = async (who: number) => {
      const { items } = await service.storage.follows.list(who, 1, { limit: 9, offset: 0 })
      return Object.fromEntries(items.map((one) => [one.slug, one.told]))
    }
    const theirs = async (who: number, id: number) =>
      (await service.storage.follows.of({ listing_id: id }, who))!
    for (const id of [quiet, wanted])
      for (const who of [fay, gil]) {
        const { token } = await theirs(who, id)
        await service.storage.write(({ follows }) => follows.hush(token!))
      }
    const { id } = await theirs(fay, wanted)
    await service.storage.write(({ follows }) => follows.tell(id, gil))
    expect(await told(fay)).toEqual({ quiet: false, wanted: false })
    await service.storage.write(({ follows }) => follows.tell(id, fay))
    expect([await told(fay), await told(gil)]).toEqual([
      { quiet: false, wanted: true },
      { quiet: false, wanted: false },
    ])
  })

  it('ends with the account', async () => {
    const id = await listed('left')
    const eve = await person('eve@town.example')
    await follow(id, eve)
    await service.storage.write((inside) => deleteAccount(inside, eve, thursday))
    expect(await followers('left')).toBe(0)
  })
})

describe('a rating', () => {
  it('counts no review of an owner, a founder or somebody who is gone', async () => {
    const service = await startService({ fill: fillTown })
    const { storage } = service
    const rating = async () => (await storage.listings.profile(1, 'rota'))!.rating
    const { id } = (await storage.listings.profile(1, 'rota'))!.listing
    const before = (await rating())?.count ?? 0
    const people = await storage.write(async ({ users, demo }) => {
      const { reviews } = await import('../../storage/tables/community.ts')
      const ids = []
      for (const name of ['owner', 'founder', 'gone', 'one', 'two', 'three'])
        ids.push((await users.ensure(`${name}@reviews.example`, now)).id)
      await demo.add(
        reviews,
        ids.map((user_id) => ({ listing_id: id, user_id, rating: 5, reviewed_at: now })),
      )
      return ids
    })
    expect((await rating())!.count).toBe(before + 6)
    await storage.write(async ({ owners, users, founders }) => {
      await owners.add(id, people[0]!, now)
      const blank = { title: null, bio: null, country: null, city: null, socials: {} }
      await users.saveProfile(people[1]!, { name: 'Flo', ...blank }, 'flo-rota', now)
      await founders.join(id, (await founders.ofUser(people[1]!))!.id, null)
      await users.forget(people[2]!, now)
    })
    expect((await rating())!.count).toBe(before + 3)
    await service.close()
  })
})
