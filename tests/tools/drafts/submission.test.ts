import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openReadyDraft, readyDraft } from '../../support/drafting.ts'
import { doors } from '../../support/service.ts'
import { emptyProfile } from '../../../tools/drafts/fields.ts'
import { listingFacts } from '../../../tools/drafts/submission.ts'

describe.each(doors)('submit_draft over %s', (door) => {
  let world: Awaited<ReturnType<typeof openReadyDraft>>
  let ana: Caller
  let id: string
  beforeAll(async () => {
    world = await openReadyDraft(door)
    ;({ ana, id } = world)
    await ana.get('update_draft', { id, fields: { categories: null } })
  })
  afterAll(() => world.close())
  const listing = async (user_id = ana.user_id, listing_id?: number) => {
    const draft = await world.service.storage.drafts.byId(id)
    return world.service.storage.owners.listing(user_id, listing_id ?? draft!.listing_id!)
  }

  it('is refused while the draft is on its way', async () => {
    const { id: early } = await ana.get('submit_listing', { url: 'ebb.test' })
    await world.service.storage.write(({ drafts }) => drafts.change(early, { status: 'drafting' }))
    const { status, body } = await ana.call('submit_draft', { id: early })
    expect([status, body.code]).toEqual([400, 'draft_not_ready'])
    expect(body.detail).toContain('get_draft')
    expect(body.next_steps).toMatchObject([{ tool: 'get_draft', arguments: { id: early } }])
    expect((await ana.call('update_draft', { id: early, regenerate: ['name'] })).body.code).toBe(
      'draft_not_ready',
    )
  })

  it('names everything that is missing or out of the bounds of a listing, by name and limit', async () => {
    await ana.get('update_draft', {
      id,
      fields: {
        tagline: 'x'.repeat(201),
        short_description: 'x'.repeat(301),
        pricing_model: 'x'.repeat(41),
      },
    })
    // Drafted in days when an edit took any text.
    await world.service.storage.write(async ({ drafts }) => {
      const { profile } = (await drafts.byId(id))!
      const script = 'javascript:alert(1)'
      profile.fields.logo_url!.value = script
      profile.fields.country!.value = 'Nowhere'
      profile.fields.contact_email!.value = 'somewhere'
      profile.fields.founded_year!.value = 'long ago'
      profile.company_socials.value = { custom: script }
      profile.milestones = [
        { date: '2026-01-05', title: 'Begun', url: 'https://tide.test/begun' },
        { date: '2026-02-05', title: 'Told', url: script },
      ]
      await drafts.change(id, { profile })
    })
    const draft = await ana.get('get_draft', { id })
    const required = draft.missing.filter((one: { required: boolean }) => one.required)
    expect(required.map((one: { item: string }) => one.item)).toEqual([
      'categories',
      'tagline',
      'short_description',
      'pricing_model',
      'country',
      'founded_year',
      'contact_email',
      'logo_url',
      'company_socials.custom',
      'milestones.1.url',
    ])
    const { status, body } = await ana.call('submit_draft', { id })
    expect([status, body.code]).toEqual([400, 'draft_incomplete'])
    expect(body.next_steps.map(({ tool }: { tool: string }) => tool)).toEqual([
      'get_draft',
      'list_categories',
    ])
    expect(body.errors[1]).toMatchObject({
      pointer: '/fields/tagline',
      code: 'too_long',
      limit: 200,
      actual: 201,
    })
    await ana.get('update_draft', {
      id,
      restore: [
        'tagline',
        'short_description',
        'pricing_model',
        'country',
        'founded_year',
        'contact_email',
        'logo_url',
        'company_socials',
      ],
      milestones: [],
    })
  })

  it("saves the listing as the caller's, not published", async () => {
    await ana.get('update_draft', {
      id,
      fields: { categories: ['Invoicing', 'accounting'], stage: 'Early Growth' },
      founders: [{ name: 'Ana Keto', title: 'Founder', bio: 'b'.repeat(90) }, { name: 'Ben Ode' }],
      founder_socials: { x: 'https://x.com/anaketo' },
      milestones: [{ date: '2024-01-01', title: 'First hundred' }],
      seo: { title: 'Tide', meta: 'Invoices' },
    })
    const { status, body } = await ana.call('submit_draft', { id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ draft_id: id, slug: 'tide', status: 'draft' })
    expect(await listing()).toMatchObject({
      id: body.listing_id,
      name: 'Tide',
      url: 'https://tide.test/',
      domain: 'tide.test',
      status: 'draft',
      plan: null,
      country: 'FI',
      founded_year: 2021,
      stage: 'early-growth',
      seo_title: 'Tide',
    })
    expect((await listing())!.not_found_on_website).toContain('logo_url')
    expect(await listing(ana.user_id + 1)).toBeUndefined()
    const founders = await world.service.storage.founders.ofListing(body.listing_id)
    expect(founders.map(({ name, user_id }) => [name, user_id])).toEqual([
      ['Ana Keto', ana.user_id],
      ['Ben Ode', null],
    ])
    expect(await world.service.storage.users.profile(ana.user_id)).toMatchObject({
      title: 'Founder',
      socials: { x: 'https://x.com/anaketo' },
    })
    // Nothing is public by this.
    const { status: hidden } = await ana.call('get_listing', { slug: 'tide' })
    expect(hidden).toBe(404)
  })

  it('again, also after edits, is the same listing', async () => {
    const first = await ana.get('submit_draft', { id })
    await ana.get('update_draft', { id, fields: { tagline: 'Paid on time' } })
    expect(await ana.get('submit_draft', { id })).toEqual(first)
    expect(await listing()).toMatchObject({ tagline: 'Paid on time' })
  })

  it('makes later edits versions of the listing, and only of what they changed', async () => {
    const { listing_id } = await ana.get('submit_draft', { id })
    const before = (await world.service.storage.owners.versions(listing_id)).length
    await ana.get('update_draft', { id, fields: { city: 'Turku' }, lock_fields: ['name'] })
    await ana.get('update_draft', { id, lock_fields: ['city'] })
    const versions = await world.service.storage.owners.versions(listing_id)
    expect(versions).toHaveLength(before + 1)
    expect(versions.at(-1)).toMatchObject({
      user_id: ana.user_id,
      via: 'api_key',
      client_name: 'Tests',
      operation: 'update_draft',
      before: { city: 'Helsinki' },
      after: { city: 'Turku' },
    })
    expect(Object.keys(versions.at(-1)!.after)).toEqual(['city'])
  })

  it('refuses an edit that the listing could not carry, whole', async () => {
    const { status, body } = await ana.call('update_draft', {
      id,
      fields: { tagline: 'x'.repeat(201), city: 'Oulu' },
    })
    expect([status, body.code]).toEqual([400, 'draft_incomplete'])
    expect(await listing()).toMatchObject({ tagline: 'Paid on time', city: 'Turku' })
    expect((await ana.call('update_draft', { id, fields: { name: null } })).body.code).toBe(
      'draft_incomplete',
    )
  })

  it('gives a renamed listing a new slug, and the old one to whoever asks next', async () => {
    await ana.get('update_draft', { id, fields: { name: 'Tide Invoices' } })
    expect((await listing())!.slug).toBe('tide-invoices')
    const cleo = await enter(world.service, door, 'cleo@tide.test')
    const other = await readyDraft(world.service, cleo, 'ebb.test')
    await cleo.get('update_draft', { id: other.id, fields: { name: 'Tide', categories: ['invoicing'] } })
    // Nobody ever saw Ana's listing under its former slug.
    expect((await cleo.get('submit_draft', { id: other.id })).slug).toBe('tide')
    await cleo.end()
  })

  it('of an address that is public already is not begun: claim it', async () => {
    const { listing_id } = await ana.get('submit_draft', { id })
    const { company_id: _c, category_id, name_key: _k, ...row } = (await listing())!
    await world.service.storage.write(({ listings }) =>
      listings.save({
        ...row,
        id: listing_id,
        company_key: 'tide.test',
        category_ids: [category_id],
        status: 'live',
        live_at: row.created_at,
      }),
    )
    const dora = await enter(world.service, door, 'dora@tide.test')
    const { status, body } = await dora.call('submit_listing', { url: 'www.tide.test/' })
    expect([status, body.code]).toEqual([400, 'already_listed'])
    expect(body.next_steps).toMatchObject([
      { tool: 'get_listing', arguments: { slug: 'tide-invoices' } },
      { tool: 'claim_listing', arguments: { slug: 'tide-invoices' } },
    ])
    expect((await dora.get('get_listing', { slug: 'tide-invoices' })).name).toBe('Tide Invoices')
    expect((await dora.call('submit_listing', { url: 'app.tide.test' })).status).toBe(201)
    await dora.end()
  })

  it('keeps five slugs under which it was public, and the last one after that', async () => {
    const { listing_id } = await ana.get('submit_draft', { id })
    for (let n = 0; n < 7; n += 1) await ana.get('update_draft', { id, fields: { name: `Tide ${n}` } })
    expect(await listing()).toMatchObject({ name: 'Tide 6', slug: 'tide-4' })
    const former = await world.service.storage.owners.formerSlugs(listing_id)
    expect(former.sort()).toEqual(['tide-0', 'tide-1', 'tide-2', 'tide-3', 'tide-invoices'])
  })
})

it.each([
  [{}, null],
  [{ title: 'Late again' }, { title: 'Late again' }],
])('a story of %j becomes %j in the listing', (story, kept) => {
  expect(listingFacts({ ...emptyProfile(), story }).story).toEqual(kept)
})
