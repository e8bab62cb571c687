import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trendOf } from '../../../storage/listings/trend.ts'
import { fillTown, product } from '../../support/town.ts'
import { startService, thursday, type Service } from '../../support/service.ts'

const week = '2026-11-16'
const hour_ms = 3_600_000

describe('a vote', () => {
  let service: Service
  let people = 0
  beforeAll(async () => void (service = await startService({ fill: fillTown })))
  afterAll(() => service.close())

  const at = (ms: number) => new Date(thursday.getTime() + ms)
  const person = async (created = at(-hour_ms)) =>
    service.storage.write(async ({ users }) => {
      people += 1
      return (await users.ensure(`person-${people}@town.example`, created.toISOString())).id
    })
  const listed = async (slug: string, given: Partial<Parameters<typeof product>[1]> = {}) =>
    service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug, launch_week: week, ...given }))
    })
  const cast = (id: number, user_id: number, now = thursday, open = week) =>
    service.storage.write(({ votes }) => votes.cast(id, user_id, { now, week: open }))
  const withdraw = (id: number, user_id: number, open = week) =>
    service.storage.write(({ votes }) => votes.withdraw(id, user_id, { week: open }))
  const standing = async (slug: string) => {
    const { votes, week_votes, trend } = (await service.storage.listings.profile(1, slug))!.listing
    return { votes, week_votes, trend }
  }

  it('counts once a person, for the listing, its week and its trend, and in every order of lists', async () => {
    const id = await listed('voted')
    const [ana, ben] = [await person(), await person()]
    expect(await cast(id, ana)).toBe('counted')
    expect(await cast(id, ana, at(1000))).toBe('voted_before')
    expect(await cast(id, ben, at(hour_ms))).toBe('counted')
    const trend = trendOf([thursday.toISOString(), at(hour_ms).toISOString()])
    expect(await standing('voted')).toEqual({ votes: 2, week_votes: 2, trend })
    expect(await service.storage.votes.of(id, ana)).toBe(thursday.toISOString())
    expect([...(await service.storage.votes.among([id, id + 1], ben))]).toEqual([id])
    const found = await service.storage.search.find({
      site_id: 1,
      q: 'voted',
      sort: 'trending',
      limit: 5,
      offset: 0,
    } as never)
    expect(found.ids).toContain(id)
  })

  it('can be taken back until its week closes, and then no more', async () => {
    const id = await listed('undecided')
    const [ana, ben] = [await person(), await person()]
    await cast(id, ana)
    await cast(id, ben, at(hour_ms))
    expect(await withdraw(id, ana)).toBe('withdrawn')
    expect(await withdraw(id, ana)).toBe('no_vote')
    expect(await standing('undecided')).toEqual({
      votes: 1,
      week_votes: 1,
      trend: trendOf([at(hour_ms).toISOString()]),
    })
    expect(await withdraw(id, ben, '2026-11-23')).toBe('week_closed')
    expect(await cast(id, ana, at(2 * hour_ms))).toBe('counted')
    await withdraw(id, ana)
    await withdraw(id, ben)
    expect(await standing('undecided')).toEqual({ votes: 0, week_votes: 0, trend: 0 })
  })

  it('leaves the result of a closed week as it is', async () => {
    const id = await listed('last-week', { launch_week: '2026-11-09' })
    const ana = await person()
    expect(await cast(id, ana)).toBe('counted')
    expect(await standing('last-week')).toMatchObject({ votes: 1, week_votes: 0 })
    expect(await withdraw(id, ana)).toBe('withdrawn')
    expect(await standing('last-week')).toMatchObject({ votes: 0, week_votes: 0 })
  })

  it('is not taken for one’s own listing, as its owner or as its founder', async () => {
    const [owner, founder] = [await person(), await person()]
    const id = await listed('own')
    await service.storage.write(async ({ owners, users, founders }) => {
      await owners.add(id, owner, thursday.toISOString())
      const blank = { title: null, bio: null, country: null, city: null, socials: {} }
      await users.saveProfile(founder, { name: 'Flo', ...blank }, 'flo', thursday.toISOString())
      await founders.join(id, (await founders.ofUser(founder))!.id, null)
    })
    expect(await cast(id, owner)).toBe('own_listing')
    expect(await cast(id, founder)).toBe('own_listing')
    expect(await standing('own')).toEqual({ votes: 0, week_votes: 0, trend: 0 })
  })

  it('is not taken in the first hour of an account, nor from nobody', async () => {
    const id = await listed('patient')
    const young = await person(at(-hour_ms + 1))
    expect(await cast(id, young)).toBe('account_too_new')
    expect(await cast(id, young, at(1))).toBe('counted')
    const gone = await person()
    await service.storage.write(({ users }) => users.forget(gone, thursday.toISOString()))
    expect(await cast(id, gone)).toBe('nobody')
    expect(await cast(id, 999_999)).toBe('nobody')
  })

  it.each(['draft', 'awaiting_badge', 'scheduled', 'suspended', 'withdrawn'] as const)(
    'is not taken for a listing that is %s',
    async (status) => {
      const id = await listed(`voted-${status}`, { status })
      expect(await cast(id, await person())).toBe('not_live')
    },
  )

  it('is one of as many at once as there are people', async () => {
    const id = await listed('crowded')
    const crowd = await Promise.all(Array.from({ length: 20 }, () => person()))
    await Promise.all([...crowd, ...crowd].map((user_id) => cast(id, user_id)))
    expect(await standing('crowded')).toMatchObject({ votes: 20, week_votes: 20 })
  })
})
