// What an operator is told without asking: each trouble once, and again when it is over.
import { createHmac } from 'node:crypto'
import { copyFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { JobContext } from '../../jobs/queue/job.ts'
import { sendAlert } from '../../jobs/send_alert.ts'
import { watch } from '../../jobs/watch.ts'
import { openOutbound } from '../../outbound.ts'
import { openDesk, type Desk } from '../support/desk.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
type Heard = { path: string; headers: Record<string, unknown>; body: string }

let desk: Desk
let heard: Heard[]
let status: number
let faults: number
let up_ms: number
let copies: string
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    heard.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(status).end()
  })
})
let url: string
let file: string
const onPostgres = process.env.TEST_DATABASE === 'postgres'
let look: (minutes?: number) => Promise<void>
beforeEach(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  desk = await openDesk()
  await desk.service.worker.idle()
  await desk.service.worker.stop(0)
  ;[heard, status, faults, up_ms] = [[], 200, 0, 0]
  const { service } = desk
  copies = join(service.folder, 'backups')
  file = join(service.folder, 'launch.db')
  const outbound = openOutbound({ allow: () => true })
  const jobs = [
    watch(
      {
        ...{ data_dir: service.folder, outbound },
        database: onPostgres ? null : { file, inode: statSync(file).ino },
        ...{ copies: { folder: copies, every_h: 24 }, faults: () => faults },
        ...{ email: 'operator@launch.example', has_webhook: true, heartbeat_url: `${url}/beat` },
      },
      () => up_ms,
    ),
    sendAlert({ url: `${url}/hook`, secret, outbound }),
  ]
  const context = () =>
    ({
      ...{ storage: service.storage, now: service.clock.now, log: pino({ level: 'silent' }) },
      ...{ public_url: service.url, signal: new AbortController().signal },
    }) as unknown as JobContext
  /** One round of watching, and then whatever it has to send. */
  look = async () => {
    const outcome = await jobs[0]!.run({} as never, context())
    await service.storage.write(async (inside) => outcome?.(inside))
    for (const job of (await service.storage.jobs.open()).filter(({ kind }) => kind === 'send_alert')) {
      await jobs[1]!.run(job.payload as never, context())
      const at = service.clock.now.toISOString()
      await service.storage.write(async ({ jobs: table }) => {
        const others = (await table.open()).map(({ kind }) => kind).filter((kind) => kind !== 'send_alert')
        await table.finish((await table.claim(at, at, { kinds: others, shares: [] }))!)
      })
    }
  }
})
afterEach(async () => {
  await new Promise((closed) => server.close(closed))
  await desk.service.close()
})

const mails = async () =>
  (await desk.service.storage.mail.outbox('waiting', { limit: 50, offset: 0 })).items
    .filter(({ recipient }) => recipient === 'operator@launch.example')
    .map(({ subject }) => subject)
    .reverse()
const told = () =>
  heard
    .filter(({ path }) => path === '/hook')
    .map(({ body }) => JSON.parse(body) as { type: string; data: { key: string } })

it('calls the heartbeat while all is well, and not while something is wrong', async () => {
  await look()
  expect([heard.map(({ path }) => path), await mails()]).toEqual([['/beat'], []])
  faults = 10
  await look()
  await look()
  expect(heard.filter(({ path }) => path === '/beat')).toHaveLength(1)
  expect(await mails()).toEqual(['Alert: faults'])
  faults = 9
  await look()
  expect(heard.filter(({ path }) => path === '/beat')).toHaveLength(2)
  expect(await mails()).toEqual(['Alert: faults', 'Over: faults'])
})

it('signs what it sends, so that the operator knows whose it is', async () => {
  faults = 10
  await look()
  const [{ headers, body }] = heard.filter(({ path }) => path === '/hook') as [Heard]
  const key = Buffer.from(secret.slice(6), 'base64')
  const said = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(said).digest('base64')}`)
  expect(JSON.parse(body)).toMatchObject({ type: 'alert.began', data: { key: 'faults' } })
})

it('tells of a queue that stands, a job that died and a week that is not turned', async () => {
  const { service } = desk
  const created_at = service.clock.now.toISOString()
  await service.storage.write(async ({ jobs }) => {
    await jobs.enqueue({ kind: 'draft_profile', payload: { draft_id: 'x' }, created_at })
    await jobs.enqueue({ kind: 'note_country', payload: { order_id: 1 }, created_at })
    const others = ['draft_profile', 'send_mail', 'keep_logo']
    const taken = await jobs.claim(created_at, created_at, { kinds: others, shares: [] })
    await jobs.bury(taken!, 'no luck')
  })
  await look()
  expect(told().map(({ data }) => data.key)).toEqual(['dead jobs'])
  expect((await desk.tove.get('/team')).text).toMatch(/Stuck or wrong<\/span>.*?<span>1<\/span>/s)
  // Eight days on, of which the service has run for five minutes.
  up_ms = 300_000
  service.clock.now = new Date(service.clock.now.getTime() + 8 * 86_400_000)
  await look()
  expect(
    told()
      .map(({ data }) => data.key)
      .sort(),
  ).toEqual(['clock', 'dead jobs', 'failing send_mail', 'overdue draft_profile', 'week'])
  await look()
  expect(told()).toHaveLength(5)
})

it('tells of mails that wait while none is sent, and says it once however long it lasts', async () => {
  const { storage, clock } = desk.service
  const about = () =>
    told()
      .map(({ type, data }) => `${type} ${data.key}`)
      .filter((one) => one.includes('mail'))
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    up_ms += seconds * 1000
  }
  const write = (name: string) =>
    storage.write(({ mail }) =>
      mail.add({
        ...{ message_id: `${name}@drill.test`, recipient: 'ana@tide.example', subject: 'Hello' },
        ...{ body: 'Hello', created_at: clock.now.toISOString() },
      }),
    )
  const sent = (id: number) => storage.write(({ mail }) => mail.sent(id, clock.now.toISOString()))
  for (const { id } of (await storage.mail.outbox('waiting', { limit: 50, offset: 0 })).items) await sent(id)
  later(600)
  const [first, second] = [await write('first'), await write('second')]
  later(90)
  // One of a long queue has just been sent, so the others only wait for their turn.
  await sent(first)
  await look()
  expect(about()).toEqual([])
  later(90)
  await look()
  expect(about()).toEqual(['alert.began failing send_mail'])
  // By now they are also overdue.
  later(600)
  await look()
  expect(about()).toHaveLength(1)
  await sent(second)
  await look()
  expect(about().at(-1)).toBe('alert.over failing send_mail')
})

it('holds nothing against a queue that stood while the service was stopped, until it has had time for it', async () => {
  const { service } = desk
  const created_at = service.clock.now.toISOString()
  await service.storage.write(({ jobs }) =>
    jobs.enqueue({ kind: 'note_country', payload: { order_id: 1 }, created_at }),
  )
  service.clock.now = new Date(service.clock.now.getTime() + 19 * 60_000)
  up_ms = 299_999
  const overdue = () => told().filter(({ data }) => data.key.startsWith('overdue'))
  await look()
  expect(overdue()).toEqual([])
  up_ms = 300_000
  await look()
  expect(overdue()).not.toEqual([])
})

it('tells that it cannot look at the copies or a table, and of all the rest', async () => {
  const { service } = desk
  writeFileSync(copies, 'a file')
  vi.spyOn(service.storage.weeks, 'unclosed').mockRejectedValue(new Error('torn'))
  faults = 10
  await look()
  expect(told().map(({ data }) => data.key)).toEqual([
    ...['cannot look at weeks and payments', 'cannot look at BACKUP_DIR', 'faults'],
  ])
  rmSync(copies)
  vi.restoreAllMocks()
  faults = 0
  await look()
  expect(heard.at(-1)!.path).toBe('/hook')
  await look()
  expect(heard.at(-1)!.path).toBe('/beat')
})

it.skipIf(onPostgres)('tells that the database was moved away, though it still answers', async () => {
  renameSync(file, `${file}.away`)
  await look()
  expect(told().map(({ data }) => data.key)).toEqual(['database gone'])
  // Another file in its place is not the one that is open.
  copyFileSync(`${file}.away`, file)
  await look()
  expect(told()).toHaveLength(1)
  renameSync(`${file}.away`, file)
  await look()
  expect(told().map(({ type }) => type)).toEqual(['alert.began', 'alert.over'])
})

it('tells of copies that are too old or missing, once the service has run for an hour', async () => {
  const { troublesOf } = await import('../../tools/team/troubles.ts')
  const { storage, clock } = desk.service
  const around = {
    ...{
      free_bytes: 2 ** 40,
      database_bytes: 1 as number | null,
      copies_every_h: 24,
      newest_copy: null as Date | null,
    },
    ...{ up_ms: 3_600_001, clock_off_ms: 0, faults: 0, unseen: [] },
  }
  const keys = async (more: Partial<typeof around>) =>
    (await troublesOf(storage, { ...around, ...more }, clock.now)).map(({ key }) => key)
  const ago = (hours: number) => new Date(clock.now.getTime() - hours * 3_600_000)
  expect(await keys({})).toEqual(['copy'])
  expect(await keys({ up_ms: 3_600_000 })).toEqual([])
  expect(await keys({ newest_copy: ago(26) })).toEqual([])
  expect(await keys({ newest_copy: ago(26.1) })).toEqual(['copy'])
  expect(await keys({ newest_copy: ago(1), free_bytes: 512 * 2 ** 20 - 1 })).toEqual(['disk'])
  expect(await keys({ newest_copy: ago(1), free_bytes: 512 * 2 ** 20 })).toEqual([])
  expect(await keys({ newest_copy: ago(1), clock_off_ms: -60_001 })).toEqual(['clock'])
  expect(await keys({ newest_copy: ago(1), database_bytes: null })).toEqual(['database gone'])
})
