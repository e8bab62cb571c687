// What the doctor says of a service that is well, and of one that is not.
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { greetMailServer } from '../../jobs/delivery.ts'
import { newestMigration } from '../../storage/migrate.ts'
import { openPostbox } from '../support/postbox.ts'
import { newFolder, operate, startServer } from '../support/programs.ts'

const folder = newFolder()
const settings = { BACKUP_HOURS: '0' }
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer(folder.path, settings)
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

function writeTo(sql: string): void {
  const database = new Database(folder.file('launch.db'), { timeout: 5000 })
  database.exec(sql)
  database.close()
}
const doctor = (more: Record<string, string> = {}) =>
  operate(folder.path, ['doctor'], { ...settings, PORT: new URL(server.url).port, ...more })

it('finds nothing in a service that is well', async () => {
  const { code, out } = await doctor()
  expect([code, out.split('\n').filter((line) => line.startsWith('BAD'))]).toEqual([0, []])
  expect(out).toContain('well\tintegrity\tthe database is whole')
  expect(out).toMatch(/well\taddress\thttp:\/\/localhost:\d+ leads here/)
})

it('says what is missing, and what to do', async () => {
  const { code, out } = await doctor({ BACKUP_HOURS: '24', MAIL_URL: 'smtp://127.0.0.1:1', PORT: '1' })
  expect(code).toBe(1)
  expect(out).toContain('BAD\tcopy\tNo copy of the database has been made. The log says why')
  expect(out).toMatch(/BAD\tmail\tThe mail server of MAIL_URL says E\w+\. Check its address/)
  expect(out).toMatch(/BAD\taddress\tNothing answers at http:\/\/localhost:1 /)
})

const by_mail = { ALERT_EMAIL: 'operator@launch.example' }
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const by_webhook = { ALERT_WEBHOOK_URL: 'https://alerts.example/hook/psst', ALERT_WEBHOOK_SECRET: secret }

it('says by which ways alerts leave, and asks for a second one', async () => {
  expect((await doctor()).out).toContain('note\talerts\tsent to nobody, only in the log and on the desk')
  expect((await doctor(by_mail)).out).toMatch(
    /^note\talerts\tsent by mail to operator@launch\.example, as a file .+; set HEARTBEAT_URL too/m,
  )
  const { out } = await doctor({
    ...{ ...by_mail, HEARTBEAT_URL: 'https://heartbeat.example/launch' },
    MAIL_URL: 'smtp://127.0.0.1:1',
  })
  expect(out).toContain('well\talerts\tsent by mail to operator@launch.example; "alert test" tries it\n')
  expect((await doctor(by_webhook)).out).toContain('well\talerts\tsent by webhook to alerts.example;')
})

it('sends a trial alert by every way that is set, and says which took it', async () => {
  const test = (more: Record<string, string>) => operate(folder.path, ['alert', 'test'], more)
  expect(await test({})).toMatchObject({ code: 1, err: expect.stringContaining('set ALERT_EMAIL, or') })
  const postbox = await openPostbox()
  let body = ''
  const hook = createServer((request, response) => {
    request.on('data', (part: Buffer) => (body += part.toString())).on('end', () => response.end())
  })
  await once(hook.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(hook.address() as AddressInfo).port}`
  const all = { ...by_mail, MAIL_URL: postbox.url, ...by_webhook, ALERT_WEBHOOK_URL: `http://${host}/psst` }
  expect(await test(all)).toEqual({
    ...{ code: 0, err: '' },
    out: `well\tmail to operator@launch.example\taccepted\nwell\twebhook to ${host}\taccepted\n`,
  })
  expect(JSON.parse(body)).toMatchObject({ type: 'alert.test', data: { key: 'test' } })
  expect(postbox.mails).toHaveLength(1)
  await postbox.close()
  await new Promise((closed) => hook.close(closed))
  const { code, out } = await test(all)
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^BAD\tmail to operator@launch\.example\tIt was not accepted\. .*ECONNREFUSED/),
      `BAD\twebhook to ${host}\tIt was not accepted. The host does not accept a connection.`,
      '',
    ],
  ])
})

it('says whom receipts name, and what they lack', async () => {
  expect((await doctor()).out).toContain('note\tseller\treceipts name no seller; before payments are real')
  const named = { SELLER_NAME: 'Harbour GmbH', SELLER_ADDRESS: 'Kai 1' }
  expect((await doctor(named)).out).toContain('receipts name Harbour GmbH; set SELLER_VAT_NUMBER too')
  const { out } = await doctor({ ...named, SELLER_VAT_NUMBER: 'DE123456789' })
  expect(out).toMatch(/receipts name Harbour GmbH$/m)
})

it('waits an hour for the first copy, and says it of a folder that cannot be looked at', async () => {
  const first = await doctor({ BACKUP_HOURS: '24' })
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^note\tcopies\tthere are none yet/m)])
  const copy = folder.file('backups/launch-2026-11-26T10-00-00Z.db')
  mkdirSync(folder.file('backups'), { recursive: true })
  writeFileSync(copy, '')
  expect((await doctor({ BACKUP_HOURS: '24' })).out).toContain(
    `well\tcopies\tthe newest is of 2026-11-26T10:00:00.000Z: "restore ${copy}"`,
  )
  rmSync(copy)
  const { out } = await doctor({ BACKUP_HOURS: '24', BACKUP_DIR: folder.file('launch.db/copies') })
  expect(out.match(/^BAD.*/gm)).toEqual([
    expect.stringMatching(/^BAD\tcannot look at BACKUP_DIR\t.*A part of the path is a file, not a folder\./),
  ])
})

it('tells an address that leads nowhere from a service that does not answer', async () => {
  const { port } = new URL(server.url)
  const { out } = await doctor({ BACKUP_HOURS: '24', PUBLIC_URL: 'http://localhost:1' })
  expect(out.match(/^BAD.*/gm)).toEqual([
    expect.stringMatching(
      `^BAD\taddress\tNothing answers at http://localhost:1 .* The service itself answers at http://127.0.0.1:${port}: look at`,
    ),
  ])
  expect((await doctor({ PORT: '1' })).out).toContain('Nor does anything at http://127.0.0.1:1: look whether')
})

it('says that the database was moved away below the service, and how to put it back', async () => {
  const file = folder.file('launch.db')
  renameSync(file, `${file}.away`)
  const { out } = await doctor()
  renameSync(`${file}.away`, file)
  expect(out.match(/^BAD.*/gm)).toEqual([
    expect.stringMatching(/^BAD\tready\t\/readyz answers 503: The file launch\.db that the service opened/),
    expect.stringMatching(/^BAD\tdata\tThere are none .+ Stop the service and put the file back/),
  ])
})

it('says it when nobody can open the desk', async () => {
  writeTo(`UPDATE users SET role = 'member'`)
  expect((await doctor()).out).toMatch(/^BAD\tteam\tNobody is on the site team/m)
  writeTo(`UPDATE users SET role = 'team' WHERE email LIKE 'team@%'`)
})

it('sees a mail server that does not let us in', async () => {
  const postbox = await openPostbox()
  expect(await greetMailServer(postbox.url)).toBeNull()
  expect(await greetMailServer(postbox.url.replace('p%40ss', 'wrong'))).toMatch(/^EAUTH/)
  await postbox.close()
})

it('says once that the service does not run, and whether somebody else answers there', async () => {
  await server.stop()
  writeTo(`UPDATE jobs SET run_at = '2020-01-01T00:00:00.000Z'`)
  const about = async () => (await doctor()).out.match(/^BAD\t\S+/gm)
  expect(await about()).toEqual(['BAD\tservice', 'BAD\taddress'])
  const other = createServer((_request, response) => void response.end('{}'))
  await once(other.listen(Number(new URL(server.url).port), 'localhost'), 'listening')
  expect((await doctor()).out).toMatch(/^BAD\taddress\tAnother program answers/m)
  await new Promise((closed) => other.close(closed))
})

it('advises an update where the data are newer, and not to put an older copy back', async () => {
  writeTo('PRAGMA user_version = 9999')
  expect((await doctor()).out.match(/^BAD\t(?:schema|integrity).*/gm)).toEqual([
    expect.stringMatching(/9999, and this version knows \d+\. Update the service\.$/),
  ])
  const { code, err } = await operate(folder.path, ['backup', folder.file('copy.db')], settings)
  expect([code, err]).toEqual([1, expect.stringMatching(/^The database was written by a newer version/)])
  writeTo(`PRAGMA user_version = ${newestMigration()}`)
})

it('sees a damaged database, and goes on', async () => {
  const file = folder.file('launch.db')
  writeFileSync(file, readFileSync(file).fill(0xff, 100_000, 200_000))
  const { code, out, err } = await doctor()
  expect(code).toBe(1)
  expect(err).toBe('')
  expect(out).toMatch(/^BAD\tintegrity\t.*damaged/m)
  expect(out).toMatch(/^note\tmail\t/m)
})
