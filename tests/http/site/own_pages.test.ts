// What a person does with what is theirs: an address becomes a draft, the draft a listing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formSeal } from '../../../auth/sessions.ts'
import { openDrafting } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { hiddenFields, keyFor, mailedLink, openBrowser, signIn, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'
import { rival, tide } from '../../support/tide.ts'

/** What of a page asks for the focus. */
const focused = /<[^>]* autofocus=""[^>]*>/g

describe('the pages of an owner', () => {
  let service: Service
  let close: () => Promise<void>
  let ana: Browser
  let eve: Browser
  let draft: string

  beforeAll(async () => {
    ;({ service, close } = await openDrafting({ 'tide.test': tide, 'ebb.test': rival, 'moat.test': rival }))
    ana = (await signIn(service, 'ana@example.com')).browser
    eve = (await signIn(service, 'eve@example.com')).browser
  })
  afterAll(() => close())

  /** The seal that every form about a field of the draft carries. */
  const seal = async () =>
    hiddenFields((await ana.get(draft)).text, `${draft}/field`).find(([name]) => name === 'seal')![1]

  it('send strangers to sign in first', async () => {
    const seen = await openBrowser(service).get('/submit?url=tide.test')
    expect([seen.status, seen.location]).toEqual([303, '/sign-in?return_to=%2Fsubmit%3Furl%3Dtide.test'])
  })

  it('tell strangers what submitting costs before they sign in', async () => {
    const { status, text } = await openBrowser(service).get('/submit')
    expect(status).toBe(200)
    expect(text).toMatch(/A draft, and a launch in a free week<\/dt>\s*<dd>Nothing\./)
    expect(text).toMatch(/<dd>€99\.? /)
    expect(text).toContain('Sign in and read it')
    const wrong = await openBrowser(service).get('/submit?url=not+a+site')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toMatch(/id="url-fault">\s*Must be the address of a website/)
    const posted = await openBrowser(service).post('/submit', { url: 'tide.test' })
    expect([posted.status, posted.location]).toEqual([303, '/sign-in?return_to=%2Faccount'])
  })

  it('read the address that somebody gave before they signed in, by the button that names it', async () => {
    const browser = openBrowser(service)
    const return_to = '/submit?url=moat.test'
    const { text } = await browser.get(`/sign-in?${new URLSearchParams({ return_to })}`)
    expect(text).toMatch(/we read <b>moat.test<\/b>/)
    await browser.post('/sign-in', { email: 'cleo@example.com', return_to })
    const link = await mailedLink(service, 'cleo@example.com')
    const page = await browser.get(link.pathname + link.search)
    expect(page.text).toContain('Then we read moat.test.')
    expect(page.text).toContain('<button autofocus>Sign in and read it</button>')
    const done = await browser.submit(page, '/sign-in/link')
    expect([done.status, done.location]).toEqual([303, expect.stringMatching(/^\/account\/drafts\//)])
    expect((await browser.get(done.location!)).status).toBe(200)
    // What is refused is said by the page where the address was given.
    const again = await signIn(service, 'cleo@example.com', { return_to })
    expect(again.location).toBe(return_to)
  })

  it('say what is wrong with an address, and keep what was typed', async () => {
    const seen = await ana.submit(await ana.get('/submit'), '/submit', { url: 'not an "address"' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('value="not an &#34;address&#34;"')
    expect(seen.text).toMatch(/id="url-fault">\s*Must be the address of a website/)
  })

  it('keep what was ticked and chosen for a key that was refused', async () => {
    const fields = { name: ' ', scope: ['listings:write', 'orders:write'], ends: '30' }
    const seen = await ana.submit(await ana.get('/account/keys'), '/account/keys', fields)
    expect(seen.status).toBe(400)
    const ticked = [...seen.text.matchAll(/name="scope"\s+value="([^"]+)"\s+checked/g)].map(
      ([, scope]) => scope,
    )
    expect(ticked.sort()).toEqual(fields.scope)
    expect(seen.text).toMatch(/<option value="30" selected>/)
  })

  it('lead from an address to its draft, which looks again by itself while it is read', async () => {
    const made = await ana.submit(await ana.get('/submit'), '/submit', { url: 'tide.test' })
    expect(made.status).toBe(303)
    draft = made.location!
    const early = await ana.get(draft)
    expect(early.text).toContain('<h1>Reading your site</h1>')
    expect(early.text).toContain('<noscript><meta http-equiv="refresh"')
    await service.worker.idle()
    const ready = await ana.get(draft)
    expect(ready.text).toContain('<mark>Invoices that chase themselves</mark>')
    expect(ready.text).toContain('<h3>Tagline')
    expect(ready.text).toContain('<p class="value">Finland</p>')
    expect((await ana.get('/account/drafts')).text).toContain(`href="${draft}"`)
  })

  it('lead to the draft that is there, when an address is given twice', async () => {
    const seen = await ana.submit(await ana.get('/submit'), '/submit', { url: 'https://tide.test/' })
    expect([seen.status, seen.text.includes(`href="${draft}"`)]).toEqual([400, true])
  })

  it('edit, lock, restore and remove a field of a draft', async () => {
    const post = async (fields: Record<string, string>) => {
      const done = await ana.post(`${draft}/field`, { field: 'tagline', ...fields, seal: await seal() })
      const said = fields.do === 'redraft' ? 'looked' : 'saved'
      expect([done.status, done.location]).toEqual([303, `${draft}?${said}=tagline#tagline`])
      const { text } = await ana.get(draft)
      return text.split('id="tagline"')[1]!.split('</section>')[0]!
    }
    const edited = await post({ do: 'edit', value: 'Invoices, chased' })
    expect(edited).toContain('<p class="value">Invoices, chased</p>')
    expect(edited).toContain('class="state edited"')
    expect(edited).toMatch(/The draft said: <b>Invoices that chase themselves<\/b>/)
    expect(await post({ do: 'lock' })).toContain('class="state override"')
    expect(await post({ do: 'restore' })).toContain('class="state ai"')
    expect(await post({ do: 'remove' })).toContain('class="state deleted"')
    expect(await post({ do: 'redraft' })).toContain('class="state ai"')
    expect((await ana.get(`${draft}?looked=tagline`)).text).toContain('>Looked again<')
    expect((await ana.get(`${draft}?looked=stage`)).text).toContain('>Looked again: nothing found<')
  })

  it('keep what was typed into a field that refuses it, and say why beside it', async () => {
    const given = { field: 'country', do: 'edit', value: 'Atlantis', seal: await seal() }
    const seen = await ana.post(`${draft}/field`, given)
    expect(seen.status).toBe(400)
    expect((await ana.get(`${draft}/field`)).location).toBe(draft)
    const country = seen.text.split('id="country"')[1]!.split('</section>')[0]!
    expect(country).toContain('value="Atlantis"')
    expect(seen.text.match(focused)).toEqual([expect.stringContaining('id="f-country"')])
    // Where none of several boxes says the fault, their fold has the focus; without a refusal nothing asks for it.
    const asked = { question_0: 'Who is it for?', answer_0: '' }
    const faqs = await ana.post(`${draft}/field`, { ...given, field: 'faqs', ...asked })
    expect([faqs.status, faqs.text.match(focused)]).toEqual([400, [expect.stringContaining('<summary')]])
    expect((await ana.get(draft)).text).not.toMatch(focused)
    expect(seen.text.match(/Must be an ISO 3166 two-letter country code/gi)).toHaveLength(1)
    expect(country).toContain('Must be an ISO 3166 two-letter country code')
  })

  it('say so where a field of a draft was changed in another window, and change nothing that nobody changed', async () => {
    const of = async (path: string) =>
      hiddenFields((await ana.get(draft)).text.split(`id="${path}"`)[1]!, `${draft}/field`)
    const older = await of('city')
    const post = (sent: [string, string][], value: string) =>
      ana.post(`${draft}/field`, [...sent, ['do', 'edit'], ['value', value]])
    expect((await post(older, 'Turku')).status).toBe(303)
    const both = await post(older, 'Oulu')
    expect([both.status, both.text.includes('changed in another window')]).toEqual([400, true])
    const words = async () => (await ana.get(draft)).text.split('id="tagline"')[1]!.split('</section>')[0]!
    const before = await words()
    expect(before).toContain('class="state ai"')
    expect((await post(await of('tagline'), 'Invoices that chase themselves')).status).toBe(303)
    expect((await words()).replaceAll(/value="[^"]*"/g, '')).toBe(before.replaceAll(/value="[^"]*"/g, ''))
  })

  it('name categories as people do, and offer what a price may be called', async () => {
    const post = async (field: string, value: string) =>
      ana.post(`${draft}/field`, { field, value, do: 'edit', seal: await seal() })
    await post('categories', 'Invoicing')
    const section = async (name: string) =>
      (await ana.get(draft)).text.split(`id="${name}"`)[1]!.split('</section>')[0]!
    expect(await section('categories')).toContain('<li>Invoicing</li>')
    expect(await section('categories')).toContain('value="Invoicing"')
    const wrong = await post('categories', 'Invoicin')
    const said = wrong.text.split('id="categories"')[1]!.split('</section>')[0]!
    expect(said.match(/There is no such category/g)).toHaveLength(1)
    expect(said).toContain('Did you mean Invoicing?')
    expect(said).toContain('href="/categories"')
    expect((await ana.get(draft)).text).not.toMatch(/Left blank|May stay blank/)
    expect(await section('founders')).toContain('and a link under Accounts of the founder')
    const pricing = await section('pricing_model')
    expect(pricing).toMatch(/<select id="f-pricing_model"\s[^>]*>.*<option value="Freemium"\s+selected\s*>/s)
    const stage = await section('stage')
    expect(stage).toMatch(/<select id="f-stage"\s.*<option value="mvp"\s*>\s*MVP\s*</s)
    await post('stage', 'early-growth')
    expect(await section('stage')).toMatch(/<option value="early-growth"\s+selected\s*>\s*Early growth\s*</)
    // Read from the form as it is shown, nothing has changed.
    const fields = hiddenFields((await ana.get(draft)).text.split('id="categories"')[1]!, `${draft}/field`)
    const same = await ana.post(`${draft}/field`, [...fields, ['do', 'edit'], ['value', 'Invoicing']])
    expect(same.status).toBe(303)
  })

  it('discard a draft that nothing came of, and only whose it is', async () => {
    const made = (await ana.submit(await ana.get('/submit'), '/submit', { url: 'ebb.test' })).location!
    await service.worker.idle()
    const seen = await ana.get(made)
    expect((await eve.post(`${made}/discard`, hiddenFields(seen.text, `${made}/discard`))).status).toBe(403)
    expect((await ana.get(made)).status).toBe(200)
    expect((await ana.submit(seen, `${made}/discard`)).location).toBe('/account/drafts')
    expect((await ana.get(made)).status).toBe(404)
  })

  it('refuse a form without its seal', async () => {
    const seen = await ana.post(`${draft}/field`, { field: 'tagline', do: 'remove' })
    expect(seen.status).toBe(403)
    expect((await ana.get(draft)).text).not.toContain('class="state deleted"')
  })

  it('hide the draft of one person from another', async () => {
    expect((await eve.get(draft)).status).toBe(404)
    expect((await ana.get('/account/drafts/7')).status).toBe(404)
  })

  it('lead from a draft to its listing, the free plan and the edit of what it says', async () => {
    const made = await ana.submit(await ana.get(draft), `${draft}/submit`)
    expect(made.status).toBe(303)
    const listing = made.location!
    const before = await ana.get(listing)
    expect(before.text).toContain('Choose how to launch')
    const chosen = await ana.submit(before, `${listing}/free`)
    expect([chosen.status, chosen.location]).toEqual([303, listing])
    await service.worker.idle()
    const after = await ana.get(listing)
    expect(after.text).toContain('Put our badge on your homepage')
    expect(after.text).toContain('Finish your founder profile')
    const edit = await ana.get(`${listing}/edit`)
    const saved = await ana.submit(edit, `${listing}/edit`, { tagline: 'Paid at last', country: 'FI' })
    expect(saved.location).toBe(`${listing}?saved`)
    expect((await ana.get(saved.location!)).text).toContain('role="status">Saved.</p>')
    expect((await ana.get(listing)).text).toMatch(/<ins\s*>Paid at last<\/ins\s*>/)
    const wrong = await ana.submit(edit, `${listing}/edit`, { tagline: 'Kept', country: '77' })
    expect([wrong.status, wrong.text.includes('value="Kept"')]).toEqual([400, true])
    // An older window takes nothing back that was saved since it was opened, and says so where both changed the same.
    const older = { tagline: 'Invoices that chase themselves', city: 'Turku' }
    expect((await ana.submit(edit, `${listing}/edit`, older)).status).toBe(303)
    const now = (await ana.get(`${listing}/edit`)).text
    expect([now.includes('value="Paid at last"'), now.includes('value="Turku"')]).toEqual([true, true])
    const both = await ana.submit(edit, `${listing}/edit`, { tagline: 'Mine' })
    expect([both.status, both.text.includes('changed in another window')]).toEqual([400, true])
    expect((await ana.submit(both, `${listing}/edit`, { tagline: 'Mine' })).status).toBe(303)
    expect((await ana.get(`${listing}/edit`)).text).toContain('value="Mine"')
    expect((await ana.get('/account/listings')).text).toContain(`href="${listing}"`)
    for (const path of [listing, `${listing}/edit`, `${listing}/news`])
      expect((await eve.get(path)).status).toBe(404)
  })

  it('take milestones and the story, and say why an update cannot be posted yet', async () => {
    const news = `${/href="(\/account\/listings\/\d+)"/.exec((await ana.get('/account/listings')).text)![1]!}/news`
    const day = { date: '2026-03-01', milestone_title: 'Hundredth customer' }
    const action = news.replace('/news', '/milestones')
    expect((await ana.submit(await ana.get(news), action, day)).status).toBe(303)
    const older = await ana.get(news)
    const story = { story_title: 'Three dinners' }
    expect((await ana.submit(await ana.get(news), news.replace('/news', '/story'), story)).status).toBe(303)
    const { text } = await ana.get(news)
    expect([text.includes('Hundredth customer'), text.includes('value="Three dinners"')]).toEqual([
      true,
      true,
    ])
    const both = await ana.submit(older, news.replace('/news', '/story'), { story_title: 'Mine' })
    expect([both.status, both.text.includes('changed in another window')]).toEqual([400, true])
    const words = { title: 'Dark mode', body: 'At night now.' }
    const page = (await ana.get(news)).text
    const path = news.replace('/news', '/update')
    // The reason stands where the form would be, which an older window may still send.
    expect([page.includes(`action="${path}"`), page.includes('this one is neither now')]).toEqual([
      false,
      true,
    ])
    const seal = formSeal({ token: ana.cookies.get('session')! }, path)
    const early = await ana.post(path, { ...words, seal })
    expect([early.status, early.text.includes('value="Dark mode"')]).toEqual([400, true])
    expect(early.text).toContain('beside a listing that is scheduled or live')
  })

  it('order a paid launch at the checkout, which the orders then show', async () => {
    const path = /href="(\/account\/listings\/\d+)"/.exec((await ana.get('/account/listings')).text)![1]!
    const wrong = await ana.get(`${path}/plan?week=now&country=ZZ`)
    expect([wrong.status, wrong.text.includes('country code')]).toEqual([400, true])
    const planned = await ana.get(`${path}/plan?week=now&country=FI`)
    const ordered = await ana.submit(planned, `${path}/launch`)
    expect(ordered.status).toBe(303)
    expect(ordered.location).toContain('/checkout/')
    expect((await ana.get('/account/orders')).text).toContain(`href="${ordered.location}"`)
  })

  it('begin a claim with what to publish, and say what was found', async () => {
    const { user_id } = await keyFor(service, 'tove@example.com')
    await listingOf(service, user_id, { slug: 'ebb', status: 'live', url: 'https://ebb.test/', plan: 'free' })
    const begun = await ana.submit(await ana.get('/account/claims?slug=ebb'), '/account/claims', {
      slug: 'ebb',
      method: 'file',
    })
    expect(begun.location).toMatch(/^\/account\/claims#claim-\d+$/)
    const page = await ana.get('/account/claims')
    expect(page.text).toContain('https://ebb.test/.well-known/launch-claim.txt')
    const looked = await ana.submit(page, '/account/claims/verify')
    expect(looked.status).toBe(303)
    expect((await ana.get('/account/claims')).text).toContain('We looked')
    const mail = { slug: 'ebb', method: 'email', email: 'ana@gmail.com' }
    const { text: refused } = await ana.submit(page, '/account/claims', mail)
    expect(refused).toContain('for it has to prove that you belong to that company.')
    expect(refused).toContain('href="/account/claims?slug=ebb&#38;method=meta#begin"')
    expect(refused).not.toMatch(/the method dns|site team at http/)
    const wrong = await ana.submit(page, '/account/claims', { slug: 'Not a slug', method: 'dns' })
    expect([wrong.status, wrong.text.includes('value="not a slug"')]).toEqual([400, true])
  })

  it('end what is followed where it is listed, and come back there', async () => {
    expect((await ana.get('/account/follows')).text).toContain('You follow nothing yet')
    const { user_id } = await keyFor(service, 'ana@example.com')
    const followed = await service.storage.listings.standing(1, 'ebb')
    await service.storage.write(({ follows }) =>
      follows.add({ listing_id: followed!.id }, user_id, service.clock.now.toISOString()),
    )
    const ended = await ana.submit(await ana.get('/account/follows'), '/account/follows')
    expect([ended.status, ended.location]).toEqual([303, '/account/follows'])
    expect((await ana.get('/account/follows')).text).toContain('You follow nothing yet')
  })

  it('follow a category and a founder, which stand in the list, and nobody ends what is another’s', async () => {
    const { user_id } = await keyFor(service, 'ana@example.com')
    for (const path of ['/categories/invoicing', '/founders/ana-keto']) {
      const pressed = await ana.submit(await ana.get(path), `${path}/follow`)
      expect([pressed.status, pressed.location]).toEqual([303, path])
      expect((await ana.get(path)).text).toContain('Stop following')
      expect((await openBrowser(service).get(path)).text).toContain('Follow<span')
    }
    const listed = (await ana.get('/account/follows')).text
    expect(listed).toMatch(/href="\/categories\/invoicing"[^]*href="\/founders\/ana-keto"/)
    const { items } = await service.storage.follows.list(user_id, 1, { limit: 9, offset: 0 })
    const { id } = items[0]!
    expect(await service.storage.write(({ follows }) => follows.end(id, user_id + 1))).toBe(false)
    await ana.submit(await ana.get('/founders/ana-keto'), '/founders/ana-keto/follow')
    await ana.submit(await ana.get('/account/follows'), '/account/follows')
    expect((await ana.get('/account/follows')).text).toContain('You follow nothing yet')
  })

  it('withdraw a listing, whose open order ends, and offer to submit it again', async () => {
    // Pages are limited by the minute.
    service.clock.now = new Date(service.clock.now.getTime() + 120_000)
    const made = (await ana.submit(await ana.get('/submit'), '/submit', { url: 'moat.test' })).location!
    await service.worker.idle()
    const [, sealed] = hiddenFields((await ana.get(made)).text, `${made}/field`).find(
      ([name]) => name === 'seal',
    )!
    const category = { field: 'categories', do: 'edit', value: 'Invoicing', seal: sealed }
    expect((await ana.post(`${made}/field`, category)).status).toBe(303)
    const listing = (await ana.submit(await ana.get(made), `${made}/submit`)).location!
    const planned = await ana.get(`${listing}/plan?week=now&country=FI`)
    const checkout = new URL((await ana.submit(planned, `${listing}/launch`)).location!, service.url).pathname
    expect((await ana.get(checkout)).text).toMatch(/Launch .+ for €/)
    expect((await ana.submit(await ana.get(`${listing}/withdraw`), `${listing}/withdraw`)).status).toBe(303)
    expect((await ana.get(checkout)).text).toContain('This order was cancelled.')
    const { text } = await ana.get(listing)
    expect([
      text.includes('Submit it again'),
      text.includes('Edit listing'),
      text.includes('They wrote'),
    ]).toEqual([true, false, false])
  })
})
