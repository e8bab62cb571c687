// What owners write: edits, updates, milestones, the story and the interview, through both doors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { doors, startService, type Service } from '../../support/service.ts'
import { besideRows, insertRow } from '../../support/rows.ts'

describe.each(doors)('an owner over %s', (door) => {
  let service: Service
  let ana: Caller
  let ben: Caller
  let tide: number
  const versions = (id = tide) => service.storage.owners.versions(id)
  const refusal = async (tool: string, input: Record<string, unknown>, caller = ana) => {
    const { status, body } = await caller.call(tool, input)
    return [status, body.code, body.errors?.[0]?.pointer]
  }

  beforeAll(async () => {
    service = await startService({
      fill: async (_storage, now, file) =>
        besideRows(file, async (rows) => {
          for (const [id, key] of [
            [2, 'boats'],
            [3, 'books'],
          ])
            await insertRow(rows, 'sites', {
              id,
              key,
              name: key,
              purpose: 'x',
              created_at: now.toISOString(),
            })
        }),
    })
    ana = await enter(service, door, 'ana@tide.test')
    ben = await enter(service, door, 'ben@ebb.test')
    tide = await listingOf(service, ana.user_id, {
      slug: 'tide',
      status: 'live',
      plan: 'free',
      live_at: '2026-11-16T00:00:00.000Z',
      launch_week: '2026-11-16',
      tagline: 'Invoices that chase themselves',
    })
  })
  afterAll(async () => {
    await Promise.all([ana.end(), ben.end()])
    await service.close()
  })

  it('sees every listing of theirs in any status, newest first, and nobody else does', async () => {
    const later = await listingOf(service, ana.user_id, { slug: 'wake' })
    const { items, total } = await ana.get('list_my_listings')
    expect([total, items.map((item: { slug: string }) => item.slug)]).toEqual([2, ['wake', 'tide']])
    expect(items[0]).toMatchObject({ listing_id: later, status: 'draft', plan: null, site: 'main' })
    expect((await ana.get('list_my_listings', { page: 2, per_page: 1 })).items[0].slug).toBe('tide')
    expect((await ben.get('list_my_listings')).items).toEqual([])
    const { status, body } = await ben.call('get_my_listing', { listing_id: tide })
    expect([status, body.code, body.next_steps[0].tool]).toEqual([404, 'not_found', 'list_my_listings'])
    for (const [tool, input] of Object.entries({
      update_my_listing: { fields: { tagline: 'Mine' } },
      post_listing_update: { title: 'x', body: 'x' },
      add_milestone: { date: '2026-01-01', title: 'x' },
      delete_milestone: { milestone_id: 1 },
      set_founder_story: { story: 'x' },
      choose_free_listing: {},
    }))
      expect(await refusal(tool, { listing_id: tide, ...input }, ben)).toEqual([404, 'not_found', undefined])
  })

  it('takes no milestone of a day to come', async () => {
    const day = (ahead: number) =>
      new Date(service.clock.now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
    expect(await refusal('add_milestone', { listing_id: tide, date: day(2), title: 'Mars' })).toEqual([
      400,
      'invalid_input',
      '/date',
    ])
    const { milestone_id } = await ana.get('add_milestone', { listing_id: tide, date: day(0), title: 'Now' })
    await ana.get('delete_milestone', { listing_id: tide, milestone_id })
    // Where the day begins first it is tomorrow from 10:00 UTC on.
    const now = service.clock.now
    const tomorrow = { listing_id: tide, date: day(1), title: 'Tomorrow' }
    service.clock.now = new Date(`${day(0)}T09:59:59.999Z`)
    expect((await ana.call('add_milestone', tomorrow)).status).toBe(400)
    service.clock.now = new Date(service.clock.now.getTime() + 1)
    const added = await ana.get('add_milestone', tomorrow)
    await ana.get('delete_milestone', { listing_id: tide, milestone_id: added.milestone_id })
    service.clock.now = now
  })

  it('is told when a page is left that does not say what it does', async () => {
    const blank = { tagline: '', short_description: '', description: '' }
    const edit = async (fields: object) =>
      (await ana.get('update_my_listing', { listing_id: tide, fields })).notices as string[]
    expect(await edit(blank)).toEqual([expect.stringContaining('does not say what it does')])
    expect(await edit({ tagline: 'Invoices that chase themselves' })).toEqual([])
  })

  it('never gives the number of a milestone that was deleted to another', async () => {
    const add = async () =>
      (await ana.get('add_milestone', { listing_id: tide, date: '2026-01-01', title: 'A day' })).milestone_id
    const first = await add()
    await ana.get('delete_milestone', { listing_id: tide, milestone_id: first })
    const second = await add()
    expect(second).toBeGreaterThan(first)
    const again = await ana.call('delete_milestone', { listing_id: tide, milestone_id: first })
    expect(again.status).toBe(404)
    await ana.get('delete_milestone', { listing_id: tide, milestone_id: second })
  })

  it('edits what they send and nothing else; it is public at once and a version', async () => {
    const before = await versions()
    const edited = await ana.get('update_my_listing', {
      listing_id: tide,
      fields: {
        tagline: ' Paid on time ',
        country: 'fi',
        founded_year: 2021,
        features: ['Reminders', ' Reminders '],
      },
      socials: { github: '@tide-invoices' },
      faqs: [{ question: 'Which banks?', answer: 'Every one.' }],
    })
    expect(edited.fields).toMatchObject({ tagline: 'Paid on time', country: 'FI', features: ['Reminders'] })
    expect(edited.applied_to).toEqual([])
    const shown = await ben.get('get_listing', { slug: 'tide' })
    expect(shown).toMatchObject({
      tagline: 'Paid on time',
      founded_year: 2021,
      socials: { github: 'https://github.com/tide-invoices' },
    })
    expect((await ben.get('search_listings', { q: 'paid on time' })).items[0].slug).toBe('tide')
    const [version, ...more] = (await versions()).slice(before.length)
    expect(more).toEqual([])
    expect(version).toMatchObject({
      user_id: ana.user_id,
      via: 'api_key',
      client_name: 'Tests',
      operation: 'update_my_listing',
      before: { tagline: 'Invoices that chase themselves', socials: {}, country: null },
      after: {
        tagline: 'Paid on time',
        socials: { github: 'https://github.com/tide-invoices' },
        country: 'FI',
      },
      seen_at: null,
    })
    expect(Object.keys(version!.after).sort()).toEqual([
      'country',
      'faqs',
      'features',
      'founded_year',
      'socials',
      'tagline',
    ])
  })

  it('removes with an empty string or null, and the same again is no version', async () => {
    const emptied = { listing_id: tide, fields: { country: '', founded_year: null }, socials: {}, faqs: [] }
    const edited = await ana.get('update_my_listing', emptied)
    expect(edited.fields).toMatchObject({ country: null, founded_year: null })
    expect([edited.socials, edited.faqs]).toEqual([{}, []])
    const count = (await versions()).length
    await ana.get('update_my_listing', emptied)
    await ana.get('update_my_listing', { listing_id: tide })
    expect(await versions()).toHaveLength(count)
  })

  it.each([
    [{ fields: { tagline: 'x'.repeat(201) } }, '/fields/tagline'],
    [{ fields: { short_description: 'x'.repeat(301) } }, '/fields/short_description'],
    [{ fields: { description: 'x'.repeat(20_001) } }, '/fields/description'],
    [{ fields: { pricing_model: 'x'.repeat(41) } }, '/fields/pricing_model'],
    [{ fields: { pricing_summary: 'x'.repeat(301) } }, '/fields/pricing_summary'],
    [{ fields: { country: 'FIN' } }, '/fields/country'],
    [{ fields: { country: '1x' } }, '/fields/country'],
    [{ fields: { city: 'x'.repeat(121) } }, '/fields/city'],
    [{ fields: { founded_year: 1799 } }, '/fields/founded_year'],
    [{ fields: { founded_year: 2101 } }, '/fields/founded_year'],
    [{ fields: { demo_video_url: `https://x.example/${'x'.repeat(484)}` } }, '/fields/demo_video_url'],
    [{ fields: { demo_video_url: 'javascript:alert(1)' } }, '/fields/demo_video_url'],
    [{ fields: { contact_email: 'nobody' } }, '/fields/contact_email'],
    [{ fields: { contact_email: `${'x'.repeat(245)}@tide.test` } }, '/fields/contact_email'],
    [{ fields: { features: Array(21).fill('x') } }, '/fields/features'],
    [{ fields: { usps: ['x'.repeat(201)] } }, '/fields/usps/0'],
    [{ fields: { keywords: Array(21).fill('x') } }, '/fields/keywords'],
    [{ fields: { headline: 'x'.repeat(201) } }, '/fields/headline'],
    [{ fields: { summary: 'x'.repeat(20_001) } }, '/fields/summary'],
    [{ fields: { seo_title: 'x'.repeat(201) } }, '/fields/seo_title'],
    [{ fields: { seo_description: 'x'.repeat(321) } }, '/fields/seo_description'],
    [{ fields: { name: 'Another' } }, '/fields/name'],
    [{ status: 'live' }, '/status'],
    [{ apply_to: Array(61).fill('boats') }, '/apply_to'],
    [{ apply_to: ['x'.repeat(41)] }, '/apply_to/0'],
    [{ apply_to: ['boats'], fields: { tagline: 'x' } }, '/apply_to'],
    [{ apply_to: ['books'], fields: { headline: 'x' } }, '/apply_to/0'],
    [{ socials: { x: 'x'.repeat(501) } }, '/socials/x'],
    [{ socials: { myspace: 'x' } }, '/socials/myspace'],
    [{ socials: { linkedin: '@tide' } }, '/socials/linkedin'],
    [{ socials: { x: 'not a name' } }, '/socials/x'],
    [{ socials: { website: '@tide' } }, '/socials/website'],
    [{ faqs: Array(11).fill({ question: 'q', answer: 'a' }) }, '/faqs'],
    [{ faqs: [{ question: 'x'.repeat(301), answer: 'a' }] }, '/faqs/0/question'],
    [{ faqs: [{ question: 'q', answer: 'x'.repeat(1501) }] }, '/faqs/0/answer'],
    [{ faqs: [{ question: 'q' }] }, '/faqs/0/answer'],
  ])('is refused an edit beyond a bound: %j', async (edit, pointer) => {
    const before = await stored(service, tide)
    expect(await refusal('update_my_listing', { listing_id: tide, ...edit })).toEqual([
      400,
      'invalid_input',
      pointer,
    ])
    expect(await stored(service, tide)).toEqual(before)
  })

  it.each([
    [
      { fields: { logo_url: 'https://a.test/l.png' } },
      '/fields/logo_url',
      /\/account\/listings\/\S+\/pictures/,
    ],
    [{ alternatives: ['tern'] }, '/alternatives', /\/alternatives/],
    [{ founders: [{ name: 'Ana' }] }, '/founders', /\/founders; your own profile is at \/account\/profile/],
    [{ fields: { name: 'Tide 2' } }, '/fields/name', /update_draft/],
    [{ story: { title: 'Why' } }, '/story', /set_founder_story/],
    [{ status: 'withdrawn' }, '/status', /\/withdraw/],
  ])('is told where %j is changed', async (edit, pointer, where) => {
    const { status, body } = await ana.call('update_my_listing', { listing_id: tide, ...edit })
    expect([status, body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([400, [pointer]])
    expect(body.detail).toMatch(where)
  })

  it('is told that texts are plain where they hold HTML', async () => {
    const edit = (fields: object) => ana.get('update_my_listing', { listing_id: tide, fields })
    const { notices } = await edit({ description: 'Paid <b>on time</b>', headline: 'a < b > c' })
    expect(notices).toEqual([expect.stringContaining('fields.description holds')])
    expect((await edit({ description: 'Paid on time' })).notices).toEqual([])
    const story = { listing_id: tide, problem: 'Nobody paid.<br>', lessons: 'Ask &amp; ask' }
    expect((await ana.get('set_founder_story', story)).notices[0]).toContain('problem, lessons holds')
    await ana.get('set_founder_story', { listing_id: tide, problem: '' })
  })

  it('writes headline, summary and SEO of one edit to the same company on other sites', async () => {
    const there = { slug: 'tide', url: 'https://tide.example/', company_key: 'tide.example' }
    const boats = await listingOf(service, ana.user_id, { ...there, site_id: 2, tagline: 'For boats' })
    const theirs = await listingOf(service, ben.user_id, { ...there, site_id: 3 })
    const edited = await ana.get('update_my_listing', {
      listing_id: tide,
      fields: { headline: 'Get paid', seo_title: 'Tide', tagline: 'Only here' },
      apply_to: ['all'],
    })
    expect(edited.applied_to).toEqual([{ site: 'boats', listing_id: boats }])
    expect(await stored(service, boats)).toMatchObject({
      headline: 'Get paid',
      seo_title: 'Tide',
      tagline: 'For boats',
      summary: null,
    })
    expect((await stored(service, theirs)).headline).toBeNull()
    // One call, one group of versions.
    const [here, other] = [(await versions()).at(-1)!, (await versions(boats)).at(-1)!]
    expect(other.call_id).toBe(here.call_id)
    expect(Object.keys(other.after).sort()).toEqual(['headline', 'seo_title'])
    expect(
      await ana.get('update_my_listing', { listing_id: tide, fields: { summary: 'S' }, apply_to: ['main'] }),
    ).toMatchObject({ applied_to: [] })
    expect((await stored(service, boats)).summary).toBeNull()
  })

  it('posts updates of what the public can see, five a day', async () => {
    const update = { title: 'Dark mode', body: 'Every page <b>at night</b>.' }
    const { update_id, published_at } = await ana.get('post_listing_update', { listing_id: tide, ...update })
    expect(update_id).toBeGreaterThan(0)
    const { latest_updates } = await ben.get('get_listing', { slug: 'tide' })
    expect(latest_updates).toEqual([{ ...update, published_at }])
    for (let n = 2; n <= 5; n += 1) await ana.get('post_listing_update', { listing_id: tide, ...update })
    expect(await refusal('post_listing_update', { listing_id: tide, ...update })).toEqual([
      400,
      'too_many_updates',
      undefined,
    ])
    service.clock.now = new Date(service.clock.now.getTime() + 86_400_001)
    await ana.get('post_listing_update', { listing_id: tide, ...update })
    const draft = (await ana.get('list_my_listings')).items.find(
      (item: { slug: string }) => item.slug === 'wake',
    )
    expect(await refusal('post_listing_update', { listing_id: draft.listing_id, ...update })).toEqual([
      400,
      'not_public',
      undefined,
    ])
    const bounds = { title: 'x'.repeat(201), body: 'x'.repeat(5001) }
    for (const name of ['title', 'body'] as const) {
      expect(
        await refusal('post_listing_update', { listing_id: tide, ...update, [name]: bounds[name] }),
      ).toEqual([400, 'invalid_input', `/${name}`])
      expect(
        await refusal('post_listing_update', { listing_id: tide, ...update, [name]: undefined }),
      ).toEqual([400, 'invalid_input', `/${name}`])
    }
  })

  it('keeps milestones, which the public sees only when they are unlocked', async () => {
    const milestone = { date: '2026-03-01', title: 'Hundredth customer', url: 'https://tide.example/100' }
    const added = await ana.get('add_milestone', { listing_id: tide, ...milestone })
    expect(added).toMatchObject({ ...milestone, description: null, shown: false })
    expect((await ana.get('get_my_listing', { listing_id: tide })).milestones).toMatchObject([milestone])
    expect(await ben.get('get_listing', { slug: 'tide' })).not.toHaveProperty('milestones')
    await service.storage.write(({ listings }) =>
      listings.change(tide, { unlocked_sections: ['milestones', 'story'] }),
    )
    expect((await ben.get('get_listing', { slug: 'tide' })).milestones).toMatchObject([milestone])
    expect((await versions()).at(-1)).toMatchObject({
      operation: 'add_milestone',
      before: { milestones: [] },
      after: { milestones: [{ ...milestone, description: null }] },
    })
    for (const [wrong, pointer] of [
      [{ date: '2026-02-30' }, '/date'],
      [{ title: 'x'.repeat(201) }, '/title'],
      [{ description: 'x'.repeat(2001) }, '/description'],
      [{ url: 'http://tide.example/' }, '/url'],
      [{ url: `https://tide.example/${'x'.repeat(480)}` }, '/url'],
    ] as const)
      expect(await refusal('add_milestone', { listing_id: tide, ...milestone, ...wrong })).toEqual([
        400,
        'invalid_input',
        pointer,
      ])
    const { milestone_id } = added
    expect(await ana.get('delete_milestone', { listing_id: tide, milestone_id })).toEqual({
      listing_id: tide,
      milestone_id,
      milestones_left: 0,
    })
    expect(await refusal('delete_milestone', { listing_id: tide, milestone_id })).toEqual([
      404,
      'not_found',
      undefined,
    ])
    await service.storage.write(async ({ updates }) => {
      for (let n = 0; n < 50; n += 1)
        await updates.addMilestone({
          listing_id: tide,
          date: '2026-01-01',
          title: 'x',
          description: null,
          url: null,
        })
    })
    expect(await refusal('add_milestone', { listing_id: tide, ...milestone })).toEqual([
      400,
      'too_many_milestones',
      undefined,
    ])
  })

  it('writes the story whole, changes nothing with nothing, and takes it back with empty texts', async () => {
    const story = { title: 'The night', story: 'I was owed 400 euros.', lessons: 'Ask early.' }
    expect(await ana.get('set_founder_story', { listing_id: tide, ...story })).toEqual({
      listing_id: tide,
      story,
      shown: true,
      notices: [],
    })
    expect((await ben.get('get_listing', { slug: 'tide' })).story).toEqual(story)
    const { story: shorter } = await ana.get('set_founder_story', { listing_id: tide, story: 'Short.' })
    expect(shorter).toEqual({ story: 'Short.' })
    expect(await refusal('set_founder_story', { listing_id: tide, title: 'x'.repeat(201) })).toEqual([
      400,
      'invalid_input',
      '/title',
    ])
    expect(await refusal('set_founder_story', { listing_id: tide, whats_next: 'x'.repeat(8001) })).toEqual([
      400,
      'invalid_input',
      '/whats_next',
    ])
    expect((await ana.get('set_founder_story', { listing_id: tide })).story).toEqual({ story: 'Short.' })
    expect((await ana.get('set_founder_story', { listing_id: tide, story: '' })).story).toBeNull()
    expect((await versions()).at(-1)).toMatchObject({
      before: { story: { story: 'Short.' } },
      after: { story: null },
    })
  })

  it('answers the interview on the founder profile, which must be there', async () => {
    const answers = [
      { question_id: 1, answer: 'It writes the reminders.' },
      { question_id: 4, answer: 'An app.' },
    ]
    expect(await refusal('answer_interview', { answers })).toEqual([400, 'no_founder_profile', undefined])
    await service.storage.write(({ founders }) =>
      founders.add({
        user_id: ana.user_id,
        slug: 'ana-keto',
        name: 'Ana Keto',
        created_at: '2026-11-19T00:00:00.000Z',
      }),
    )
    expect(await ana.get('answer_interview', { answers })).toEqual({
      ...{ founder: 'ana-keto', answers, shown: false },
    })
    const one = [{ question_id: 1, answer: '' }]
    expect((await ana.get('answer_interview', { answers: one })).answers).toEqual([answers[1]])
    for (const [wrong, pointer] of [
      [[{ question_id: 99, answer: 'x' }], '/answers/0/question_id'],
      [[answers[0], answers[0]], '/answers/1/question_id'],
      [[{ question_id: 1, answer: 'x'.repeat(4001) }], '/answers/0/answer'],
      [[{ question_id: 1 }], '/answers/0/answer'],
      [Array(31).fill(answers[0]), '/answers'],
      [undefined, '/answers'],
    ] as const)
      expect(await refusal('answer_interview', { answers: wrong })).toEqual([400, 'invalid_input', pointer])
  })
})
