// What makers met who used the site for half an hour: two windows, an order without a name, a mail that led nowhere, and
// categories that were counted in two ways.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { facts } from '../../../facts.ts'
import { perform } from '../../../tools/action.ts'
import { mailAgain } from '../../../tools/follows/follow.ts'
import { actionContext } from '../../support/actions.ts'
import { enter } from '../../support/callers.ts'
import { openOutside, pages, type Outside } from '../../support/outside.ts'
import { completeProfile, listingOf } from '../../support/owned.ts'
import { mailbox, openBrowser, signIn, type Browser } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

const maker = 'maker@kettle.example'
let outside: Outside
let service: Service
let browser: Browser
let user_id: number
beforeAll(async () => {
  outside = await openOutside()
  service = await startService({ demo: true, outside: outside.options })
  browser = (await signIn(service, maker)).browser
  user_id = (await service.storage.users.byEmail(maker))!.id
})
afterAll(async () => {
  await service.close()
  await outside.close()
})

it('categories are counted alike wherever they are counted, and none is left out of the index', async () => {
  const [home, index] = [await browser.get('/'), await browser.get('/categories')]
  expect(home.text).toContain('16 categories')
  expect(index.text).toContain('16 categories, 4 at the top.')
  for (const { text } of [home, index]) expect(text).toContain('href="/categories/status-pages"')
})

it('a value of a profile that is no longer taken stays until somebody changes it', async () => {
  const path = '/account/profile'
  const old = {
    title: null,
    bio: null,
    city: null,
    country: null,
    socials: { x: '@ana', website: 'http://a.example' },
  }
  const at = service.clock.now.toISOString()
  await service.storage.write((inside) =>
    inside.users.saveProfile(user_id, { ...old, name: 'Ana Keto' }, 'ana-keto', at),
  )
  const form = { name: 'Ana Keto', title: '', bio: '', city: 'Turku', country: '', linkedin: '', github: '' }
  const save = async (more: Record<string, string>) =>
    browser.submit(await browser.get(path), path, { ...form, ...more })
  expect((await save({ x: '@ana', website: 'http://a.example' })).location).toBe(`${path}?saved`)
  expect(await service.storage.users.profile(user_id)).toMatchObject({ city: 'Turku', socials: old.socials })
  expect((await browser.get('/')).text).toContain('<a class="me" href="/account">Ana</a>')
  const refused = await save({ x: 'not a name', website: '' })
  expect([refused.status, refused.text.includes('Give the address of the account on x')]).toEqual([400, true])
  // What people type is taken as in a draft: an address without its scheme, or a name.
  await save({ x: '@anna', website: 'kettle.example' })
  expect((await service.storage.users.profile(user_id))!.socials).toEqual({
    ...{ x: 'https://x.com/anna', website: 'https://kettle.example' },
  })
})

it('a report reaches the team from who may claim a listing that nobody else sees, and names nothing of it', async () => {
  const other = (await signIn(service, 'eve@kettle.example')).browser
  const about = {
    slug: 'hidden-kettle',
    name: 'Secret Kettle',
    status: 'draft',
    url: 'https://hidden.test/',
  } as const
  const id = await listingOf(service, user_id, about)
  const path = '/listings/hidden-kettle/report'
  expect((await service.fetch(path)).status).toBe(404)
  const form = await other.get(path)
  expect(form.status).toBe(200)
  expect(form.text).not.toContain('Secret Kettle')
  expect(form.text).not.toContain('href="/listings/hidden-kettle"')
  const given = { reason: 'not_theirs', body: 'It is ours.' }
  expect((await other.submit(form, path, given)).location).toBe(`${path}?sent=1`)
  expect(await service.storage.reports.openOf(id)).toBe(1)
  await service.storage.write(({ listings }) => listings.change(id, { status: 'withdrawn' }))
  expect((await other.get(path)).status).toBe(404)
})

it('a history says what was shown, and no code', async () => {
  const id = await listingOf(service, user_id, { slug: 'told-kettle', url: 'https://told.test/' })
  const film = { kind: 'video', url: 'https://told.test/film', caption: 'The film' } as const
  const picture = { kind: 'image', url: `/media/${'a'.repeat(32)}.png`, caption: null } as const
  await service.storage.write(({ owners }) =>
    owners.addVersion({
      ...{
        listing_id: id,
        user_id,
        via: 'session',
        client_name: null,
        operation: 'add_medium',
        reason: null,
      },
      ...{ call_id: 'c', created_at: service.clock.now.toISOString() },
      before: { media: [], stage: 'mvp', unlocked_sections: [], billboard_cents: 0 },
      after: {
        ...{ media: [picture, film], stage: 'launched' },
        ...{ unlocked_sections: ['media', 'extra_categories'], billboard_cents: 1250 },
      },
    }),
  )
  const { text } = await browser.get(`/account/listings/${id}`)
  for (const words of [
    'a picture (without a caption), a film (The film)',
    '<del>MVP</del> <ins>Launched</ins>',
    'pictures and films, three more categories',
    '12.50',
  ])
    expect(text).toContain(words)
})

it('a stranger reads what the flag does, no empty frame of pictures, and facts as people write them', async () => {
  const heron = (await service.storage.listings.standing(1, 'patient-heron'))!.id
  const attributes = {
    repo_url: 'https://code.test/heron',
    accepted: '2021-07-13',
    currencies: ['EUR', 'GBP'],
  }
  await service.storage.write(({ listings }) => listings.change(heron, { attributes }))
  const page = await (
    await service.fetch('/listings/patient-heron', { headers: { accept: 'text/html' } })
  ).text()
  expect(page).toMatch(
    /class="vote long">\s*<a [^>]*>.*?<span\s*>Vote<span class="unseen"> for Patient Heron/s,
  )
  // Whoever asked to vote types the address at once.
  const asks = await service.fetch('/listings/patient-heron?vote=patient-heron', {
    headers: { accept: 'text/html' },
  })
  expect(await asks.text()).toMatch(/<input\s+id="mail-patient-heron"[^>]* autofocus=""/)
  expect(page).not.toContain('class="shots"')
  expect(page).toMatch(/Repository<\/dt>\s*<dd>\s*<a href="https:\/\/code.test\/heron"/)
  expect(page).toContain('13 July 2021')
  expect(page).toContain('<dd>EUR, GBP</dd>')
  expect(page).toMatch(/Launched<\/dt>\s*<dd>\s*in the week of\s*<a href="\/weeks\/2026-11-09"/)
  expect(page).toContain('<dt>August 2026</dt>')
  const search = await (await service.fetch('/search', { headers: { accept: 'text/html' } })).text()
  // The words of the filter are those that the form of a draft offers.
  const [, filter] = /<select\s+id="pricing_model"[^>]*>(.*?)<\/select>/s.exec(search)!
  const words = [...filter!.matchAll(/>\s*([^<>]+?) \(\d+\)\s*</g)].map(([, word]) => word)
  expect(words).toContain('One-time')
  expect(facts.pricing_model.offered).toEqual(expect.arrayContaining(words))
})

it('the example on the front page says what the listing that it names says', async () => {
  const asked = { headers: { accept: 'text/html' } }
  const [home, heron] = await Promise.all(
    ['/', '/listings/patient-heron'].map(async (path) => (await service.fetch(path, asked)).text()),
  )
  const example = home!.split('For example:')[1]!.split('</dl>')[0]!
  const quotes = [...example.matchAll(/<mark>([^<]+)<\/mark>/g)].map(([, quote]) => quote!)
  expect(quotes).toHaveLength(2)
  for (const quote of quotes) expect(heron).toContain(`<mark>${quote}</mark>`)
  expect(heron).not.toContain('<dt>Documentation')
})

it('a category whose parts add up to more than itself says why', async () => {
  for (const [slug, isSaid] of [
    ['business', true],
    ['learning-and-culture', false],
  ] as const) {
    const page = (await browser.get(`/categories/${slug}`)).text
    expect(page.includes('A product can be in several of these.'), slug).toBe(isSaid)
  }
})

it('numbers of a listing are written for people, and no filter is offered that finds nothing', async () => {
  expect((await browser.get('/listings/csv-carwash')).text).toMatch(/Free rows<\/dt>\s*<dd>50,000</)
  const search = (await browser.get('/search')).text
  expect(search).toContain('With a verified owner (')
  expect(search).not.toContain('Ready for agents (')
  expect(search).not.toContain('name="agent_ready"')
  expect((await browser.get('/search?agent_ready=true')).text).toContain('name="agent_ready"')
})

it('a product with a logo has it in the picture of its week as in its row', async () => {
  const heron = (await service.storage.listings.standing(1, 'patient-heron'))!.id
  await service.storage.write(({ listings }) => listings.change(heron, { logo: 'heron.png' }))
  const asked = { headers: { accept: 'text/html' } }
  const page = await (await service.fetch('/weeks/last', asked)).text()
  expect(page).toMatch(/<image\s+href="\/media\/heron\.png"/)
  expect(page).toContain('src="/media/heron.png"')
  await service.storage.write(({ listings }) => listings.change(heron, { logo: null }))
})

it('a listing says what it is, then whether that is true, then the rest, and no sentence twice', async () => {
  const heron = (await service.storage.listings.standing(1, 'patient-heron'))!.id
  const short_description = 'Sends your invoices.'
  const description = `${short_description} It waits, and then it reminds.`
  await service.storage.write(({ listings }) => listings.change(heron, { short_description, description }))
  const page = await (
    await service.fetch('/listings/patient-heron', { headers: { accept: 'text/html' } })
  ).text()
  const parts = [
    ...['<p class="lead">Sends your invoices.</p>', '<p>It waits, and then it reminds.</p>', '>Facts</h2>'],
    ...['>What it does</h2>', 'id="reviews">', '>Alternatives</h2>'],
  ]
  const at = parts.map((part) => page.indexOf(part))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
})

it('a profile that is open in two windows loses nothing that one changed, and says what both did', async () => {
  await completeProfile(service, user_id)
  const path = '/account/profile'
  const [one, other] = [await browser.get(path), await browser.get(path)]
  const fields = { name: 'Ana Keto', country: 'FI', x: '' }
  const typed = {
    title: 'Founder',
    bio: 'Ana wrote Tide.',
    city: 'Helsinki',
    website: '',
    linkedin: '',
    github: '',
  }
  await browser.submit(one, path, { ...fields, ...typed, bio: 'Ana makes kettles.' })
  await browser.submit(other, path, {
    ...fields,
    ...typed,
    bio: 'Ana sent invoices by hand for nine years, and reminders for eight of them. Then she wrote Tide.',
    city: 'Turku',
  })
  expect(await service.storage.users.profile(user_id)).toMatchObject({
    bio: 'Ana makes kettles.',
    city: 'Turku',
  })
  const refused = await browser.submit(one, path, {
    ...fields,
    ...typed,
    city: 'Oulu',
    bio: 'Ana makes kettles.',
  })
  expect([refused.status, refused.text.includes('changed in another window')]).toEqual([400, true])
  expect(refused.text).toContain('value="Oulu"')
  // What is shown now is known: sent again, it is saved.
  await browser.submit(refused, path, { ...fields, ...typed, city: 'Oulu', bio: 'Ana makes kettles.' })
  expect(await service.storage.users.profile(user_id)).toMatchObject({ city: 'Oulu', name: 'Ana Keto' })
})

it('a list of orders says what each was for', async () => {
  const listing_id = await listingOf(service, user_id, { slug: 'kettle', name: 'The Kettle' })
  const ana = await enter(service, 'rest', maker)
  const { number, checkout_url } = await ana.get('create_checkout', {
    items: [
      { product: 'launch', listing_id },
      { product: 'story', listing_id },
    ],
    country: 'FI',
  })
  const { text } = await browser.get('/account/orders')
  const row = text.split('</tr>').find((one) => one.includes(number))!
  expect([...row.matchAll(/<div>([^<]+)<\/div>/g)].map(([, words]) => words)).toEqual([
    expect.stringMatching(/launch: The Kettle$/i),
    expect.stringMatching(/story: The Kettle$/i),
  ])
  const checkout = new URL(checkout_url).pathname
  expect((await browser.get(checkout)).text).not.toContain('Write the story')
  await browser.submit(await browser.get(checkout), `${checkout}/pay`, { play: 'success' })
  await service.worker.idle()
  const own = `/account/listings/${listing_id}`
  expect((await browser.get(checkout)).text).toContain(`href="${own}/news">Write the story</a>`)
  expect((await browser.get(own)).text).toMatch(/0 votes so far; voting is open until the end of Sunday/)
})

it('a mail about a claim leads to the account where the listing has no page', async () => {
  const at = service.clock.now.toISOString()
  const listing_id = await listingOf(service, user_id, {
    slug: 'pot',
    status: 'live',
    plan: 'free',
    live_at: at,
  })
  const eve = await enter(service, 'rest', 'eve@else.example')
  const { claim_id, publish } = await eve.get('claim_listing', { slug: 'pot', method: 'file' })
  outside.hosts.set('pot.example', pages({ [new URL(publish.at).pathname]: { body: publish.content } }))
  await service.storage.write(({ listings }) => listings.change(listing_id, { status: 'suspended' }))
  expect((await eve.get('verify_claim', { claim_id })).status).toBe('verified')
  const told = (await mailbox(service)).findLast(({ to }) => to?.[0]?.address === maker)!
  expect(told.text).toContain(`${service.url}/account`)
  expect(told.text).not.toContain('/listings/pot')
})

it('a claim says beforehand that the listing has a proven owner, and can be withdrawn', async () => {
  const path = '/account/claims'
  const [ours, theirs] = await Promise.all(
    ['cebelnik', 'patient-heron'].map(async (slug) => (await browser.get(`${path}?slug=${slug}`)).text),
  )
  expect(ours).not.toContain('You can dispute that')
  expect(theirs).toContain('You can dispute that')
  const fields = { slug: 'cebelnik', method: 'dns', email: '' }
  expect((await browser.submit(await browser.get(path), path, fields)).status).toBe(303)
  expect((await browser.get('/account')).text).toContain('Your claim waits for its proof')
  const done = await browser.submit(await browser.get(path), `${path}/withdraw`)
  expect([done.status, done.location]).toEqual([303, path])
  expect((await browser.get(path)).text).not.toContain('Waiting until')
  expect((await browser.get('/account')).text).not.toContain('Your claim waits for its proof')
})

it('a revenue names its source and its day, on the board and on the page of its listing', async () => {
  const heron = (await service.storage.listings.standing(1, 'patient-heron'))!.id
  const pages = async () =>
    (await Promise.all(['/boards/revenue', '/listings/patient-heron'].map((path) => browser.get(path)))).map(
      ({ text }) => text,
    )
  for (const text of await pages()) {
    expect(text).toContain('€18,400')
    expect(text).toContain('Entered by the team of this site, 10 November 2026')
  }
  const told = { measured_on: '2026-11-12', revenue_cents: 1_900_000, source: 'its open books' }
  await service.storage.write(({ measures }) => measures.earn(heron, told))
  for (const text of await pages()) {
    expect(text).toContain('€19,000')
    expect(text).toContain('From its open books, 12 November 2026')
  }
})

it('mails that were ended can be asked for again, by whoever follows alone', async () => {
  const path = '/account/follows'
  const page = '/listings/cebelnik'
  await browser.submit(await browser.get(page), `${page}/follow`)
  const id = (await service.storage.listings.standing(1, 'cebelnik'))!.id
  const kept = async () => (await service.storage.follows.of({ listing_id: id }, user_id))!
  expect((await browser.get(path)).text).not.toContain('Mail me again')
  await service.storage.write(async ({ follows }) => follows.hush((await kept()).token!))
  const seen = await browser.get(path)
  expect(seen.text).toContain('without emails')
  const eve = await enter(service, 'rest', 'eve-follows@kettle.example')
  const theirs = actionContext(service, { user_id: eve.user_id, via: 'session' })
  await perform(mailAgain, { id: (await kept()).id }, theirs)
  expect((await kept()).told).toBe(false)
  expect((await browser.submit(seen, `${path}/mails`)).location).toBe(path)
  expect((await kept()).told).toBe(true)
})

it('whoever reads a listing can share it, by its address or by mail', async () => {
  const { text } = await browser.get('/listings/patient-heron')
  expect(text).toContain(`>${service.url}/listings/patient-heron</pre>`)
  expect(text).toContain('href="mailto:?subject=Patient%20Heron&#38;body=')
})

it('an owner is offered to edit the listing, everybody else to claim it', async () => {
  const at = service.clock.now.toISOString()
  const id = await listingOf(service, user_id, { slug: 'pan', status: 'live', plan: 'free', live_at: at })
  const [own, other] = [await browser.get('/listings/pan'), await browser.get('/listings/cebelnik')]
  expect(own.text).toContain(`<a class="button" href="/account/listings/${id}/edit">Edit</a>`)
  expect(own.text).not.toContain('Claim it')
  expect(own.text).toContain('you cannot vote for it')
  expect(own.text).not.toContain('Report it')
  for (const words of ['Claim it', 'Is it yours?', 'Is something wrong with it?'])
    expect(other.text).toContain(words)
  const proved = (await browser.get('/listings/patient-heron')).text
  expect(proved).toContain('Its owner is verified')
  expect(proved).not.toMatch(/Claim it|Is it yours\?/)
})

it('a person gets everything that is kept about them as a file, and nobody else does', async () => {
  await completeProfile(service, user_id)
  const { text } = await browser.get('/account/profile')
  const path = /href="([^"]+)" download>Download it as JSON/.exec(text)![1]!
  expect((await openBrowser(service).get(path)).location).toMatch(/^\/sign-in/)
  const { headers, text: file } = await browser.get(path)
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(headers.get('cache-control')).toBe('no-store')
  const all = JSON.parse(file)
  expect(all.users).toEqual([expect.objectContaining({ email: maker })])
  expect(all.founders).toEqual([expect.objectContaining({ user_id })])
  for (const rows of [all.sessions, all.mails, all.audit]) expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(all.sessions)).not.toMatch(/hash|token/)
})

it.each(['the person', 'the site team'])(
  'an account that %s deletes is told so by mail, and then forgotten',
  async (by) => {
    const email = `gone-${by.replaceAll(' ', '-')}@kettle.example`
    const theirs = (await signIn(service, email)).browser
    const { id } = (await service.storage.users.byEmail(email))!
    if (by === 'the person')
      await theirs.submit(await theirs.get('/account/profile'), '/account/delete', { confirm: email })
    else {
      await service.storage.write(({ users }) => users.setRole(maker, 'team'))
      const path = `/team/people/${id}`
      await browser.submit(await browser.get(path), `${path}/delete`, {
        confirm: email,
        reason: 'They asked for it.',
      })
    }
    const told = (await mailbox(service)).findLast(({ to }) => to?.[0]?.address === email)!
    expect(told.subject).toBe('Your account on Launch Directory is deleted')
    expect(told.text).toContain('19 November 2026 at 12:00 UTC')
    expect(told.text).toContain(
      by === 'the person' ? 'by somebody who was signed in' : 'The site team deleted it',
    )
    for (const standing of ['waiting', 'sent', 'failed'] as const)
      expect(
        JSON.stringify(await service.storage.mail.outbox(standing, { limit: 100, offset: 0 })),
      ).not.toContain(email)
  },
)
