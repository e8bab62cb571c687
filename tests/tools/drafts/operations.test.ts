import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { pages } from '../../support/outside.ts'
import { doors } from '../../support/service.ts'

describe.each(doors)('drafts over %s', (door) => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let ana: Caller
  let ben: Caller
  beforeAll(async () => {
    world = await openDrafting()
    world.outside.hosts.set('broken.test', () => ({ status: 503 }))
    world.outside.hosts.set('gone.test', () => ({ status: 404 }))
    world.outside.hosts.set(
      'closed.test',
      pages({
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
        '/': '<h1>No</h1>',
      }),
    )
    world.outside.hosts.set('paper.test', () => ({
      headers: { 'content-type': 'application/pdf' },
      body: '%PDF-1.7',
    }))
    ana = await enter(world.service, door, 'ana@tide.test')
    ben = await enter(world.service, door, 'ben@ebb.test')
  })
  afterAll(async () => {
    await ana.end()
    await ben.end()
    await world.close()
  })

  let id: string
  it('begin as crawling, say what happens, and are ready with a quote for every value', async () => {
    const { status, body } = await ana.call('submit_listing', { url: 'Tide.test/?utm_source=x' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'crawling',
      url: 'https://tide.test/',
      progress: { step: 'waiting', pages_read: 0 },
      next_steps: [{ tool: 'get_draft', arguments: { id: body.id } }],
    })
    id = body.id
    await world.service.worker.idle()
    const draft = await ana.get('get_draft', { id })
    expect(draft).toMatchObject({ status: 'ready', name: 'Tide', drafted_by: 'extractive', failure: null })
    expect(draft.fields.founded_year).toMatchObject({ value: '2021', state: 'ai' })
    expect(draft.fields.stage).toEqual({ value: null, state: 'not_found', evidence: [] })
    for (const [name, field] of Object.entries<any>(draft.fields)) {
      expect(['ai', 'not_found'], name).toContain(field.state)
      if (field.state === 'ai') expect(field.evidence.length, name).toBeGreaterThan(0)
      for (const { url } of field.evidence)
        expect(draft.pages.map((page: { url: string }) => page.url)).toContain(url)
    }
    expect(draft.pages[0].hash).toMatch(/^[0-9a-f]{64}$/)
    expect(world.outside.asked.filter((url) => url.endsWith('/robots.txt'))).toHaveLength(1)
  })

  it('of an address that has one already are refused, with the way there', async () => {
    for (const url of ['https://tide.test', 'http://www.tide.test/index.html', 'TIDE.TEST/']) {
      const { status, body } = await ana.call('submit_listing', { url })
      expect([status, body.code]).toEqual([400, 'draft_exists'])
      expect(body.next_steps[0]).toMatchObject({ tool: 'get_draft', arguments: { id } })
      expect(await ana.get('get_draft', body.next_steps[0].arguments)).toMatchObject({ id })
    }
  })

  it("are their owner's alone", async () => {
    for (const tool of ['get_draft', 'update_draft', 'submit_draft', 'invite_cofounder']) {
      const input = tool === 'invite_cofounder' ? { id, email: 'x@tide.test' } : { id }
      const { status, body } = await ben.call(tool, input)
      expect([status, body.code], tool).toEqual([404, 'not_found'])
      expect(body.next_steps[0].tool).toBe('list_my_drafts')
    }
    expect((await ben.get('list_my_drafts')).items).toEqual([])
    const reader = await enter(world.service, door, 'reader@tide.test', ['account:read'])
    if (door === 'rest') expect((await reader.call('submit_listing', { url: 'tide.test' })).status).toBe(403)
    await reader.end()
  })

  it('are edited field by field, each marked as typed', async () => {
    const draft = await ana.get('update_draft', {
      id,
      fields: { tagline: ' Paid on time ', stage: 'launched', city: null, tags: ['a', 'a', ' b '] },
    })
    expect(draft.fields).toMatchObject({
      tagline: { value: 'Paid on time', state: 'edited', evidence: [] },
      stage: { value: 'launched', state: 'manual' },
      city: { value: null, state: 'deleted' },
      tags: { value: ['a', 'b'], state: 'edited' },
      name: { value: 'Tide', state: 'ai' },
    })
  })

  it('keep locked fields from redrafts, and refuse the whole call', async () => {
    await ana.get('update_draft', { id, lock_fields: ['tagline'] })
    const { status, body } = await ana.call('update_draft', {
      id,
      regenerate: ['tagline', 'name'],
      fields: { short_description: 'Not to be kept' },
    })
    expect([status, body.code]).toEqual([400, 'field_locked'])
    const draft = await ana.get('get_draft', { id })
    expect(draft.fields.tagline).toMatchObject({ value: 'Paid on time', state: 'override' })
    expect(draft.fields.short_description.value).not.toBe('Not to be kept')
    const [{ tool, arguments: restore }] = body.next_steps
    expect((await ana.get(tool, restore)).fields.tagline).toMatchObject({
      value: 'Invoices that chase themselves',
      state: 'ai',
    })
    expect((await ana.get('update_draft', { id, regenerate: ['tagline'] })).fields.tagline.state).toBe('ai')
  })

  it('do fields, restore, lock and regenerate in this order', async () => {
    const draft = await ana.get('update_draft', {
      id,
      fields: { name: 'Typed', country: 'SE', city: 'Turku' },
      restore: ['name'],
      lock_fields: ['name', 'country'],
      regenerate: ['city'],
    })
    expect(draft.fields).toMatchObject({
      name: { value: 'Tide', state: 'override' },
      country: { value: 'SE', state: 'override' },
      city: { value: 'Helsinki', state: 'ai' },
    })
    await ana.get('update_draft', { id, restore: ['name', 'country'] })
  })

  it('take faqs, socials, founders, story, milestones and seo, and restore what the AI had', async () => {
    const edits = {
      faqs: [{ question: 'Why?', answer: 'Because.' }],
      founders: [{ name: 'Ana Keto', title: 'Founder', bio: 'b'.repeat(90) }],
      founder_socials: { x: 'https://x.com/anaketo' },
      milestones: [{ date: '2024-02-29', title: 'First hundred' }],
      story: { title: 'Late again', why_started: 'Unpaid bills.' },
      seo: { title: 't'.repeat(70), meta: 'm'.repeat(170) },
    }
    const draft = await ana.get('update_draft', { id, ...edits })
    expect(draft).toMatchObject(edits)
    expect(draft.parts).toMatchObject({ faqs: { state: 'edited' }, founder_socials: { state: 'manual' } })
    const merged = await ana.get('update_draft', {
      id,
      company_socials: { x: 'https://x.com/tide', github: '' },
    })
    expect(merged.company_socials).toEqual({
      linkedin: 'https://www.linkedin.com/company/tide-invoices',
      x: 'https://x.com/tide',
    })
    const restored = await ana.get('update_draft', { id, restore: ['faqs', 'company_socials'] })
    expect(restored.faqs).toHaveLength(2)
    expect(restored.company_socials.github).toBe('https://github.com/tide-invoices')
    expect((await ana.get('update_draft', { id, story: { title: '' } })).story).toEqual({
      why_started: 'Unpaid bills.',
    })
  })

  it.each([
    [{ colour: 'blue' }, '/colour', 'unknown_key'],
    [{ fields: { colour: 'blue' } }, '/fields/colour', 'unknown_key'],
    [{ fields: { tagline: 'x'.repeat(501) } }, '/fields/tagline', 'too_big'],
    [{ fields: { description: 'x'.repeat(20_001) } }, '/fields/description', 'too_big'],
    [{ fields: { founded_year: 1066 } }, '/fields/founded_year', 'custom'],
    [{ fields: { founded_year: 'long ago' } }, '/fields/founded_year', 'custom'],
    [{ fields: { country: 'Atlantis' } }, '/fields/country', 'custom'],
    [{ fields: { country: 'EU' } }, '/fields/country', 'custom'],
    [{ fields: { features: Array(21).fill('x') } }, '/fields/features', 'too_big'],
    [{ fields: { tags: ['x'.repeat(201)] } }, '/fields/tags/0', 'too_big'],
    [{ fields: { categories: ['invoicing', 'nonsense'] } }, '/fields/categories/1', 'unknown_category'],
    [{ lock_fields: Array(21).fill('name') }, '/lock_fields', 'too_big'],
    [{ lock_fields: ['colour'] }, '/lock_fields/0', 'custom'],
    [{ regenerate: Array(6).fill('name') }, '/regenerate', 'too_big'],
    [{ restore: Array(21).fill('name') }, '/restore', 'too_big'],
    [{ faqs: Array(11).fill({ question: 'q', answer: 'a' }) }, '/faqs', 'too_big'],
    [{ faqs: [{ question: 'x'.repeat(301), answer: 'a' }] }, '/faqs/0/question', 'too_big'],
    [{ faqs: [{ question: 'q', answer: 'x'.repeat(1501) }] }, '/faqs/0/answer', 'too_big'],
    [{ faqs: [{ question: 'q' }] }, '/faqs/0/answer', 'required'],
    [{ company_socials: { myspace: 'x' } }, '/company_socials/myspace', 'unknown_key'],
    [
      { company_socials: JSON.parse('{"__proto__":"x"}') as object },
      '/company_socials/__proto__',
      'unknown_key',
    ],
    [{ founder_socials: { x: 'x'.repeat(501) } }, '/founder_socials/x', 'too_big'],
    [{ founders: Array(7).fill({ name: 'A' }) }, '/founders', 'too_big'],
    [{ founders: [{ title: 'CEO' }] }, '/founders/0/name', 'required'],
    [{ founders: [{ name: 'x'.repeat(161) }] }, '/founders/0/name', 'too_big'],
    [{ founders: [{ name: 'A', bio: 'x'.repeat(3001) }] }, '/founders/0/bio', 'too_big'],
    [{ story: { ending: 'x' } }, '/story/ending', 'unknown_key'],
    [{ story: { journey: 'x'.repeat(8001) } }, '/story/journey', 'too_big'],
    [{ milestones: Array(51).fill({ date: '2024-01-01', title: 't' }) }, '/milestones', 'too_big'],
    [{ milestones: [{ date: '2023-02-29', title: 't' }] }, '/milestones/0/date', 'invalid_format'],
    [{ milestones: [{ date: '2024-01-01', title: 'x'.repeat(201) }] }, '/milestones/0/title', 'too_big'],
    [
      { milestones: [{ date: '2024-01-01', title: 't', url: 'x'.repeat(501) }] },
      '/milestones/0/url',
      'too_big',
    ],
    [{ competitor_url: 'x'.repeat(2049) }, '/competitor_url', 'too_big'],
    [{ competitor_url: 'localhost' }, '/competitor_url', 'not_a_website'],
    [{ competitor_url: 'tide.test' }, '/competitor_url', 'own_address'],
    [{ seo: { title: 'x'.repeat(71) } }, '/seo/title', 'too_big'],
    [{ seo: { meta: 'x'.repeat(171) } }, '/seo/meta', 'too_big'],
  ])('refuse an edit that is out of bounds: %j', async (edit, pointer, code) => {
    const before = await ana.get('get_draft', { id })
    const { status, body } = await ana.call('update_draft', { id, ...edit })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ pointer, code })
    expect(await ana.get('get_draft', { id })).toEqual(before)
  })

  it('take exactly what is at the bound', async () => {
    await ana.get('update_draft', {
      id,
      fields: {
        description: 'x'.repeat(20_000),
        keywords: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(200, 'k')),
      },
      faqs: Array(10).fill({ question: 'q'.repeat(300), answer: 'a'.repeat(1500) }),
      founders: Array.from({ length: 6 }, (_, n) => ({
        name: `${n}`.padEnd(160, 'n'),
        bio: 'b'.repeat(3000),
      })),
      milestones: Array(50).fill({ date: '2024-01-01', title: 't'.repeat(200) }),
      story: { journey: 'j'.repeat(8000) },
    })
    await ana.get('update_draft', {
      id,
      restore: ['description', 'keywords', 'faqs', 'founders'],
      milestones: [],
    })
  })

  it('read a competitor and set the two side by side', async () => {
    expect((await ana.get('update_draft', { id, competitor_url: 'ebb.test' })).comparison.status).toBe(
      'reading',
    )
    await world.service.worker.idle()
    const { comparison } = await ana.get('get_draft', { id })
    expect(comparison.status).toBe('ready')
    const row = (name: string) => comparison.rows.find((one: { attribute: string }) => one.attribute === name)
    expect(row('name')).toMatchObject({ own: { value: 'Tide' }, theirs: { value: 'Ebb' } })
    expect(row('founded_year')).toMatchObject({
      own: { value: '2021' },
      theirs: { value: null, evidence: [] },
    })
    expect(row('pricing_model').theirs.evidence[0].url).toBe('https://ebb.test/pricing')
    expect((await ana.get('update_draft', { id, competitor_url: 'nowhere.test' })).comparison.status).toBe(
      'reading',
    )
    await world.service.worker.idle()
    expect((await ana.get('get_draft', { id })).comparison).toMatchObject({ status: 'failed', rows: [] })
    for (const competitor_url of ['nowhere.test', 'gone.test', 'nowhere.test', 'ebb.test'])
      await ana.get('update_draft', { id, competitor_url })
    const reading = (await world.service.storage.jobs.open()).filter((job) => job.payload.draft_id === id)
    expect(reading).toHaveLength(1)
    await world.service.worker.idle()
    expect((await ana.get('get_draft', { id })).comparison.status).toBe('ready')
    const cleared = await ana.get('update_draft', { id, competitor_url: '' })
    expect([cleared.competitor_url, cleared.comparison]).toEqual([null, null])
  })

  it.each([
    ['broken.test', 'robots_unreachable'],
    ['gone.test', 'http_status'],
    ['closed.test', 'robots'],
    ['paper.test', 'not_html'],
    ['nowhere.test', 'unreachable'],
  ])('fail honestly when %s cannot be read: %s', async (url, reason) => {
    const draft = await readyDraft(world.service, ana, url)
    expect(draft).toMatchObject({ status: 'failed', failure: { reason } })
    expect(draft.failure.what_to_do).toContain('submit_listing')
    const { status, body } = await ana.call('submit_draft', { id: draft.id })
    expect([status, body.code]).toEqual([400, 'draft_not_ready'])
    const [{ tool, arguments: again }] = draft.next_steps
    expect(await ana.get(tool, again)).toMatchObject({ id: draft.id, status: 'crawling', failure: null })
    await world.service.worker.idle()
  })

  it('are listed newest first, with status and completeness', async () => {
    const { items, total } = await ana.get('list_my_drafts', { per_page: 3 })
    expect(total).toBe(6)
    expect(items).toHaveLength(3)
    const all = (await ana.get('list_my_drafts')).items
    expect(all.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'Tide', status: 'ready' })
    for (const one of all) expect(one.completeness).toBeGreaterThanOrEqual(0)
  })

  it('are refused for what is no website', async () => {
    for (const url of ['', 'nonsense', 'x'.repeat(2049), 'ftp://tide.test', 'http://127.0.0.1']) {
      const { status, body } = await ana.call('submit_listing', { url })
      expect([status, body.errors[0].pointer]).toEqual([400, '/url'])
    }
  })
})
