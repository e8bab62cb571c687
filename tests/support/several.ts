// The service as several processes: started like the one, and each of them to be killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, nodeOptions, surroundings } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Several = Awaited<ReturnType<typeof startSeveral>>

/** Starts PROCESSES of them on the folder and waits until all serve. */
export async function startSeveral(data_dir: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeOptions, 'server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...surroundings,
      PORT: String(port),
      DATA_DIR: data_dir,
      PROCESSES: '2',
      RATE_LIMITS: 'off',
      ...settings,
    },
  })
  let out = ''
  let err = ''
  const pids = new Map<number, number>()
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
    // Over all that was said so far, for a part may end inside a line.
    for (const [, pid, number] of out.matchAll(/"process":(\d+),"pid":(\d+)/g))
      pids.set(Number(pid), Number(number))
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => void (err += part))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  while (!out.includes('is running')) {
    if (child.exitCode !== null) throw new Error(`did not start: ${out}${err}`)
    await sleep(20)
  }
  return {
    url: `http://localhost:${port}`,
    port,
    child,
    ended,
    told: () => out,
    /** The process of this number, as long as it serves. */
    pid: (number: number) => pids.get(number)!,
    /** Kills one of them as the system would, and says when another one serves in its place. */
    async kill(number: number): Promise<void> {
      const before = pids.get(number)!
      process.kill(before, 'SIGKILL')
      while (pids.get(number) === before) await sleep(10)
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    /** Takes everything away at once. */
    end: () => void child.kill('SIGKILL'),
  }
}

/** One request on a connection of its own; rejects when the connection is cut. */
export function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers, host: '127.0.0.1', agent: false }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => void (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, body, headers: answer.headers }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}
