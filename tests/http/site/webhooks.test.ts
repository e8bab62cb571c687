// The page of webhooks, where a receiver was away for a while or its secret was changed.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { perform } from '../../../tools/action.ts'
import { addWebhook, replayGivenUp, rotateWebhook, switchWebhook } from '../../../tools/webhooks/manage.ts'
import { actionContext } from '../../support/actions.ts'
import { openDrafting } from '../../support/drafting.ts'
import { keyFor, signIn, type Browser } from '../../support/people.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let heard: unknown[]
let browser: Browser
let user_id: number
let id: number
const path = '/account/webhooks'
const as = (who = user_id) => actionContext(world.service, { user_id: who, via: 'session', role: 'member' })
const text = async () => (await browser.get(path)).text

beforeEach(async () => {
  heard = []
  world = await openDrafting({
    'hooks.test': (_path, { headers }) => {
      heard.push(headers['webhook-id'])
      return { status: 204 }
    },
  })
  ;({ browser } = await signIn(world.service, 'ana@tide.test'))
  user_id = (await world.service.storage.users.byEmail('ana@tide.test'))!.id
  await perform(addWebhook, { url: 'https://hooks.test/in', events: ['order.paid'] }, as())
  id = (await world.service.storage.webhooks.ofUser(user_id))[0]!.id
})
afterEach(() => world.close())

it('sends again at once all that was given up, the oldest first, and nothing else', async () => {
  const { storage, worker, clock } = world.service
  await storage.write(async ({ webhooks }) => {
    const message = { webhook_id: id, user_id, site_id: 1, type: 'test', data: {} }
    for (const [at, state] of (['dead', 'sent', 'dead'] as const).entries()) {
      const made = { message_id: `m${at}`, created_at: clock.now.toISOString() }
      await webhooks.changeDelivery(await webhooks.deliver({ ...message, ...made }), { state })
    }
  })
  await worker.idle()
  const page = await browser.get(path)
  expect([page.text, heard]).toEqual([expect.stringContaining('Send again 2 given up'), []])
  expect((await browser.submit(page, `${path}/replay_all`)).status).toBe(303)
  await worker.idle()
  expect(heard).toEqual(['m0', 'm2'])
  expect(await text()).not.toContain('given up')
})

it('sends again for nobody else, and nothing to a webhook that is off', async () => {
  const eve = as((await keyFor(world.service, 'eve@else.test')).user_id)
  await expect(perform(replayGivenUp, { id }, eve)).rejects.toMatchObject({ status: 404 })
  await perform(switchWebhook, { id, on: false }, as())
  await expect(perform(replayGivenUp, { id }, as())).rejects.toThrow('Switch it on first')
})

it('says that the old secret signs for as long as it does', async () => {
  const { clock } = world.service
  await perform(rotateWebhook, { id }, as())
  expect(await text()).toContain('signs too until')
  clock.now = new Date(clock.now.getTime() + 86_401_000)
  ;({ browser } = await signIn(world.service, 'ana@tide.test'))
  expect(await text()).toContain('hooks.test')
  expect(await text()).not.toContain('signs too until')
})
