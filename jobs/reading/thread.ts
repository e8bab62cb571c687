// One thread for parsing what strangers wrote. It runs one task at a time, so that a task that hangs is known: the
// thread is terminated with it, and a new one runs the next.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, parentPort } from 'node:worker_threads'
import { until } from '../../outbound.ts'
import { TooHeavy } from '../../tools/drafts/drafter.ts'

/** The tasks of a thread: plain data in, plain data out. */
export type Tasks = Record<string, (input: never) => unknown>
export type Thread<T extends Tasks> = {
  /** Runs in the order of calls. Throws TooHeavy if it takes too long or too much memory; the signal ends the wait. */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<T[Name]>>
  /** Starts loading the thread, for callers who wait for something else first. */
  prepare(): void
  close(): Promise<void>
}
export type ThreadBounds<T extends Tasks> = {
  /** The CPU time limit of each task. */
  limits_ms: Record<keyof T, number>
  heap_mb: number
  /** After being idle for so long the thread ends, and frees its memory. */
  idle_ms: number
}

type Piece = {
  name: string
  input: unknown
  signal: AbortSignal | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Message = 'ready' | { value: unknown } | { error: unknown }

/** A task may last so many times its CPU time limit. */
const patience = 20

export function openThread<T extends Tasks>(entry: URL, bounds: ThreadBounds<T>): Thread<T> {
  const waiting: Piece[] = []
  let running: Piece | null = null
  let worker: Worker | null = null
  let isReady = false
  let limit: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function next(): void {
    if (running !== null) return
    do running = waiting.shift() ?? null
    while (running?.signal?.aborted === true)
    clearTimeout(idle)
    if (running === null) {
      worker?.unref()
      idle = setTimeout(end, bounds.idle_ms).unref()
      return
    }
    worker ??= start()
    worker.ref()
    if (isReady) hand(worker, running)
  }

  function hand(to: Worker, { name, input }: Piece): void {
    watch(to, bounds.limits_ms[name]!)
    try {
      to.postMessage({ name, input })
    } catch (error) {
      finish((piece) => piece.reject(error))
    }
  }

  /** CPU time counts: on a busy machine a task lasts longer without costing more. */
  function watch(of: Worker, limit_ms: number): void {
    const piece = running
    const last_ms = performance.now() + limit_ms * patience
    const tooLong = () => fail(of, new TooHeavy('time'))
    const begun = of.cpuUsage()
    const look = async () => {
      // A thread too busy to report its CPU time has until the wall-clock limit.
      limit = setTimeout(tooLong, Math.max(last_ms - performance.now(), 1))
      const { user, system } = await of.cpuUsage(await begun)
      if (running !== piece) return
      clearTimeout(limit)
      const left_ms = limit_ms - (user + system) / 1000
      if (left_ms <= 0 || performance.now() >= last_ms) tooLong()
      else limit = setTimeout(ask, Math.max(left_ms, 20))
    }
    // The end of a thread is reported elsewhere.
    const ask = () => void look().catch(() => undefined)
    begun.catch(() => undefined)
    limit = setTimeout(ask, limit_ms)
  }

  function finish(how: (piece: Piece) => void): void {
    clearTimeout(limit)
    const piece = running
    running = null
    if (piece !== null) how(piece)
    next()
  }

  function start(): Worker {
    isReady = false
    // Use the process's own compile cache; Node adds a folder for its version to the path.
    const compiled = getCompileCacheDir()
    const started = new Worker(entry, {
      // The thread needs none of our settings, and some of them are secrets.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
      resourceLimits: { maxOldGenerationSizeMb: bounds.heap_mb, maxYoungGenerationSizeMb: 8 },
    })
    started.on('message', (message: Message) => {
      if (started !== worker) return
      if (message !== 'ready')
        return finish((piece) =>
          'error' in message ? piece.reject(message.error) : piece.resolve(message.value),
        )
      isReady = true
      if (running !== null) hand(started, running)
    })
    started.on('error', (error: Error & { code?: string }) =>
      fail(started, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooHeavy('memory') : error),
    )
    started.on('exit', () => fail(started, new Error('The thread has ended.')))
    return started
  }

  /** Rejects the running task, because the thread has ended or is being terminated. */
  function fail(of: Worker, error: Error): void {
    if (of !== worker) return
    end()
    finish((piece) => piece.reject(error))
  }

  function end(): Promise<unknown> | undefined {
    const ended = worker?.terminate()
    worker = null
    return ended
  }

  return {
    run(name, input, signal) {
      if (closed) return Promise.reject(new Error('The thread is closed.'))
      const done = new Promise<unknown>((resolve, reject) => {
        waiting.push({ name, input, signal, resolve, reject })
      })
      next()
      return (signal === undefined ? done : until(signal, done)) as ReturnType<Thread<T>['run']>
    },
    prepare() {
      if (closed) return
      worker ??= start()
      next()
    },
    async close() {
      closed = true
      clearTimeout(limit)
      clearTimeout(idle)
      const error = new Error('The thread is closed.')
      for (const piece of [running, ...waiting.splice(0)]) piece?.reject(error)
      running = null
      await end()
    },
  }
}

/** Called once, inside the thread. */
export function serveTasks(tasks: Tasks): void {
  parentPort!.on('message', ({ name, input }: { name: string; input: never }) => {
    try {
      parentPort!.postMessage({ value: tasks[name]!(input) } satisfies Message)
    } catch (error) {
      parentPort!.postMessage({ error } satisfies Message)
    }
  })
  parentPort!.postMessage('ready' satisfies Message)
}
