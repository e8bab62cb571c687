// Every fact of the table at every door that takes it: what is kept, and what is refused with its name. A fact that is
// added to the table is tested here too, and whatever is said of a kind holds for all of its facts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { facts, factOf, factsIn, fieldNames, isIn, isList, type FactName } from '../../../facts.ts'
import { importListings } from '../../../tools/catalogue/import.ts'
import { exportListings } from '../../../tools/catalogue/export.ts'
import { draftMax } from '../../../tools/facts/schemas.ts'
import type { Answer } from '../../support/service.ts'
import type { Caller } from '../../support/callers.ts'
import { openReadyDraft, readyDraft } from '../../support/drafting.ts'
import { thursday } from '../../support/service.ts'

let world: Awaited<ReturnType<typeof openReadyDraft>>
let ana: Caller
let id: string
let submitted: string
let listing_id: number
beforeAll(async () => {
  world = await openReadyDraft()
  ;({ ana, id } = world)
  submitted = (await readyDraft(world.service, ana, 'ebb.test')).id
  const fields = { name: 'Ebb', categories: ['invoicing'] }
  await ana.get('update_draft', { id: submitted, fields })
  listing_id = (await ana.get('submit_draft', { id: submitted })).listing_id
})
afterAll(() => world.close())

const row = { slug: 'kite', name: 'Kite', url: 'https://kite.example/', categories: ['invoicing'] }

/** Puts a value in, and gives what is kept; or the name and the sentence of what was refused. */
type Door = {
  takes: FactName[]
  max: (name: FactName) => number
  put: (name: FactName, value: unknown) => Promise<unknown>
}
const refusedIn = ({ body }: Answer) => ({
  refused: body.errors.map(({ pointer }: { pointer: string }) => pointer.split('/')[2]),
  why: body.errors.map(({ message }: { message: string }) => message).join(' '),
})
const doors: Record<'draft' | 'edit' | 'import', Door> = {
  draft: {
    takes: fieldNames.filter((name) => name !== 'categories'),
    max: (name) => draftMax(name as 'name'),
    async put(name, value) {
      const answer = await ana.call('update_draft', { id, fields: { [name]: value } })
      return answer.status === 200 ? answer.body.fields[name].value : refusedIn(answer)
    },
  },
  edit: {
    takes: factsIn('edit'),
    max: (name) => factOf(name).max!,
    async put(name, value) {
      const answer = await ana.call('update_my_listing', { listing_id, fields: { [name]: value } })
      return answer.status === 200 ? answer.body.fields[name] : refusedIn(answer)
    },
  },
  import: {
    takes: factsIn('exchange'),
    max: (name) => factOf(name).exchange_max ?? factOf(name).max!,
    async put(name, value) {
      const { storage } = world.service
      const lines = async function* () {
        yield JSON.stringify({ ...row, [name]: value })
      }
      const { refused } = await importListings(storage, lines(), { site_id: 1, now: thursday })
      if (refused.length > 0)
        return {
          refused: refused.map(({ field }) => field.split('.')[0]),
          why: refused.map(({ reason }) => reason).join(' '),
        }
      const rows = await Array.fromAsync(exportListings(storage, 1))
      return rows.find(({ slug }) => slug === row.slug)![name as 'tagline']
    },
  },
}

type Case = { given: unknown; draft?: unknown; kept?: unknown }
/** Of each kind: values that are taken, with what a draft and a listing keep of them, and values that no door takes. */
const cases: Record<
  'line' | 'text' | 'slug' | 'country' | 'year' | 'email' | 'link' | 'list',
  { taken: Case[]; refused: unknown[] }
> = {
  line: { taken: [{ given: ' Ebb & flow ', kept: 'Ebb & flow' }], refused: [['Ebb'], 7, { a: 1 }] },
  text: { taken: [{ given: ' Ebb,\nflow ', kept: 'Ebb,\nflow' }], refused: [['Ebb'], 7, true] },
  slug: {
    taken: [{ given: ' Early Stage', draft: 'Early Stage', kept: 'early-stage' }],
    refused: [['a'], 7],
  },
  country: {
    taken: [
      { given: 'pt', kept: 'PT' },
      { given: 'UK', kept: 'GB' },
      { given: 'gb', kept: 'GB' },
      { given: 'AF', kept: 'AF' },
    ],
    refused: ['XX', 'ZZ', 'EU', 'P', 'P1', 'Nowhereland', 7, ['PT']],
  },
  year: { taken: [{ given: 2021, draft: '2021', kept: 2021 }], refused: [1799, 2101, 2021.5, [2021], true] },
  email: {
    taken: [{ given: ' ana@tide.test ', kept: 'ana@tide.test' }],
    refused: ['ana', 'ana@tide', 7, ['ana@tide.test']],
  },
  link: {
    taken: [{ given: ' https://tide.test/a ', kept: 'https://tide.test/a' }],
    refused: ['tide.test', 'javascript:alert(1)', 'https://ana:pw@tide.test/', 7],
  },
  list: {
    taken: [{ given: [' a', 'b', '', 'a '], kept: ['a', 'b'] }],
    refused: ['a', [7], [null], { a: 1 }],
  },
}

describe.each(Object.entries(doors))('at the door %s', (door, { takes, max, put }) => {
  describe.each(takes)('%s', (name) => {
    const { kind } = facts[name]
    const { taken, refused } = cases[kind as keyof typeof cases]

    it('is taken and kept as its kind says', async () => {
      for (const { given, kept, draft = kept } of taken)
        expect(await put(name, given)).toEqual(door === 'draft' ? draft : kept)
    })

    it('is refused by its name where it is of the wrong kind', async () => {
      for (const given of refused)
        expect([given, await put(name, given)]).toMatchObject([given, { refused: [name] }])
    })

    it('is taken up to its limit, and refused beyond it', async () => {
      if (kind === 'year' || kind === 'country' || kind === 'link' || kind === 'email') return
      const long = (length: number) => (isList(name) ? ['x'.repeat(length)] : 'x'.repeat(length))
      expect(await put(name, long(max(name)))).toEqual(long(max(name)))
      const beyond = await put(name, long(max(name) + 1))
      expect(beyond).toMatchObject({
        refused: [name],
        why: expect.stringContaining(`${max(name)} characters`),
      })
      if (!isList(name)) return
      const many = Array.from({ length: 21 }, (_, n) => `x${n}`)
      expect(await put(name, many.slice(1))).toEqual(many.slice(1))
      expect(await put(name, many)).toMatchObject({ refused: [name] })
    })

    it('is emptied by a blank, and by null where it may be', async () => {
      const blank = kind === 'year' && door !== 'draft' ? null : isList(name) ? [] : ''
      const none = isList(name) && door !== 'draft' ? [] : null
      if (!(door === 'import' && kind === 'country')) expect(await put(name, blank)).toEqual(none)
      const takesNull = door === 'draft' || kind === 'year' || (door === 'import' && !isList(name))
      if (takesNull) expect(await put(name, null)).toBeNull()
      else expect(await put(name, null)).toMatchObject({ refused: [name] })
    })
  })
})

describe('one rule', () => {
  it('of an e-mail address decides about drafts, listings and invitations', async () => {
    for (const [address, isRight] of [
      ['ben@tide.test', true],
      ["o'neil+x@tide.test", true],
      ['jö@tide.test', false],
      ['ana@tide', false],
      ['ana..b@tide.test', false],
    ] as const) {
      const fields = { contact_email: address }
      const drafted = await ana.call('update_draft', { id, fields })
      const edited = await ana.call('update_my_listing', { listing_id, fields })
      const invited = await ana.call('invite_cofounder', { id: submitted, email: address })
      const answers = [drafted.status === 200, edited.status === 200, invited.status < 300]
      expect([address, ...answers]).toEqual([address, isRight, isRight, isRight])
    }
  })

  it('of a country decides about filters and buyers too', async () => {
    const items = [{ product: 'launch', listing_id }]
    for (const code of ['XX', 'ZZ', 'EU']) {
      expect((await ana.call('search_listings', { country: code })).status).toBe(400)
      expect((await ana.call('list_founders', { country: code })).status).toBe(400)
      expect((await ana.call('quote_order', { items, country: code })).status).toBe(400)
    }
    for (const [code, kept] of [
      ['uk', 'GB'],
      ['AF', 'AF'],
    ]) {
      expect((await ana.get('quote_order', { items, country: code })).vat).toMatchObject({
        country: kept,
        rate_percent: 0,
      })
      expect((await ana.call('search_listings', { country: code })).status).toBe(200)
    }
  })
})

describe('the table', () => {
  const all = Object.keys(facts) as FactName[]

  it('has limits in its advice that are those it has', () => {
    for (const name of all) {
      const { complete, max, kind } = factOf(name)
      const said = /at most (\d+) characters/.exec(complete?.advice ?? '')?.[1]
      if (said !== undefined) expect([name, said]).toEqual([name, String(max)])
      if (!['faqs', 'accounts', 'people'].includes(kind))
        expect([name, max]).toEqual([name, expect.any(Number)])
    }
  })

  it('has what is required in what a website is asked for', () => {
    for (const name of all.filter((one) => factOf(one).required)) expect(isIn(name, 'sought')).toBe(true)
  })
})
