// A vote that waited for its account's first hour while its week closed.
import { expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { closeWeek } from '../../../tools/launches/ranked.ts'
import { countWaiting } from '../../../tools/votes/vote.ts'
import { cast } from '../../support/votes.ts'
import { startService } from '../../support/service.ts'
import { product } from '../../support/town.ts'

const week = '2026-11-16'

it.each([
  // In time, and counted before the week closes; in time, but the week was closed when its turn came; too late.
  ['2026-11-22T22:59:59.999Z', false, { votes: 1, week_votes: 1 }],
  ['2026-11-22T22:59:59.999Z', true, { votes: 1, week_votes: 0 }],
  ['2026-11-22T23:00:00.000Z', false, { votes: 1, week_votes: 0 }],
])('given by an account made at %s, its week closed before: %s', async (created_at, isClosed, expected) => {
  const service = await startService({ repeating: ['turn_weeks'] })
  const { id, user_id } = await service.storage.write(async (inside) => {
    const category = await inside.catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' })
    const launched = { slug: 'tide', launch_week: week, live_at: `${week}T00:00:00.000Z` }
    const id = await inside.listings.save(product([category], launched))
    return { id, user_id: (await inside.users.ensure('new@town.example', created_at)).id }
  })
  service.clock.now = new Date(Date.parse(created_at) + 1)
  expect(await cast(service, user_id, 'tide')).toBe('done')
  const monday = new Date('2026-11-23T00:00:30.000Z')
  await service.worker.idle()
  // Before the clock moves: what turns the weeks would otherwise be first now and then.
  if (isClosed) await service.storage.write((inside) => closeWeek(inside, { site_id: 1, week }, monday))
  service.clock.now = monday
  const counted = async () => {
    const { votes, week_votes } = (await service.storage.listings.byId(id))!
    return { votes, week_votes }
  }
  await expect.poll(counted, { timeout: 20_000 }).toEqual(expected)
  await service.worker.idle()
  expect(await counted()).toEqual(expected)
  const { ranked } = await service.storage.weeks.results(1, week, { limit: 1, offset: 0 })
  expect(ranked[0]).toMatchObject({ id, week_votes: expected.week_votes })
  await service.close()
})

it('of two addresses of one mailbox, both waiting, counts once', async () => {
  const service = await startService()
  const { storage, clock } = service
  const at = clock.now.toISOString()
  const addresses = ['b@town.example', 'b+1@town.example']
  const id = await storage.write(async (inside) => {
    const category = await inside.catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' })
    for (const email of addresses) await inside.users.ensure(email, at)
    return inside.listings.save(product([category], { slug: 'tide', launch_week: week, live_at: at }))
  })
  for (const email of addresses) {
    const user = (await storage.users.byEmail(email))!
    expect(await cast(service, user.id, 'tide')).toBe('done')
  }
  const hour_later = new Date(clock.now.getTime() + 3_600_000)
  const waiting = await storage.waiting_votes.due(hour_later.toISOString(), 9)
  expect(waiting).toHaveLength(2)
  for (const one of waiting) await storage.write((inside) => countWaiting(inside, one, hour_later))
  expect(await storage.listings.byId(id)).toMatchObject({ votes: 1, week_votes: 1 })
  await service.close()
})

it('goes with the account that gave it', async () => {
  const service = await startService()
  const { storage, clock } = service
  const at = clock.now.toISOString()
  const { id, user_id } = await storage.write(async (inside) => {
    const category = await inside.catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' })
    const id = await inside.listings.save(
      product([category], { slug: 'tide', launch_week: week, live_at: at }),
    )
    return { id, user_id: (await inside.users.ensure('new@town.example', at)).id }
  })
  expect(await cast(service, user_id, 'tide')).toBe('done')
  const hour_later = new Date(clock.now.getTime() + 3_600_000).toISOString()
  expect(await storage.waiting_votes.due(hour_later, 9)).toHaveLength(1)
  await storage.write((inside) => deleteAccount(inside, user_id, clock.now))
  expect(await storage.waiting_votes.due(hour_later, 9)).toEqual([])
  expect(await storage.listings.byId(id)).toMatchObject({ votes: 0, week_votes: 0 })
  await service.close()
})
