// The mistakes agents make over MCP: what is obviously meant is taken, and every refusal is recovered by following its
// next steps literally.
import type { Client } from '@modelcontextprotocol/client'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyProfile } from '../tools/drafts/fields.ts'
import { mistakes, takenEdits, type Mistake } from './support/mistakes.ts'
import { follow, stepsOf } from './support/next_steps.ts'
import { keyFor } from './support/people.ts'
import { callMcp, connectMcp, type Answer } from './support/service.ts'
import { startInhabited, type Inhabited } from './support/world.ts'

let service: Inhabited
let client: Client
let names: Record<string, string>
beforeAll(async () => {
  service = await startInhabited()
  await service.worker.stop(0)
  client = await connectMcp(service, service.credential)
  names = {
    $draft: String(service.world['drafts id']![0]),
    $DRAFT: String(service.world['drafts id']![0]).toUpperCase(),
    $other: await draftOf('ben@tide.example'),
    $site: service.url,
    $listing: String(service.world.listing_id![0]),
    $number: String(
      (await service.storage.catalogue.matching(1, 'patient-heron', 'https://none.example/')).map(
        ({ id }) => id,
      )[0],
    ),
  }
})
afterAll(async () => {
  await client.close()
  await service.close()
})

async function draftOf(email: string): Promise<string> {
  const { user_id } = await keyFor(service, email)
  const id = randomUUID()
  const at = service.clock.now.toISOString()
  const progress = { step: 'done' as const, pages_read: 0, reading: null }
  await service.storage.write((inside) =>
    inside.drafts.add({
      ...{ id, user_id, site_id: 1, url: 'https://ben.example/', url_key: 'ben.example' },
      ...{ status: 'ready', profile: emptyProfile(), progress, created_at: at, updated_at: at },
    }),
  )
  return id
}

const numbered = (given: object) => JSON.stringify(given).replaceAll('"$listing"', names.$listing!)

function call(given: Record<string, unknown>, tool: string): Promise<Answer> {
  const text = numbered(given).replace(/\$(draft|DRAFT|other|site|listing|number)/g, (name) => names[name]!)
  return callMcp(client, tool, JSON.parse(text) as Record<string, unknown>)
}
const followed = (answer: Answer) => follow(call, answer)
const told = ([tool, sent]: Mistake) => `${tool} ${JSON.stringify(sent)}`.slice(0, 110)
const isReading = ([tool]: Mistake) => !['update_draft', 'submit_draft', 'submit_listing'].includes(tool)

it('are at least 230', () => {
  expect(mistakes.length + takenEdits.length).toBeGreaterThanOrEqual(230)
})

const taken = mistakes.filter(([, , meant]) => meant !== null)
it.each(taken.map((one) => [told(one), one] as const))('%s is taken as it is meant', async (_, mistake) => {
  const [tool, sent, meant] = mistake
  expect(isReading(mistake)).toBe(true)
  const right = await call(meant!, tool)
  expect(right.status, JSON.stringify(right.body)).toBe(200)
  expect(await call(sent, tool)).toEqual(right)
})

it.each(takenEdits.map((one) => [told(one), one] as const))('%s is taken', async (_, [tool, sent, meant]) => {
  const held = async (edit: Record<string, unknown>) => {
    const { status, body } = await call(edit, tool)
    expect(status, JSON.stringify(body)).toBe(200)
    const { updated_at: _at, ...draft } = (await call({ id: '$draft' }, 'get_draft')).body
    return draft
  }
  const after = await held(sent)
  expect(after).toEqual(await held(meant!))
})

const refused = mistakes.filter(([, , meant]) => meant === null)
it.each(refused.map((one) => [told(one), one] as const))(
  '%s is refused, and its next steps work',
  async (_, [tool, sent]) => {
    const answer = await call(sent, tool)
    expect([400, 404], JSON.stringify(answer.body)).toContain(answer.status)
    expect(stepsOf(answer).length, JSON.stringify(answer.body)).toBeGreaterThan(0)
    expect(await followed(answer)).toEqual([])
  },
)

it('are mended in one step, by a reader who does nothing but what the answer says', async () => {
  const lost: string[] = []
  for (const mistake of mistakes) {
    const [tool, sent] = mistake
    const answer = await call(sent, tool)
    const [step] = stepsOf(answer)
    if (answer.status < 400) continue
    const next = step === undefined ? answer : await call(step.arguments, step.tool)
    if (next.status >= 400) lost.push(told(mistake))
  }
  expect(lost.length / mistakes.length, lost.join('\n')).toBeLessThanOrEqual(0.03)
})

it('a wrong shape of a list is answered with the right one, and no call twice', async () => {
  for (const items of [['launch'], [{ key: 'launch', listing: '$listing' }], undefined]) {
    const answer = await call({ items }, 'quote_order')
    expect(answer.body.detail).toContain('{"items":[{"product":"launch","listing_id":1}]}')
    const steps = stepsOf(answer).map(({ tool, arguments: given }) => JSON.stringify([tool, given]))
    expect(steps).toEqual([...new Set(steps)])
  }
  const flat = await call({ product: 'launch', listing_id: '$listing' }, 'quote_order')
  expect(stepsOf(flat).map(({ tool }) => tool)).toEqual(['quote_order', 'list_products'])
  // Of several it is not clear which is meant.
  const several = await call(
    { items: [{ product: 'launch' }, { product: 'story' }], listing_id: '$listing' },
    'quote_order',
  )
  expect(stepsOf(several).map(({ tool }) => tool)).toEqual(['list_products'])
})

it('of the name of a number is taken as the number', async () => {
  expect((await call({ order_id: 'LD-2026-000123' }, 'get_order')).status).toBe(404)
})

it('a week is never left out of a price, nor a word of it unexplained', async () => {
  const items = [{ product: 'launch', listing_id: '$listing', week: 'next' }]
  const answer = await call({ items }, 'quote_order')
  expect(answer.body.detail).toContain('launch_options')
  expect(stepsOf(answer).map(({ tool }) => tool)).not.toContain('quote_order')
})

describe('the nearest right name', () => {
  it.each([
    ['search_listings', { query: 'invoices' }, { q: 'invoices' }],
    ['search_listings', { q: 'invoices', limit: 5 }, { q: 'invoices', per_page: 5 }],
    ['search_listings', { sort: 'popularity' }, { sort: 'votes' }],
    ['search_listings', { page: 1001 }, { page: 1000 }],
    ['list_launches', { section: 'newest' }, { section: 'recent' }],
    ['get_leaderboard', { board: 'weekly' }, { board: 'community-weekly' }],
    ['get_listing', { slug: 'patient-herron' }, { slug: 'patient-heron' }],
    ['compare_listings', { a: 'patient-heron', b: 'calm-harbor' }, { a: 'patient-heron', b: 'calm-harbour' }],
    ['get_category', { slug: 'accounting' }, { slug: 'invoicing-and-accounting' }],
    ['update_draft', { id: '$draft', tagline: 'x' }, { id: '$draft', fields: { tagline: 'x' } }],
    ['update_draft', { id: '$draft', name: 'Tide' }, { id: '$draft', fields: { name: 'Tide' } }],
    [
      'update_draft',
      { id: '$draft', question: 'x', answer: 'y' },
      { id: '$draft', faqs: [{ question: 'x', answer: 'y' }] },
    ],
    [
      'update_draft',
      { id: '$draft', fields: { categories: ['status-page'] } },
      { id: '$draft', fields: { categories: ['status-pages'] } },
    ],
    ['get_listing', { slug: '$number' }, { slug: 'patient-heron' }],
    [
      'quote_order',
      { product: 'launch', listing_id: '$listing', country: 'FI' },
      { items: [{ product: 'launch', listing_id: '$listing' }], country: 'FI' },
    ],
    [
      'update_draft',
      { id: '$draft', fields: { summary: 'x' } },
      { id: '$draft', fields: { short_description: 'x' } },
    ],
    [
      'update_draft',
      { id: '$draft', company_socials: { twitter: 'a' } },
      { id: '$draft', company_socials: { x: 'a' } },
    ],
  ])('of %s %j leads to %j', async (tool, sent, right) => {
    const [step] = stepsOf(await call(sent, tool))
    const meant = JSON.parse(numbered(right).replace('$draft', names.$draft!)) as object
    expect(step).toMatchObject({ tool, arguments: meant })
    expect(step!.arguments).toEqual(meant)
  })

  it('is not looked for among all where one that is right was named', async () => {
    for (const [tool, sent] of [
      ['update_draft', { id: '$draft', fields: { founded_year: 'last year' } }],
      ['invite_cofounder', { id: '$draft', email: 'Ben' }],
    ] as const)
      expect(stepsOf(await call(sent, tool))).toEqual([
        { tool: 'get_draft', arguments: { id: names.$draft }, why: expect.any(String) as string },
      ])
    const id = '6b9c1a52-0000-4000-8000-000000000000'
    const [step] = stepsOf(await call({ id, fields: { founded_year: 'last year' } }, 'update_draft'))
    expect(step!.tool).toBe('list_my_drafts')
  })

  it('is told for a tool that does not exist', async () => {
    await expect(client.callTool({ name: 'search_listing', arguments: {} })).rejects.toThrow(
      'search_listings',
    )
    await expect(client.callTool({ name: 'getDraft', arguments: {} })).rejects.toThrow('get_draft')
  })

  it.each(['vote', 'vote_for_listing', 'pay_order', 'follow', 'withdraw_listing', 'write_review'])(
    'is none for %s, which people do themselves',
    async (name) => {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('on the site itself')
      expect(client.getInstructions()).toContain('a person votes, pays, follows, reviews and withdraws')
    },
  )
})
