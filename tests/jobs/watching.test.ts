// Where several nodes share a queue, one hears of what another has done.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../jobs/queue/job.ts'
import { startWorker, type Worker } from '../../jobs/queue/worker.ts'
import type { Pulse } from '../../jobs/watchdog.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { newDatabase, openTestStorage } from '../support/made_databases.ts'

let folder: string
let storage: OpenStorage
let clock: { now: Date }
let worker: Worker
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'launch-watching-'))
  await newDatabase(join(folder, 'launch.db'))
  storage = await openTestStorage(join(folder, 'launch.db'))
  clock = { now: new Date('2026-11-19T12:00:00.000Z') }
})
afterEach(async () => {
  await worker.stop(0)
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})
const later = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))

describe('the watching', () => {
  it('that failed here is over when another node has watched, and not when it was given up', async () => {
    const beats: string[] = []
    const pulse: Pulse = {
      beat: (what, error) => void (what === 'watch' && beats.push(error === undefined ? 'well' : 'failed')),
    }
    const failing = defineJob({
      ...{ kind: 'watch', lane: 'alerts', payload: z.object({}), max_failures: 2 },
      ...{ timeout_ms: 5000, every_s: 60 },
      run: async () => {
        throw new Error('no')
      },
    })
    const heard = (wanted: string[]) => vi.waitFor(() => expect(beats).toEqual(wanted), 20_000)
    /** The clock here moves once the other node holds the job: a node whose clock says it is due would take it first. */
    const elsewhere = () =>
      storage.write(async ({ jobs }) => {
        const at = new Date(clock.now.getTime() + 3_600_000).toISOString()
        await jobs.finish((await jobs.claim(at, at))!)
        later(3_600_000)
        const run_at = new Date(clock.now.getTime() + 60_000).toISOString()
        await jobs.enqueue({ kind: 'watch', key: 'watch', payload: {}, run_at, created_at: at })
      })
    const context = { storage, clock: () => clock.now, log: pino({ level: 'silent' }), tally: null } as never
    worker = startWorker({ jobs: [failing], context, tick_ms: 5, chance: () => 0, pulse })
    await vi.waitFor(async () => expect(await storage.jobs.openSince('watch')).toBeDefined(), 20_000)
    await heard(['failed'])
    await elsewhere()
    await heard(['failed', 'well'])
    later(60_000)
    await heard(['failed', 'well', 'failed'])
    later(3_600_000)
    await heard(['failed', 'well', 'failed', 'failed'])
    await vi.waitFor(async () => expect(await storage.jobs.dead()).toHaveLength(1), 20_000)
    await vi.waitFor(async () => {
      await elsewhere()
      expect(beats).toEqual(['failed', 'well', 'failed', 'failed', 'well'])
    }, 20_000)
  })
})
