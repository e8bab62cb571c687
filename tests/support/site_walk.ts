// Every page of the site with something on it, and a way through all of them: as a stranger, as an owner, as the team.
import { sitePaths } from '../../http/site/routes.ts'
import { enter } from './callers.ts'
import { addCategories } from './drafting.ts'
import { authorizePath, pkce, register } from './oauth_client.ts'
import { listingOf } from './owned.ts'
import { openOutside, pages } from './outside.ts'
import { mailbox, openBrowser, signIn, unescaped, type Browser } from './people.ts'
import type { Service } from './service.ts'
import { tide } from './tide.ts'
import { startInhabited, type Inhabited } from './world.ts'

export type Person = 'stranger' | 'owner' | 'team'
export type Page = { person: Person; path: string; status: number; text: string; type: string }
export type WalkedSite = { service: Inhabited; people: Record<Person, Browser>; close(): Promise<void> }

const owner = 'ana@tide.example'

/** The demo catalogue, and somebody who has drafts, listings, claims, orders, follows, a key and an application. */
export async function openSite(): Promise<WalkedSite> {
  const shell = pages({
    '/': '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
  })
  const outside = await openOutside({ 'tide.test': tide, 'shell.test': shell })
  const service = await startInhabited({ outside: outside.options })
  await addCategories(service.storage)
  const ana = await enter(service, 'rest', owner)
  const { id } = await ana.get('submit_listing', { url: 'tide.test' })
  await ana.get('submit_listing', { url: 'shell.test' })
  await service.worker.idle()
  await ana.get('update_draft', { id, fields: { tagline: 'Typed by hand' }, lock_fields: ['name'] })
  await ana.get('invite_cofounder', { id, email: 'ben@tide.example' })
  await ordersAndClaims(service, ana)
  await follow(service, ana.user_id)
  await fillDesk(service, ana)
  const people = {
    stranger: openBrowser(service),
    owner: (await signIn(service, owner)).browser,
    team: (await signIn(service, 'team@tide.example')).browser,
  }
  await service.storage.write(({ users }) => users.setRole('team@tide.example', 'team'))
  service.clock.now = new Date(service.clock.now.getTime() + 2 * 3_600_000)
  return {
    service,
    people,
    async close() {
      await ana.end()
      await service.close()
      await outside.close()
    },
  }
}

async function ordersAndClaims(service: Service, ana: Awaited<ReturnType<typeof enter>>): Promise<void> {
  const listing_id = await listingOf(service, ana.user_id, { slug: 'paid-one' })
  await listingOf(service, ana.user_id, {
    slug: 'free-one',
    plan: 'free',
    status: 'awaiting_badge',
    launch_week: '2026-12-28',
  })
  const { checkout_url } = await ana.get('create_checkout', {
    items: [{ product: 'launch', listing_id }],
    country: 'FI',
  })
  const checkout = new URL(checkout_url).pathname
  await openBrowser(service).post(`${checkout}/pay`, { play: 'success' })
  await ana.get('claim_listing', { slug: 'patient-heron', method: 'dns' })
  await ana.get('claim_listing', {
    slug: 'calm-harbour',
    method: 'email',
    email: 'admin@calm-harbour.example',
  })
}

/** Somebody follows, and is told; somebody else asks for the digest. */
async function follow(service: Service, user_id: number): Promise<void> {
  const at = service.clock.now.toISOString()
  const live = (await service.storage.owners.list(user_id, { limit: 50, offset: 0 })).items.find(
    ({ status }) => status === 'live',
  )!
  const fan = await enter(service, 'rest', 'fan@tide.example')
  await service.storage.write(async ({ follows }) => {
    await follows.add({ listing_id: live.id }, fan.user_id, at)
    await follows.add({ listing_id: live.id }, user_id, at)
  })
  await openBrowser(service).post('/digest/ask', { email: 'reader@tide.example' })
  const ana = await enter(service, 'rest', owner)
  await ana.get('post_listing_update', { listing_id: live.id, title: 'Dark mode', body: 'At night now.' })
  await service.worker.idle()
}

/** For the team: an edit, a report, a dispute, and a job and a mail that failed. */
async function fillDesk(service: Service, ana: Awaited<ReturnType<typeof enter>>): Promise<void> {
  const at = service.clock.now.toISOString()
  const listing_id = await listingOf(service, ana.user_id, {
    slug: 'tide-desk',
    name: 'Tide Desk',
    url: 'https://desk.tide.example/',
    status: 'live',
    plan: 'launch',
    live_at: '2026-11-02T08:00:00.000Z',
    launch_week: '2026-11-02',
    tagline: 'Invoices that chase themselves',
  })
  await ana.get('update_my_listing', { listing_id, fields: { tagline: 'Invoices that write themselves' } })
  const eve = await enter(service, 'rest', 'eve@else.example')
  await service.storage.write(async ({ claims, jobs, mail, programmes, reports }) => {
    await programmes.save({
      ...{
        site_id: 1,
        slug: 'one-house',
        title: 'The Neighbours’ Season',
        text: 'For people who share a house.',
      },
      ...{ from_week: '2026-11-02', to_week: '2026-12-14', entry: 'entered', category_id: null },
      ...{ created_at: at, closed_at: null },
    })
    await reports.add({
      listing_id,
      user_id: eve.user_id,
      reason: 'untrue',
      body: 'They moved to Turku.',
      review: null,
      created_at: at,
    })
    const proof = { method: 'dns', token: 't', email: null, link_hash: null } as const
    const claim = { listing_id, user_id: eve.user_id, status: 'disputed', created_at: at, expires_at: at }
    const { id } = await claims.add({ ...proof, ...claim, status: 'disputed' })
    await claims.change(id, { finding: 'The TXT record was found.', settled_at: at })
    await jobs.enqueue({ kind: 'crawl_site', payload: { draft_id: 'd1', bare: false }, created_at: at })
    await jobs.bury((await jobs.claim(at, at))!, 'Error: the site answered with 503')
    const [subject, body] = ['Your link', 'Open it.']
    const to = { message_id: 'gone@here.example', recipient: 'gone@tide.example', created_at: at }
    await mail.fail(await mail.add({ ...to, subject, body }), 'EENVELOPE 550')
  })
}

const patterns = sitePaths
  .map((path) => ({ path, regex: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
export const patternOf = (path: string): string | undefined =>
  patterns.find(({ regex }) => regex.test(path.split('?')[0]!))?.path

export const linksIn = (text: string): string[] =>
  [...text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map((match) => unescaped(match[1]!).split('#')[0]!)

const starts: Record<Person, string[]> = {
  stranger: [
    ...['/', '/search?q=invocing', '/search?q=zzqqxx&country=PT', '/search?status=upcoming', '/sign-in'],
    ...['/compare', '/compare?a=patient-heron&b=calm-harbour', '/listings/pacient-heron', '/nothing/here'],
    ...['/weeks/2027-01-04', '/founders?q=nobody', '/blog?q=nothing', '/search?page=5000'],
  ],
  owner: [
    '/account',
    '/',
    '/boards/billboard',
    '/compare?a=patient-heron&b=calm-harbour',
    '/submit',
    '/account/nothing',
  ],
  team: ['/', '/account', ...sitePaths.filter((path) => path.startsWith('/team') && !path.includes(':'))],
}

/** Two pages of each kind for each person who can see them, found by following links, in mails as well. */
export async function walk({ service, people }: WalkedSite): Promise<Page[]> {
  const { client_id } = await register(service, { client_name: 'Claude' })
  const consent = authorizePath(client_id, pkce().challenge, { scope: 'account:read listings:write' })
  const mailed = (await mailbox(service)).flatMap(({ text = '' }) =>
    [...text.matchAll(/https?:\/\/\S+/g)].flatMap(([address]) =>
      address.startsWith(service.url) ? [address.slice(service.url.length)] : [],
    ),
  )
  const found: Page[] = []
  for (const person of Object.keys(starts) as Person[]) {
    const seen = new Map<string, number>()
    const known = new Set<string>()
    const queue = [
      ...starts[person],
      ...(person === 'owner' ? [consent] : []),
      ...(person === 'stranger' ? mailed : []),
    ]
    const isStart = new Set(queue)
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const pattern = patternOf(path) ?? path
      const times = seen.get(pattern) ?? 0
      if (known.has(path) || (times >= 2 && !isStart.has(path))) continue
      known.add(path)
      seen.set(pattern, times + 1)
      const { status, headers, location, text } = await people[person].get(path, { accept: 'text/html' })
      if (location !== null) {
        if (location.startsWith('/')) queue.push(location)
        continue
      }
      const type = headers.get('content-type') ?? ''
      if (!type.startsWith('text/html')) continue
      found.push({ person, path, status, text, type })
      const links = linksIn(text).map((link) => link.replace(service.url, ''))
      queue.push(...links.filter((link) => link.startsWith('/')))
    }
  }
  return found
}
