// Programmes and years: who takes part, how they stand, and that the first three win once, by the votes of their own week.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeSeasons } from '../../../tools/awards/seasons.ts'
import { closeWeek } from '../../../tools/launches/ranked.ts'
import { perform } from '../../../tools/action.ts'
import { enterProgramme } from '../../../tools/awards/programme.ts'
import { Refusal } from '../../../tools/errors.ts'
import { saveProgramme } from '../../../tools/team/programmes.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import { seeded } from '../../bench/random.ts'
import { actionContext } from '../../support/actions.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { listingOf } from '../../support/owned.ts'
import { hiddenFields, keyFor } from '../../support/people.ts'
import { callRest } from '../../support/service.ts'
import { votedBy } from '../../support/votes.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ repeating: ['turn_weeks'] })
})
afterAll(() => desk.service.close())

const season = {
  ...{ title: 'The Neighbours’ Season', slug: 'neighbours', text: 'For people who share a house.' },
  ...{ from_week: '2026-11-23', to_week: '2026-12-14', entry: 'entered', category: '' },
}
const made = async (fields: object) => {
  const { tove } = desk
  const hidden = Object.fromEntries(
    hiddenFields((await tove.get('/team/programmes')).text, '/team/programmes'),
  )
  return tove.post('/team/programmes', { ...hidden, ...season, ...fields })
}
const own = (user_id: number, role: 'team' | 'member' = 'member') =>
  actionContext(desk.service, { user_id, via: 'session', role })
const change = (fields: object) =>
  perform(saveProgramme, { ...season, ...fields } as never, own(desk.tove_id, 'team'))
const read = async (tool: string, input: object) => (await callRest(desk.service, tool, { ...input })).body
async function travelTo(instant: string) {
  desk.service.clock.now = new Date(instant)
  await desk.service.worker.idle()
}

describe('a programme', () => {
  it('is made by the team alone, and not of what cannot be', async () => {
    const { ana } = desk
    expect((await ana.get('/team/programmes')).status).toBe(404)
    expect((await ana.post('/team/programmes', season)).status).toBe(404)
    for (const wrong of [
      { from_week: '2026-11-24' },
      { from_week: '' },
      { to_week: 'Monday' },
      { to_week: '2026-11-16' },
      { from_week: '2026-11-16' },
      { to_week: '2027-12-27' },
      { category: 'nothing' },
      { entry: 'some' },
      { title: '' },
      { title: 'x'.repeat(121) },
    ])
      expect((await made(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await made({})).status).toBe(303)
    expect((await made({ slug: 'everybody', title: 'Everybody', entry: 'all' })).status).toBe(303)
    expect(await read('get_programme', { slug: 'neighbours' })).toMatchObject({
      board: [],
      to_launch: [],
    })
    expect((await callRest(desk.service, 'get_programme', { slug: 'nothing' })).status).toBe(404)
    expect((await desk.tove.get('/programmes')).text).toContain('/programmes/neighbours')
    // A refused change is still a change of this programme.
    expect((await made({ to_week: 'Monday' })).text).toContain('>Edit The Neighbours’ Season</h2>')
  })

  it('is entered by owners with what has not launched before, and left again', async () => {
    const { ana, ana_id, tide, service } = desk
    const { user_id: eve_id } = await keyFor(service, 'eve@else.example')
    const add = (slug: string, given: object = {}) =>
      listingOf(service, ana_id, { slug, plan: 'free', ...given })
    const fresh = await add('fresh', { status: 'scheduled', launch_week: '2026-11-30' })
    const late = await add('late', { status: 'scheduled', launch_week: '2027-01-04' })
    const send = async (who: typeof ana, action: string, listing_id: number) => {
      const path = `/programmes/neighbours/${action}`
      const hidden = hiddenFields((await who.get('/programmes/neighbours')).text, path)
      return who.post(path, [
        ...hidden.filter(([name]) => name !== 'listing_id'),
        ['listing_id', String(listing_id)],
      ])
    }
    expect((await send(ana, 'enter', fresh)).status).toBe(303)
    expect((await read('get_programme', { slug: 'neighbours' })).to_launch).toEqual(['fresh'])
    expect((await ana.get('/programmes/neighbours')).text).toContain('takes part')
    const { storage } = service
    const entered = async () => (await storage.programmes.bySlug(1, 'neighbours'))!.id
    for (const [user_id, id] of [
      [ana_id, late],
      [ana_id, tide],
      [eve_id, fresh],
    ] as const)
      await expect(
        perform(enterProgramme, { slug: 'neighbours', listing_id: id }, own(user_id)),
      ).rejects.toThrow(Refusal)
    await expect(
      perform(enterProgramme, { slug: 'everybody', listing_id: fresh }, own(ana_id)),
    ).rejects.toThrow('takes part by itself')
    expect(await storage.programmes.entered(await entered())).toEqual([fresh])
    expect((await send(ana, 'leave', fresh)).status).toBe(303)
    expect(await storage.programmes.entered(await entered())).toEqual([])
    await storage.write(async ({ listings }) => {
      for (const id of [fresh, late]) await listings.change(id, { status: 'withdrawn' })
    })
  })

  it('and a year are won once, by the votes each launch had in its own week', async () => {
    const { service, ana_id } = desk
    const { storage } = service
    const random = seeded(44)
    const weeks = [0, 1, 2, 3].map((at) => addWeeks('2026-11-23', at))
    const programme = (await storage.programmes.bySlug(1, 'neighbours'))!
    const launched: { slug: string; week: string; live_at: string; votes: number; entered: boolean }[] = []
    for (let at = 0; at < 14; at += 1) {
      const week = random.pick(weeks)
      const live_at = new Date(Date.parse(week) + random.below(3) * 3_600_000).toISOString()
      const slug = `one-${at}`
      const votes = random.below(5)
      const id = await listingOf(service, ana_id, {
        slug,
        status: 'live',
        plan: 'free',
        launch_week: week,
        live_at,
      })
      await votedBy(service, id, votes, `${addWeeks(week, 0)}T12:00:00.000Z`)
      const entered = random.below(2) === 0
      if (entered) await storage.write(({ programmes }) => programmes.enter(programme.id, id, live_at))
      launched.push({ slug, week, live_at, votes, entered })
    }
    const order = (some: typeof launched) =>
      some.toSorted(
        (a, b) => b.votes - a.votes || (a.live_at < b.live_at ? -1 : a.live_at > b.live_at ? 1 : 0),
      )
    await travelTo('2026-12-16T12:00:00.000Z')
    expect((await read('get_programme', { slug: 'neighbours' })).board.length).toBeGreaterThan(3)
    await expect(change({ to_week: '2026-12-21' })).rejects.toThrow('It has begun')
    await change({ title: 'The Season of Neighbours' })
    await travelTo('2026-12-22T12:00:00.000Z')
    await travelTo('2026-12-23T12:00:00.000Z')
    const trophies = async (kind: string, period: string) => {
      const all = []
      for (const { slug } of launched) all.push(...(await read('list_trophies', { listing: slug })).items)
      return all
        .filter((one) => one.kind === kind && one.period === period)
        .sort((a, b) => a.place - b.place)
        .map(({ listing, place, votes }) => [place, listing.slug, votes])
    }
    const won = (some: typeof launched) =>
      order(some)
        .slice(0, 3)
        .filter(({ votes }) => votes > 0)
        .map(({ slug, votes }, at) => [at + 1, slug, votes])
    const entered = launched.filter((one) => one.entered)
    expect(entered.length).toBeGreaterThan(3)
    expect(await trophies('programme', 'neighbours')).toEqual(won(entered))
    expect(await trophies('programme', 'everybody')).toEqual(won(launched))
    const { board } = await read('get_programme', { slug: 'neighbours' })
    expect(board.map(({ slug, votes }: { slug: string; votes: number }) => [slug, votes])).toEqual(
      order(entered).map(({ slug, votes }) => [slug, votes]),
    )
    expect(await trophies('year', '2026')).toEqual([])
    await travelTo('2027-01-05T12:00:00.000Z')
    await travelTo('2027-01-06T12:00:00.000Z')
    expect(weekOf(desk.service.clock.now)).toBe('2027-01-04')
    expect(await trophies('year', '2026')).toEqual(won(launched))
    // Each site awards its own year.
    const { isAwarded } = service.storage.programmes
    expect([await isAwarded(1, 'year', '2026'), await isAwarded(2, 'year', '2026')]).toEqual([true, false])
    const { items } = await read('list_trophies', {})
    const title = (kind: string) => items.find((one: { kind: string }) => one.kind === kind)?.title
    expect([title('programme'), title('year')]).toEqual([
      expect.stringMatching(/^(Everybody|The Season of Neighbours) #1$/),
      'Launch of the Year 2026 #1',
    ])
    await expect(change({ title: 'Another' })).rejects.toThrow('It is over')
    const page = await (await service.fetch('/programmes/neighbours')).text()
    expect(page).toContain('How it ended')
  })
})

it('waits for the last of its weeks, which the team may be looking at', async () => {
  const { service, tide } = await openDesk()
  const { storage } = service
  const now = new Date('2026-11-24T12:00:00.000Z')
  const week = '2026-11-16'
  await votedBy(service, tide, 2, '2026-11-18T12:00:00.000Z')
  const span = { from_week: week, to_week: week, entry: 'all' as const, category_id: null }
  const made_at = '2026-11-01T00:00:00.000Z'
  await storage.write(({ programmes }) =>
    programmes.save({
      ...span,
      site_id: 1,
      slug: 'short',
      title: 'Short',
      text: 'A week.',
      created_at: made_at,
      closed_at: null,
    }),
  )
  await storage.write((inside) => closeSeasons(inside, now))
  expect(await storage.awards.ofListing(1, tide)).toEqual([])
  expect((await storage.programmes.bySlug(1, 'short'))!.closed_at).toBeNull()
  await storage.write((inside) => closeWeek(inside, { site_id: 1, week }, now))
  for (let time = 0; time < 2; time += 1) await storage.write((inside) => closeSeasons(inside, now))
  const kinds = (await storage.awards.ofListing(1, tide)).map(({ kind, votes }) => [kind, votes])
  expect(kinds.sort()).toEqual([
    ['programme', 2],
    ['week', 2],
  ])
  await service.close()
})
