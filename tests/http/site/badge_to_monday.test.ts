// From the badge to the launch: its link leads to a page from the moment it is due, and what is done moves the launch on
// at once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { openOutside, pages } from '../../support/outside.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { bearer, keyFor, mailbox, openBrowser, signIn, type Browser } from '../../support/people.ts'
import { callRest, startService } from '../../support/service.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let ana: Browser
let ben: Browser
let id: number
beforeAll(async () => {
  world = await openDrafting(undefined, { repeating: ['turn_weeks'] })
  ana = (await signIn(world.service, 'ana@example.com')).browser
  ben = (await signIn(world.service, 'ben@example.com')).browser
  const { user_id } = await keyFor(world.service, 'ana@example.com')
  id = await listingOf(world.service, user_id, { slug: 'tern', name: 'Tern', url: 'https://tern.test/' })
  world.outside.hosts.set('tern.test', pages({ '/': '<html><body><h1>Tern</h1></body></html>' }))
})
afterAll(() => world.close())

const path = '/listings/tern'
const own = () => ana.get(`/account/listings/${id}`)
const stranger = () => openBrowser(world.service)
const noindex = '<meta name="robots" content="noindex"'

it('shows the owner the page before anybody else may see it', async () => {
  expect((await stranger().get(path)).status).toBe(404)
  const seen = await ana.get(`/account/listings/${id}/preview`)
  expect([seen.status, seen.text.includes('Only you see this.')]).toEqual([200, true])
  expect((await ben.get(`/account/listings/${id}/preview`)).status).toBe(404)
  const page = (await own()).text
  expect(page).toContain('Four steps to the launch')
  expect(page).toMatch(/<progress\s+max="4"\s+value="1"/)
})

it('shows a draft as the page it would become', async () => {
  const caller = await enter(world.service, 'rest', 'ana@example.com')
  const { id: draft_id, fields } = await readyDraft(world.service, caller)
  const seen = await ana.get(`/account/drafts/${draft_id}/preview`)
  expect([seen.status, seen.text.includes(fields.tagline.value)]).toEqual([200, true])
  expect((await ben.get(`/account/drafts/${draft_id}/preview`)).status).toBe(404)
  expect(seen.text).not.toMatch(/href="\/(?:listings|founders|categories)\/"/)
})

it('has a public page from the moment the badge is due, which the badge leads to', async () => {
  expect((await ana.submit(await own(), `/account/listings/${id}/free`)).status).toBe(303)
  const [, link] = /&#60;a href=&#34;(\S+?)&#34;/.exec((await own()).text)!
  const seen = await stranger().get(new URL(link!).pathname)
  expect(seen.status).toBe(200)
  // The week that its owner has taken is held, and nobody else is told it.
  expect(seen.text).toContain('Its launch week is not settled yet.')
  expect(seen.text).toContain(noindex)
  expect(seen.text).not.toContain(`${path}/vote`)
  for (const follows of [`${path}/badges`, `${path}/report`, '/badges/tern/listed-standard-auto-m.svg'])
    expect((await stranger().get(follows)).status, follows).toBe(200)
  const { body } = await callRest(world.service, 'get_listing', { slug: 'tern' })
  expect(body).toMatchObject({ status: 'upcoming', launch_week: null })
  for (const list of ['/', '/search?q=Tern', '/sitemap.xml', '/sitemaps/listings-1.xml'])
    expect((await stranger().get(list)).text, list).not.toContain('/listings/tern')
})

it('tells whoever asks, and takes no votes', async () => {
  expect((await ben.submit(await ben.get(path), `${path}/follow`)).location).toBe(path)
  expect((await ben.get(path)).text).toContain('1 person has asked to be told.')
})

it('is scheduled the moment the last step is done, and then found', async () => {
  const [badge] = (await callRest(world.service, 'get_badges', { slug: 'tern' })).body.items
  world.outside.hosts.set('tern.test', pages({ '/': `<html><body>${badge.html}</body></html>` }))
  await ana.submit(await own(), `/account/listings/${id}/free`)
  expect((await own()).text).toContain('data-again="3"')
  await world.service.worker.idle()
  expect((await stored(world.service, id)).status).toBe('awaiting_badge')
  expect((await own()).text).toMatch(/Three of four steps are done/)
  const profile = { name: 'Ana Keto', title: 'Founder', bio: 'x'.repeat(80), website: 'https://tern.test/' }
  await ana.submit(await ana.get('/account/profile'), '/account/profile', profile)
  // No job has run since.
  expect((await stored(world.service, id)).status).toBe('scheduled')
  expect((await own()).text).toContain('Nothing is missing.')
  const seen = await stranger().get(path)
  expect(seen.text).toContain('It launches on Monday,')
  expect(seen.text).not.toContain(noindex)
})

it('launches, and whoever asked is told once', async () => {
  const { launch_week } = await stored(world.service, id)
  world.service.clock.now = new Date(`${launch_week}T00:01:00.000Z`)
  await world.service.worker.idle()
  expect((await stored(world.service, id)).status).toBe('live')
  const told = (await mailbox(world.service)).filter(({ to }) => to?.[0]?.address === 'ben@example.com')
  const letters = told.filter(({ subject }) => subject === 'Tern has launched')
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain('/unsubscribe/')
})

it.each([
  ['plain.test', 'no_https', 'answers over http:// only', 'Give the website a certificate'],
  ['nowhere.test', 'unreachable', 'No connection to the homepage could be made', 'Check that it is up'],
])(
  'says what is wrong with %s, and what to do, to agents and on the page',
  async (host, problem, ...said) => {
    const plain = pages({ '/': '<html><body><h1>Plain</h1></body></html>' })
    const outside = await openOutside({ 'plain.test': plain }, ['plain.test'])
    const service = await startService({ outside: outside.options })
    try {
      const { browser } = await signIn(service, 'ana@example.com')
      const { user_id, key } = await keyFor(service, 'ana@example.com')
      const listing_id = await listingOf(service, user_id, { slug: 'plain', url: `https://${host}/` })
      await callRest(service, 'choose_free_listing', { listing_id }, bearer(key))
      await service.worker.idle()
      const { body } = await callRest(service, 'get_my_listing', { listing_id }, bearer(key))
      expect(body.badge.problem).toBe(problem)
      const page = (await browser.get(`/account/listings/${listing_id}`)).text.replace(/\s+/g, ' ')
      for (const words of said) expect(page).toContain(words)
      expect(page).not.toContain('choose_free_listing')
    } finally {
      await service.close()
      await outside.close()
    }
  },
)
