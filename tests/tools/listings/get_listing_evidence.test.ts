// Who says what a listing states: after any edits, by whichever way, what is shown is what the listing holds, and
// what is said to be its site's stands there.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perform } from '../../../tools/action.ts'
import { revertEdit } from '../../../tools/team/edits.ts'
import { withdrawOwnListing } from '../../../tools/my_listings/withdraw_own_listing.ts'
import { seeded } from '../../bench/random.ts'
import { actionContext } from '../../support/actions.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { besideRows } from '../../support/rows.ts'
import { throughEveryDoor } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

type Fact = { field: string; value: string; state: string; quotes?: { page: number; quote: string }[] }

throughEveryDoor('get_listing_evidence', { fill: fillTown }, (open) => {
  it('has nothing to say of what was never checked, and knows no hidden listing', async () => {
    const { call, service } = await open()
    const { status, body } = await call({ slug: 'tide' })
    expect(status).toBe(200)
    expect(body).toEqual({ slug: 'tide', silent_since: null, facts: [], pages: [] })
    expect((await call({ slug: 'tide' }, 'get_listing')).body.facts).toBeNull()
    const page = await (await service.fetch('/listings/tide')).text()
    expect(
      page.replace(/\s+/g, ' ').match(/were imported[^.]*, and not checked against its website/g),
    ).toHaveLength(1)
    expect((await call({ slug: 'hidden-suspended' })).status).toBe(404)
  })
})

describe('evidence goes with the listing', () => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let ana: Caller
  let id: string
  let listing_id: number
  beforeAll(async () => {
    world = await openDrafting()
    ana = await enter(world.service, 'rest', 'ana@tide.test')
    id = (await readyDraft(world.service, ana)).id
    await ana.get('update_draft', { id, fields: { categories: ['invoicing'], stage: 'growing' } })
    listing_id = (await ana.get('submit_draft', { id })).listing_id
    const { storage, clock } = world.service
    await storage.write(({ listings }) =>
      listings.change(listing_id, { status: 'live', live_at: clock.now.toISOString() }),
    )
  })
  afterAll(() => world.close())

  const evidence = () => ana.get('get_listing_evidence', { slug: 'tide' })
  const of = async (field: string): Promise<Fact[]> =>
    (await evidence()).facts.filter((fact: Fact) => fact.field === field)
  const page = async () => (await world.service.fetch('/listings/tide')).text()

  it('with the sentence, the page and the day, also on the page', async () => {
    const { pages } = await evidence()
    // Each page stands once for a day, however many quotes are from it.
    expect(
      new Set(pages.map(({ url, read_on }: { url: string; read_on: string }) => `${url} ${read_on}`)).size,
    ).toBe(pages.length)
    const [year] = await of('founded_year')
    expect(year).toMatchObject({
      value: '2021',
      state: 'site',
      quotes: [{ quote: 'Tide was founded in 2021 by Ana Keto.' }],
    })
    expect(pages[year!.quotes![0]!.page]).toEqual({ url: 'https://tide.test/about', read_on: '2026-11-19' })
    expect(await of('stage')).toMatchObject([{ value: 'growing', state: 'owner' }])
    expect((await ana.get('get_listing', { slug: 'tide' })).facts).toMatchObject({
      ...{ owner: 1, gone: 0, contradicted: 0, read_on: '2026-11-19', silent_since: null },
      site: (await evidence()).facts.length - 1,
    })
    const text = await page()
    expect(text).toMatch(/<details class="proof"\s*>\s*<summary><span>2021<\/span>/)
    expect(text).toContain('<mark>Tide was founded in 2021 by Ana Keto.</mark>')
    expect(text).toMatch(/Growing<small>by whoever submitted it<\/small>/)
    await world.service.storage.write(({ listings }) =>
      listings.change(listing_id, { verified_at: world.service.clock.now.toISOString(), verified_by: 'dns' }),
    )
    expect(await page()).toMatch(/Growing<small>by its owner<\/small>/)
  })

  it("becomes its owner's with their edit, and the site's again when it is put back", async () => {
    await ana.get('update_my_listing', { listing_id, fields: { founded_year: 2019 } })
    expect(await of('founded_year')).toMatchObject([{ value: '2019', state: 'owner' }])
    expect(await page()).not.toContain('founded in 2021 by Ana Keto.</mark>')
    const [version] = (await world.service.storage.owners.versions(listing_id)).toSorted(
      (a, b) => b.id - a.id,
    )
    const team = actionContext(world.service, { user_id: ana.user_id, via: 'session', role: 'team' })
    await world.service.storage.write(({ users }) => users.setRole('ana@tide.test', 'team'))
    await perform(revertEdit, { id: version!.id, reason: 'Their site says otherwise.' }, team)
    expect(await of('founded_year')).toMatchObject([{ value: '2021', state: 'site' }])
    // Nothing is kept of a value that only its owner stated.
    const kept = await besideRows(join(world.service.folder, 'launch.db'), (rows) =>
      rows.all(`SELECT value FROM listing_facts WHERE listing_id = ${listing_id} AND field = 'founded_year'`),
    )
    expect(kept).toEqual([{ value: '2021' }])
    await world.service.storage.write(({ users }) => users.setRole('ana@tide.test', 'member'))
  })

  it('agrees with the listing after any edits', async () => {
    const random = seeded(7)
    const drafted = (await ana.get('get_draft', { id })).fields
    const values: Record<string, unknown[]> = {
      tagline: ['Invoices, chased', '', drafted.tagline.value],
      city: ['Turku', '', 'Helsinki'],
      pricing_model: ['Free', drafted.pricing_model.value],
      features: [drafted.features.value, ['One', drafted.features.value[1]], []],
    }
    const site = [...Object.values(await pagesOfTide())].join(' ')
    for (let step = 0; step < 40; step += 1) {
      const field = random.pick(Object.keys(values))
      const value = random.pick(values[field]!)
      if (random.below(2) === 0)
        await ana.get('update_my_listing', { listing_id, fields: { [field]: value } })
      else
        await ana.get('update_draft', {
          id,
          ...(random.below(3) === 0
            ? { restore: [field] }
            : { fields: { [field]: value === '' ? null : value } }),
        })
      const listing = await ana.get('get_listing', { slug: 'tide' })
      for (const name of Object.keys(values)) {
        const held = [listing[name]].flat().filter((one) => one !== null)
        const facts = await of(name)
        expect(facts.map((fact) => fact.value).sort(), `${step} ${name}`).toEqual(
          held.map((one) => one.slice(0, 120)).sort(),
        )
        for (const { state, quotes = [] } of facts) {
          expect(quotes.length > 0, `${step} ${name}`).toBe(state === 'site')
          for (const { quote } of quotes) expect(site).toContain(quote.replace('…', ''))
        }
      }
      expect(listing.facts.site + listing.facts.owner).toBe((await evidence()).facts.length)
    }
  })

  it('is gone with the listing', async () => {
    const ctx = actionContext(world.service, { user_id: ana.user_id, via: 'session', role: 'member' })
    await perform(withdrawOwnListing, { listing_id }, ctx)
    expect(await world.service.storage.facts.of(listing_id)).toEqual([])
    expect(await world.service.storage.facts.reading(listing_id)).toBeUndefined()
  })

  async function pagesOfTide(): Promise<Record<string, string>> {
    const pages = await world.service.storage.drafts.pages(id, 'own')
    return Object.fromEntries(pages.map(({ url, text }) => [url, text]))
  }
})
