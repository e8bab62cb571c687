// Edits that make the service read a whole site, or draft it anew, are rarer than others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { addCategories, openDrafting, readyDraft } from '../../support/drafting.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let ana: Caller
beforeAll(async () => {
  world = await openDrafting(undefined, { settings: { RATE_LIMITS: 'checks=3' }, fill: addCategories })
  ana = await enter(world.service, 'rest', 'ana@tide.test')
})
afterAll(() => world.close())

it('count as checks, whether they redraft or name a competitor; nothing else does', async () => {
  const { id } = await readyDraft(world.service, ana)
  const edit = async (change: object) => {
    const { status, body } = await ana.call('update_draft', { id, ...change })
    return status === 200 ? 200 : body.code
  }
  for (const change of [
    { regenerate: ['tagline'] },
    { competitor_url: 'ebb.test' },
    { regenerate: ['name'], competitor_url: 'https://ebb.test/' },
    // The same again, and what reads nothing.
    { competitor_url: 'https://ebb.test/' },
    { competitor_url: '' },
    { fields: { city: 'Porto' }, regenerate: [] },
  ])
    expect([change, await edit(change)]).toEqual([change, 200])
  for (const change of [{ regenerate: ['tagline'] }, { competitor_url: 'tide.example' }])
    expect([change, await edit(change)]).toEqual([change, 'rate_limited'])
  expect(await edit({ fields: { city: 'Braga' } })).toBe(200)
})
