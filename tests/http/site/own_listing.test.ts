// What an owner does on the site alone: names alternatives, answers the interview, fills what a draft holds beside its fields.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formSeal } from '../../../auth/sessions.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { enter } from '../../support/callers.ts'
import { completeProfile, listingOf, stored } from '../../support/owned.ts'
import { keyFor, openBrowser, signIn, type Browser } from '../../support/people.ts'
import { callRest, type Service } from '../../support/service.ts'

let service: Service
let close: () => Promise<void>
let ana: Browser
let eve: Browser
let id: number
let at: string
beforeAll(async () => {
  ;({ service, close } = await openDrafting())
  ana = (await signIn(service, 'ana@example.com')).browser
  eve = (await signIn(service, 'eve@example.com')).browser
  const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
  const live = { status: 'live', live_at: '2026-11-16T00:00:00.000Z', plan: 'free' } as const
  id = await listingOf(service, user_id, { slug: 'tern', name: 'Tern', url: 'https://tern.test/', ...live })
  const { user_id: other } = await keyFor(service, 'tove@example.com')
  for (const slug of ['gull', 'skua'])
    await listingOf(service, other, { slug, name: slug, url: `https://${slug}.test/`, ...live })
  await listingOf(service, other, { slug: 'egg', url: 'https://egg.test/', status: 'draft' })
  at = `/account/listings/${id}`
})
afterAll(() => close())

/** A form of Ana's page, sent by Eve with a seal that is right for Eve. */
const sendAsEve = (path: string, fields: Record<string, string>) =>
  eve.post(path, { ...fields, seal: formSeal({ token: eve.cookies.get('session')! }, path) })

describe('who did what', () => {
  const told = async () => (await ana.get(at)).text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')

  it('says that a check found nothing, and tells of orders', async () => {
    const caller = await enter(service, 'rest', 'ana@example.com')
    const { claim_id } = await caller.get('claim_listing', { slug: 'tern', method: 'dns' })
    expect((await caller.get('verify_claim', { claim_id })).status).toBe('pending')
    expect(await told()).toContain('Looked for the DNS record: not found')
    const items = [{ product: 'launch', listing_id: id }]
    const { checkout_url } = await caller.get('create_checkout', { items, country: 'FI' })
    const { pathname } = new URL(checkout_url)
    await ana.get(pathname)
    expect((await ana.post(`${pathname}/cancel`, {})).status).toBe(303)
    expect(await told()).toMatch(/Cancelled the order: done.*Ordered: done/)
    await caller.end()
  })
})

it('what is wrong with a field is said at the top with its label, which leads there', async () => {
  const path = `${at}/edit`
  const { status, text } = await ana.submit(await ana.get(path), path, { contact_email: 'nobody' })
  expect(status).toBe(400)
  expect(text).toMatch(/<a href="#contact_email"\s*>Contact<\/a\s*>: must be an email address\./)
})

describe('alternatives', () => {
  const first = async () =>
    (await callRest(service, 'get_alternatives', { slug: 'tern' })).body.items.map(
      ({ slug, approved }: { slug: string; approved: boolean }) => `${slug} ${approved}`,
    )

  it('are named by the owner, by slug or address, and then stand first', async () => {
    const path = `${at}/alternatives`
    expect(
      (await ana.submit(await ana.get(path), path, { slug: `${service.url}/listings/skua` })).status,
    ).toBe(303)
    expect(await first()).toEqual(['skua true', 'gull false'])
    expect((await stored(service, id)).status).toBe('live')
    expect((await ana.get(at)).text).toContain('<ins>skua</ins>')
    const gone = await ana.submit(await ana.get(path), `${path}/remove`)
    expect(gone.status).toBe(303)
    expect(await first()).not.toContain('skua true')
  })

  it.each([
    ['nothing', 'There is no live listing with this slug'],
    ['egg', 'There is no live listing with this slug'],
    ['tern', 'This is the listing itself'],
    ['', 'There is no live listing with this slug'],
  ])('are not %j', async (slug, sentence) => {
    const path = `${at}/alternatives`
    const page = await ana.get(path)
    const seal = formSeal({ token: ana.cookies.get('session')! }, path)
    const seen = await ana.post(path, { slug, seal })
    expect([page.status, seen.status]).toEqual([200, 400])
    expect(seen.text).toContain(sentence)
  })

  it('are named by nobody else', async () => {
    expect((await eve.get(`${at}/alternatives`)).status).toBe(404)
    expect((await sendAsEve(`${at}/alternatives`, { slug: 'gull' })).status).toBe(404)
    expect(await first()).not.toContain('gull true')
  })
})

describe('pictures', () => {
  it('are set by nobody else, whatever seal they have', async () => {
    expect((await sendAsEve(`${at}/logo/remove`, {})).status).toBe(404)
    expect((await sendAsEve(`${at}/videos`, { url: 'https://evil.example/' })).status).toBe(404)
    expect((await stored(service, id)).media).toEqual([])
  })
})

describe('the interview', () => {
  const path = '/account/interview'
  const answer = async (text: string) =>
    ana.submit(await ana.get(path), path, { answer_1: text, answer_2: 'Second' })

  it('needs a founder profile, and keeps what was typed until there is one', async () => {
    const refused = await answer('It chases them.')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Write your profile first')
    expect(refused.text).toContain('>It chases them.</textarea>')
  })

  it('keeps the answers, shows them to everybody, and takes back what is emptied', async () => {
    const { user_id } = await keyFor(service, 'ana@example.com')
    await completeProfile(service, user_id)
    expect((await answer('It <b>chases</b> them.\r\nAll of them.')).location).toBe(`${path}?saved`)
    const page = await ana.get(`${path}?saved`)
    expect(page.text).toContain('It &#60;b&#62;chases&#60;/b&#62; them.\nAll of them.</textarea>')
    expect(page.text).toMatch(/2 of \d+ questions answered/)
    const { id: founder_id } = (await service.storage.founders.ofUser(user_id))!
    const interview = () => service.storage.founders.answers(founder_id)
    expect(await interview()).toHaveLength(2)
    await answer('')
    expect((await interview()).map((one) => one.answer)).toEqual(['Second'])
  })

  it('is one’s own', async () => {
    expect((await openBrowser(service).get(path)).status).toBe(303)
    expect((await eve.get(path)).text).not.toContain('Second')
  })
})

describe('what a draft holds beside its fields', () => {
  it('has boxes: a competitor, words for search engines, story and milestones', async () => {
    const caller = await enter(service, 'rest', 'ana@example.com')
    const { id: draft_id } = await readyDraft(service, caller)
    const draft = `/account/drafts/${draft_id}`
    const save = async (fields: Record<string, string>) =>
      ana.post(`${draft}/more`, {
        ...fields,
        seal: formSeal({ token: ana.cookies.get('session')! }, `${draft}/more`),
      })
    expect((await save({ part: 'competitor', competitor_url: 'ebb.test' })).location).toContain(
      'saved=competitor',
    )
    expect((await ana.get(draft)).text).toContain('is being read')
    await service.worker.idle()
    expect((await ana.get(draft)).text).toContain('<th scope="col">ebb.test</th>')
    expect((await save({ part: 'seo', title: 'Tide chases', meta: 'Invoices that are paid.' })).status).toBe(
      303,
    )
    expect(
      (await save({ part: 'story', story_title: 'Three dinners', story_lessons: 'Ask early.' })).status,
    ).toBe(303)
    const days = { date_0: '2026-01-02', title_0: 'First invoice', date_1: '', title_1: '' }
    expect((await save({ part: 'milestones', ...days })).status).toBe(303)
    const wrong = await save({ part: 'milestones', ...days, url_0: 'javascript:1' })
    expect([wrong.status, wrong.text.includes('value="javascript:1"')]).toEqual([400, true])
    expect((await save({ part: 'nothing' })).status).toBe(404)
    expect(await caller.get('get_draft', { id: draft_id })).toMatchObject({
      seo: { title: 'Tide chases', meta: 'Invoices that are paid.' },
      story: { title: 'Three dinners', lessons: 'Ask early.' },
      milestones: [{ date: '2026-01-02', title: 'First invoice' }],
      competitor_url: 'https://ebb.test/',
    })
    const { text } = await ana.get(draft)
    for (const shown of ['Tide chases', 'Three dinners', '2026-01-02: First invoice'])
      expect(text).toContain(shown)
  })

  it('says in labels what was changed on the listing since', async () => {
    const caller = await enter(service, 'rest', 'ana@example.com')
    const { id: draft_id } = await readyDraft(service, caller, 'ebb.test')
    await caller.get('update_draft', { id: draft_id, fields: { name: 'Tide', categories: ['invoicing'] } })
    const { listing_id } = await caller.get('submit_draft', { id: draft_id })
    await caller.get('update_my_listing', { listing_id, fields: { founded_year: 2019, city: 'Turku' } })
    const { notices } = await caller.get('get_draft', { id: draft_id })
    const differs = notices.find(({ code }: { code: string }) => code === 'listing_differs')
    expect(differs.message).toContain('founded_year')
    const text = (await ana.get(`/account/drafts/${draft_id}`)).text.replace(/\s+/g, ' ')
    const [notice] = /Since this was submitted.*?<\/p>/.exec(text)!
    expect(notice).toContain('Founded')
    expect(notice).toContain('City')
    expect(notice).toContain(`href="/account/listings/${listing_id}/edit"`)
    expect(notice).not.toMatch(/founded_year|get_my_listing/)
    await caller.end()
  })
})
