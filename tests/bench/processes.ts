// Processes under measurement: starting them, waiting for their first answer, reading what the operating system says of
// them, and the one process that makes the load.
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, nodeOptions } from '../support/programs.ts'
import type { Job, Load } from './load.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
// Where npm start keeps what Node compiled: the first of several starts fills it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
process.env.GLIBC_TUNABLES ??=
  'glibc.malloc.arena_max=1:glibc.malloc.mmap_threshold=131072:glibc.malloc.trim_threshold=131072'

export type Running = { pid: number; port: number; started_ms: number; stop(): Promise<void> }

/** Starts a program that listens on PORT, and waits until it accepts connections. */
export async function startServer(
  script: string,
  env: Record<string, string> = {},
  options: { cwd?: string; args?: string[]; after?: string[]; node?: string; within?: string } = {},
): Promise<Running> {
  const port = await freePort()
  const started_ms = performance.now()
  const command = [
    options.node ?? process.execPath,
    ...(options.args ?? []),
    ...nodeOptions,
    script,
    ...(options.after ?? []),
  ]
  // A process reads how much memory there is when it starts, so it joins the control group before it becomes Node.
  const joined = ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', options.within ?? '', ...command]
  const [program, ...rest] = options.within === undefined ? command : ['sh', ...joined]
  const child = spawn(program!, rest, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A section that fails leaves nobody behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let exited = false
  const end = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', kill)
      resolve(void (exited = true))
    }),
  )
  // A node on PostgreSQL makes its index of a million listings first.
  const deadline_ms = started_ms + 1_800_000
  while (!(await accepts(port))) {
    if (exited || performance.now() > deadline_ms) throw new Error(`${script} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    pid: child.pid!,
    port,
    started_ms,
    stop() {
      child.kill('SIGTERM')
      return end
    },
  }
}

/** A control group with so much memory, as a small machine has it; null where the system does not let us make one. */
export function smallMachine(bytes: number): { folder: string; remove(): void } | null {
  const [folder, limit] = existsSync('/sys/fs/cgroup/memory')
    ? ['/sys/fs/cgroup/memory/launch-bench', 'memory.limit_in_bytes']
    : ['/sys/fs/cgroup/launch-bench', 'memory.max']
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, limit), String(bytes))
  } catch {
    return null
  }
  return { folder, remove: () => rmdirSync(folder) }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(socket.destroy().destroyed))
    socket.on('error', () => resolve(false))
  })
}

/** Runs a program to its end beside whatever is measured. */
export function startProgram(script: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The process and those it has started; only itself where the system does not say. */
export function familyOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : []
  return [pid, ...children.map(Number)]
}

/** CPU seconds a process has used, all its threads together: nanoseconds on Linux, hundredths of a second elsewhere. */
export function cpuOf(pid: number): number {
  if (existsSync(`/proc/${pid}/task`)) {
    const threads = readdirSync(`/proc/${pid}/task`)
    const ns = threads.map((thread) => {
      try {
        return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
      } catch {
        return 0
      }
    })
    return ns.reduce((sum, one) => sum + one, 0) / 1e9
  }
  const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  return time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Resident memory in MB (10^6 bytes would flatter it by 5 %: these are MiB). */
export function rssOf(pid: number): number {
  if (existsSync(`/proc/${pid}/status`))
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** The real websites behind an egress proxy, served by a process of their own. */
export async function startSites(): Promise<{ proxy: string; stop(): void }> {
  const child = fork(new URL('servers/sites.ts', import.meta.url))
  const [proxy] = (await once(child, 'message')) as [string]
  return { proxy, stop: () => void child.kill() }
}

export type LoadMaker = { run(job: Job): Promise<Load>; stop(): void }

export function startLoadMaker(): LoadMaker {
  const child = fork(new URL('load.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: { load?: Load; error?: string }) =>
          answer.load === undefined ? reject(new Error(answer.error)) : resolve(answer.load),
        )
        child.send(job)
      }),
    stop: () => void child.kill(),
  }
}
