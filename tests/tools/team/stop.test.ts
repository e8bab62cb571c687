// Somebody is stopped: from the desk and from the command line, at every process at once, and it stands in the record.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { resourceUrl } from '../../../auth/resources.ts'
import { digest, mint } from '../../../auth/secrets.ts'
import { readConfig } from '../../../config.ts'
import { operatorReviewer } from '../../../tools/account/reviewer.ts'
import { everyTable } from '../../../storage/tables/all.ts'
import { getTableConfig } from '../../../storage/drizzle.ts'
import {
  operatorAccess,
  operatorEndAccess,
  operatorEndClient,
  operatorEverything,
  operatorPerson,
  operatorRevoke,
  operatorTransfer,
} from '../../../tools/team/operator.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { onPostgres } from '../../support/made_databases.ts'
import { besideRows } from '../../support/rows.ts'
import { bearer, keyFor, mailbox, signIn } from '../../support/people.ts'
import { startService, thursday, type Service } from '../../support/service.ts'

let desk: Desk
let other: Service
beforeAll(async () => {
  desk = await openDesk()
  other = await startService({ beside: desk.service })
  // Mails are waited for at the first.
  await other.worker.stop(0)
})
afterAll(async () => {
  await other.close()
  await desk.service.close()
})

const place = () => ({ now: thursday, public_url: desk.service.url, seller: readConfig({}).SELLER })
const reason = 'It asked for all listings every second.'
let people = 0
let email: string
let user_id: number
let key: string
beforeEach(async () => {
  email = `mira${(people += 1)}@inkwell.example`
  ;({ user_id, key } = await keyFor(desk.service, email))
})
const storage = () => desk.service.storage

/** A token by which an application may read. */
async function connect(client_id: string): Promise<string> {
  const token = mint('la')
  const days = { created_at: thursday.toISOString(), expires_at: '2027-11-19T12:00:00.000Z' }
  const what = { ...days, scope: 'account:read', resources: resourceUrl(desk.service.url, 'api') }
  await storage().write(async ({ oauth }) => {
    const grant_id = await oauth.addGrant({ ...what, user_id, client_id, client_name: 'Rogue' })
    await oauth.addToken({ ...what, hash: digest(token), kind: 'access', grant_id })
  })
  return token
}
/** What both processes answer to the credential. */
const answers = (token: string) =>
  Promise.all(
    [desk.service, other].map(
      async (one) => (await one.fetch('/api/v1/me', { headers: bearer(token) })).status,
    ),
  )
const numbers = async () =>
  Object.fromEntries(
    (await operatorAccess(storage(), email, thursday))
      .split('\n')
      .map((line) => line.split('\t').slice(0, 2)),
  ) as Record<string, string>
const lastDeed = async () => (await storage().team.done({ limit: 1, offset: 0 })).items[0]!.action

it('one key, one application, or an application of everybody, and nothing else', async () => {
  const [one, two] = [await connect('https://rogue.example'), await connect('https://other.example')]
  const second = (await keyFor(desk.service, email)).key
  expect([await answers(key), await answers(one), await answers(two)]).toEqual(Array(3).fill([200, 200]))
  const [first] = (await storage().api_keys.ofUser(user_id)).slice(-1)
  expect(await operatorRevoke(storage(), 'key', { id: String(first!.id), reason }, place())).toBe(
    `Account ${user_id}: API key ${first!.id} revoked.`,
  )
  expect([await answers(key), await answers(second)]).toEqual([
    [401, 401],
    [200, 200],
  ])
  expect(await lastDeed()).toMatchObject({
    ...{ action: 'end_key', user_id: null, about: 'person', about_id: String(user_id), reason },
    outcome: `API key ${first!.id} revoked`,
  })
  await operatorEndClient(storage(), { client_id: 'https://rogue.example', reason }, place())
  expect([await answers(one), await answers(two)]).toEqual([
    [401, 401],
    [200, 200],
  ])
  await operatorRevoke(storage(), 'grant', { id: (await numbers()).grant!, reason }, place())
  expect([await answers(two), await answers(second)]).toEqual([
    [401, 401],
    [200, 200],
  ])
})

it('a whole person, until the account is opened again', async () => {
  const token = await connect('https://rogue.example')
  const { browser } = await signIn(desk.service, email)
  expect(await operatorPerson(storage(), 'close', { email, reason }, place())).toBe(
    `${email}, account ${user_id}: closed.`,
  )
  await expect(operatorPerson(storage(), 'close', { email, reason }, place())).rejects.toThrow(
    'This account is closed already',
  )
  expect([await answers(key), await answers(token)]).toEqual(Array(2).fill([401, 401]))
  expect((await browser.get('/account')).status).not.toBe(200)
  expect(await operatorAccess(storage(), email, thursday)).toBe('Nothing of theirs lets anybody in.')
  // A key that came about in between lets nobody in either.
  expect(await answers((await keyFor(desk.service, email)).key)).toEqual([401, 401])
  await operatorPerson(storage(), 'reopen', { email, reason: 'They have mended it.' }, place())
  expect(await answers((await keyFor(desk.service, email)).key)).toEqual([200, 200])
  const link = await operatorReviewer(storage(), email, '30', place())
  await operatorEndAccess(storage(), email, place())
  expect(await operatorAccess(storage(), email, thursday)).toBe('Nothing of theirs lets anybody in.')
  // Nor does a link that they were given for weeks.
  const kept = digest(new URL(link).searchParams.get('token')!)
  expect(await storage().sign_in_links.look(kept, thursday.toISOString())).toBeUndefined()
})

it('from the page of the person, with who did it and why', async () => {
  const token = await connect('https://rogue.example')
  const path = `/team/people/${user_id}`
  const page = await desk.tove.get(path)
  const unsaid = await desk.tove.submit(page, `${path}/key`, { reason: '' })
  expect([unsaid.status, await answers(key)]).toEqual([400, [200, 200]])
  expect((await desk.tove.submit(page, `${path}/key`, { reason })).status).toBe(303)
  expect((await desk.tove.submit(page, `${path}/client`, { reason })).status).toBe(303)
  expect([await answers(key), await answers(token)]).toEqual(Array(2).fill([401, 401]))
  expect(await lastDeed()).toMatchObject({ action: 'end_client', user_id: desk.tove_id, reason })
  expect((await desk.eve.post(`${path}/key`, { id: '1', reason })).status).toBe(404)
})

it('and says what is not there', async () => {
  const refused = (asked: Promise<string>) =>
    asked.then(
      () => '',
      ({ message }: Error) => message,
    )
  expect(await refused(operatorRevoke(storage(), 'key', { id: '999', reason }, place()))).toContain(
    'There is no API key with this number',
  )
  expect(await refused(operatorRevoke(storage(), 'key', { id: 'x', reason }, place()))).toContain('no number')
  expect(
    await refused(operatorPerson(storage(), 'close', { email: 'no@one.example', reason }, place())),
  ).toContain('No user has the address')
  expect(await refused(operatorPerson(storage(), 'close', { email, reason: '' }, place()))).toBe(
    'reason: Must have at least 3 characters.',
  )
})

it('a listing goes to somebody else, and both are told', async () => {
  const given = { slug: 'tide', email, reason: 'Ana has sold Tide.' }
  await operatorTransfer(storage(), given, place())
  expect(await storage().owners.people(desk.tide)).toEqual([{ user_id, email }])
  const mails = (await storage().mail.outbox('waiting', { limit: 9, offset: 0 })).items
  const sent = (await storage().mail.outbox('sent', { limit: 9, offset: 0 })).items
  const told = [...mails, ...sent].filter(({ subject }) => subject.includes('Tide'))
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(['ana@tide.example', email])
})

it('a listing of another site changes hands with mails of that site', async () => {
  await storage().write(async ({ sites, listings }) => {
    const { id: _, ...own } = (await sites.all())[0]!
    const site_id = await sites.add({ ...own, key: 'boats', host: 'boats.test', name: 'Boats' })
    await listings.change(desk.tide, { site_id } as never)
  })
  await operatorTransfer(storage(), { slug: 'tide', email, reason: 'They bought it.' }, place())
  const mails = await mailbox(desk.service)
  const told = mails.find(({ to, subject }) => to?.[0]?.address === email && subject!.includes('Tide'))!
  expect(told.text).toContain('boats.test/listings/tide')
})

it('who asks gets everything that is kept, and after deletion nothing is', async () => {
  const file = join(desk.service.folder, 'everything.json')
  await signIn(desk.service, email)
  expect(await operatorEverything(storage(), email, file, thursday)).toContain('tables were written')
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>[]>
  expect(all.users).toMatchObject([{ id: user_id, email }])
  expect(Object.keys(all)).toEqual(expect.arrayContaining(['api_keys', 'sessions', 'mails']))
  expect(readFileSync(file, 'utf8')).not.toMatch(/"hash"|"token"/)
  await operatorPerson(
    storage(),
    'delete',
    { email, reason: 'They asked by letter.' },
    {
      ...place(),
      mail_folder: join(desk.service.folder, 'mail'),
    },
  )
  const texts = await besideRows(join(desk.service.folder, 'launch.db'), async (rows) => {
    const names = everyTable.map((table) => getTableConfig(table).name)
    const here = names.filter((name) => !(onPostgres && name === 'versions'))
    return JSON.stringify(await Promise.all(here.map((name) => rows.all(`SELECT * FROM "${name}"`))))
  })
  expect(texts).not.toContain(email)
  const mails = join(desk.service.folder, 'mail')
  const kept = readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8'))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.join('')).not.toContain(email)
  expect(desk.service.log_lines.join('')).not.toContain(email)
  expect(await lastDeed()).toMatchObject({ action: 'delete_person', name: `Account ${user_id}` })
})
