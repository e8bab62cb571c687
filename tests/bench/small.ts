// A small machine: one core and 512 MB that cache, database and drafting share, 100,000 listings, nothing kept, drafts of
// real websites written all the while. Reads come at a pace; whether anything was killed is asked of the system.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { manyFile } from './answers.ts'
import { keepDrafting, keysOf } from './keep_drafting.ts'
import { linesOfSection, type Line } from './measure.ts'
import { everyKind } from './process.ts'
import { rssOf, smallMachine, startServer, startSites, type LoadMaker } from './processes.ts'
import type { Bench } from './setting.ts'

const size = Number(process.env.SIZE ?? 100_000)
const megabytes = Number(process.env.MEGABYTES ?? 512)
const rounds = Number(process.env.ROUNDS ?? 3)
const [connections, each, pause_ms] = [4, 1500, 60]

export async function benchSmall({ folder }: Bench, load: LoadMaker): Promise<Line[]> {
  const made = manyFile(size)
  const machine = made === null ? null : smallMachine(megabytes * 2 ** 20)
  if (made === null || machine === null) return []
  const filled = join(folder, 'small')
  mkdirSync(filled, { recursive: true })
  copyFileSync(await settledFile(made), join(filled, 'launch.db'))
  const keys = await keysOf(join(filled, 'launch.db'), 6)
  const database = new Database(join(filled, 'launch.db'), { readonly: true })
  const slugs = database
    .prepare<[], string>(
      "SELECT slug FROM listings WHERE status = 'live' ORDER BY id * 7919 % 10007 LIMIT 3000",
    )
    .pluck()
    .all()
  database.close()
  const sites = await startSites()
  const settings = { DATA_DIR: filled, FRESH: 'on', RATE_LIMITS: 'off', DAILY_CAPS: 'off' }
  const server = await startServer(
    'server.ts',
    { ...settings, OUTBOUND_PROXY: sites.proxy },
    {
      // One core, its own: what else this machine does waits.
      node: 'nice',
      args: [
        '-n',
        '-15',
        'taskset',
        '-c',
        '0',
        process.execPath,
        '--import',
        './tests/bench/servers/altered.ts',
      ],
      within: machine.folder,
    },
  )
  const requests = everyKind(slugs)
  const run = () => load.run({ port: server.port, requests, connections, count: each, pause_ms })
  const found = {
    alone: [] as number[],
    p50: [] as number[],
    beside: [] as number[],
    slowest: [] as number[],
    resident: [] as number[],
  }
  let drafts = { ready: 0, failed: 0, refused: 0 }
  try {
    await run()
    for (let round = 0; round < rounds; round += 1) {
      found.alone.push((await run()).p99_ms)
      const drafting = keepDrafting(server.port, keys)
      const { p50_ms, p99_ms, max_ms, statuses } = await run()
      if (statuses['200'] !== each) throw new Error(JSON.stringify(statuses))
      const some = await drafting.stop()
      drafts = {
        ready: drafts.ready + some.ready,
        failed: drafts.failed + some.failed,
        refused: drafts.refused + some.refused,
      }
      found.p50.push(p50_ms)
      found.beside.push(p99_ms)
      found.slowest.push(max_ms)
      found.resident.push(rssOf(server.pid))
    }
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    console.log(
      `      drafts ${JSON.stringify(drafts)}; ${/VmHWM:\s+\d+ kB/.exec(status)?.[0]}; ${killedIn(machine.folder)} killed`,
    )
  } finally {
    await server.stop()
    sites.stop()
    machine.remove()
  }
  const line = linesOfSection(`A machine of one core and ${megabytes} MB, ${size} listings`)
  return [
    line('p99 of reads with nothing beside', found.alone, 'ms'),
    line('p50 of reads beside drafts', found.p50, 'ms'),
    line('p99 of reads beside drafts', found.beside, 'ms', { most: 100 }),
    line('the slowest of them', found.slowest, 'ms'),
    line('resident memory', found.resident, 'MB', { most: megabytes }),
    line('drafts written meanwhile', [drafts.ready], ''),
  ]
}

/**
 * The invented catalogue with every week closed, which the whole machine does once: a service that has been running has one
 * week to close, on Mondays. Invented votes, twenty thousand a week, are left out, for no reader reads them.
 */
async function settledFile(made: string): Promise<string> {
  const file = made.replace('many-', 'settled-')
  if (existsSync(file)) return file
  const folder = mkdtempSync(join(tmpdir(), 'launch-settling-'))
  const database_file = join(folder, 'launch.db')
  copyFileSync(made, database_file)
  const database = new Database(database_file)
  database.exec('DELETE FROM votes; DELETE FROM webhook_deliveries; DELETE FROM webhooks; VACUUM')
  const server = await startServer('server.ts', { DATA_DIR: folder })
  const isLate = database
    .prepare<[string], number>(
      "SELECT count(*) FROM jobs WHERE kind IN ('turn_weeks', 'seal_weeks') AND run_at <= ?",
    )
    .pluck()
  while (isLate.get(new Date().toISOString())! > 0) await sleep(1000)
  await server.stop()
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  renameSync(database_file, file)
  rmSync(folder, { recursive: true })
  return file
}

function killedIn(folder: string): string {
  const told = execFileSync(
    'sh',
    ['-c', `cat "$0"/memory.oom_control "$0"/memory.events 2>/dev/null; true`, folder],
    { encoding: 'utf8' },
  )
  return /oom_kill (\d+)/.exec(told)?.[1] ?? 'not known how many'
}
