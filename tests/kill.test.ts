// The server is killed again and again while drafts are on their way. What was promised is kept, and nothing is done
// twice. KILLS=20 vitest run tests/kill.test.ts takes longer and kills more.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openStorage } from '../storage/storage.ts'
import { seeded } from './bench/random.ts'
import { openOutside } from './support/outside.ts'
import { bearer, keyFor } from './support/people.ts'
import { freePort, surroundings } from './support/programs.ts'
import { tide } from './support/tide.ts'

// The same moments in every run, so that a failure can be looked for again.
const chance = seeded(20)
const kills = Number(process.env.KILLS ?? 4)
const drafts = Math.ceil(kills / 4) * 10
const root = fileURLToPath(new URL('..', import.meta.url))

it(
  `loses and doubles nothing over ${kills} kills during ${drafts} drafts`,
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'launch-kill-'))
    const names = Array.from({ length: drafts }, (_, n) => `tide-${n}.test`)
    // Every tenth host is broken, so that an honest failure is among what must come through.
    const outside = await openOutside(
      Object.fromEntries(names.map((name, n) => [name, n % 10 === 9 ? () => ({ status: 500 }) : tide])),
    )
    writeFileSync(join(folder, 'ca.pem'), outside.ca)
    const storage = openStorage(join(folder, 'launch.db'))
    const { key } = await keyFor({ storage, clock: { now: new Date() } }, 'ana@tide.test')
    storage.close()

    const port = await freePort()
    const base = `http://localhost:${port}/api/v1`
    let server!: ChildProcess
    let isOver = false
    const start = () => {
      server = spawn(process.execPath, ['server.ts'], {
        cwd: root,
        stdio: 'ignore',
        env: {
          ...surroundings,
          PORT: String(port),
          DATA_DIR: folder,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'silent',
          OUTBOUND_PROXY: outside.proxy,
          NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
        },
      })
    }
    /** Asks until somebody answers; the same key makes a repeat harmless. */
    async function ask(
      method: string,
      path: string,
      name?: string,
      body?: object,
    ): Promise<Record<string, any>> {
      for (let tries = 0; ; tries += 1) {
        try {
          const headers = {
            ...bearer(key),
            'content-type': 'application/json',
            ...(name && { 'idempotency-key': name }),
          }
          const response = await fetch(base + path, {
            method,
            headers,
            body: body && JSON.stringify(body),
            signal: AbortSignal.timeout(5000),
          })
          const answer = (await response.json()) as Record<string, any>
          if (response.status < 500) return answer
        } catch {
          // Dead, or dying: the next one answers.
        }
        if (tries > 600) throw new Error(`${method} ${path} is never answered`)
        await sleep(100)
      }
    }

    start()
    const killing = (async () => {
      for (let n = 0; n < kills; n += 1) {
        await sleep(400 + chance.below(1800))
        server.kill('SIGKILL')
        await once(server, 'exit')
        start()
      }
    })()
    try {
      const ids: string[] = []
      await Promise.all(
        [0, 1, 2, 3, 4].map(async (lane) => {
          for (let n = lane; n < drafts; n += 5) {
            const { id } = await ask('POST', '/drafts', `draft ${n}`, { url: `https://${names[n]}` })
            ids[n] = id
            if (n % 2 === 0)
              await ask('POST', `/drafts/${id}/invites`, `invite ${n}`, { email: `ben${n}@tide.test` })
            await sleep(300)
          }
        }),
      )
      await killing
      expect(new Set(ids).size).toBe(drafts)
      const done = await untilDone()
      for (const [n, id] of ids.entries()) {
        const draft = done.get(id)!
        if (n % 10 === 9)
          expect([draft.status, draft.failure?.reason]).toEqual(['failed', 'robots_unreachable'])
        else if (draft.status === 'failed') expect(draft.failure.reason).toBe('internal')
        else expect(draft).toMatchObject({ status: 'ready', name: 'Tide', pages: { length: 4 } })
      }
      expect((await ask('GET', '/drafts?per_page=100')).total).toBe(drafts)
      const ready = [...done.values()].filter((draft) => draft.status === 'ready').length
      console.log(`      ${ready} ready, ${drafts - ready} failed with a reason`)
      expect(ready).toBeGreaterThanOrEqual(drafts * 0.8)

      server.kill('SIGTERM')
      expect(await once(server, 'exit')).toEqual([0, null])
      isOver = true
      const after = openStorage(join(folder, 'launch.db'))
      const rows = new Database(join(folder, 'launch.db')).prepare('SELECT recipient FROM mails').pluck()
      const mails = rows.all()
      expect(mails.length).toBe(drafts / 2)
      expect(new Set(mails).size).toBe(mails.length)
      const left = (await after.jobs.open()).map(({ kind }) => kind)
      expect(left.filter((kind) => kind === 'crawl_site' || kind === 'draft_profile')).toEqual([])
      expect((await after.jobs.dead()).length).toBe(
        [...done.values()].filter((one) => one.failure?.reason === 'internal').length,
      )
      after.close()

      async function untilDone(): Promise<Map<string, Record<string, any>>> {
        for (let tries = 0; tries < 900; tries += 1) {
          const { items } = await ask('GET', '/drafts?per_page=100')
          if (items.every((one: { status: string }) => one.status === 'ready' || one.status === 'failed'))
            break
          await sleep(200)
        }
        return new Map(
          await Promise.all(ids.map(async (id) => [id, await ask('GET', `/drafts/${id}`)] as const)),
        )
      }
    } finally {
      await killing.catch(() => undefined)
      if (!isOver) server.kill('SIGKILL')
      await outside.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
