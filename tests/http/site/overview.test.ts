// The way in for whoever is signed in: what waits for them, what they have, and what programs last did in their name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { keyFor, openBrowser, signIn, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'

describe('the account', () => {
  let service: Service
  let close: () => Promise<void>
  let ana: Browser
  let program: Caller
  let user_id: number
  beforeAll(async () => {
    ;({ service, close } = await openDrafting())
    ana = (await signIn(service, 'ana@example.com')).browser
    program = await enter(service, 'rest', 'ana@example.com')
    user_id = program.user_id
  })
  afterAll(async () => {
    await program.end()
    await close()
  })

  it('says so when nothing waits', async () => {
    const { text } = await ana.get('/account')
    expect(text).toContain('Nothing needs doing')
    expect(text).toContain('No application acts for you.')
  })

  it('folds its pages for a phone, and lets people sign out at the top', async () => {
    for (const [path, name] of [
      ['/account', 'Overview'],
      ['/account/orders', 'Orders'],
    ] as const)
      expect((await ana.get(path)).text).toMatch(
        new RegExp(`<details class="fold"\\s*>\\s*<summary>Account: ${name}</summary>`),
      )
    expect((await ana.get('/account')).text.split('<main')[1]!.split('</main>')[0]).toContain('Sign out')
  })

  it('is for who is signed in', async () => {
    const stranger = await openBrowser(service).get('/account')
    expect([stranger.status, stranger.location]).toEqual([303, '/sign-in?return_to=%2Faccount'])
  })

  it('names what waits: a draft, a plan, a badge, a profile, a claim, an order, a mail that came back', async () => {
    await program.get('submit_listing', { url: 'tide.test' })
    await service.worker.idle()
    const mine = await listingOf(service, user_id, { slug: 'tern', name: 'Tern', url: 'https://tern.test/' })
    const waiting = { status: 'awaiting_badge', plan: 'free', launch_week: '2026-12-28' } as const
    const gull = await listingOf(service, user_id, {
      slug: 'gull',
      name: 'Gull',
      url: 'https://gull.test/',
      ...waiting,
    })
    await service.storage.write(({ badge_checks }) => badge_checks.begin(gull, '2026-11-19T00:00:00.000Z'))
    const { user_id: other } = await keyFor(service, 'tove@example.com')
    await listingOf(service, other, { slug: 'skua', status: 'live', plan: 'free', url: 'https://skua.test/' })
    await program.get('claim_listing', { slug: 'skua', method: 'dns' })
    const order = await program.get('create_checkout', {
      items: [{ product: 'launch', listing_id: mine }],
      country: 'FI',
    })
    const sent = {
      recipient: 'Ana@example.com',
      subject: 'Tern launches',
      body: '',
      created_at: '2026-11-19T01:00:00.000Z',
    }
    await service.storage.write(async ({ mail }) =>
      mail.drop(await mail.add({ ...sent, message_id: 'x@y' }), 'EENVELOPE 550'),
    )
    const { text } = await ana.get('/account')
    for (const sentence of [
      'Its draft is written. Read it, and submit it when it is right.',
      'Choose when it launches: free, or paid.',
      'Before Monday, <time datetime="2026-12-28">28 December 2026</time>: put our badge on your homepage.',
      'it lacks',
      'Your claim waits for its proof until <time datetime="2026-11-26">26 November 2026</time>.',
      'It is not paid yet.',
      '“Tern launches” of <time datetime="2026-11-19">19 November 2026</time> could not be delivered',
    ])
      expect(text).toContain(sentence)
    expect(text).toContain(`href="${order.checkout_url}"`)
    expect(text).toMatch(/7 things\s+wait for you/)
    expect(text).not.toMatch(/get_badges|choose_free_listing/)
  })

  it('waits for nothing of a withdrawn listing, which says once how to list it again', async () => {
    const { browser: finn } = await signIn(service, 'finn@example.com')
    const agent = await enter(service, 'rest', 'finn@example.com')
    const url = 'https://smew.test/'
    const id = await listingOf(service, agent.user_id, { slug: 'smew', name: 'Smew', url })
    await agent.get('claim_listing', { slug: 'smew', method: 'dns' })
    expect((await finn.get('/account')).text).toContain('Your claim waits')
    const path = `/account/listings/${id}/withdraw`
    expect((await finn.submit(await finn.get(path), path)).status).toBe(303)
    await agent.get('submit_listing', { url })
    await service.worker.idle()
    expect((await finn.get('/account')).text).toContain('Nothing needs doing')
    const { text } = await finn.get(`/account/listings/${id}`)
    expect(text.match(/[Ss]ubmit[^<]{0,20}again/g)).toEqual(['submit it again', 'Submit it again'])
    await agent.end()
  })

  it('shows the votes of this week, day by day', async () => {
    const live = { status: 'live', live_at: '2026-11-16T00:00:00.000Z', plan: 'free' } as const
    const id = await listingOf(service, user_id, { slug: 'auk', url: 'https://auk.test/', ...live })
    const { id: voter } = await service.storage.write(({ users }) =>
      users.ensure('v@example.com', '2026-01-01T00:00:00.000Z'),
    )
    await service.storage.write(({ votes }) =>
      votes.add(id, voter, { voted_at: '2026-11-17T08:00:00.000Z', monday: '2026-11-16' }),
    )
    expect((await ana.get('/account')).text).toContain('Votes this week: Mon 0, Tue 1, Wed 0')
  })

  it('says what each key and application last did, and of each its own', async () => {
    const id = await listingOf(service, user_id, { slug: 'shag', name: 'Shag', url: 'https://shag.test/' })
    expect((await ana.get('/account/keys')).text).toContain('It has changed no listing of yours.')
    await program.get('update_my_listing', { listing_id: id, fields: { tagline: 'First' } })
    await program.get('set_founder_story', { listing_id: id, title: 'Three dinners' })
    const { text } = await ana.get('/account/keys')
    expect(text).toMatch(
      new RegExp(`It last\\s+wrote the story of\\s+<a href="/account/listings/${id}">Shag</a`),
    )
    expect(
      (await signIn(service, 'eve@example.com').then(({ browser }) => browser.get('/account/keys'))).text,
    ).not.toContain('Shag')
  })
})
