// The desk voids votes and closes accounts: with a reason, on record, and reversible until the week closes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLink } from '../../../auth/sign_in.ts'
import { addressKey, networkOf } from '../../../http/limits.ts'
import { startService } from '../../support/service.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { hiddenFields, keyFor, mailbox, openBrowser, signIn } from '../../support/people.ts'
import { cast, votedBy, withdraw } from '../../support/votes.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.service.close())

const counts = async () => {
  const { votes, week_votes, trend } = (await desk.service.storage.listings.byId(desk.tide))!
  return { votes, week_votes, trend }
}
async function settle(
  path: string,
  step: 'void' | 'restore',
  chosen: number[],
  reason = 'Bought by the dozen',
) {
  const page = await desk.tove.get(path)
  const fields = [...hiddenFields(page.text, path), ['step', step], ['reason', reason]] as [string, string][]
  return desk.tove.post(path, [...fields, ...chosen.map((id): [string, string] => ['vote', String(id)])])
}
const idsOn = (text: string) =>
  [...text.matchAll(/name="vote" value="(\d+)"/g)].map((match) => Number(match[1]))

it('votes count no more once voided, and again once restored; nobody gives a voided one anew or takes it back', async () => {
  const { service, tove, tide } = desk
  const people = await votedBy(service, tide, 3, '2026-11-17T08:00:00.000Z')
  const before = await counts()
  expect(before).toMatchObject({ votes: 3, week_votes: 3 })
  const path = `/team/listings/${tide}/votes`
  const all = idsOn((await tove.get(path)).text)
  expect(all).toHaveLength(3)
  expect((await settle(path, 'void', all.slice(0, 2))).status).toBe(303)
  expect(await counts()).toMatchObject({ votes: 1, week_votes: 1 })
  expect((await tove.get(path)).text).toContain('Bought by the dozen')
  for (const person of people.slice(1))
    for (const does of [withdraw, cast]) await does(service, person, 'tide')
  expect(await counts()).toMatchObject({ votes: 1, week_votes: 1 })
  // Voiding twice is voiding once.
  expect((await settle(path, 'void', all.slice(0, 2))).status).toBe(400)
  expect((await settle(path, 'restore', all)).status).toBe(303)
  expect(await counts()).toMatchObject({ votes: 3, week_votes: 3 })
  expect((await counts()).trend).toBeCloseTo(before.trend, 9)
  expect((await settle(path, 'void', all, '')).status).toBe(400)
  const done = await service.storage.team.doneAbout('listing', String(tide), 9)
  expect(done.map(({ action }) => [action.action, action.reason])).toEqual([
    ['restore_votes', 'Bought by the dozen'],
    ['void_votes', 'Bought by the dozen'],
  ])
})

it('all votes of a person are chosen on their page', async () => {
  const { service, tove, tide } = desk
  const [person] = await votedBy(service, tide, 1, '2026-11-18T08:00:00.000Z')
  const path = `/team/people/${person}/votes`
  const { text } = await tove.get(path)
  expect(text).toContain('checked')
  expect((await settle(path, 'void', idsOn(text))).status).toBe(303)
  expect(await counts()).toMatchObject({ votes: 3, week_votes: 3 })
})

it('nothing moves once the week has closed', async () => {
  const { service, tide } = desk
  const before = await counts()
  const rows = await service.storage.votes.since({ listing_id: tide }, '2026-11-16', 9)
  const path = `/team/listings/${tide}/votes`
  await votedBy(service, tide, 1, '2026-11-24T08:00:00.000Z')
  const back = service.clock.now
  service.clock.now = new Date('2026-11-24T09:00:00.000Z')
  desk.tove = (await signIn(service, 'tove@team.example')).browser
  const refused = await settle(
    path,
    'void',
    rows.map(({ vote }) => vote.id),
  )
  expect([refused.status, refused.text.includes('closed weeks stay')]).toEqual([400, true])
  service.clock.now = back
  expect(await counts()).toMatchObject({ votes: before.votes + 1, week_votes: before.week_votes })
})

it('is there for nobody else', async () => {
  for (const path of [`listings/${desk.tide}`, `people/${desk.ana_id}`])
    for (const browser of [desk.ana, desk.eve, openBrowser(desk.service)])
      expect((await browser.get(`/team/${path}/votes`)).status).toBe(404)
})

it('a closed account is out at once, comes in under no spelling, and can be opened again', async () => {
  const { service, tove } = desk
  const { browser } = await signIn(service, 'eve@gmail.com')
  const { user_id, key } = await keyFor(service, 'eve@gmail.com')
  const me = async () =>
    (await service.fetch('/api/v1/me', { headers: { authorization: `Bearer ${key}` } })).status
  expect(await me()).toBe(200)
  // A link that was mailed before is no way in either.
  await openBrowser(service).post('/sign-in', { email: 'e.ve@gmail.com', return_to: '/account' })
  const early = (await mailbox(service)).at(-1)!
  expect(early.to![0]!.address).toBe('e.ve@gmail.com')
  const page = await tove.get(`/team/people/${user_id}`)
  expect((await tove.submit(page, `/team/people/${user_id}/close`, { reason: '' })).status).toBe(400)
  expect((await tove.submit(page, `/team/people/${user_id}/close`, { reason: 'A ring' })).status).toBe(303)
  expect([(await browser.get('/account')).status, await me()]).toEqual([303, 401])
  const mailed = (await mailbox(service)).length
  for (const email of ['eve@gmail.com', 'E.V.E+1@googlemail.com'])
    await openBrowser(service).post('/sign-in', { email, return_to: '/account' })
  expect((await mailbox(service)).length).toBe(mailed)
  const link = new URL(/https?:\/\/\S+/.exec(early.text!)![0])
  const late = openBrowser(service)
  const asked = await late.get(link.pathname + link.search)
  expect((await late.submit(asked, '/sign-in/link')).status).toBe(400)
  expect(await service.storage.users.byEmail('e.ve@gmail.com')).toBe(undefined)
  const again = await tove.get(`/team/people/${user_id}`)
  expect((await tove.submit(again, `/team/people/${user_id}/reopen`, { reason: 'It was not' })).status).toBe(
    303,
  )
  expect((await signIn(service, 'eve@gmail.com')).location).toBe('/account')
})

it('a network makes twenty accounts at once, and from then on one every twelve minutes', async () => {
  expect(networkOf(addressKey('198.51.100.7'))).toBe('198.51.100.0/24')
  expect(networkOf(addressKey('2001:db8:1:2:3::4'))).toBe('2001:db8:1::/48')
  const settings = { RATE_LIMITS: '', TRUST_PROXY: 'loopback' }
  const service = await startService({ settings })
  const enter = async (n: number, network = '198.51.100') => {
    const link = await service.storage.write((inside) =>
      makeLink(inside, {
        ...{ email: `n${n}@many.example`, return_to: '/account' },
        ...{ public_url: service.url, now: service.clock.now },
      }),
    )
    const from = { 'x-forwarded-for': `${network}.${n}` }
    const token = new URL(link).searchParams.get('token')!
    return (await openBrowser(service).post('/sign-in/link', { token }, from)).status
  }
  for (let n = 1; n <= 20; n += 1) expect(await enter(n)).toBe(303)
  expect(await enter(21)).toBe(429)
  // Whoever is known comes in, and so does another network.
  expect([await enter(3), await enter(22, '203.0.113')]).toEqual([303, 303])
  service.clock.now = new Date(service.clock.now.getTime() + 12 * 60_000)
  expect([await enter(23), await enter(24)]).toEqual([303, 429])
  await service.close()
})
