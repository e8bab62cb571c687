// Pages of awards: what was won, whether it stands, and the team that takes one back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/desk.ts'
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
