// What a vote is: whose, how often, until when, and what of it counts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trendOf } from '../../../storage/listings/trend.ts'
import { deleteAccount } from '../../../auth/accounts.ts'
import { launchPaid } from '../../../tools/my_listings/status.ts'
import { turn } from '../../../tools/my_listings/turn.ts'
import { madeByItself } from '../../../tools/my_listings/versions.ts'
import { weekOf } from '../../../tools/launches/week.ts'
import { fillTown, product } from '../../support/town.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { countWaiting } from '../../../tools/votes/vote.ts'
import { cast, votedBy, withdraw } from '../../support/votes.ts'

const hour_ms = 3_600_000

describe('a vote', () => {
  let service: Service
  let people = 0
  beforeAll(async () => void (service = await startService({ fill: fillTown })))
  afterAll(() => service.close())

  const at = (ms: number) => new Date(thursday.getTime() + ms)
  const person = async (created = at(-hour_ms), email?: string) => {
    people += 1
    const address = email ?? `person-${people}@town.example`
    return service.storage.write(async ({ users }) => (await users.ensure(address, created.toISOString())).id)
  }
  const listed = async (slug: string, given: Partial<Parameters<typeof product>[1]> = {}) =>
    service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug, launch_week: '2026-11-16', ...given }))
    })
  const voting = (does: typeof cast, user_id: number, slug: string, now = thursday) => {
    service.clock.now = now
    return does(service, user_id, slug)
  }
  const standing = async (slug: string) => {
    const { votes, week_votes, trend } = (await service.storage.listings.profile(1, slug))!.listing
    return { votes, week_votes, trend }
  }

  it('counts once a person, for the listing, its week and its trend, and in every order of lists', async () => {
    const id = await listed('voted')
    const [ana, ben] = [await person(), await person()]
    expect(await voting(cast, ana, 'voted')).toBe('done')
    expect(await voting(cast, ana, 'voted', at(1000))).toBe('done')
    expect(await voting(cast, ben, 'voted', at(hour_ms))).toBe('done')
    const trend = trendOf([thursday.toISOString(), at(hour_ms).toISOString()])
    expect(await standing('voted')).toEqual({ votes: 2, week_votes: 2, trend })
    expect((await service.storage.votes.of(id, ana))!.voted_at).toBe(thursday.toISOString())
    const order = { site_id: 1, q: 'voted', sort: 'trending', limit: 5, offset: 0 }
    expect((await service.storage.search.find(order as never)).ids).toContain(id)
  })

  it('can be taken back until its week closes, and then no more; its row stays', async () => {
    const id = await listed('undecided')
    const [ana, ben] = [await person(), await person()]
    await voting(cast, ana, 'undecided')
    await voting(cast, ben, 'undecided', at(hour_ms))
    expect(await voting(withdraw, ana, 'undecided')).toBe('done')
    expect(await voting(withdraw, ana, 'undecided')).toBe('done')
    const trend = trendOf([at(hour_ms).toISOString()])
    expect(await standing('undecided')).toEqual({ votes: 1, week_votes: 1, trend })
    const monday = new Date('2026-11-23T00:00:00.000Z')
    expect(await voting(withdraw, ben, 'undecided', monday)).toMatch(/has closed/)
    expect(await voting(cast, ana, 'undecided', at(2 * hour_ms))).toBe('done')
    expect(await standing('undecided')).toMatchObject({ votes: 2, week_votes: 2 })
    await voting(withdraw, ana, 'undecided')
    await voting(withdraw, ben, 'undecided')
    expect(await standing('undecided')).toEqual({ votes: 0, week_votes: 0, trend: 0 })
    // Taken back in one week and given in the next, it is a vote of the next alone.
    expect(await voting(cast, ana, 'undecided', monday)).toBe('done')
    expect(await standing('undecided')).toMatchObject({ votes: 1, week_votes: 0 })
    const rows = await service.storage.votes.since({ listing_id: id }, '2026-11-16', 10)
    expect(rows.map(({ vote }) => vote.voted_at)).toEqual([monday.toISOString()])
  })

  it('leaves the result of a closed week as it is', async () => {
    await listed('last-week', { launch_week: '2026-11-09' })
    const ana = await person()
    expect(await voting(cast, ana, 'last-week')).toBe('done')
    expect(await standing('last-week')).toMatchObject({ votes: 1, week_votes: 0 })
    expect(await voting(withdraw, ana, 'last-week')).toBe('done')
    expect(await standing('last-week')).toMatchObject({ votes: 0, week_votes: 0 })
  })

  it('is neither given nor taken back for a week that closed while its request was on the way', async () => {
    const week = '2026-12-14'
    await listed('in-flight', { launch_week: week })
    const [ana, ben] = [await person(), await person()]
    const last = new Date('2026-12-20T23:59:59.999Z')
    expect(await voting(cast, ana, 'in-flight', last)).toBe('done')
    await service.storage.write(({ weeks }) =>
      weeks.close({ site_id: 1, week }, '2026-12-21T00:00:00.000Z', 'none'),
    )
    for (const [does, who] of [
      [cast, ben],
      [withdraw, ana],
    ] as const)
      expect(await voting(does, who, 'in-flight', last)).toMatch(/closed this very moment/)
    expect(await standing('in-flight')).toMatchObject({ votes: 1, week_votes: 1 })
  })

  it('is not taken for one’s own listing: as owner, as founder, or under another address of either', async () => {
    const [owner, founder] = [await person(at(-hour_ms), 'owner@town.example'), await person()]
    const twin = await person(at(-hour_ms), 'Owner+second@town.example')
    const id = await listed('own')
    await service.storage.write(async ({ owners, users, founders }) => {
      await owners.add(id, owner, thursday.toISOString())
      const blank = { title: null, bio: null, country: null, city: null, socials: {} }
      await users.saveProfile(founder, { name: 'Flo', ...blank }, 'flo', thursday.toISOString())
      await founders.join(id, (await founders.ofUser(founder))!.id, null)
    })
    for (const one of [owner, founder, twin]) expect(await voting(cast, one, 'own')).toMatch(/your own/)
    expect(await standing('own')).toEqual({ votes: 0, week_votes: 0, trend: 0 })
  })

  it('waits in the first hour of an account, counts as of its end, and is not taken from nobody', async () => {
    await listed('patient')
    const young = await person(at(-hour_ms + 1))
    expect(await voting(cast, young, 'patient')).toBe('done')
    expect(await voting(cast, young, 'patient')).toBe('done')
    expect(await standing('patient')).toMatchObject({ votes: 0 })
    const due = (now: Date) => service.storage.waiting_votes.due(now.toISOString(), 10)
    expect(await due(at(0))).toEqual([])
    const [waiting] = await due(at(1))
    await service.storage.write((inside) => countWaiting(inside, waiting!, at(90)))
    expect(await standing('patient')).toMatchObject({ votes: 1, week_votes: 1 })
    const { id } = (await service.storage.listings.standing(1, 'patient'))!
    expect(await service.storage.votes.of(id, young)).toMatchObject({ voted_at: at(1).toISOString() })
    expect(await due(at(90))).toEqual([])
    const gone = await person()
    await service.storage.write(({ users }) => users.forget(gone, thursday.toISOString()))
    for (const nobody of [gone, 999_999]) expect(await voting(cast, nobody, 'patient')).toMatch(/Sign in/i)
  })

  describe('one that waits', () => {
    let waits = 0
    const given = async () => {
      waits += 1
      const slug = `waited-for-${waits}`
      const id = await listed(slug)
      const young = await person(at(0))
      await voting(cast, young, slug)
      const counted = async (now: Date) => {
        for (const one of await service.storage.waiting_votes.due(now.toISOString(), 100))
          await service.storage.write((inside) => countWaiting(inside, one, now))
        const { votes, week_votes } = (await service.storage.listings.byId(id))!
        return { votes, week_votes }
      }
      return { slug, id, young, counted }
    }

    it('is gone once it is taken back, and no other of the same person', async () => {
      const [{ slug, young, counted }, other] = [await given(), await given()]
      await voting(cast, young, other.slug)
      expect(await voting(withdraw, young, slug)).toBe('done')
      expect(await counted(at(2 * hour_ms))).toMatchObject({ votes: 0 })
      expect(await other.counted(at(2 * hour_ms))).toMatchObject({ votes: 2 })
    })

    it('does not count for what left the directory meanwhile, nor of whoever left, nor for one’s own', async () => {
      const [gone, left, own] = [await given(), await given(), await given()]
      await service.storage.write((inside) => inside.listings.change(gone.id, { status: 'suspended' }))
      await service.storage.write((inside) => deleteAccount(inside, left.young, at(1)))
      await service.storage.write((inside) => inside.owners.add(own.id, own.young, at(1).toISOString()))
      for (const { counted } of [gone, left, own])
        expect(await counted(at(2 * hour_ms))).toMatchObject({ votes: 0 })
    })

    it('counts once, also when it is given again after the hour', async () => {
      const { slug, young, counted } = await given()
      expect(await voting(cast, young, slug, at(hour_ms))).toBe('done')
      expect(await counted(at(2 * hour_ms))).toMatchObject({ votes: 1, week_votes: 1 })
    })
  })

  it.each(['draft', 'awaiting_badge', 'scheduled', 'suspended', 'withdrawn'] as const)(
    'is not taken for a listing that is %s',
    async (status) => {
      await listed(`voted-${status}`, { status })
      expect(await voting(cast, await person(), `voted-${status}`)).toMatch(/has not launched/)
    },
  )

  it('is one of as many at once as there are people', async () => {
    await listed('crowded')
    const crowd = await Promise.all(Array.from({ length: 20 }, () => person()))
    await Promise.all([...crowd, ...crowd].map((one) => voting(cast, one, 'crowded')))
    expect(await standing('crowded')).toMatchObject({ votes: 20, week_votes: 20 })
  })

  it('outlives the account that gave it, names nobody then, and is not given again by the same mailbox', async () => {
    const id = await listed('outlived')
    const first = await person(at(-hour_ms), 'leaver@town.example')
    await voting(cast, first, 'outlived')
    await service.storage.write((inside) => deleteAccount(inside, first, thursday))
    expect(await standing('outlived')).toMatchObject({ votes: 1, week_votes: 1 })
    const [{ vote, person: nobody }] = (await service.storage.votes.since(
      { listing_id: id },
      '2026-11-16',
      9,
    )) as [never]
    expect([(vote as { user_id: null }).user_id, nobody]).toEqual([null, null])
    expect(JSON.stringify(vote)).not.toContain('leaver')
    const again = await person(at(-hour_ms), 'LEAVER+new@town.example')
    expect(again).not.toBe(first)
    expect(await voting(cast, again, 'outlived')).toBe('done')
    expect(await standing('outlived')).toMatchObject({ votes: 1, week_votes: 1 })
  })

  it('does not win two weeks: a listing that is launched again begins with the votes since its Monday', async () => {
    const id = await listed('twice')
    await votedBy(service, id, 12, '2026-11-17T10:00:00.000Z')
    expect(await standing('twice')).toMatchObject({ votes: 12, week_votes: 12 })
    const relaunch = async (now: Date) =>
      service.storage.write(async (inside) => {
        const listing = (await inside.listings.byId(id))!
        const back = { ...listing, status: 'draft', plan: null, launch_week: null, live_at: null } as const
        await turn(inside, listing, back, madeByItself('order_refunded', now))
        const free = (await inside.listings.byId(id))!
        await turn(inside, free, launchPaid(free, 'now', now) as never, madeByItself('order_paid', now))
      })
    // In the week it was voted for in, it has what it had.
    await relaunch(at(0))
    expect(await standing('twice')).toMatchObject({ votes: 12, week_votes: 12 })
    const next = new Date('2026-11-24T00:00:00.000Z')
    await relaunch(next)
    expect(await standing('twice')).toMatchObject({ votes: 12, week_votes: 0 })
    await votedBy(service, id, 1, next.toISOString())
    for (const [week, votes] of [
      ['2026-11-23', 1],
      ['2026-11-16', 0],
    ] as const) {
      await service.storage.write(({ weeks }) =>
        weeks.close({ site_id: 1, week }, '2026-12-01T00:00:00.000Z', 'none'),
      )
      const { ranked } = await service.storage.weeks.results(1, week, { limit: 100, offset: 0 })
      expect(ranked.find((one) => one.id === id)?.week_votes ?? 0, week).toBe(votes)
    }
    expect(weekOf(next)).toBe('2026-11-23')
  })
})
