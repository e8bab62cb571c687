// The programs of the project as real processes on a data folder of their own.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a program is started with. Like npm start, it finds its own code compiled by the one before it. */
export const surroundings = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
}
/** What the operator's process is sent. */
export type Asked = { words: string[]; settings: Record<string, string | undefined> }
export type Ended = { code: number | null; out: string; err: string }

export function newFolder(): { path: string; file(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'launch-programs-'))
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** What npm start gives Node. */
export const nodeOptions = ['--no-regexp-tier-up']

/** The programs of a source, which may be an older one. */
export function programsOf(source: string) {
  function start(program: string, words: readonly string[], settings: Record<string, string>) {
    const child = spawn(process.execPath, [...nodeOptions, join(source, program), ...words], {
      env: { ...surroundings, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => void (out += part))
    child.stderr.setEncoding('utf8').on('data', (part: string) => void (err += part))
    const ended: Promise<Ended> = once(child, 'close').then(([code]) => {
      running.delete(child)
      return { code: code as number | null, out, err }
    })
    return { child, ended, told: () => out }
  }

  /** Runs a command of the operator to its end. */
  function admin(data_dir: string, ...words: string[]): Promise<Ended> {
    return startAdmin(data_dir, words).ended
  }

  /** Starts a command of the operator, perhaps to be killed in the middle. */
  function startAdmin(
    data_dir: string,
    words: readonly string[],
    settings: Record<string, string> = {},
  ): { child: ChildProcess; ended: Promise<Ended> } {
    return start('admin.ts', words, { DATA_DIR: data_dir, ...settings })
  }

  /** Starts the service and waits until it serves. */
  async function startServer(data_dir: string, given: Record<string, string> = {}) {
    const port = await freePort()
    const settings = {
      DATA_DIR: data_dir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...given,
    }
    const { child, ended, told } = start('server.ts', [], settings)
    const url = `http://localhost:${port}`
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null)
        throw new Error(`The server does not start: ${JSON.stringify(await ended)}`)
      await sleep(20)
    }
    return {
      url,
      /** What it has printed so far. */
      told,
      json: async (path: string) =>
        (await (await fetch(`${url}/api/v1${path}`)).json()) as Record<string, any>,
      /** Ends it at once, as a power cut would. */
      kill(): Promise<Ended> {
        child.kill('SIGKILL')
        return ended
      },
      stop(): Promise<Ended> {
        child.kill('SIGTERM')
        return ended
      },
    }
  }
  return { admin, startAdmin, startServer }
}
export const { startAdmin, startServer } = programsOf(root)

let operator: ChildProcess | undefined
let answered: Promise<unknown> = Promise.resolve()

/**
 * Runs a command of the operator to its end, in a process that is kept for the next: most of a command's second is the
 * start of a program. `startAdmin` starts one as the operator does.
 */
export function operate(
  data_dir: string,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const asked: Asked = { words, settings: { ...surroundings, DATA_DIR: data_dir, ...settings } }
  const ended = answered.then(() => ask((operator ??= startOperator()), asked))
  answered = ended
  return ended
}
export const admin = (data_dir: string, ...words: string[]) => operate(data_dir, words)

function startOperator(): ChildProcess {
  const child = fork(join(root, 'tests/support/operator_process.ts'), { env: surroundings, execArgv: [] })
  running.add(child)
  return child
}

function ask(child: ChildProcess, asked: Asked): Promise<Ended> {
  return new Promise((resolve) => {
    const end = (ended: Ended) => {
      child.removeAllListeners()
      child.unref()
      resolve(ended)
    }
    child.ref()
    child.once('message', (ended) => end(ended as Ended))
    child.once('exit', (code) => {
      operator = undefined
      running.delete(child)
      end({ code, out: '', err: 'The process of the operator died.' })
    })
    child.send(asked)
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
