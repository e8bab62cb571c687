// What a draft costs the model that makes it, in tokens of cl100k: the text of every result from a URL to a listing.
import type { Client } from '@modelcontextprotocol/client'
import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/cl100k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDrafting } from '../../support/drafting.ts'
import { pages } from '../../support/outside.ts'
import { bearer, keyFor } from '../../support/people.ts'
import { connectMcp } from '../../support/service.ts'
import { rival, tide } from '../../support/tide.ts'

const encoder = new Tiktoken(ranks)
const closed = pages({
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
})
let world: Awaited<ReturnType<typeof openDrafting>>
let client: Client
beforeAll(async () => {
  world = await openDrafting({ 'tide.test': tide, 'ebb.test': rival, 'closed.test': closed })
  client = await connectMcp(world.service, bearer((await keyFor(world.service, 'ana@tide.test')).key))
})
afterAll(async () => {
  await client.close()
  await world.close()
})

let spent = 0
async function call(name: string, given: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: given })
  const { text } = (result.content as { text: string }[])[0]!
  expect(result.isError, text).toBeFalsy()
  const tokens = encoder.encode(text).length
  spent += tokens
  return {
    tokens,
    told: JSON.parse(text) as Record<string, any>,
    whole: result.structuredContent as Record<string, any>,
  }
}

describe('from a URL to a submitted listing', () => {
  let id: string

  it('a poll says how far it is and nothing else', async () => {
    const begun = await call('submit_listing', { url: 'tide.test' })
    id = begun.told.id
    const { told, whole, tokens } = await call('get_draft', { id })
    expect(Object.keys(told)).toEqual(['id', 'url', 'status', 'progress', 'next_steps'])
    expect([begun.tokens, tokens].every((count) => count <= 250)).toBe(true)
    expect(whole).toMatchObject({ id, missing: [], fields: { name: { value: null } } })
  })

  it('a quote stands once, however many values it proves', async () => {
    await world.service.worker.idle()
    const { told, whole } = await call('get_draft', { id })
    expect(new Set(told.quotes.map((one: object) => JSON.stringify(one))).size).toBe(told.quotes.length)
    for (const [name, { value, evidence }] of Object.entries<any>(whole.fields)) {
      if (value === null) expect(told.not_found, name).toContain(name)
      else {
        const quoted = told.fields[name].quotes.map((at: number) => told.quotes[at])
        for (const { quote, url } of evidence) expect(quoted, name).toContainEqual({ quote, url })
        expect(quoted.length).toBeLessThanOrEqual(evidence.length)
      }
    }
  })

  it('an edit says what it changed and what is missing', async () => {
    const bio = 'Ana kept the books of three harbours before she wrote Tide for herself and her neighbours.'
    const { told, whole, tokens } = await call('update_draft', {
      id,
      fields: {
        tagline: 'Paid on time',
        description: 'Tide asks for the money. '.repeat(100),
        stage: 'growing',
      },
      founders: [{ name: 'Ana Keto', title: 'Founder', bio }],
    })
    expect(tokens).toBeLessThanOrEqual(1500)
    expect(told.changed).toMatchObject({
      tagline: { value: 'Paid on time', state: 'edited' },
      description: { value: expect.stringContaining('characters)') },
      founders: { value: [{ name: 'Ana Keto', title: 'Founder', bio }] },
    })
    expect(told).not.toHaveProperty('fields')
    expect(told.missing).toEqual(whole.missing)
    expect(whole.fields.name.value).toBe('Tide')
  })

  it('costs at most 9,000 tokens of results, ten polls and a look at the categories included', async () => {
    const { tokens } = await call('get_draft', { id })
    expect(tokens).toBeLessThanOrEqual(4000)
    await call('list_categories', {})
    const { told } = await call('submit_draft', { id })
    expect(told.listing_id).toBeGreaterThan(0)
    expect(spent + 8 * 250).toBeLessThanOrEqual(9000)
  })

  it('an edit that brings nothing new, or throws away what was typed, says so', async () => {
    const typed = await call('update_draft', { id, restore: ['tagline'] })
    expect(typed.told.notices).toEqual([{ code: 'restored', message: expect.stringContaining('tagline') }])
    await call('update_draft', { id, fields: { stage: 'growing' } })
    const emptied = await call('update_draft', { id, restore: ['stage'] })
    expect(emptied.told.notices).toEqual([{ code: 'emptied', message: expect.stringContaining('stage') }])
    for (const edits of [{}, { fields: {} }, { restore: ['stage'] }, { fields: { stage: null } }])
      await call('update_draft', { id, ...edits })
    const { updated_at } = (await call('get_draft', { id })).whole
    for (const edits of [{}, { fields: {} }, { fields: { stage: null } }]) {
      const { told, whole } = await call('update_draft', { id, ...edits })
      expect(told.notices).toEqual([
        { code: 'nothing_changed', message: expect.stringMatching(/^Nothing was changed/) },
      ])
      expect(whole.updated_at).toBe(updated_at)
    }
    const again = await call('update_draft', { id, regenerate: ['tagline', 'logo_url'] })
    expect(again.whole.notices).toEqual([
      { code: 'nothing_new', message: expect.stringContaining('tagline, logo_url') },
    ])
  })
})

describe('a draft whose website may not be read', () => {
  it('is filled by hand, is ready when it could be submitted, and is submitted', async () => {
    const { told } = await call('submit_listing', { url: 'closed.test' })
    await world.service.worker.idle()
    const failed = await call('get_draft', { id: told.id })
    expect(failed.told).toMatchObject({ status: 'failed', failure: { reason: 'robots' } })
    // Nothing was read, so nothing was looked for and not found.
    expect(failed.told).not.toHaveProperty('not_found')
    expect(failed.told.blank).toContain('tagline')
    expect(failed.told.next_steps.map(({ tool }: { tool: string }) => tool)).toContain('update_draft')
    const named = await call('update_draft', { id: told.id, fields: { name: 'Closed' } })
    expect(named.told.status).toBe('failed')
    const ready = await call('update_draft', { id: told.id, fields: { categories: ['invoicing'] } })
    expect(ready.whole).toMatchObject({
      status: 'ready',
      failure: null,
      notices: [{ code: 'by_hand', message: expect.stringContaining('robots.txt') }],
      fields: { name: { state: 'manual' }, tagline: { state: 'not_found' } },
    })
    expect((await call('submit_draft', { id: told.id })).told.status).toBe('draft')
  })
})
