// Two nodes on one PostgreSQL, each the program with a folder of its own, behind a small balancer that knows who is there by
// asking /readyz. What keeps a service running starts a node again that was killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, nodeOptions, surroundings } from './programs.ts'
import { besideRows } from './rows.ts'

/** As a PostgreSQL that starts again would, though only to some; says how many. */
export const cutConnections = (file: string): Promise<number> =>
  besideRows(file, async (rows) => {
    const cut = await rows.all(
      `SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5`,
    )
    return cut.length
  })

const root = fileURLToPath(new URL('../..', import.meta.url))
const look_ms = 20

type Node = { number: number; port: number; folder: string; child: ChildProcess; isReady: boolean }

export async function startNodes(folder: string, settings: Record<string, string>) {
  const nodes: Node[] = []
  let isOver = false
  let turn = 0
  let err = ''
  const callers = new Set<Socket>()

  // A connection stays at the node that took it; one that no node takes any more goes to the other.
  const balancer = createServer({ allowHalfOpen: true }, (caller) => {
    callers.add(caller)
    caller.on('error', () => caller.destroy()).once('close', () => callers.delete(caller))
    const ready = nodes.filter(({ isReady }) => isReady)
    const [first, second] = turn++ % 2 === 0 ? ready : ready.toReversed()
    const hand = (node: Node | undefined, other?: Node): void => {
      if (node === undefined) return void caller.destroy()
      const there = connect({ port: node.port, host: '127.0.0.1', allowHalfOpen: true })
      let isThere = false
      there.once('connect', () => {
        isThere = true
        caller.pipe(there).pipe(caller)
      })
      there.on('error', () => (isThere ? caller.destroy() : hand(other)))
      caller.once('close', () => there.destroy())
    }
    hand(first, second)
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  const { port } = balancer.address() as AddressInfo
  const url = `http://localhost:${port}`

  function start(node: Omit<Node, 'child' | 'isReady'>): ChildProcess {
    const child = spawn(process.execPath, [...nodeOptions, 'server.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...surroundings,
        ...{ DATA_DIR: node.folder, PORT: String(node.port), PUBLIC_URL: url },
        ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings },
      },
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => void (err += part))
    return child
  }

  async function watch(node: Node): Promise<void> {
    while (!isOver) {
      node.isReady = await fetch(`http://127.0.0.1:${node.port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      await sleep(look_ms)
    }
  }
  const isUp = async (node: Node) => {
    for (let tries = 0; !node.isReady; tries += 1) {
      if (tries > 12_000) throw new Error(`Node ${node.number} does not come: ${err}`)
      await sleep(10)
    }
  }

  mkdirSync(join(folder, 'media'))
  for (const number of [1, 2]) {
    const own = join(folder, `node-${number}`)
    mkdirSync(own)
    symlinkSync(join(folder, 'media'), join(own, 'media'))
    const made = { number, port: await freePort(), folder: own }
    nodes.push({ ...made, child: start(made), isReady: false })
  }
  const watching = nodes.map(watch)
  await Promise.all(nodes.map(isUp))

  const ofNumber = (number: number) => nodes[number - 1]!
  return {
    url,
    /** Kills one of them as the system would, and says when it serves again. */
    async kill(number: number): Promise<void> {
      const node = ofNumber(number)
      const ended = once(node.child, 'exit')
      node.child.kill('SIGKILL')
      await ended
      node.isReady = false
      node.child = start(node)
      await isUp(node)
    },
    /** Has all of them leave; with what each ended, and what they said went wrong. */
    async stop() {
      isOver = true
      const ended = nodes.map(({ child }) => once(child, 'exit'))
      for (const { child } of nodes) child.kill('SIGTERM')
      const codes = (await Promise.all(ended)).map(([code]) => code as number | null)
      await Promise.all(watching)
      balancer.close()
      return { code: codes.find((code) => code !== 0) ?? 0, err }
    },
    /** Takes everything away at once. */
    end(): void {
      isOver = true
      for (const { child } of nodes) child.kill('SIGKILL')
      for (const caller of callers) caller.destroy()
      balancer.close()
    },
  }
}
