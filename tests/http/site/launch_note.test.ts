// A few words of the makers at the top of their listing: who may write them, when they are shown, and how they go again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { perform } from '../../../tools/action.ts'
import { writeLaunchNote } from '../../../tools/my_listings/launch_note.ts'
import { revertEdit } from '../../../tools/team/edits.ts'
import { actionContext } from '../../support/actions.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { signIn, type Browser } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

let service: Service
let ana: Browser
let eve: Browser
let id: number
let news: string
beforeAll(async () => {
  service = await startService()
  ana = (await signIn(service, 'ana@example.com')).browser
  eve = (await signIn(service, 'eve@example.com')).browser
  const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
  id = await listingOf(service, user_id, { slug: 'tern', status: 'scheduled', launch_week: '2026-11-23' })
  news = `/account/listings/${id}/news`
})
afterAll(() => service.close())

const write = async (launch_note: string, page = ana.get(news)) =>
  ana.submit(await page, news.replace('/news', '/note'), { launch_note })
const kept = async () => (await stored(service, id)).launch_note
const read = async (path = '/listings/tern') => (await service.fetch(path)).text()
const turn = (status: 'live' | 'scheduled' | 'suspended') =>
  service.storage.write(({ listings }) =>
    listings.change(id, { status, ...(status === 'live' && { live_at: '2026-11-16T00:00:00.000Z' }) }),
  )

it('is written before the launch and shown from it on, as text', async () => {
  const saved = await write('We built this on ferries.\r\n\r\nAsk <b>anything</b>.')
  expect([saved.status, saved.location]).toEqual([303, `${news}?saved#no`])
  expect(await read()).not.toContain('on ferries')
  await turn('live')
  const text = await read()
  expect(text).toMatch(
    /A note by its makers<\/b>\s*<div class="prose">\s*<p>We built this on ferries\.<\/p>\s*<p>Ask &#60;b&#62;anything&#60;\/b&#62;\./,
  )
  expect(text.indexOf('on ferries')).toBeLessThan(text.indexOf('id="reviews"'))
  expect(await read('/listings/tern.md')).toContain('## A note by its makers\n\nWe built this on ferries.')
  await turn('suspended')
  expect(await read()).not.toContain('on ferries')
  await turn('live')
})

it('is its owner’s alone, and no longer than its bound', async () => {
  expect((await eve.get(news)).status).toBe(404)
  const { id: user_id } = (await service.storage.users.byEmail('eve@example.com'))!
  const asEve = actionContext(service, { user_id, via: 'session' })
  const given = { listing_id: id, launch_note: 'Mine' }
  await expect(perform(writeLaunchNote, given, asEve)).rejects.toMatchObject({ code: 'not_found' })
  const long = await write('x'.repeat(601))
  expect([long.status, long.text.includes('x'.repeat(601))]).toEqual([400, true])
  expect(await kept()).toContain('We built this')
})

it('takes nothing back that another window has saved', async () => {
  const older = ana.get(news)
  await older
  await write('From the newer window.')
  const late = await write('From the older window.', older)
  expect([late.status, late.text.includes('From the older window.')]).toEqual([400, true])
  expect(await kept()).toBe('From the newer window.')
})

it('goes when it is emptied, and its versions tell', async () => {
  await write('')
  expect([await kept(), (await read()).includes('A note by its makers')]).toEqual([null, false])
  const versions = await service.storage.owners.versions(id)
  const emptied = versions.toSorted((a, b) => b.id - a.id)[0]!
  expect(emptied).toMatchObject({
    before: { launch_note: 'From the newer window.' },
    after: { launch_note: null },
  })
  const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
  await service.storage.write(({ users }) => users.setRole('ana@example.com', 'team'))
  const asTeam = actionContext(service, { user_id, via: 'session', role: 'team' })
  await perform(revertEdit, { id: emptied.id, reason: 'A mistake.' }, asTeam)
  expect(await kept()).toBe('From the newer window.')
})
