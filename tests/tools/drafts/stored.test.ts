// A draft as it was stored before a field or a part was there, and while one was that is gone.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../support/callers.ts'
import { openReadyDraft } from '../../support/drafting.ts'
import { signIn } from '../../support/people.ts'
import { besideRows } from '../../support/rows.ts'

let world: Awaited<ReturnType<typeof openReadyDraft>>
let ana: Caller
let id: string
beforeAll(async () => {
  world = await openReadyDraft()
  ;({ ana, id } = world)
  await besideRows(join(world.service.folder, 'launch.db'), async (rows) => {
    const [row] = await rows.all('SELECT profile FROM drafts WHERE id = ?', id)
    const { faqs: _faqs, milestones: _milestones, ...profile } = JSON.parse(row!.profile)
    const { city: _city, usps: _usps, ...fields } = profile.fields
    const gone = { value: 'a pager', state: 'ai', evidence: [], original: null }
    const stored = JSON.stringify({ ...profile, fields: { ...fields, pager_number: gone } })
    await rows.run('UPDATE drafts SET profile = ? WHERE id = ?', stored, id)
  })
})
afterAll(() => world.close())

/** What the review page says of a field. */
async function stateOf(name: string): Promise<string | undefined> {
  const { browser } = await signIn(world.service, 'ana@tide.test')
  const { text } = await browser.get(`/account/drafts/${id}`)
  return new RegExp(`id="${name}">\\s*<header>\\s*<h3>[^<]*</h3>\\s*<span class="state[^>]*>([^<]*)<`).exec(
    text,
  )?.[1]
}

const notFound = async (listing_id: number) =>
  (await world.service.storage.listings.byId(listing_id))!.not_found_on_website

it('opens, is listed and edited, and becomes a listing', async () => {
  const draft = await ana.get('get_draft', { id })
  expect([await stateOf('city'), await stateOf('faqs')]).toEqual(['Not looked for', 'Not looked for'])
  expect(draft.fields.city).toMatchObject({ value: null, state: 'not_found' })
  expect(draft.fields).not.toHaveProperty('pager_number')
  expect(draft).toMatchObject({ faqs: [], milestones: [] })
  expect((await ana.get('list_my_drafts')).items).toHaveLength(1)
  await ana.get('update_draft', { id, fields: { name: 'Tide', categories: ['Invoicing'] }, faqs: [] })
  const { listing_id } = await ana.get('submit_draft', { id })
  const { browser } = await signIn(world.service, 'ana@tide.test')
  const edit = (await browser.get(`/account/listings/${listing_id}/edit`)).text
  for (const name of ['name', 'stage', 'categories', 'tags'])
    expect(edit).toContain(`href="/account/drafts/${id}#${name}"`)
  const not_found_on_website = await notFound(listing_id)
  // Nobody has looked for them on the website.
  expect(not_found_on_website).not.toContain('city')
  expect(not_found_on_website).not.toContain('usps')
})

it('says that the website does not state a new field only after looking for it', async () => {
  const again = await ana.get('update_draft', { id, regenerate: ['city'] })
  expect(again.fields.city.state).toMatch(/^(ai|not_found)$/)
  const { listing_id } = await ana.get('submit_draft', { id })
  const not_found_on_website = await notFound(listing_id)
  expect(not_found_on_website.includes('city')).toBe(again.fields.city.state === 'not_found')
  expect(await stateOf('city')).toMatch(/^(Not on|From) your site$/)
})
