// Pages of awards: what was won, whether it stands, and the team that takes one back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/desk.ts'
import { votedBy } from '../../support/votes.ts'
import { close, launches } from '../../support/weeks.ts'
import { hiddenFields, mailbox } from '../../support/people.ts'

let desk: Desk
let number: number
beforeAll(async () => {
  desk = await openDesk()
  await desk.service.storage.write(({ weeks }) =>
    weeks.award({
      site_id: 1,
      week: '2026-11-09',
      period: '2026-11-09',
      place: 1,
      listing_id: desk.tide,
      votes: 12,
    }),
  )
  number = (await desk.service.storage.awards.ofListing(1, desk.tide))[0]!.id
})
afterAll(() => desk.service.close())

const get = async (path: string) => {
  const response = await desk.service.fetch(path, { headers: { accept: 'text/html' } })
  return { status: response.status, text: await response.text() }
}
const check = (award: string) => get(`/awards/verify?${new URLSearchParams({ award }).toString()}`)

describe('an award', () => {
  it('has a page that says it stands, and stands on the shelf of its listing and in the Hall of Fame', async () => {
    const { status, text } = await get(`/awards/${number}`)
    expect(status).toBe(200)
    expect(text).toContain('Yes. Tide won its week.')
    expect(text).toContain('A badge elsewhere than on tide.example says nothing about that other site.')
    for (const path of ['/listings/tide', '/listings/tide/trophies', '/hall-of-fame', '/awards'])
      expect((await get(path)).text, path).toContain(`href="/awards/${number}"`)
    expect((await get('/listings/tide/badges')).text).toContain(`/awards/${number}`)
  })

  it('is looked up by whatever somebody pastes', async () => {
    expect((await get('/awards/verify')).text).toContain('Is this award real?')
    for (const pasted of [String(number), `${desk.service.url}/awards/${number}`])
      expect((await check(pasted)).text).toContain('This award is valid.')
    const unknown = await check('LW-20261116-1-ZZZZ<script>')
    expect(unknown.text).toContain('We know no such award.')
    expect(unknown.text).toContain('value="LW-20261116-1-ZZZZ&#60;script&#62;"')
    expect((await check(`https://evil.example/awards/${number}`)).text).toContain(
      'This is none of our awards.',
    )
    expect((await check('x'.repeat(5000))).text).toContain('That is too long.')
  })

  it('says of how many votes, and who stands there now that it was taken back', async () => {
    const { service } = desk
    const week = '2026-11-02'
    const here = await launches(service, 4, week)
    for (const [at, id] of here.entries()) await votedBy(service, id, 5 - at, `${week}T08:00:00.000Z`)
    await close(service, week)
    const [won] = await service.storage.awards.ofListing(1, here[1]!)
    expect((await get(`/awards/${won!.id}`)).text).toContain('4 of 14, when the week closed')
    await service.storage.write(({ awards }) => awards.revoke(won!.id, '2026-11-12T00:00:00.000Z', 'Bought.'))
    const { text } = await get(`/awards/${won!.id}`)
    expect(text).toMatch(/Now second<\/dt>\s*<dd><a href="\/listings\/w-2026-11-02-2">/)
    expect((await get(`/awards/${won!.id}.md`)).text).toContain('Now second: [w-2026-11-02-2]')
  })

  it('stands in the Hall of Fame of its year, its category and its people', async () => {
    const { service } = desk
    const [first, third] = await Promise.all(
      [0, 2].map(async (n) => (await service.storage.listings.standing(1, `w-2026-11-02-${n}`))!.id),
    )
    await service.storage.write(async ({ founders }) => {
      const person = await founders.add({
        slug: 'ines-caldeira',
        name: 'Ines Caldeira',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      for (const id of [first!, third!]) await founders.join(id, person, null)
    })
    const all = await get('/hall-of-fame')
    for (const tab of ['?of=2026', '?of=categories', '?of=people'])
      expect(all.text).toContain(`href="/hall-of-fame${tab}"`)
    expect((await get('/hall-of-fame?of=2026')).text).toContain('w-2026-11-02-0')
    expect((await get('/hall-of-fame?of=categories')).text).toMatch(
      /<h2[^>]*><a href="\/categories\/work">Work</,
    )
    for (const page of ['/hall-of-fame', '/hall-of-fame?of=people'])
      expect((await get(page)).text).toContain('First with w-2026-11-02-0 and third with w-2026-11-02-2')
    expect((await get('/hall-of-fame?of=1999')).text).toContain('All winners')
  })

  it.each(['0', '4242', '1e3', '01', 'x'])('of number %s has no page', async (wrong) => {
    expect((await get(`/awards/${wrong}`)).status).toBe(404)
  })

  it('is taken back by the team alone, with a reason that everybody reads', async () => {
    const { tove, ana, eve, tide, service } = desk
    const path = `/team/listings/${tide}/revoke`
    const page = `/team/listings/${tide}`
    const given = { number: String(number), reason: '14 of its votes came from one person.' }
    for (const person of [ana, eve]) expect((await person.post(path, given)).status).toBe(404)
    const form = Object.fromEntries(hiddenFields((await tove.get(page)).text, path))
    expect((await tove.post(path, { ...form, ...given, reason: '' })).status).toBe(400)
    expect((await tove.post(path, { ...form, ...given, number: '4242' })).status).toBe(404)
    expect((await tove.post(path, { ...form, ...given })).status).toBe(303)
    const shown = await get(`/awards/${number}`)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('No longer. This award was taken back.')
    expect(shown.text).toContain('14 of its votes came from one person.')
    for (const other of ['/listings/tide', '/hall-of-fame', '/awards'])
      expect((await get(other)).text, other).not.toContain(`href="/awards/${number}"`)
    expect((await tove.get(page)).text).toContain('taken back: 14 of its votes')
    await service.worker.idle()
    expect((await mailbox(service)).at(-1)!.subject).toBe('An award of Tide was taken back')
    expect((await tove.post(path, { ...form, ...given })).status).toBe(400)
  })
})
