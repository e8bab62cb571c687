// What makers met on the way from a site that could not be read to a launch that is paid: each page says what is missing
// and nothing that is not.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { openBrowser, signIn, type Browser } from '../../support/people.ts'
import { tide } from '../../support/tide.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let program: Caller
let ana: Browser
let id: number
beforeAll(async () => {
  world = await openDrafting()
  ana = (await signIn(world.service, 'ana@example.com')).browser
  program = await enter(world.service, 'rest', 'ana@example.com')
  id = await listingOf(world.service, program.user_id, { slug: 'tern', url: 'https://tern.test/' })
})
afterAll(async () => {
  await program.end()
  await world.close()
})

it('a draft that was typed is read again whenever its site can be, and stays ready where it cannot', async () => {
  const made = await program.get('submit_listing', { url: 'shut.test' })
  await world.service.worker.idle()
  const path = `/account/drafts/${made.id}`
  const page = async () => (await ana.get(path)).text
  const part = async (name: string) =>
    (await page()).split(`id="${name}"`)[1]!.split('</section>')[0]!.replaceAll(/\s+/g, ' ')
  const again = async () => {
    expect((await ana.submit(await ana.get(path), `${path}/again`)).location).toBe(path)
    await world.service.worker.idle()
  }
  const typed = { name: 'Shut', categories: ['invoicing'] }
  const { completeness } = await program.get('update_draft', { id: made.id, fields: typed })
  for (const seen of [await page(), (await ana.get('/account/drafts')).text])
    expect(seen).toContain(`${completeness}% filled`)
  expect(await page()).not.toContain('the words on your site')
  expect(await part('name')).not.toContain('value="restore"')
  await program.get('update_draft', { id: made.id, lock_fields: ['name'] })
  expect(await part('name')).toContain('>Unlock and empty<')

  await again()
  expect((await program.get('get_draft', { id: made.id })).status).toBe('ready')
  world.outside.hosts.set('shut.test', tide)
  await again()
  expect(await program.get('get_draft', { id: made.id })).toMatchObject({
    fields: { name: { value: 'Shut', state: 'override' }, tagline: { state: 'ai' } },
  })
  expect(await page()).toContain('the words on your site')
  expect(await page()).not.toContain('Read it again')
  expect(await part('name')).toContain('>Unlock and restore<')
})

it.each([
  ['', 'Nothing chosen yet', 'Choose a week'],
  ['?week=now&extra=story', 'Your country is missing', 'VAT depends on it.'],
  [
    '?week=now&country=FI&vat_number=FI1',
    'That cannot be ordered',
    'What to change is shown beside the choice',
  ],
])('the plan %j is told what is missing and no more', async (chosen, ...said) => {
  const { text } = await ana.get(`/account/listings/${id}/plan${chosen}`)
  const aside = text.split('<aside')[1]!
  for (const words of said) expect(aside).toContain(words)
  expect(aside.includes('Choose a week')).toBe(chosen === '')
})

it('the page of what to buy names neither week nor badge to what is live', async () => {
  const at = world.service.clock.now.toISOString()
  const live = { slug: 'gull', status: 'live', plan: 'launch', live_at: at } as const
  const listing_id = await listingOf(world.service, program.user_id, live)
  const { text } = await ana.get(`/account/listings/${listing_id}/plan`)
  expect(text.split('<aside')[1]).toContain('Choose what you want')
  expect(text).not.toContain('the day and for')
  expect(text).not.toContain('end of Sunday')
  expect((await ana.get(`/account/listings/${listing_id}/news`)).text).toContain('Post the update')
})

it('every page says the same of what a paid launch includes: milestones, and neither story nor gallery', async () => {
  const at = world.service.clock.now.toISOString()
  const live = { slug: 'tern-paid', status: 'live', plan: 'launch', live_at: at } as const
  const own = `/account/listings/${await listingOf(world.service, program.user_id, live)}`
  const words = 'The public sees it as an extra, bought with a paid launch or after it.'
  const [news, pictures] = await Promise.all(
    ['news', 'pictures'].map(async (page) => (await ana.get(`${own}/${page}`)).text.replaceAll(/\s+/g, ' ')),
  )
  expect(pictures).toContain(words)
  expect(news!.split('The story behind it')[1]).toContain(words)
  expect(news!.split('Milestones')[1]).toContain('The public sees this.')
})

it('every page names the same conditions of a free week', async () => {
  const own = `/account/listings/${await listingOf(world.service, program.user_id, { slug: 'crake' })}`
  for (const page of ['/submit', own, `${own}/plan`])
    expect((await ana.get(page)).text.replaceAll(/\s+/g, ' ')).toContain(
      'your name and title, a text about you of 80 characters or more, and a link to an account or a website of yours',
    )
})

it('an order without a name asks for one before it is paid, and tells what each item does', async () => {
  const items = ['launch', 'story', 'media'].map((product) => ({ product, listing_id: id }))
  const { checkout_url } = await program.get('create_checkout', { items, country: 'FI' })
  const path = new URL(checkout_url).pathname
  const stranger = openBrowser(world.service)
  const { text } = await stranger.get(path)
  expect(text).toMatch(/<h1>Launch \w+ with extras for €/)
  expect(text).toMatch(/<details open>\s*<summary>\s*The receipt names nobody yet/)
  // Amounts below each other all have their cents.
  expect(text).toContain('<td class="sum">€99.00</td>')
  expect(text.indexOf(`${path}/buyer`)).toBeLessThan(text.indexOf(`${path}/pay`))
  const told = [...text.matchAll(/<p>([^<]+), [^<,]+: (?:Takes effect|Goes live)/g)].map(([, name]) => name)
  expect([told.length, new Set(told).size]).toEqual([3, 3])
  const named = { name: 'Tern Oy', address: '', country: 'FI', vat_number: '' }
  await stranger.submit(await stranger.get(path), `${path}/buyer`, named)
  expect((await stranger.get(path)).text).toMatch(/<details\s*>\s*<summary>\s*Bought by Tern Oy,/)
})

it('bought categories lead to where they are named, and are no longer said to be sold', async () => {
  const made = await program.get('submit_listing', { url: 'skua.test' })
  await world.service.worker.idle()
  const draft = `/account/drafts/${made.id}`
  const named = { name: 'Skua', categories: ['invoicing', 'time-tracking'] }
  await program.get('update_draft', { id: made.id, fields: named })
  const part = async () =>
    (await ana.get(`${draft}?saved=categories`)).text.split('id="categories"')[1]!.split('</section>')[0]!
  expect(await part()).toContain('>Saved<')
  expect(await part()).toContain('The public sees 1 more as an extra, bought with a paid launch')
  const { listing_id } = await program.get('submit_draft', { id: made.id })
  const items = ['launch', 'extra_categories'].map((product) => ({ product, listing_id }))
  const { checkout_url } = await program.get('create_checkout', { items, country: 'FI' })
  const path = new URL(checkout_url).pathname
  await ana.submit(await ana.get(path), `${path}/pay`, { play: 'success' })
  await world.service.worker.idle()
  expect((await ana.get(path)).text).toContain(`href="${draft}#categories">Name its categories</a>`)
  expect(await part()).not.toContain('as an extra')
  const plan = (await ana.get(`/account/listings/${listing_id}`)).text.split('<aside')[1]!
  expect(plan).toContain('Sold as extras: a founder story and a gallery.')
})

it('the receipt of an order without a name begins with the country', async () => {
  const items = [
    { product: 'launch', listing_id: await listingOf(world.service, program.user_id, { slug: 'auk' }) },
  ]
  const { checkout_url } = await program.get('create_checkout', { items, country: 'FI' })
  const path = new URL(checkout_url).pathname
  const stranger = openBrowser(world.service)
  await stranger.submit(await stranger.get(path), `${path}/pay`, { play: 'success' })
  expect((await stranger.get(`${path}/receipt`)).text).toMatch(/<dt>Buyer<\/dt>\s*<dd>\s*Finland\s*<\/dd>/)
})

it('what is missing for a free week is named before what to do about it', async () => {
  await program.get('choose_free_listing', { listing_id: id })
  await world.service.worker.idle()
  const { text } = await ana.get(`/account/listings/${id}/plan`)
  expect(text).toContain('Held for you now. Nobody else yet.')
  const aside = text.split('<aside')[1]!
  expect(aside.replaceAll(/\s+/g, ' ')).toContain(
    'The badge: not seen on tern.test. No connection to the homepage could be made. Check that it is up, and opens for visitors from anywhere.',
  )
})
