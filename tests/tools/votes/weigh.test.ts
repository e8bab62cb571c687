// The rules against rings on a service: in shadow and on, with the desk that decides, up to the ledger.
import { join } from 'node:path'
import { addDays, dayOf } from '../../../days.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { turnWeeks } from '../../../jobs/turn_weeks.ts'
import type { JobContext } from '../../../jobs/queue/job.ts'
import { chance } from '../../../tools/catalogue/demo_activity.ts'
import { addWeeks, weekOf } from '../../../tools/launches/week.ts'
import { perform } from '../../../tools/action.ts'
import { recount } from '../../../tools/ledger/recount.ts'
import { sealWeek } from '../../../tools/ledger/seal.ts'
import { decideVotes } from '../../../tools/team/findings.ts'
import { weighWeek } from '../../../tools/votes/weigh.ts'
import { actionContext } from '../../support/actions.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { hiddenFields, mailbox, signIn } from '../../support/people.ts'
import { besideRows } from '../../support/rows.ts'
import { votedBy } from '../../support/votes.ts'
import { about, close, launches, over } from '../../support/weeks.ts'

const first = '2026-11-23'
const last = addWeeks(first, 9)
let desk: Desk
let here: number[]
let regulars: number[]
let bought: number[]

// Nine weeks of two hundred regular voters, and a tenth in which a product has bought a crowd that came for it alone.
beforeAll(async () => {
  desk = await openDesk()
  const { service } = desk
  const voted = (ids: readonly number[], listing: number, at: string) =>
    service.storage.write(async ({ votes }) => {
      for (const id of ids) await votes.add(listing, id, { voted_at: at, monday: weekOf(new Date(at)) })
    })
  const next = chance('regulars')
  const below = (n: number) => Math.floor(next() * n)
  const sometime = (week: string) => new Date(Date.parse(week) + below(6 * 86_400_000)).toISOString()
  for (let n = 0; n < 9; n += 1) {
    const week = addWeeks(first, n)
    const its = await launches(service, 20, week)
    regulars ??= await votedBy(service, its[0]!, 200, `${week}T08:00:00.000Z`)
    for (const id of regulars) await voted([id], its[below(20)]!, sometime(week))
    await close(service, week)
  }
  here = await launches(service, 3, last)
  for (const id of regulars) for (const listing of here.slice(1)) await voted([id], listing, sometime(last))
  bought = await votedBy(service, here[0]!, 80, `${last}T12:00:00.000Z`)
  service.clock.now = new Date(`${dayOf(addDays(new Date(last), 6))}T18:00:00.000Z`)
})
afterAll(() => desk.service.close())

const weigh = (mode: 'shadow' | 'on') =>
  weighWeek(desk.service.storage, over(last), { mode, now: desk.service.clock.now })
const standing = async () => {
  const { ranked } = await desk.service.storage.listings.launchedIn(1, last, { limit: 4, offset: 0 })
  return Object.fromEntries(ranked.map(({ id, week_votes }) => [id, week_votes]))
}
const whys = (listing: number) =>
  besideRows(join(desk.service.folder, 'launch.db'), (rows) =>
    rows.all(
      `SELECT coalesce(why, '') AS why, count(*) AS votes FROM votes WHERE listing_id = ${listing} GROUP BY 1 ORDER BY 1`,
    ),
  )
async function decide(
  step: 'aside' | 'count' | 'undo' | 'ask',
  kind: string,
  reason = 'They came by one link',
) {
  const page = await desk.tove.get('/team/votes')
  const seal = hiddenFields(page.text, '/team/votes').find(([name]) => name === 'seal')!
  const sent = { do: step, week: last, listing: String(here[0]), kind, reason }
  return desk.tove.post('/team/votes', [...Object.entries(sent), seal])
}

it('in shadow says what it would set aside, and changes nothing', async () => {
  const before = await standing()
  await weigh('shadow')
  expect(await standing()).toEqual(before)
  expect(before[here[0]!]).toBe(80)
  const found = await desk.service.storage.findings.of(over(last))
  expect(found.map(({ finding }) => [finding.kind, finding.listing_id, finding.vote_ids.length])).toEqual([
    ['look', here[0], 80],
    ['newcomers', here[0], 75],
  ])
})

it('when on has what is found not count, and never what is not', async () => {
  const before = await standing()
  await weigh('on')
  expect(await standing()).toEqual({ ...before, [here[0]!]: 5 })
  expect(await whys(here[0]!)).toEqual([
    { why: '', votes: 5 },
    { why: 'newcomers', votes: 75 },
  ])
  await weigh('on')
  expect(await standing()).toEqual({ ...before, [here[0]!]: 5 })
  await weigh('shadow')
  expect(await standing()).toEqual(before)
  await weigh('on')
})

it('the desk decides: with a reason, undone at will, and by nobody who launches in the week', async () => {
  desk.tove = (await signIn(desk.service, 'tove@team.example')).browser
  const { text } = await desk.tove.get('/team/votes')
  for (const words of [
    '2 groups of votes look odd',
    '75 votes for',
    'Could also be',
    'votes so far',
    'class="ruler"',
  ])
    expect(text).toContain(words)
  expect((await decide('count', 'newcomers', '')).status).toBe(400)
  expect((await decide('count', 'newcomers')).status).toBe(303)
  expect((await standing())[here[0]!]).toBe(80)
  await weigh('on')
  expect((await standing())[here[0]!]).toBe(80)
  // Nor does a rule that had looked before the team decided.
  const [, one] = await desk.service.storage.findings.of(over(last))
  await desk.service.storage.write(({ votes }) => votes.weigh(one!.finding.vote_ids, 'ring'))
  expect((await standing())[here[0]!]).toBe(80)
  expect((await decide('aside', 'newcomers')).status).toBe(400)
  expect((await decide('undo', 'newcomers', 'A mistake')).status).toBe(303)
  await weigh('on')
  expect((await standing())[here[0]!]).toBe(5)
  expect((await decide('aside', 'newcomers')).status).toBe(303)
  expect(await whys(here[0]!)).toEqual([
    { why: '', votes: 5 },
    { why: 'team', votes: 75 },
  ])
  await weigh('on')
  expect((await standing())[here[0]!]).toBe(5)
  // Whoever goes on after that is found again.
  const more = await votedBy(desk.service, here[0]!, 30, `${last}T13:00:00.000Z`)
  await weigh('on')
  expect((await standing())[here[0]!]).toBe(5)
  const found = (await desk.service.storage.findings.of(over(last))).find(
    ({ finding }) => finding.kind === 'newcomers',
  )!
  expect([found.finding.decision, found.finding.vote_ids.length]).toEqual([null, more.length])
  await desk.service.storage.write(({ owners }) => owners.add(here[0]!, desk.ana_id, `${last}T00:00:00.000Z`))
  expect((await decide('ask', 'newcomers', 'Where did these people hear of you?')).status).toBe(303)
  await desk.service.worker.idle()
  expect((await mailbox(desk.service)).at(-1)!.text).toContain('Where did these people hear of you?')
  await desk.service.storage.write(({ owners }) =>
    owners.add(here[2]!, desk.tove_id, `${last}T00:00:00.000Z`),
  )
  expect((await decide('count', 'newcomers')).status).toBe(403)
  await desk.service.storage.write(({ owners }) => owners.remove(here[2]!, desk.tove_id))
  const done = await desk.service.storage.team.doneAbout('listing', String(here[0]), 9)
  expect(done.map(({ action }) => action.action)).toEqual([
    'ask_about_votes',
    'decide_votes',
    'decide_votes',
    'decide_votes',
  ])
  for (const browser of [desk.ana, desk.eve]) expect((await browser.get('/team/votes')).status).toBe(404)
})

it('the close waits for somebody to look, three days at most, and the ledger says what was done', async () => {
  const { service } = desk
  const turn = (at: string) => {
    service.clock.now = new Date(at)
    return turnWeeks.run({}, {
      storage: service.storage,
      clock: () => service.clock.now,
      public_url: service.url,
      vote_rules: 'on',
    } as unknown as JobContext)
  }
  const monday = addWeeks(last, 1)
  await turn(`${monday}T00:00:10.000Z`)
  expect(await service.storage.weeks.isClosed(over(last))).toBe(false)
  await turn(dayOf(addDays(new Date(monday), 2)) + 'T23:59:59.999Z')
  expect(await service.storage.weeks.isClosed(over(last))).toBe(false)
  await turn(dayOf(addDays(new Date(monday), 3)) + 'T00:00:00.000Z')
  expect(await service.storage.weeks.isClosed(over(last))).toBe(true)
  await sealWeek(service.storage, over(last), about(last, service))
  expect((await recount(service.storage, over(last))).faults).toEqual([])
  const { first, size } = (await service.storage.ledger.checkpoint(over(last)))!
  const lines = await service.storage.ledger.lines(1, first, size)
  for (const [why, votes] of [
    ['newcomers', 30],
    ['team', 75],
  ] as const)
    expect(lines.filter((line) => line.includes(`"why":"${why}"`))).toHaveLength(votes)
  expect(bought).toHaveLength(80)
  desk.tove = (await signIn(service, 'tove@team.example')).browser
  expect((await desk.tove.get('/team/votes')).text).toContain('No votes look odd')
  // A page that was open while the week closed decides about nothing any more.
  const late = { week: last, listing_id: here[0]!, kind: 'newcomers', reason: 'Too late', decision: 'count' }
  await expect(
    perform(
      decideVotes,
      late,
      actionContext(service, { user_id: desk.tove_id, via: 'session', role: 'team' }),
    ),
  ).rejects.toThrow('This week has closed.')
})
