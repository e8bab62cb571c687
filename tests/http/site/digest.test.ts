// The weekly mail, from asking for it to ending it: by strangers, by whoever is signed in, and by those who ask for others.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { sendDigests } from '../../../tools/follows/digest.ts'
import { openBrowser } from '../../support/people.ts'
import { openPostbox, type Postbox } from '../../support/postbox.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

let service: Service
let postbox: Postbox
beforeAll(async () => {
  postbox = await openPostbox()
  service = await startService({
    ...{ fill: fillTown, repeating: ['turn_weeks'] },
    settings: { MAIL_URL: postbox.url, RATE_LIMITS: 'write=1000', TRUST_PROXY: 'loopback' },
  })
  await service.worker.idle()
})
afterAll(async () => {
  await service.close()
  await postbox.close()
})
afterEach(() => {
  service.clock.now = new Date(thursday)
  postbox.mails.length = 0
})

const from = (address: string) => ({ 'x-forwarded-for': address })
let networks = 0
/** From a network of their own, unless told otherwise. */
const ask = (email: string, address = `203.0.${(networks += 1)}.1`) =>
  openBrowser(service).post('/digest/ask', { email }, from(address))
async function mailsTo(email: string) {
  await service.worker.idle()
  return postbox.mails.filter(({ to }) => to![0]!.address === email)
}
async function linkTo(email: string): Promise<string> {
  const [mail] = (await mailsTo(email)).slice(-1)
  const { pathname, search } = new URL(/https?:\/\/\S+\/digest\/confirm\S+/.exec(mail!.text!)![0])
  return pathname + search
}
async function confirm(email: string): Promise<void> {
  await ask(email)
  const browser = openBrowser(service)
  const done = await browser.submit(await browser.get(await linkTo(email)), '/digest/confirm')
  expect(done.text).toContain(`The digest comes to ${email.replace('@', '@<wbr />')}`)
  expect(browser.cookies.size).toBe(0)
}
const account = (email: string) => service.storage.users.byEmail(email)
async function gets(email: string): Promise<boolean> {
  const user = await account(email)
  return user !== undefined && (await service.storage.follows.of({ site_id: 1 }, user.id)) !== undefined
}
/** The digest of the town's week; each test has the week closed anew. */
async function sendWeek(): Promise<void> {
  service.clock.now = new Date('2026-11-23T00:01:00.000Z')
  await service.worker.idle()
  const site = (await service.storage.sites.all())[0]!
  await sendDigests(service.storage, site, { now: service.clock.now, public_url: service.url })
}

it('is asked for by one mail, and nothing is kept or sent until its button was pressed', async () => {
  const asked = await ask('ana@mail.test')
  expect([asked.status, asked.text.includes('Now open the link in your mail')]).toEqual([200, true])
  const [mail] = await mailsTo('ana@mail.test')
  expect(mail!.subject).toBe('Do you want the digest of Launch Directory?')
  const link = await linkTo('ana@mail.test')
  // A scanner opens it, and opens it again.
  for (let n = 0; n < 2; n += 1)
    expect((await openBrowser(service).get(link)).text).toContain(
      'One mail each Monday to ana@<wbr />mail.test?',
    )
  expect(await account('ana@mail.test')).toBeUndefined()
  await confirm('ben@mail.test')
  expect([await gets('ben@mail.test'), await gets('ana@mail.test')]).toEqual([true, false])
})

it('has a link that works once, for a day, and says what to do after', async () => {
  await ask('once@mail.test')
  const link = await linkTo('once@mail.test')
  const page = await openBrowser(service).get(link)
  expect((await openBrowser(service).submit(page, '/digest/confirm')).status).toBe(200)
  await service.storage.write(async (inside) => {
    const { id } = (await inside.users.byEmail('once@mail.test'))!
    await inside.follows.remove({ site_id: 1 }, id)
  })
  const again = await openBrowser(service).submit(page, '/digest/confirm')
  expect([again.status, again.text.includes('Ask for a new one')]).toEqual([400, true])
  expect(await gets('once@mail.test')).toBe(false)
  await ask('late@mail.test')
  const late = await linkTo('late@mail.test')
  service.clock.now = new Date(thursday.getTime() + 86_400_000)
  expect((await openBrowser(service).get(late)).status).toBe(400)
  expect((await openBrowser(service).get('/digest/confirm?token=ll_wrong')).status).toBe(400)
})

it('has a link that signs nobody in, and a link that signs in confirms nothing', async () => {
  await ask('two@mail.test')
  const token = new URL(await linkTo('two@mail.test'), service.url).searchParams.get('token')!
  const browser = openBrowser(service)
  expect((await browser.get(`/sign-in/link?token=${token}`)).status).toBe(400)
  expect((await browser.post('/sign-in/link', { token })).status).toBe(400)
  await browser.post('/sign-in', { email: 'two@mail.test' })
  const [mail] = (await mailsTo('two@mail.test')).slice(-1)
  const other = /token=(\S+)/.exec(mail!.text!)![1]!
  expect((await browser.post('/digest/confirm', { token: other })).status).toBe(400)
  expect(await gets('two@mail.test')).toBe(false)
})

it('asks one mailbox twice in half a day, whoever asks, and says the same to all', async () => {
  const answers = []
  for (const email of ['much@mail.test', 'much@mail.test', 'much+1@mail.test', 'much@mail.test'])
    answers.push((await ask(email)).text.replaceAll(email, 'EMAIL'))
  expect(new Set(answers).size).toBe(1)
  await service.worker.idle()
  expect(postbox.mails).toHaveLength(2)
  // One more after a quarter of a day.
  const asked = service.clock.now
  service.clock.now = new Date(asked.getTime() + 6 * 3_600_000)
  await ask('much@mail.test')
  await service.worker.idle()
  expect(postbox.mails).toHaveLength(3)
  service.clock.now = asked
  await confirm('known@mail.test')
  const before = (await mailsTo('known@mail.test')).length
  const [known, unknown] = [await ask('known@mail.test'), await ask('unknown@mail.test')]
  expect(known.text.replaceAll('known@', '@')).toBe(unknown.text.replaceAll('unknown@', '@'))
  expect(await mailsTo('known@mail.test')).toHaveLength(before)
})

it('is refused to whose account the team has closed, before the link is pressed or after it was asked for', async () => {
  await ask('ring@mail.test')
  const link = await linkTo('ring@mail.test')
  await service.storage.write(async ({ users }) => {
    await users.close(
      (await users.ensure('ring@mail.test', thursday.toISOString())).id,
      thursday.toISOString(),
    )
  })
  const page = await openBrowser(service).get(link)
  expect((await openBrowser(service).submit(page, '/digest/confirm')).status).toBe(400)
  expect(await gets('ring@mail.test')).toBe(false)
  await ask('ring@mail.test')
  expect(await mailsTo('ring@mail.test')).toHaveLength(1)
})

it('is asked for twenty times an hour by one network, and by forms of ours alone', async () => {
  const statuses = []
  // Forms have a limit of their own, for each address.
  for (let n = 0; n < 22; n += 1) statuses.push((await ask(`n${n}@mail.test`, `2001:db8:1:${n}::1`)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
  const headers = { ...from('203.0.99.1'), origin: 'https://evil.test' }
  const elsewhere = await openBrowser(service).post('/digest/ask', { email: 'x@mail.test' }, headers)
  expect(elsewhere.status).toBe(403)
})

it('takes no address with a line or a second address in it', async () => {
  for (const email of ['a@mail.test\r\nBcc: b@mail.test', 'a@mail.test,b@mail.test', 'a@mail.test>', ''])
    expect((await ask(email)).status, email).toBe(400)
  for (const name of ['a', 'b']) expect(await mailsTo(`${name}@mail.test`)).toEqual([])
})

it('goes to whoever is signed in at a press, and is ended there or in the list', async () => {
  const { browser } = await (async () => {
    const browser = openBrowser(service)
    await browser.post('/sign-in', { email: 'here@mail.test' }, from('203.0.98.1'))
    const [mail] = (await mailsTo('here@mail.test')).slice(-1)
    const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail!.text!)![0])
    await browser.submit(await browser.get(pathname + search), '/sign-in/link')
    return { browser }
  })()
  await browser.submit(await browser.get('/digest'), '/digest/follow')
  expect(await gets('here@mail.test')).toBe(true)
  expect((await browser.get('/account/follows')).text).toContain('Who won, and what launches, once a week.')
  await browser.submit(await browser.get('/digest'), '/digest/follow')
  expect(await gets('here@mail.test')).toBe(false)
  await browser.submit(await browser.get('/digest'), '/digest/follow')
  await browser.submit(await browser.get('/account/follows'), '/account/follows')
  expect(await gets('here@mail.test')).toBe(false)
})

it('comes on Monday to those who want it still, once, also where a mail server refused it first', async () => {
  for (const name of ['stays', 'stopped', 'gone', 'asked']) {
    if (name === 'asked') await ask('asked@mail.test')
    else await confirm(`${name}@mail.test`)
  }
  await service.storage.write(async (inside) => {
    await deleteAccount(inside, (await inside.users.byEmail('gone@mail.test'))!.id, thursday)
    const { id } = (await inside.users.byEmail('stopped@mail.test'))!
    await inside.follows.remove({ site_id: 1 }, id)
  })
  await service.worker.idle()
  postbox.mails.length = 0
  postbox.refuse.with = 451
  await sendWeek()
  await service.worker.idle()
  delete postbox.refuse.with
  service.clock.now = new Date('2026-11-23T01:00:00.000Z')
  await service.worker.idle()
  for (const name of ['stopped', 'gone', 'asked']) expect(await mailsTo(`${name}@mail.test`)).toEqual([])
  const mails = await mailsTo('stays@mail.test')
  expect(mails).toHaveLength(1)
  const [{ subject, text, html, headers }] = mails as [(typeof mails)[0]]
  expect(subject).toBe('Tide won the week')
  expect(text).toMatch(
    /The week to 22 November 2026 had 2 launches and 1 vote\.[^]*- Tide, 1 vote[^]*- Dawn\n/,
  )
  expect(html).not.toContain('<img')
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /<(.*)>/.exec(header('list-unsubscribe')!)![1]!
  const page = await openBrowser(service).get(new URL(link).pathname)
  expect(page.text).toContain('No more emails about the week?')
  expect(page.text.match(/<button>/g)).toHaveLength(1)
  expect(await gets('stays@mail.test')).toBe(true)
  // As mail programs send it, without cookies and an origin; and they may send it twice.
  for (const said of ['You will get no more emails about the week', 'You are not getting these emails']) {
    const ended = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect([ended.status, (await ended.text()).includes(said)]).toEqual([200, true])
  }
  expect(await gets('stays@mail.test')).toBe(false)
})

it('is a page as well, with the last week on it', async () => {
  service.clock.now = new Date('2026-11-23T02:00:00.000Z')
  const { text } = await openBrowser(service).get('/digest')
  expect(text).toContain('The last one: Tide won the week')
  expect(text).toMatch(/Earlier weeks[^]*"\/feeds\/weeks\.xml"/)
  expect(text).toContain('action="/digest/ask"')
})
