// The letters of a week: to whoever follows a category, once, when the week has closed and the new one has begun.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { sendDigests } from '../../../tools/follows/digest.ts'
import { nobody, tellOfLaunch } from '../../../tools/follows/tell_followers.ts'
import { openPostbox, type Postbox } from '../../support/postbox.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

const now = thursday.toISOString()
let service: Service
let postbox: Postbox
beforeEach(async () => {
  postbox = await openPostbox()
  service = await startService({
    ...{ fill: fillTown, repeating: ['turn_weeks'], settings: { MAIL_URL: postbox.url } },
  })
  await service.worker.idle()
})
afterEach(async () => {
  await service.close()
  await postbox.close()
})

async function follow(category: string, email: string): Promise<number> {
  return service.storage.write(async ({ categories, follows, users }) => {
    const { id } = await users.ensure(email, now)
    await follows.add({ category_id: (await categories.bySlug(category))!.id, site_id: 1 }, id, now)
    return id
  })
}
async function travelTo(instant: string): Promise<void> {
  service.clock.now = new Date(instant)
  await service.worker.idle()
}
async function send(storage = service.storage): Promise<void> {
  const site = (await service.storage.sites.all())[0]!
  await sendDigests(storage, site, { now: service.clock.now, public_url: service.url })
}
async function received(): Promise<string[]> {
  await service.worker.idle()
  return postbox.mails.map(({ to, subject }) => `${to![0]!.address}: ${subject}`).sort()
}

it('tell what launched in a category and below it, and what launches now; no news, no mail', async () => {
  await follow('money', 'ana@mail.test')
  await follow('budgeting', 'ben@mail.test')
  await follow('work', 'cleo@mail.test')
  await travelTo('2026-11-23T00:01:00.000Z')
  await send()
  expect(await received()).toEqual([
    'ana@mail.test: 3 launches in Money',
    'ben@mail.test: 1 launch in Budgeting',
  ])
  const { text, html, headers } = postbox.mails.find(({ to }) => to![0]!.address === 'ana@mail.test')!
  expect(text).toMatch(
    /THE WEEK TO 22 NOVEMBER 2026\s+- Tide, 1 vote\s+Invoices that chase themselves\s+http:\S+\/listings\/tide\s+- Ledgerline[^]*LAUNCHING THIS WEEK\s+- Dawn\n/,
  )
  expect(html).toContain(`href="${service.url}/listings/dawn"`)
  const link = /<(.*)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')!.value)![1]!
  expect(text).toContain(`Stop emails about Money:\n\n${link}`)
  const stopped = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await stopped.text()).toContain('You will get no more emails about Money')
})

it('wait until the week has closed and the new one has begun', async () => {
  await follow('money', 'ana@mail.test')
  await service.worker.stop(0)
  const { storage } = service
  const over = { site_id: 1, week: '2026-11-16' }
  const isWritten = async () => {
    await send()
    return storage.digests.isWritten(over)
  }
  service.clock.now = new Date('2026-11-23T00:01:00.000Z')
  const dawn = (await storage.listings.standing(1, 'dawn'))!.id
  const bookDawn = (launch_week: string) =>
    storage.write(({ listings }) => listings.change(dawn, { launch_week }))
  await bookDawn('2026-12-07')
  expect(await isWritten()).toBe(false)
  for (const { week } of await storage.weeks.unclosed('2026-11-23'))
    await storage.write(({ weeks }) => weeks.close({ site_id: 1, week }, '2026-11-23T00:01:00.000Z', 'rules'))
  await bookDawn('2026-11-23')
  expect(await isWritten()).toBe(false)
  await bookDawn('2026-12-07')
  expect(await isWritten()).toBe(true)
})

it('come once, whoever sends them and however often, and all of them or none', async () => {
  await follow('money', 'ana@mail.test')
  await follow('invoicing', 'ana@mail.test')
  await travelTo('2026-11-23T00:01:00.000Z')
  const { storage } = service
  const killed = {
    ...storage,
    write: <T>(work: (inside: Parameters<Parameters<typeof storage.write>[0]>[0]) => Promise<T>) =>
      storage.write(async (inside) => {
        await work(inside)
        throw new Error('killed')
      }),
  }
  await expect(send(killed)).rejects.toThrow('killed')
  expect(await received()).toEqual([])
  await Promise.all([send(), send()])
  await follow('money', 'late@mail.test')
  await send()
  await send({ ...storage, digests: { ...storage.digests, isWritten: async () => false } })
  expect(await received()).toEqual([
    'ana@mail.test: 3 launches in Invoicing',
    'ana@mail.test: 3 launches in Money',
  ])
})

it('go to nobody who has ended them, or whose account is closed or deleted', async () => {
  const [quiet, closed, gone] = [
    await follow('money', 'quiet@mail.test'),
    await follow('money', 'closed@mail.test'),
    await follow('money', 'gone@mail.test'),
  ]
  await follow('money', 'here@mail.test')
  await service.storage.write(async (inside) => {
    const category_id = (await inside.categories.bySlug('money'))!.id
    const kept = await inside.follows.of({ category_id, site_id: 1 }, quiet)
    await inside.follows.hush(kept!.token!)
    await inside.users.close(closed, now)
    await deleteAccount(inside, gone, thursday)
  })
  await travelTo('2026-11-23T00:01:00.000Z')
  await send()
  expect(await received()).toEqual(['here@mail.test: 3 launches in Money'])
})

it('tell of the last week alone, where several close at once', async () => {
  await follow('money', 'ana@mail.test')
  await travelTo('2026-12-02T00:01:00.000Z')
  await send()
  expect(await received()).toEqual(['ana@mail.test: 1 launch in Money'])
})

it('tell of a launch whoever follows it or one of its founders, once', async () => {
  const { storage } = service
  await storage.write(async ({ follows, founders, listings, users }) => {
    const { id: listing_id } = (await listings.standing(1, 'dawn'))!
    const founder_id = (await founders.bySlug(1, 'edda-jonsdottir'))!.id
    const [ana, ben] = [await users.ensure('ana@mail.test', now), await users.ensure('ben@mail.test', now)]
    await follows.add({ listing_id }, ana.id, now)
    for (const { id } of [ana, ben]) await follows.add({ founder_id, site_id: 1 }, id, now)
  })
  await travelTo('2026-11-23T00:01:00.000Z')
  expect(await received()).toEqual(['ana@mail.test: Dawn has launched', 'ben@mail.test: Dawn has launched'])
  const texts = new Map(postbox.mails.map(({ to, text }) => [to![0]!.address, text!]))
  expect(texts.get('ana@mail.test')).toContain('Stop emails about Dawn')
  expect(texts.get('ben@mail.test')).toContain('Stop emails about Edda Jónsdóttir')
})

it('leave room for the mails that somebody waits for', async () => {
  const { storage, clock, worker, url } = service
  await worker.stop()
  await storage.write(async (inside) => {
    const dawn = (await inside.listings.standing(1, 'dawn'))!
    const { id } = await inside.users.ensure('ana@mail.test', now)
    await inside.follows.add({ listing_id: dawn.id }, id, now)
    const launched = { ...dawn, site_id: 1, name: 'Dawn', tagline: null }
    await tellOfLaunch(inside, launched, { now: clock.now, public_url: url })
  })
  const isWaiting = (shares: string[]) => storage.jobs.isDue(now, { kinds: ['turn_weeks'], shares })
  expect([await isWaiting([]), await isWaiting([`send_mail ${nobody}`])]).toEqual([true, false])
})
