// What every drill happens to: a service whose alerts are heard while it is asked for pages, and people who use it.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openOutside, type Host } from '../support/outside.ts'
import { admin, newFolder, startServer } from '../support/programs.ts'
import { tide } from '../support/tide.ts'

export type Outcome = { callers: string; alert: string; recovered: string }
export type Drill = { name: string; run(): Promise<Outcome | string> }

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const free = async (data_dir: string, ...words: string[]) => (await admin(data_dir, ...words)).out.trim()

export type Start = (
  path: string,
  settings: Record<string, string>,
) => Promise<{ url: string; stop(): Promise<unknown> }>

/** A service whose alerts are heard, and which is asked ten times a second for pages that are not kept. */
async function scene(given: Record<string, string> = {}, data_dir?: string, start: Start = startServer) {
  const folder = newFolder()
  const path = data_dir ?? folder.path
  const heard: { at: number; type: string; key: string }[] = []
  const hook = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { type, data } = JSON.parse(text) as { type: string; data: { key: string } }
      heard.push({ at: performance.now(), type, key: data.key })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => hook.once('listening', done))
  const settings = {
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
    ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    ...given,
  }
  const service = await start(path, settings)
  const seen = new Map<string, number>()
  let slowest_ms = 0
  let asked = 0
  let isOver = false
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now()
      asked += 1
      await fetch(`${service.url}/api/v1/listings?q=x${asked}`, { signal: AbortSignal.timeout(15_000) }).then(
        async (answer) => note(`${answer.status}${(await answer.text()).length > 0 ? '' : ' empty'}`),
        (error: Error) => note(error.name === 'TimeoutError' ? 'no answer in 15 s' : 'no connection'),
      )
      slowest_ms = Math.max(slowest_ms, performance.now() - began)
      await sleep(100)
    }
  })()
  return {
    ...{ path, service, settings, seen },
    callers: () =>
      `${[...seen].map(([what, count]) => `${count} × ${what}`).join(', ')}; slowest ${seconds(slowest_ms)}`,
    /** How long an alert took to come, from now on or from when the fault began; within so many seconds. */
    async alert(
      pattern: RegExp,
      within_s: number,
      type = 'alert.began',
      began = performance.now(),
    ): Promise<string> {
      for (;;) {
        const one = heard.find((alert) => alert.type === type && pattern.test(alert.key))
        if (one !== undefined) return `“${one.key}” after ${seconds(Math.max(0, one.at - began))}`
        if (performance.now() - began > within_s * 1000) return `none within ${within_s} s`
        await sleep(200)
      }
    },
    /** Until what is asked is so again. */
    async until(what: () => Promise<boolean>, within_s: number): Promise<string> {
      const began = performance.now()
      while (!(await what().catch(() => false))) {
        if (performance.now() - began > within_s * 1000) return `not within ${within_s} s`
        await sleep(100)
      }
      return `after ${seconds(performance.now() - began)}`
    },
    answers: async () => (await fetch(`${service.url}/api/v1/blog?page=1`)).status === 200,
    async write(key: string): Promise<number> {
      return (
        await fetch(`${service.url}/api/v1/drafts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url: `n${randomUUID()}.test` }),
        })
      ).status
    },
    keyOf: (email: string, scopes = 'account:read,listings:write') =>
      free(path, 'api-key', 'create', '--email', email, '--scopes', scopes),
    async end() {
      isOver = true
      await service.stop().catch(() => undefined)
      await asking
      hook.closeAllConnections()
      hook.close()
      folder.remove()
    },
  }
}
export type Scene = Awaited<ReturnType<typeof scene>>

export async function within(
  given: Record<string, string>,
  work: (here: Scene) => Promise<Omit<Outcome, 'callers'> & { callers?: string }>,
  data_dir?: string,
  start?: Start,
): Promise<Outcome> {
  const here = await scene(given, data_dir, start)
  try {
    await sleep(1500)
    const { alert, recovered, callers } = await work(here)
    return { callers: [callers, here.callers()].filter(Boolean).join('; '), alert, recovered }
  } finally {
    await here.end()
  }
}

/** Asks as the owner of a key. */
export async function askAs(
  here: Scene,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<any> {
  const answer = await fetch(`${here.service.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** A draft of somebody who has nothing to do with the trouble: how long it takes. */
export async function draftOf(here: Scene, url: string): Promise<string> {
  const key = await here.keyOf('ben@else.example')
  const began = performance.now()
  const { id } = await askAs(here, key, 'POST', '/drafts', { url })
  for (;;) {
    const { status } = await askAs(here, key, 'GET', `/drafts/${id}`)
    if (status === 'ready' || status === 'failed')
      return `${status} after ${seconds(performance.now() - began)}`
    if (performance.now() - began > 120_000) return 'not written in two minutes'
    await sleep(100)
  }
}

export async function outsideWith(hosts: Record<string, Host>) {
  const folder = newFolder()
  const outside = await openOutside({ 'tide.test': tide, ...hosts })
  writeFileSync(folder.file('ca.pem'), outside.ca)
  return {
    settings: { OUTBOUND_PROXY: outside.proxy, NODE_EXTRA_CA_CERTS: folder.file('ca.pem') },
    async close() {
      await outside.close()
      folder.remove()
    },
  }
}
