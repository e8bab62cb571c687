// One thread for work on what strangers wrote. It does one piece at a time, so that a piece that runs away is known by
// name: the thread is ended with it, and a new one does the next.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, parentPort } from 'node:worker_threads'
import { until } from '../../outbound.ts'
import { TooHeavy } from '../../tools/drafts/drafter.ts'

/** What a thread can do: plain data in, plain data out. */
export type Tasks = Record<string, (input: never) => unknown>
export type Thread<T extends Tasks> = {
  /** Done in the order asked. Throws TooHeavy when it takes too long or too much memory; the signal ends the wait. */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<T[Name]>>
  /** Begins to load what it will need, for who waits for something else first. */
  prepare(): void
  close(): Promise<void>
}
export type ThreadBounds<T extends Tasks> = {
  /** How much computing time each task may take. */
  limits_ms: Record<keyof T, number>
  heap_mb: number
  /** The thread ends when it has had nothing to do for so long, and gives its memory back. */
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

/** So many times its computing time a piece may last. */
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

  /** What else the machine does makes a piece last longer and cost no more, so its own computing time is what counts. */
  function watch(of: Worker, limit_ms: number): void {
    const piece = running
    const last_ms = performance.now() + limit_ms * patience
    const tooLong = () => fail(of, new TooHeavy('time'))
    const begun = of.cpuUsage()
    const look = async () => {
      // Stuck where it cannot even say what it has spent, it has until the last moment.
      limit = setTimeout(tooLong, Math.max(last_ms - performance.now(), 1))
      const { user, system } = await of.cpuUsage(await begun)
      if (running !== piece) return
      clearTimeout(limit)
      const left_ms = limit_ms - (user + system) / 1000
      if (left_ms <= 0 || performance.now() >= last_ms) tooLong()
      else limit = setTimeout(ask, Math.max(left_ms, 20))
    }
    // A thread that has ended says so itself.
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
    // The cache that the process was started with, where it was: Node names the folder of its own version in it.
    const compiled = getCompileCacheDir()
    const started = new Worker(entry, {
      // Nothing in it needs our settings, and some of them are secrets.
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

  /** The thread is gone, or goes now, and with it what it was doing. */
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

/** Called in the thread itself, once. */
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
