// No secret in clear: what the database, the log and the outbox hold after everything secret has been made and used.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClient, register } from '../support/oauth_client.ts'
import { bearer, keyFor, mailbox, mailedLink, openBrowser } from '../support/people.ts'
import { onPostgres } from '../support/made_databases.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
const secrets: Record<string, string> = {}
beforeAll(async () => {
  service = await startService()
  const confidential = await register(service, { token_endpoint_auth_method: 'client_secret_post' })
  const client = await openClient(service, { client: confidential })
  secrets.client_secret = confidential.client_secret!
  const given = await client.code()
  secrets.code = given.code
  const tokens = (await client.redeem(given, { client_secret: secrets.client_secret })).body
  secrets.access_token = tokens.access_token
  secrets.refresh_token = tokens.refresh_token
  const next = await client.refresh(tokens.refresh_token, { client_secret: secrets.client_secret })
  secrets.next_refresh_token = next.body.refresh_token
  secrets.session = client.browser.cookies.get('session')!
  secrets.api_key = (await keyFor(service, 'ana@tide.example')).key
  await service.fetch('/api/v1/me', { headers: bearer(secrets.api_key) })
  await service.fetch('/api/v1/me', { headers: bearer(tokens.access_token) })
  await service.fetch(`/api/v1/me?access_token=${tokens.access_token}`)
  await client.redeem(given, { client_secret: 'wrong' })
  secrets.used_link = (await mailedLink(service, 'ana@tide.example')).searchParams.get('token')!
  await openBrowser(service).post('/sign-in', { email: 'waiting@tide.example' })
  secrets.open_link = (await mailedLink(service, 'waiting@tide.example')).searchParams.get('token')!
})
afterAll(() => service.close())

const found = (text: string) =>
  Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name)

it('has something of every kind to look for', () => {
  expect(Object.values(secrets).map((secret) => secret.split('_')[0])).toEqual([
    'lcs',
    'lc',
    'la',
    'lr',
    'lr',
    'ls',
    'lk',
    'll',
    'll',
  ])
})

it.skipIf(onPostgres)('keeps none in the database, not even in its free pages', () => {
  const files = readdirSync(service.folder).filter((name) => name.startsWith('launch.db'))
  for (const file of files) {
    const names = found(readFileSync(join(service.folder, file), 'latin1'))
    // A link waits in the outbox until its mail has left; then it is erased, though not from pages SQLite may reuse.
    expect([file, names.filter((name) => !name.endsWith('link'))]).toEqual([file, []])
  }
  const database = new Database(join(service.folder, 'launch.db'), { readonly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[]
  const dump = tables
    .map((table) => JSON.stringify(database.prepare(`SELECT * FROM "${table}"`).all()))
    .join('\n')
  database.close()
  expect(dump).toContain('ana@tide.example')
  expect(found(dump)).toEqual([])
})

it('writes none to the log, but for the link that signs in at home', () => {
  const lines = service.log_lines.join('')
  expect(lines).toContain('"call":"POST /token"')
  expect(found(lines)).toEqual(['used_link', 'open_link'])
})

it('mails nothing but the one link', async () => {
  for (const mail of await mailbox(service)) {
    expect(found(mail.text!).length).toBeLessThanOrEqual(1)
    expect(mail.text!.match(/l[a-z]{1,2}_[\w-]{43}/g)).toHaveLength(1)
  }
})
