// What is dropped in time: of every kind a row that is just old enough, one that is not yet, and those that stay for ever.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepIdentity } from '../../jobs/sweep.ts'
import type { JobContext } from '../../jobs/queue/job.ts'
import { listingOf } from '../support/owned.ts'
import { besideRows, insertRow, type Rows } from '../support/rows.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let user_id: number
let listing_id: number
let grant_id: number
const started = '2025-01-01T00:00:00.000Z'
beforeAll(async () => {
  service = await startService()
  user_id = (await service.storage.write(({ users }) => users.ensure('ana@tide.test', started))).id
  listing_id = await listingOf(service, user_id, { slug: 'tide', status: 'live', live_at: started })
  grant_id = await beside((rows) => insertRow(rows, 'oauth_grants', { ...grant(), expires_at: '2099-01-01' }))
})
afterAll(() => service.close())
const beside = <T>(work: (rows: Rows) => Promise<T>) => besideRows(join(service.folder, 'launch.db'), work)

async function sweep(): Promise<void> {
  const { storage, clock } = service
  const outcome = await sweepIdentity.run({}, { storage, now: clock.now } as unknown as JobContext)
  await storage.write((inside) => outcome!(inside))
}

type Kind = { table: string; key: string; when: string; days: number; row: () => Record<string, unknown> }
const kind = (table: string, key: string, when: string, days: number, row: Kind['row']): Kind => ({
  ...{ table, key, when, days, row },
})
const client = (more: object) => () => ({ metadata: '{}', ...more })
const grant = () => ({
  ...{ user_id, client_id: 'host', client_name: 'Host', scope: '', resources: '[]', created_at: started },
})
const token = () => ({ kind: 'access', grant_id, scope: '', resources: '[]', created_at: started })
const claim = (status: string) => () => ({
  ...{ listing_id, user_id, method: 'dns', status, created_at: started, settled_at: started },
})
const report = () => ({ listing_id, reason: 'spam', created_at: started })
const mail = (more: object) => () => ({ recipient: 'ana@tide.test', subject: 'Tide', ...more })
const link = () => ({ email: 'ana@tide.test', return_to: '/', created_at: started })
const never = Infinity

const kinds: Kind[] = [
  kind('sessions', 'hash', 'expires_at', 0, () => ({ user_id, browser: 'x', created_at: started })),
  kind('sign_in_links', 'hash', 'expires_at', 0, link),
  kind('oauth_assertions', 'hash', 'expires_at', 0, () => ({})),
  kind('oauth_repeats', 'hash', 'expires_at', 0, () => ({ request: 'x', answer: 'x' })),
  kind('oauth_tokens', 'hash', 'expires_at', 1, token),
  kind('allowances', 'name', 'at', 1, () => ({ remaining: 0 })),
  kind('oauth_clients', 'id', 'created_at', 1, client({})),
  kind('oauth_clients', 'id', 'created_at', never, client({ last_used_at: started })),
  kind('oauth_grants', 'client_name', 'expires_at', 30, grant),
  kind('oauth_grants', 'client_name', 'revoked_at', 30, () => ({ ...grant(), expires_at: '2099-01-01' })),
  kind('replays', 'key', 'created_at', 1, () => ({ user_id, operation: 'x', fingerprint: 'x', body: '{}' })),
  kind('mails', 'message_id', 'created_at', 30, mail({ body: null, sent_at: started })),
  kind('mails', 'message_id', 'created_at', 30, mail({ body: 'x', failure: 'No such person' })),
  kind('mails', 'message_id', 'created_at', never, mail({ body: 'x' })),
  kind('letters', 'body', 'created_at', 30, () => ({ html: 'x' })),
  kind('reports', 'body', 'settled_at', 180, () => ({ ...report(), outcome: 'dismissed' })),
  kind('reports', 'body', 'created_at', never, report),
  ...['pending', 'expired'].map((status) => kind('claims', 'token', 'expires_at', 180, claim(status))),
  ...['verified', 'disputed'].map((status) => kind('claims', 'token', 'expires_at', never, claim(status))),
]

it.each(kinds)('of $table by $when what is $days days old goes, and nothing that is not', async (one) => {
  const { table, key, when, days, row } = one
  const at_ms = service.clock.now.getTime() - (days === never ? 400 : days) * 86_400_000
  const aged = (ms: number) => ({ ...row(), [when]: new Date(at_ms + ms).toISOString() })
  await beside(async (rows) => {
    await rows.run(`DELETE FROM ${table}`)
    if (table === 'oauth_repeats')
      for (const hash of ['old', 'new'])
        await insertRow(rows, 'oauth_tokens', { ...token(), hash, expires_at: '2099-01-01' })
    await insertRow(rows, table, { ...aged(-1), [key]: 'old' })
    await insertRow(rows, table, { ...aged(1), [key]: 'new' })
  })
  await sweep()
  const left = await beside((rows) => rows.all(`SELECT ${key} AS name FROM ${table} ORDER BY name`))
  expect(left.map(({ name }) => name)).toEqual(days === never ? ['new', 'old'] : ['new'])
})

it.each([
  ['usage_by_day', () => ({ user_id })],
  ['listing_sources', () => ({ listing_id, kind: 'view', domain: '', visitors: 1 })],
])('of %s what is 400 days old stays, and nothing that is older', async (table, row) => {
  const day = (days: number) =>
    new Date(service.clock.now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  await beside(async (rows) => {
    for (const days of [400, 401]) await insertRow(rows, table, { ...row(), day: day(days) })
  })
  await sweep()
  expect(await beside((rows) => rows.all(`SELECT day FROM ${table}`))).toEqual([{ day: day(400) }])
})

it('of a mail that could not be sent keeps the text until it has expired, and of one that waits in any case', async () => {
  const text = (message_id: string, more: object) => ({
    ...{ recipient: 'ana@tide.test', subject: 'Tide', body: 'x', created_at: started },
    ...{ message_id, expires_at: service.clock.now.toISOString(), ...more },
  })
  await beside(async (rows) => {
    await rows.run('DELETE FROM mails')
    const created_at = service.clock.now.toISOString()
    await insertRow(rows, 'mails', text('expired', { failure: 'No such person', created_at }))
    await insertRow(rows, 'mails', text('fresh', { failure: 'No', created_at, expires_at: '2099-01-01' }))
    await insertRow(rows, 'mails', text('waiting', {}))
  })
  await sweep()
  const left = await beside((rows) => rows.all('SELECT message_id, body FROM mails ORDER BY message_id'))
  expect(left.map(({ message_id, body }) => [message_id, body])).toEqual([
    ['expired', null],
    ['fresh', 'x'],
    ['waiting', 'x'],
  ])
})
