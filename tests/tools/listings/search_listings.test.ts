import { describe, expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor, type Call } from '../../support/service.ts'

const slugs = async (call: Call, input: Record<string, unknown>) => {
  const { status, body } = await call(input)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.items as { slug: string }[]).map(({ slug }) => slug)
}

throughEveryDoor('search_listings', { fill: fillTown }, (open) => {
  describe('words', () => {
    it.each([
      ['of the name', 'tide', ['tide']],
      ['of the tagline', 'chase', ['tide']],
      ['of the description', 'mentions', ['pennywise']],
      ['of the keywords', 'dunning', ['tide']],
      ['of the tags', 'bookkeeping', ['tide']],
      ['misspelt', 'ledgerlime', ['ledgerline']],
      ['split', 'ledger line', ['ledgerline']],
      ['half typed', 'ledg', ['ledgerline']],
      ['nobody uses', 'zzyzxqq', []],
      ['of signs only', '!!! ...', []],
    ])('%s', async (_name, q, expected) => {
      const { call } = await open()
      expect(await slugs(call, { q })).toEqual(expected)
    })

    it('in a name or tagline come before the same words in a description', async () => {
      const { call } = await open()
      const found = await slugs(call, { q: 'invoices' })
      expect(found[0]).toBe('tide')
      expect(found.at(-1)).toBe('pennywise')
    })

    it('may be 200 characters and not one more', async () => {
      const { call } = await open()
      expect((await call({ q: 'ä'.repeat(200) })).status).toBe(200)
      const { status, body } = await call({ q: 'ä'.repeat(201) })
      expect(status).toBe(400)
      expect(body.errors).toEqual([
        {
          pointer: '/q',
          code: 'too_big',
          message: 'Must have at most 200 characters.',
          limit: 200,
          actual: 201,
        },
      ])
    })
  })

  describe('without words', () => {
    const all = ['pennywise', 'rota', 'tide', 'ledgerline', 'new-years-bell', 'almanac']

    it('browses every live listing and none that is hidden or to come', async () => {
      const { call } = await open()
      expect(await slugs(call, {})).toEqual(all)
      expect(await slugs(call, { q: '  ' })).toEqual(all)
    })

    it.each([
      ['relevance', all],
      ['votes', all],
      ['newest', ['ledgerline', 'tide', 'rota', 'pennywise', 'almanac', 'new-years-bell']],
      ['trending', ['ledgerline', 'tide', 'rota', 'pennywise', 'new-years-bell', 'almanac']],
      ['most_viewed', ['ledgerline', 'tide', 'pennywise', 'rota', 'almanac', 'new-years-bell']],
      ['most_followed', ['pennywise', 'tide', 'rota', 'ledgerline', 'new-years-bell', 'almanac']],
    ])('sorts by %s', async (sort, expected) => {
      const { call } = await open()
      expect(await slugs(call, { sort })).toEqual(expected)
    })

    it('shows what is to come when asked', async () => {
      const { call } = await open()
      const { body } = await call({ status: 'upcoming' })
      expect(body.items.map((item: { slug: string }) => item.slug).sort()).toEqual(['dawn', 'dusk'])
      expect(body.items[0].status).toBe('upcoming')
      expect(await slugs(call, { status: 'upcoming', q: 'breakfast' })).toEqual(['dawn'])
    })
  })

  it.each([
    [{ category: 'money' }, ['pennywise', 'tide', 'ledgerline']],
    [{ category: 'budgeting' }, ['pennywise', 'tide']],
    [{ category: 'work' }, ['rota', 'new-years-bell', 'almanac']],
    [{ category: 'unused' }, []],
    [{ stage: 'growing' }, ['ledgerline']],
    [{ stage: 'no-such-stage' }, []],
    [{ country: 'PT' }, ['tide']],
    [{ country: 'pt' }, ['tide']],
    [{ country: 'BV' }, []],
    [{ pricing_model: 'Freemium' }, ['ledgerline']],
    [{ pricing_model: 'freemium' }, ['ledgerline']],
    [{ domain: 'rota.example' }, ['rota']],
    [{ domain: 'WWW.Rota.Example' }, ['rota']],
    [{ domain: 'https://www.rota.example/pricing?plan=team#faq' }, ['rota']],
    [{ domain: 'http://rota.example:8080' }, ['rota']],
    [{ domain: ' rota.example./ ' }, ['rota']],
    [{ domain: 'example' }, []],
    [{ q: 'invoices', category: 'budgeting', country: 'IT' }, ['pennywise']],
    [{ category: 'money', country: 'DE', stage: 'growing', pricing_model: 'Freemium' }, ['ledgerline']],
    [{ category: 'money', country: 'DE', stage: 'launched' }, []],
    [{ q: 'invoices', sort: 'newest' }, ['ledgerline', 'tide', 'pennywise']],
    [{ q: 'invoices', sort: 'votes' }, ['pennywise', 'tide', 'ledgerline']],
    [{ domain: 'tide.example', q: 'invoices' }, ['tide']],
    [{ status: 'upcoming', country: 'IS' }, ['dawn']],
  ])('narrows to %j', async (input, expected) => {
    const { call } = await open()
    expect(await slugs(call, input)).toEqual(expected)
  })

  it('refuses a category that does not exist, and says where slugs are', async () => {
    const { call } = await open()
    const { status, body } = await call({ category: 'moneyy' })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ pointer: '/category', code: 'unknown_category' })
    // The call that was made with the one change, neither more nor less.
    const given = { q: 'invoices', page: 2, per_page: 1 }
    const { next_steps } = (await call({ ...given, category: 'moneyy' })).body
    expect(next_steps.map((step: { arguments: object }) => step.arguments)).toEqual([
      { ...given, category: 'money' },
      {},
    ])
    expect(body.detail).toContain('list_categories')
    expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
  })

  it.each([
    [{ page: 0 }, '/page', 'too_small'],
    [{ page: 1001 }, '/page', 'too_big'],
    [{ per_page: 0 }, '/per_page', 'too_small'],
    [{ per_page: 101 }, '/per_page', 'too_big'],
    [{ page: 1.5 }, '/page', 'invalid_type'],
    [{ status: 'draft' }, '/status', 'invalid_value'],
    [{ sort: 'money' }, '/sort', 'invalid_value'],
    [{ country: 'PRT' }, '/country', 'invalid_format'],
    [{ pricing_model: 'x'.repeat(41) }, '/pricing_model', 'too_big'],
    [{ domain: 'x'.repeat(254) }, '/domain', 'too_big'],
    [{ domain: 'two words' }, '/domain', 'not_a_domain'],
    [{ domain: '://' }, '/domain', 'not_a_domain'],
    [{ stage: 'growing!' }, '/stage', 'invalid_format'],
  ])('refuses %j by name', async (input, pointer, code) => {
    const { call } = await open()
    const { status, body } = await call(input)
    expect(status).toBe(400)
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]).toMatchObject({ pointer, code })
  })

  it('gives pages that together are the whole list', async () => {
    const { call } = await open()
    const pages = await Promise.all([1, 2, 3, 4].map((page) => call({ page, per_page: 2 })))
    expect(
      pages.map(({ body }) => [body.page, body.per_page, body.total, body.has_more, body.items.length]),
    ).toEqual([
      [1, 2, 6, true, 2],
      [2, 2, 6, true, 2],
      [3, 2, 6, false, 2],
      [4, 2, 6, false, 0],
    ])
    const seen = pages.flatMap(({ body }) => body.items.map((item: { slug: string }) => item.slug))
    expect(seen).toEqual(await slugs(call, {}))
    expect((await call({ page: 1000, per_page: 100 })).body).toMatchObject({ items: [], has_more: false })
  })

  it('gives summaries and nothing more', async () => {
    const { call } = await open()
    const { body } = await call({ q: 'tide' })
    expect(body.items).toEqual([
      {
        slug: 'tide',
        name: 'Tide',
        url: 'https://tide.example/',
        tagline: 'Invoices that chase themselves',
        category: 'invoicing',
        pricing_model: 'Subscription',
        country: 'PT',
        status: 'live',
        launch_week: '2026-11-16',
        votes: 12,
        verified: null,
      },
    ])
  })
})
