import { expect, it } from 'vitest'
import { fillTown, private_emails, product } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor('get_listing', { fill: fillTown }, (open) => {
  it('shows everything the company states', async () => {
    const { call, service } = await open()
    const { status, body } = await call({ slug: 'tide' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'tide',
      name: 'Tide',
      url: 'https://tide.example/',
      listing_url: `${service.url}/listings/tide`,
      status: 'live',
      launch_week: '2026-11-16',
      tagline: 'Invoices that chase themselves',
      category: { slug: 'invoicing', name: 'Invoicing' },
      more_categories: [{ slug: 'budgeting', name: 'Budgeting' }],
      features: ['Polite reminders', 'Bank matching'],
      founders: [
        { slug: 'ana-lima', name: 'Ana Lima', title: 'Captain' },
        { slug: 'ben-okafor', name: 'Ben Okafor', title: 'Founder' },
      ],
      faqs: [{ question: 'Does it shout?', answer: 'Never.' }],
      socials: { x: 'https://x.example/tide' },
      attributes: { open_source: true, seats: 3, platforms: ['iOS', 'Web'] },
      votes: 12,
      views: 100,
      followers: 5,
      rating: { average: 5, count: 3 },
      domain_rating: { value: 40, change: 5, trend: 'up', measured_on: '2026-11-15' },
      awards: [],
      verified: null,
      not_found_on_website: ['logo_url'],
      logo_url: null,
      provenance: null,
    })
  })

  it('shows the five latest updates, newest first', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'tide' })
    expect(body.latest_updates.map((update: { title: string }) => update.title)).toEqual(
      [6, 5, 4, 3, 2].map((day) => `Release ${day}`),
    )
  })

  it('shows paid sections where they are unlocked, and only there', async () => {
    const { call } = await open()
    const { body: tide } = await call({ slug: 'tide' })
    expect(tide.story.title).toBe('The night I sent my first reminder')
    expect(tide.milestones.map((one: { date: string }) => one.date)).toEqual(['2026-02-01', '2025-03-01'])
    expect(tide.media).toHaveLength(1)
    const { body: ledgerline } = await call({ slug: 'ledgerline' })
    for (const section of ['story', 'milestones', 'media']) expect(ledgerline).not.toHaveProperty(section)
  })

  it('says null and not zero where nothing was measured or reviewed', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'almanac' })
    expect(body).toMatchObject({ rating: null, domain_rating: null, launch_week: null, country: null })
    const { body: pennywise } = await call({ slug: 'pennywise' })
    expect(pennywise.domain_rating).toEqual({ value: 60, change: null, trend: null, measured_on: null })
  })

  it('names awards, verification and a launch still to come', async () => {
    const { call } = await open()
    expect((await call({ slug: 'rota' })).body).toMatchObject({
      awards: [{ week: '2026-11-09', place: 1 }],
      verified: { method: null, since: '2026-11-01' },
    })
    expect((await call({ slug: 'dawn' })).body).toMatchObject({
      status: 'upcoming',
      launch_week: '2026-11-23',
      live_at: null,
    })
  })

  it.each(['hidden-draft', 'hidden-awaiting-badge', 'hidden-suspended', 'hidden-withdrawn', 'nobody'])(
    'does not know %s, and the step it names works',
    async (slug) => {
      const { call } = await open()
      const { status, body } = await call({ slug })
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', detail: 'There is no listing of this slug.' })
      const [step] = body.next_steps
      expect((await call(step.arguments, step.tool)).status).toBe(200)
    },
  )

  it('names a listing as the nearest only where it is near', async () => {
    const { call } = await open()
    const stepsFor = async (slug: string) =>
      ((await call({ slug })).body.next_steps as { tool: string }[]).map(({ tool }) => tool)
    const [{ slug }] = (await call({}, 'search_listings')).body.items
    expect(await stepsFor(`${slug}x`)).toEqual(['get_listing', 'search_listings'])
    expect(await stepsFor(`${slug.slice(0, 3)} of another kind altogether`.replaceAll(' ', '-'))).toEqual([
      'search_listings',
    ])
  })

  it('takes a slug of 220 characters and not one more', async () => {
    const { call } = await open()
    expect((await call({ slug: 'a'.repeat(220) })).status).toBe(404)
    const { status, body } = await call({ slug: 'a'.repeat(221) })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ pointer: '/slug', code: 'invalid_format' })
    expect((await call({ slug: 'tide!' })).status).toBe(400)
  })

  it('is found under its former slugs for ever, through several renamings and back', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      const id = await inside.listings.save(product([category], { slug: 'first-name' }))
      for (const slug of ['second-name', 'third-name', 'first-name', 'fourth-name'])
        await inside.listings.save(product([category], { id, slug }))
    })
    for (const slug of ['first-name', 'second-name', 'third-name', 'fourth-name'])
      expect((await call({ slug })).body.slug).toBe('fourth-name')
  })

  it('leads to the listing that has a slug now, not to one that once had it', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      const id = await inside.listings.save(product([category], { slug: 'shared-name' }))
      await inside.listings.save(product([category], { id, slug: 'moved-on' }))
      await inside.listings.save(product([category], { slug: 'shared-name', name: 'The newcomer' }))
    })
    expect((await call({ slug: 'shared-name' })).body.name).toBe('The newcomer')
  })

  it('tells nothing internal', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'tide' })
    const internal = ['id', 'site_id', 'company_id', 'category_id', 'name_key', 'demo', 'trend', 'plan']
    internal.push('billboard_cents', 'revenue_cents', 'unlocked_sections', 'created_at', 'featured')
    for (const key of internal) expect(body).not.toHaveProperty(key)
    for (const email of private_emails) expect(JSON.stringify(body)).not.toContain(email)
  })
})
