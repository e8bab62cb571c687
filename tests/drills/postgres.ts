// What happens to a PostgreSQL, and to nodes that share it.
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startNodes } from '../support/nodes.ts'
import { startPostgres } from '../support/postgres_server.ts'
import { seconds, within, type Drill, type Outcome, type Scene, type Start } from './scene.ts'

async function onPostgres(
  work: (here: Scene, server: Awaited<ReturnType<typeof startPostgres>>) => Promise<Omit<Outcome, 'callers'>>,
  start?: Start,
): Promise<Outcome> {
  const server = await startPostgres({ max_connections: '40' })
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query('CREATE DATABASE launch')
  await client.end()
  try {
    return await within(
      { DATABASE_URL: server.url('launch') },
      (here) => work(here, server),
      undefined,
      start,
    )
  } finally {
    process.kill(server.pid, 'SIGCONT')
    await server.stop()
  }
}

export const postgresGone: Drill = {
  name: 'PostgreSQL stopped for 20 s',
  run: () =>
    onPostgres(async (here, server) => {
      const began = performance.now()
      await server.away(20_000)
      const recovered = await here.until(here.answers, 60)
      return { alert: await here.alert(/^faults$/, 120, undefined, began), recovered: `answers ${recovered}` }
    }),
}

export const postgresFrozen: Drill = {
  name: 'PostgreSQL frozen for 90 s',
  run: () =>
    onPostgres(async (here, server) => {
      const family = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).stdout.split('\n')
      const all = [server.pid, ...family.filter(Boolean).map(Number)]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      const began = performance.now()
      await sleep(90_000)
      for (const pid of all) process.kill(pid, 'SIGCONT')
      const recovered = await here.until(here.answers, 60)
      return {
        alert: await here.alert(/^database$|^faults$/, 240, undefined, began),
        recovered: `answers ${recovered}`,
      }
    }),
}

export const postgresFull: Drill = {
  name: 'PostgreSQL has no connection left for 20 s',
  run: () =>
    onPostgres(async (here, server) => {
      const greedy: pg.Client[] = []
      for (let n = 0; n < 60; n += 1) {
        const client = new pg.Client(server.url('postgres'))
        client.on('error', () => undefined)
        if (
          await client.connect().then(
            () => true,
            () => false,
          )
        )
          greedy.push(client)
      }
      await sleep(20_000)
      await Promise.all(greedy.map((client) => client.end()))
      const recovered = await here.until(here.answers, 60)
      return { alert: 'none where those it has are enough', recovered: `answers ${recovered}` }
    }),
}

export const nodeKilled: Drill = {
  name: 'one of two nodes on PostgreSQL killed five times',
  run() {
    let nodes: Awaited<ReturnType<typeof startNodes>>
    return onPostgres(
      async (here) => {
        const began = performance.now()
        for (let n = 0; n < 5; n += 1) {
          await nodes.kill(1 + (n % 2))
          await sleep(1000)
        }
        const each = seconds((performance.now() - began) / 5 - 1000)
        const recovered = await here.until(here.answers, 30)
        return { alert: 'none wanted', recovered: `started again, ready after ${each}; answers ${recovered}` }
      },
      async (path, settings) => (nodes = await startNodes(path, settings)),
    )
  },
}
