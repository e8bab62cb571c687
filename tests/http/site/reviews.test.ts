// Reviews, as people write, read and report them, and as the team takes one off.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formSeal } from '../../../auth/sessions.ts'
import { deleteAccount } from '../../../auth/accounts.ts'
import { openBrowser, signIn, type Browser } from '../../support/people.ts'
import { listingOf } from '../../support/owned.ts'
import { callRest, startService, type Service } from '../../support/service.ts'

let service: Service
const people: Record<string, Browser> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  service = await startService()
  for (const name of ['maker', 'una', 'wim', 'yva', 'team']) {
    const email = `${name}@review.example`
    people[name] = (await signIn(service, email)).browser
    ids[name] = (await service.storage.users.byEmail(email))!.id
  }
  await service.storage.write(({ users }) => users.setRole('team@review.example', 'team'))
  const at = service.clock.now.toISOString()
  for (const slug of ['kettle', 'pot'])
    await listingOf(service, ids.maker!, { slug, status: 'live', plan: 'free', live_at: at })
  await listingOf(service, ids.maker!, {
    slug: 'soon',
    status: 'scheduled',
    plan: 'free',
    launch_week: '2026-11-30',
  })
})
afterAll(() => service.close())

const said = 'It boils the water in four minutes, every day.'

async function write(name: string, given: Record<string, string> = {}, slug = 'kettle') {
  const path = `/listings/${slug}/review`
  return people[name]!.submit(await people[name]!.get(path), path, {
    rating: '5',
    body: said,
    name,
    ...given,
  })
}
const ratingOf = async () => (await callRest(service, 'get_listing', { slug: 'kettle' })).body.rating
const page = async (name = 'maker') => (await people[name]!.get('/listings/kettle')).text

describe('a review', () => {
  it('is asked for on the page, and needs somebody signed in', async () => {
    expect(await page()).toContain('Nobody has written a review yet.')
    const stranger = openBrowser(service)
    expect((await stranger.get('/listings/kettle')).text).toContain('href="/listings/kettle/review"')
    const asked = await stranger.get('/listings/kettle/review')
    expect([asked.status, asked.location]).toEqual([
      303,
      expect.stringContaining('/sign-in?return_to=%2Flistings%2Fkettle%2Freview'),
    ])
  })

  it('waits for the end of an account’s first hour, as a vote does', async () => {
    const refused = 'Yours can from 13:00 UTC on.'
    const path = '/listings/kettle/review'
    const shown = await people.una!.get(path)
    expect(shown.text).toContain(refused)
    expect(shown.text).not.toContain('<textarea')
    const seal = formSeal({ token: people.una!.cookies.get('session')! }, path)
    const sent = await people.una!.post(path, { rating: '5', body: said, name: 'Una', seal })
    expect([sent.status, sent.text.includes(refused)]).toEqual([400, true])
    service.clock.now = new Date(service.clock.now.getTime() + 3_600_000)
    expect((await people.una!.get(path)).text).toContain('<textarea')
  })

  it('is never of one’s own product, and never of one that has not launched', async () => {
    for (const [name, slug, why] of [
      ['maker', 'kettle', 'This product is your own.'],
      ['una', 'soon', 'has not launched yet'],
    ] as const) {
      const path = `/listings/${slug}/review`
      const shown = await people[name]!.get(path)
      expect(shown.text).toContain(why)
      expect(shown.text).not.toContain('<textarea')
    }
    expect([await page('maker'), await page('una')].map((text) => text.includes('Write a review'))).toEqual([
      false,
      true,
    ])
    // Whoever had the form open before it became theirs.
    const path = '/listings/pot/review'
    const form = await people.yva!.get(path)
    const pot = (await service.storage.listings.standing(1, 'pot'))!.id
    await service.storage.write(({ owners }) => owners.add(pot, ids.yva!, service.clock.now.toISOString()))
    const refused = await people.yva!.submit(form, path, { rating: '5', body: said, name: 'Yva' })
    expect([refused.status, refused.text.includes('This product is your own.')]).toEqual([400, true])
    expect((await service.storage.reviews.shown(pot, { limit: 5, offset: 0 })).total).toBe(0)
  })

  it('says what is missing, beside what was typed', async () => {
    const refused = await write('una', { rating: '', body: 'Good.', name: 'Una' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Choose how good it is.')
    expect(refused.text).toContain('20 characters or more')
    expect(refused.text).toContain('>Good.</textarea>')
    // The first fault has the focus, and no other asks for it.
    expect(refused.text.match(/<[^>]*autofocus[^>]*>/g)).toEqual([
      expect.stringMatching(/type="radio"\s+name="rating"\s+value="5"/),
    ])
    const short = await write('una', { body: 'autofocus=""', name: '' })
    expect(short.text.match(/<[^>]* autofocus=""[^>]*>/g)).toEqual([expect.stringContaining('id="body"')])
  })

  it('counts a line break once, though browsers send two signs for it', async () => {
    const body = `${'a'.repeat(999)}\r\n${'b'.repeat(1000)}`
    expect((await write('una', { body, name: 'Una' })).status).toBe(303)
    const kettle = (await service.storage.listings.standing(1, 'kettle'))!.id
    const { items } = await service.storage.reviews.shown(kettle, { limit: 5, offset: 0 })
    expect(items.map((one) => one.body)).toContain(body.replace('\r', ''))
  })

  it('is one a person: written again, it is changed', async () => {
    expect((await write('una', { rating: '1', name: 'Una' })).location).toBe('/listings/kettle#reviews')
    expect((await write('una', { rating: '3', name: 'Una' })).status).toBe(303)
    const text = await page('una')
    expect(text.match(/<b>\d of 5<\/b>/g)).toEqual(['<b>3 of 5</b>'])
    expect(text).toContain('1 review, so there is no score yet. A score comes with the third.')
    expect(text).toContain('Change your review')
    // Nobody reports what they wrote themselves.
    expect([text, await page('wim')].map((shown) => shown.includes('>Report<'))).toEqual([false, true])
  })

  it('is one a mailbox, however its address is written', async () => {
    people.twin = (await signIn(service, 'una+again@review.example')).browser
    expect((await write('twin', { rating: '2', name: 'Una' })).status).toBe(303)
    const text = await page('una')
    expect(text.match(/<b>\d of 5<\/b>/g)).toEqual(['<b>2 of 5</b>'])
    await write('una', { rating: '3', name: 'Una' })
  })

  it('is 2,000 characters long at most', async () => {
    const ofLength = async (length: number) =>
      (await write('wim', { body: 'x'.repeat(length), name: 'Wim' }, 'pot')).status
    expect([await ofLength(2001), await ofLength(2000)]).toEqual([400, 303])
  })

  it('is one of ten a day', async () => {
    const at = service.clock.now.toISOString()
    for (let n = 0; n < 10; n += 1) {
      const listing_id = await listingOf(service, ids.maker!, { slug: `tool-${n}` })
      const review = { listing_id, user_id: ids.wim!, rating: 5, body: said, name: 'Wim', reviewed_at: at }
      await service.storage.write(({ reviews }) => reviews.put(review))
    }
    expect((await write('wim', { name: 'Wim' })).text).toContain('Come back tomorrow.')
    await service.storage.write(({ reviews }) => reviews.dropOf(ids.wim!))
  })

  it('of three makes a score, with all of them on the page, in Markdown too', async () => {
    await write('wim', { rating: '5', name: 'Wim' })
    expect(await ratingOf()).toBeNull()
    expect(await page()).not.toContain('aggregateRating')
    await write('yva', { rating: '4', name: 'Yva' })
    expect(await ratingOf()).toEqual({ average: 4, count: 3 })
    const text = await page()
    expect(text).toContain('4.0 is the mean of the 3 reviews here, all of them.')
    expect(text).toContain('<a href="#reviews">from 3 reviews below</a>')
    expect(text).toContain('aggregateRating')
    const markdown = await (await service.fetch('/listings/kettle.md')).text()
    expect(markdown).toMatch(/### 5 of 5, Wim, 2026-11-19\n\nIt boils/)
  })

  it('is reported, and taken off by the team with a reason that its writer reads', async () => {
    const [, report] =
      /href="(\/listings\/kettle\/report[^"]+)"[^>]*>Report<span class="unseen"> the review by Yva/.exec(
        (await page('wim')).replaceAll('&#38;', '&'),
      )!
    const form = await people.wim!.get(report!)
    expect(form.text).toContain(said)
    expect(form.text).not.toContain('The product is no longer there')
    const send = () => people.wim!.submit(form, '/listings/kettle/report', { reason: 'spam', body: '' })
    expect((await send()).location).toContain('sent=1')
    expect((await send()).text).toContain('You have reported this review already.')

    const open = await people.yva!.get('/listings/kettle/review')
    const desk = await people.team!.get('/team/reports')
    expect(desk.text).toContain(said)
    await people.team!.submit(desk, '/team/reports/settle', {
      outcome: 'taken_down',
      note: 'Copied from elsewhere.',
    })
    expect(await ratingOf()).toBeNull()
    expect(await page()).not.toContain('Yva')
    const own = (await people.yva!.get('/listings/kettle/review')).text
    expect(own).toContain('The site team has taken your review off: Copied from elsewhere.')
    expect((await people.wim!.get(report!)).text).not.toContain(said)
    // Taken back, it could be written anew.
    await people.yva!.submit(open, '/listings/kettle/review/remove')
    const kettle = (await service.storage.listings.standing(1, 'kettle'))!.id
    expect(await service.storage.reviews.of(kettle, ids.yva!)).toMatchObject({ rating: 4 })
  })

  it('is taken back by its writer, and goes with their account', async () => {
    const path = '/listings/kettle/review'
    await people.wim!.submit(await people.wim!.get(path), `${path}/remove`)
    expect(await page()).not.toContain('Wim')
    await service.storage.write((inside) => deleteAccount(inside, ids.una!, service.clock.now))
    expect(await page()).toContain('Nobody has written a review yet.')
  })
})
