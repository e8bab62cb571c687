// A mailing to ten thousand followers is queued within seconds, and one whose server is killed in the middle reaches
// nobody twice.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { jobs } from '../jobs/catalog.ts'
import { openDelivery } from '../jobs/delivery.ts'
import { startWorker, type WorkerOptions } from '../jobs/queue/worker.ts'
import { openStorage, type OpenStorage } from '../storage/storage.ts'
import { follows } from '../storage/tables/community.ts'
import { users } from '../storage/tables/people.ts'
import { bearer, keyFor } from './support/people.ts'
import { openPostbox } from './support/postbox.ts'
import { newFolder, startServer } from './support/programs.ts'
import { callRest, startService, thursday } from './support/service.ts'
import { fillTown } from './support/town.ts'
import { cpu_ms } from './support/cpu.ts'

/** People who follow the listing, with addresses of their own. */
async function addFollowers(storage: OpenStorage, listing_id: number, count: number): Promise<void> {
  const at = thursday.toISOString()
  const numbers = Array.from({ length: count }, (_, n) => n)
  await storage.write(async ({ demo }) => {
    await demo.add(
      users,
      numbers.map((n) => ({ id: 10_000 + n, email: `follower-${n}@mail.test`, created_at: at })),
    )
    await demo.add(
      follows,
      numbers.map((n) => ({
        site_id: 1,
        listing_id,
        user_id: 10_000 + n,
        followed_at: at,
        token: `token-${n}`,
      })),
    )
  })
}

async function ownedListing(storage: OpenStorage): Promise<{ listing_id: number; key: string }> {
  const { user_id, key } = await keyFor({ storage, clock: { now: new Date() } }, 'owner@mail.test')
  const { id: listing_id } = (await storage.listings.profile(1, 'tide'))!.listing
  await storage.write(({ owners }) => owners.add(listing_id, user_id, thursday.toISOString()))
  return { listing_id, key }
}

const update = { title: 'News', body: 'Something has changed.' }

it('queues ten thousand mails within three seconds of processor time, in the transaction of the update', async () => {
  const service = await startService({ fill: fillTown })
  await service.worker.stop(0)
  const { listing_id, key } = await ownedListing(service.storage)
  await addFollowers(service.storage, listing_id, 10_000)
  const started_ms = cpu_ms()
  const { status, body } = await callRest(
    service,
    'post_listing_update',
    { listing_id, ...update },
    bearer(key),
  )
  const took_ms = cpu_ms() - started_ms
  expect([status, body.followers_told]).toEqual([201, 10_000])
  console.log(`      queued in ${Math.round(took_ms)} ms`)
  expect(took_ms).toBeLessThan(3000)
  expect(await service.storage.jobs.open()).toHaveLength(10_000)
  await service.close()
})

it('mails nobody twice over two kills, and loses none but those in hand', async () => {
  const followers = 100
  const kills = 2
  const in_hand = 6
  const folder = newFolder()
  const postbox = await openPostbox()
  const file = join(folder.path, 'launch.db')
  const before = openStorage(file)
  await fillTown(before, thursday, file)
  const { listing_id, key } = await ownedListing(before)
  await addFollowers(before, listing_id, followers)
  before.close()

  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const start = () => startServer(folder.path, { MAIL_URL: postbox.url })
  try {
    server = await start()
    const response = await fetch(`${server.url}/api/v1/me/listings/${listing_id}/updates`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(update),
    })
    expect(response.status).toBe(201)
    for (let kill = 1; kill <= kills; kill += 1) {
      await postbox.hasTaken((followers / (kills + 1)) * kill)
      await server.kill()
      server = await start()
    }
    await postbox.hasTaken(followers - kills * in_hand)
    await server.kill()
    server = undefined
    await drain(file, postbox.url)
    const recipients = postbox.mails.map(({ to }) => to![0]!.address)
    expect(new Set(recipients).size).toBe(recipients.length)
    expect(recipients.length).toBeGreaterThanOrEqual(followers - (kills + 1) * in_hand)
    const database = new Database(file, { readonly: true })
    const outcomes = database
      .prepare("SELECT coalesce(failure, 'sent') AS outcome, count(*) AS count FROM mails GROUP BY 1")
      .all() as { outcome: string; count: number }[]
    database.close()
    expect(
      outcomes.map(({ outcome }) => outcome).filter((one) => one !== 'sent' && one !== 'perhaps sent'),
    ).toEqual([])
    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(followers)
    console.log(`      ${recipients.length} of ${followers} mailed, none twice`)
  } finally {
    if (server !== undefined) await server.kill()
    await postbox.close()
    folder.remove()
  }
}, 240_000)

/** Does what is left, at a time when every lease of the dead has ended. */
async function drain(file: string, mail_url: string): Promise<void> {
  const storage = openStorage(file)
  const log = { info() {}, warn() {}, error() {} } as never
  const delivery = openDelivery({ mail_url, mail_from: 'a@b.example', folder: '', log_links: false, log })
  const clock = () => new Date(Date.now() + 60_000)
  const context = { storage, delivery, clock, log, public_url: '' } as unknown as WorkerOptions['context']
  const worker = startWorker({ jobs: jobs.filter(({ kind }) => kind === 'send_mail'), context, tick_ms: 20 })
  await worker.idle()
  await worker.stop()
  delivery.close()
  storage.close()
}
