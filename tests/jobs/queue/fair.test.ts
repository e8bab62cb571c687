// What hangs holds up nobody who has nothing to do with it.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { lanes } from '../../../jobs/queue/job.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting } from '../../support/drafting.ts'
import type { Host } from '../../support/outside.ts'
import { thursday } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const patience = { timeout: 60_000, interval: 100 }
const becomesReady = (who: Caller, id: string) =>
  expect.poll(async () => (await who.get('get_draft', { id })).status, patience).toBe('ready')

it('drafts while a mail server hangs on seventy mails', async () => {
  const held = new Set<Socket>()
  const server = createServer((socket) => held.add(socket.on('error', () => undefined)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endings.push(
    () => server.close(),
    () => held.forEach((socket) => socket.destroy()),
  )
  const MAIL_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = await openDrafting(undefined, { settings: { MAIL_URL } })
  endings.unshift(world.close)
  await world.service.storage.write(async ({ mail }) => {
    for (let n = 0; n < 70; n += 1)
      await mail.add({
        ...{ message_id: `hang-${n}@launch.test`, recipient: `ana${n}@slow.test`, subject: 'Hello' },
        ...{ body: 'Hello', created_at: thursday.toISOString() },
      })
  })
  await expect.poll(() => held.size, patience).toBe(lanes.mail.at_once)
  const ben = await enter(world.service, 'rest', 'ben@tide.test')
  const { id } = await ben.get('submit_listing', { url: 'tide.test' })
  await becomesReady(ben, id)
  const mails = (await world.service.storage.jobs.open()).filter(({ kind }) => kind === 'send_mail')
  expect(mails).toHaveLength(70)
  expect(mails.some(({ failures }) => failures === 0)).toBe(true)
})

it("drafts one person's site while twelve of another person hang", async () => {
  const waiting = new Set<string>()
  const hangs =
    (name: string): Host =>
    () =>
    () =>
      void waiting.add(name)
  const names = Array.from({ length: 12 }, (_, n) => `slow${n}.test`)
  const hosts = Object.fromEntries(names.map((name) => [name, hangs(name)]))
  const world = await openDrafting({ ...hosts, 'tide.test': tide })
  endings.push(world.close)
  const ana = await enter(world.service, 'rest', 'ana@slow.test')
  const ben = await enter(world.service, 'rest', 'ben@tide.test')
  for (const url of names) await ana.get('submit_listing', { url })
  await expect.poll(() => waiting.size, patience).toBe(lanes.reading.each)
  const { id } = await ben.get('submit_listing', { url: 'tide.test' })
  await becomesReady(ben, id)
  expect(waiting.size).toBe(lanes.reading.each)
})
