// Two that serve one database are killed by turns while people vote, edit, submit, pay and refresh tokens, followers are told
// and weeks turn. What was acknowledged is there, and everything once. On a SQLite file they are two processes, on PostgreSQL
// two nodes behind a balancer, whose connections to it are cut as well.
// KILLS=20 vitest run tests/processes/kill.test.ts takes a minute or two longer and kills more.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digest, mint } from '../../auth/secrets.ts'
import { beginSession, formSeal } from '../../auth/sessions.ts'
import { weekOf } from '../../tools/launches/week.ts'
import { seeded } from '../bench/random.ts'
import {
  dropDatabase,
  newDatabase,
  onPostgres,
  openTestStorage,
  settingsFor,
} from '../support/made_databases.ts'
import { openOutside } from '../support/outside.ts'
import { listingOf } from '../support/owned.ts'
import { bearer, keyFor } from '../support/people.ts'
import { newFolder } from '../support/programs.ts'
import { besideRows, type Rows } from '../support/rows.ts'
import { openPostbox, type Postbox } from '../support/postbox.ts'
import { cutConnections, startNodes } from '../support/nodes.ts'
import { startSeveral } from '../support/several.ts'
import { tide } from '../support/tide.ts'

const kills = Number(process.env.KILLS ?? (onPostgres ? 2 : 4))
const chance = seeded(kills)
const [voters, orders, drafts] = [kills * 3, kills * 2, kills]
/** So that nothing is over long before the last kill. */
const pause_ms = kills > 5 ? 1000 : 150
const hosts = Array.from({ length: drafts }, (_, n) => `tide-${n}.test`)
const folder = newFolder()
const file = folder.file('launch.db')
const day_ms = 86_400_000
const turns = Array.from({ length: kills }, (_, n) => ({ booked: `booked-${n}`, past: `past-${n}` }))
let several: Awaited<ReturnType<typeof startSeveral | typeof startNodes>>
let postbox: Postbox
let outside: Awaited<ReturnType<typeof openOutside>>
let ana: { user_id: number; key: string }
let live: number
const unlaunched: number[] = []
let tokens: string[] = []
let refresh_token = mint('lr')
let client_id: string

beforeAll(async () => {
  outside = await openOutside(Object.fromEntries(hosts.map((host) => [host, tide])))
  writeFileSync(folder.file('ca.pem'), outside.ca)
  await newDatabase(file, 'demo')
  const proxied = { OUTBOUND_PROXY: outside.proxy, NODE_EXTRA_CA_CERTS: folder.file('ca.pem') }
  postbox = await openPostbox()
  const settings = { ...proxied, ...settingsFor(file), MAIL_URL: postbox.url }
  several = await (onPostgres ? startNodes : startSeveral)(folder.path, settings)
  await fill()
})
afterAll(async () => {
  several.end()
  await Promise.all([outside.close(), postbox.close()])
  await dropDatabase(file)
  folder.remove()
})

/** People, listings and tokens, written by a third process beside the two. */
async function fill(): Promise<void> {
  const registered = await fetch(`${several.url}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ client_name: 'Host', redirect_uris: ['http://127.0.0.1/'], token_endpoint_auth_method: 'none' },
      grant_types: ['authorization_code', 'refresh_token'],
    }),
  })
  client_id = ((await registered.json()) as { client_id: string }).client_id
  const storage = await openTestStorage(file)
  const now = new Date()
  const yesterday = new Date(now.getTime() - day_ms).toISOString()
  const world = { storage, clock: { now } }
  ana = await keyFor(world, 'ana@tide.test')
  live = await listingOf(world, ana.user_id, { slug: 'edited', status: 'live', live_at: yesterday })
  for (let n = 0; n < orders; n += 1)
    unlaunched.push(await listingOf(world, ana.user_id, { slug: `unlaunched-${n}` }))
  for (const { booked, past } of turns) {
    await listingOf(world, ana.user_id, { slug: booked, status: 'scheduled', launch_week: '2099-01-05' })
    await listingOf(world, ana.user_id, { slug: past, status: 'live', live_at: yesterday })
  }
  tokens = await storage.write(async (inside) => {
    const begun: string[] = []
    for (let n = 0; n < voters; n += 1) {
      const { id: user_id } = await inside.users.ensure(`voter-${n}@tide.test`, yesterday)
      begun.push(
        await beginSession(inside, user_id, {
          ...{ browser: 'Firefox', replaces: null, request_id: 'before' },
          now,
        }),
      )
      await inside.follows.add({ listing_id: live }, user_id, yesterday)
    }
    const created_at = now.toISOString()
    const expires_at = new Date(now.getTime() + day_ms).toISOString()
    const resources = `${several.url}/api/v1`
    const common = { scope: 'account:read', resources, created_at, expires_at }
    const grant_id = await inside.oauth.addGrant({
      ...common,
      ...{ user_id: ana.user_id, client_id, client_name: 'Host' },
    })
    await inside.oauth.addToken({ ...common, hash: digest(refresh_token), kind: 'refresh', grant_id })
    return begun
  })
  await storage.close()
}

/** Asks until somebody answers; 503 and worse are no answer. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; tries < 600; tries += 1) {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(several.url + path, { redirect: 'manual', ...init, signal }).catch(() => null)
    if (answer !== null && answer.status < 500) return answer
    await sleep(20)
  }
  throw new Error(`${path} is never answered`)
}
async function call(method: string, path: string, key: string, body: object): Promise<Record<string, any>> {
  const headers = { ...bearer(ana.key), 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await ask(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
  const said = (await answer.json()) as Record<string, any>
  if (!answer.ok) throw new Error(`${path} gave ${answer.status}: ${JSON.stringify(said)}`)
  return said
}
const form = (path: string, fields: Record<string, string>, token?: string) =>
  ask(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: several.url, ...(token !== undefined && { cookie: `session=${token}` }) },
  })
const twice = <T>(work: () => Promise<T>) => Promise.all([work(), work()])

it(`lose and double nothing over ${kills} kills`, { timeout: 600_000 }, async () => {
  let isOver = false
  let killed = 0
  let cut = 0
  const done = { votes: 0, edits: [] as string[], drafts: [] as string[], rounds: 0, paid: 0, told: 0 }
  const path = '/listings/edited/vote'
  const lanes = [
    async function vote() {
      for (const token of tokens) {
        const fields = { vote: 'cast', seal: formSeal({ token }, path) }
        const answers = await twice(() => form(path, fields, token))
        expect(answers.map(({ status }) => status)).toEqual([303, 303])
        done.votes += 1
        await sleep(pause_ms)
      }
    },
    async function edit() {
      for (let n = 0; !isOver || n < 10; n += 1) {
        const tagline = `Invoices that were edited ${n} times`
        await twice(() => call('PATCH', `/me/listings/${live}`, `edit ${n}`, { fields: { tagline } }))
        done.edits.push(tagline)
      }
    },
    async function submit() {
      while (killed === 0) await sleep(20)
      for (const [n, host] of hosts.entries()) {
        const [one, other] = await twice(() =>
          call('POST', '/drafts', `draft ${n}`, { url: `https://${host}` }),
        )
        expect(one!.id).toBe(other!.id)
        done.drafts.push(one!.id)
        await sleep(2 * pause_ms)
      }
    },
    async function refresh() {
      for (; !isOver || done.rounds < 10; done.rounds += 1) {
        const fields = { grant_type: 'refresh_token', refresh_token, client_id }
        const answers = await twice(async () => (await form('/token', fields)).json())
        const [one, other] = answers as { refresh_token?: string }[]
        expect(one!.refresh_token, JSON.stringify(one)).toMatch(/^lr_/)
        expect(one).toEqual(other)
        refresh_token = one!.refresh_token!
      }
    },
    async function pay() {
      for (const [n, listing_id] of unlaunched.entries()) {
        const items = [{ product: 'launch', listing_id }]
        const [made] = await twice(() =>
          call('POST', '/orders/checkout', `order ${n}`, { items, country: 'FI' }),
        )
        await twice(() => form(`${new URL(made!.checkout_url).pathname}/pay`, { play: 'success' }))
        done.paid += 1
        await sleep(pause_ms)
      }
    },
    async function tell() {
      for (let n = 0; n < Math.min(kills, 5); n += 1) {
        const update = { title: `News ${n}`, body: 'Invoices chase themselves.' }
        await twice(() => call('POST', `/me/listings/${live}/updates`, `update ${n}`, update))
        done.told += 1
        await sleep(3 * pause_ms)
      }
    },
  ].map((lane) => lane())
  const killing = (async () => {
    for (let n = 0; n < kills; n += 1) {
      await turnWeek(n)
      await sleep(100 + chance.below(400))
      // Of two processes one does the jobs; in the suite it dies before there are any that take time, and no lease need run out.
      await several.kill(kills > 5 ? 1 + chance.below(2) : onPostgres ? 1 + (n % 2) : n === 0 ? 1 : 2)
      if (onPostgres) cut += await cutConnections(file)
      killed += 1
    }
    isOver = true
  })()
  await Promise.all([...lanes, killing])
  await drafted()
  await settled()
  expect(await several.stop()).toMatchObject({ code: 0 })

  await besideRows(file, (rows) => checked(rows, done))
  console.log(
    `      ${done.votes} votes, ${done.edits.length} edits, ${done.rounds} refreshes, ${done.paid} orders, ${postbox.mails.length} mails; ${kills} kills, ${cut} connections cut`,
  )
})

type Done = { votes: number; edits: string[]; drafts: string[]; told: number }

/** Everything that was acknowledged is there, once. */
async function checked(rows: Rows, done: Done): Promise<void> {
  const all = async <T>(text: string, ...values: unknown[]) =>
    (await rows.all<Record<string, T>>(text, ...values)).map((row) => Object.values(row)[0]!)
  expect(done.votes).toBe(voters)
  expect(await all('SELECT votes FROM listings WHERE id = ?', live)).toEqual([voters])
  expect(await all('SELECT count(*) FROM votes WHERE listing_id = ?', live)).toEqual([voters])
  const versions = await all<string>(
    'SELECT after FROM listing_versions WHERE listing_id = ? ORDER BY id',
    live,
  )
  expect(versions.map((after) => (JSON.parse(after) as { tagline: string }).tagline)).toEqual(done.edits)
  expect(await all('SELECT id FROM drafts WHERE user_id = ? ORDER BY length(url), url', ana.user_id)).toEqual(
    done.drafts,
  )
  expect(await all('SELECT revoked_at FROM oauth_grants WHERE client_id = ?', client_id)).toEqual([null])
  const receipts = await all<string>('SELECT receipt_number FROM orders WHERE status = ? ORDER BY 1', 'paid')
  const year = new Date().getUTCFullYear()
  expect(receipts).toEqual(unlaunched.map((_, n) => `R-${year}-${String(n + 1).padStart(6, '0')}`))
  expect(await all('SELECT count(*) FROM orders')).toEqual([orders])
  expect(await all("SELECT count(*) FROM mails WHERE subject LIKE 'Receipt%'")).toEqual([orders])
  expect(await all("SELECT count(*) FROM jobs WHERE state = 'dead'")).toEqual([0])
  expect(await all("SELECT count(*) FROM closed_weeks WHERE week < '2021'")).toEqual([kills])
  expect(await all("SELECT votes FROM awards WHERE week < '2021'")).toEqual(turns.map(() => 3))
  expect(await all("SELECT count(*) FROM mails WHERE subject LIKE 'Booked % is live%'")).toEqual([kills])
  // One of many is sent once or not at all; a mail that somebody waits for may come twice, under one Message-ID.
  const ids = await all<string>('SELECT message_id FROM mails WHERE failure IS NULL')
  const came = postbox.mails.map(({ messageId }) => messageId!.slice(1, -1))
  expect(ids.filter((id) => !came.includes(id))).toEqual([])
  const ofMany = came.filter((id) => id.startsWith('update-'))
  expect(new Set(ofMany).size).toBe(ofMany.length)
  expect(await all("SELECT count(*) FROM mails WHERE message_id LIKE 'update-%'")).toEqual([
    done.told * voters,
  ])
  if (!onPostgres) expect(await all('PRAGMA integrity_check')).toEqual(['ok'])
}

/** A launch week begins and one is over, and the job that turns them is due at once instead of within a minute. */
const turnWeek = (n: number) =>
  besideRows(file, async (rows) => {
    const [week, now] = [weekOf(new Date(Date.UTC(2020, 0, 6 + 7 * n))), new Date()]
    const { booked, past } = turns[n] ?? {}
    const move = 'UPDATE listings SET launch_week = ? WHERE slug = ?'
    if (booked !== undefined) await rows.run(move, weekOf(now), booked)
    if (past !== undefined) {
      for (let vote = 0; vote < 3; vote += 1)
        await rows.run(
          'INSERT INTO votes(id, listing_id, voter, voted_at) SELECT ?, id, ?, ? FROM listings WHERE slug = ?',
          ...[-1 - 3 * n - vote, `${past} ${vote}`, `${week}T12:00:00.000Z`, past],
        )
      await rows.run(move, week, past)
    }
    await rows.run(
      "UPDATE jobs SET run_at = ? WHERE kind = 'turn_weeks' AND state = 'waiting'",
      now.toISOString(),
    )
  })

/** Every week has turned and every mail has gone. */
async function settled(): Promise<void> {
  const left = `SELECT (SELECT count(*) FROM listings WHERE slug LIKE 'booked-%' AND status = 'scheduled') +
    (SELECT count(*) FROM listings WHERE slug LIKE 'past-%' AND launch_week NOT IN (SELECT week FROM closed_weeks)) +
    (SELECT count(*) FROM jobs WHERE kind = 'send_mail' AND state <> 'dead') AS count`
  while ((await besideRows(file, (rows) => rows.all(left)))[0]!.count > 0) {
    await turnWeek(kills)
    await sleep(200)
  }
}

/** Every draft is ready; jobs that were running in a killed process begin again when their lease has run out. */
async function drafted(): Promise<void> {
  for (;;) {
    const answer = await ask('/api/v1/drafts?per_page=100', { headers: bearer(ana.key) })
    const { items } = (await answer.json()) as { items: { status: string }[] }
    if (items.every(({ status }) => status === 'ready')) return
    await sleep(100)
  }
}
