// One person who tries: forty spellings of one mailbox, accounts deleted and made again, ten networks, two processes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailboxOf } from '../../../storage/people/mailboxes.ts'
import { listingOf } from '../../support/owned.ts'
import { hiddenFields, keyFor, mailedLink, openBrowser, type Browser } from '../../support/people.ts'
import { besideRows } from '../../support/rows.ts'
import { startService, type Service } from '../../support/service.ts'

let one: Service
let other: Service
let id: number
beforeAll(async () => {
  const settings = { TRUST_PROXY: 'loopback' }
  one = await startService({ settings })
  other = await startService({ settings, beside: one })
  const { user_id } = await keyFor(one, 'maker@tide.test')
  const live = { status: 'live', plan: 'free', live_at: '2026-11-16T00:00:00.000Z' } as const
  id = await listingOf(one, user_id, { slug: 'tide', launch_week: '2026-11-16', ...live })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const names = ['ringleader', 'RingLeader', 'ring.leader', 'r.i.n.g.l.e.a.d.e.r', 'Ring.Leader']
const tags = ['', '+1', '+Vote', '+a+b']
const hosts = ['gmail.com', 'GoogleMail.com']
const spellings = names.flatMap((name) => tags.flatMap((tag) => hosts.map((host) => `${name}${tag}@${host}`)))

type Person = Browser & { email: string }

/** Signs in from a network at one of the two processes; null where no account is opened. */
async function enter(service: Service, email: string, network: number): Promise<Person | null> {
  const browser = openBrowser({ url: service.url })
  const from = { 'x-forwarded-for': `198.51.${network}.7`, origin: one.url }
  await browser.post('/sign-in', { email, return_to: '/listings/tide' }, from)
  // Either of them may be the one that sends it.
  await other.worker.idle()
  const link = await mailedLink(one, email).catch(() => null)
  if (link === null) return null
  const page = await browser.get(link.pathname + link.search)
  const done = await browser.post('/sign-in/link', hiddenFields(page.text, '/sign-in/link'), from)
  return done.status === 303 ? { ...browser, email } : null
}

async function vote(browser: Browser): Promise<number> {
  const page = await browser.get('/listings/tide')
  if (!page.text.includes('action="/listings/tide/vote"')) return 0
  const given = hiddenFields(page.text, '/listings/tide/vote')
  if (!given.some(([name, value]) => name === 'vote' && value === 'cast')) return 0
  return (await browser.post('/listings/tide/vote', given, { origin: one.url })).status
}

const rows = () => besideRows(`${one.folder}/launch.db`, ({ all }) => all('SELECT voter, user_id FROM votes'))

it('are forty spellings of one mailbox', () => {
  expect(new Set(spellings).size).toBe(40)
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['ringleader@gmail.com']))
  for (const [address, mailbox] of [
    ['Ana.Keto+x@Example.ORG', 'ana.keto@example.org'],
    ['a-n_a.k@pm.me', 'anak@proton.me'],
    ['ana.k@ya.ru', 'ana-k@yandex.com'],
    ['ana@me.com', 'ana@icloud.com'],
    ['ana@bücher.example.', 'ana@xn--bcher-kva.example'],
    ['ａｎａ@example.org', 'ana@example.org'],
  ] as const)
    expect(mailboxOf(address), address).toBe(mailbox)
})

it('open five accounts at once and no more', async () => {
  const entered: boolean[] = []
  for (let n = 0; n < 7; n += 1) entered.push((await enter(one, `hoarder+${n}@example.org`, n)) !== null)
  expect(entered).toEqual([...Array<boolean>(5).fill(true), false, false])
})

it('give one vote and one count, however often the account is deleted', async () => {
  const open: Person[] = []
  let deletions = 0
  for (const [index, email] of spellings.entries()) {
    const browser = await enter(index % 2 === 0 ? one : other, email, index % 10)
    if (browser !== null) open.push(browser)
    if (index % 10 !== 9) continue
    // An hour later all of them vote, at both processes at once; then every account but the newest is deleted.
    for (const service of [one, other]) service.clock.now = new Date(service.clock.now.getTime() + 3_600_000)
    expect(open.length).toBeLessThanOrEqual(5)
    await Promise.all(open.map(vote))
    expect(await rows()).toHaveLength(1)
    expect((await one.storage.listings.byId(id))!).toMatchObject({ votes: 1, week_votes: 1 })
    if (deletions === 3) continue
    deletions += 1
    for (const gone of open.splice(0)) {
      const page = await gone.get('/account/profile')
      // In another case it is the same account, and gone already.
      if (page.status === 303) continue
      const seal = hiddenFields(page.text, '/account/delete')
      const fields: [string, string][] = [...seal, ['confirm', gone.email]]
      expect((await gone.post('/account/delete', fields, { origin: one.url })).status).toBe(303)
    }
    const [left] = await rows()
    expect(left!.user_id).toBe(null)
    expect(String(left!.voter)).not.toMatch(/ringleader|@/i)
  }
  expect(deletions).toBe(3)
})
