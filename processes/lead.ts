// The leading process: it owns the port, hands each connection to a serving process, decides whose turn it is to write,
// passes on what callers have spent, and replaces processes that exit. It answers no requests itself.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Order, Report, Words } from './messages.ts'
import { openTurns } from './turns.ts'

type Part = {
  number: number
  child: ChildProcess
  isReady: boolean
  /** Whether it takes connections. */
  isOpen: boolean
  /** Connections that were sent to it and that it has not confirmed. */
  handed: Map<number, Socket>
}
type Lead = {
  /** Resolves when all can answer, with the sign-in link made by the first; with null if they cannot start. */
  ready: Promise<{ link: string | null } | null>
  /** Resolves when the last process has exited: true if `stop` was called, false if they could not run. */
  ended: Promise<boolean>
  stop(): void
}
type Options = { program: string; count: number; port: number; host: string; log: Logger }

const recent_ms = 60_000
/** Restarts at once, and with a growing delay after three exits within a minute. */
const waitAfter = (deaths: number) => (deaths <= 3 ? 0 : Math.min(10_000, 100 * 2 ** (deaths - 4)))
/** If no process serves and this many starts in a row have failed, it gives up. */
const mostFailures = 5

export async function lead({ program, count, port, host, log }: Options): Promise<Lead> {
  const parts: Part[] = []
  const waiting: Socket[] = []
  const deaths = new Map<number, number[]>()
  const turns = openTurns((part: Part) => send(part, { kind: 'turn' }))
  const ready = Promise.withResolvers<Awaited<Lead['ready']>>()
  const ended = Promise.withResolvers<boolean>()
  let link: string | null = null
  let connections = 0
  let failures = 0
  let hasStarted = false
  let isStopping = false
  let isFailing = false

  const listener = createServer({ pauseOnConnect: true }, hand)
  listener.listen(port, host)
  await once(listener, 'listening')
  start(1, 'first')

  function start(number: number, ...first: 'first'[]): void {
    const words: Words = ['part', String(number), ...first]
    const part: Part = {
      number,
      child: fork(program, words),
      isReady: false,
      isOpen: false,
      handed: new Map(),
    }
    parts.push(part)
    part.child.on('message', (report: Report) => hear(part, report))
    part.child.on('error', (error) =>
      log.error({ err: error, process: number }, 'a process cannot be reached'),
    )
    part.child.once('exit', (code, signal) => gone(part, code, signal))
  }

  function send(part: Part, order: Order): void {
    // A failed send means that the process has exited, and its exit event follows.
    part.child.send(order, () => undefined)
  }

  function hear(part: Part, report: Report): void {
    if (report.kind === 'taken') taken(part, report.connection)
    else if (report.kind === 'turn_wanted') turns.want(part)
    else if (report.kind === 'turn_over') turns.leave(part)
    else if (report.kind === 'spent') for (const other of others(part)) send(other, report)
    else if (report.kind === 'measures_wanted')
      for (const other of others(part)) send(other, { ...report, from: part.number })
    else if (report.kind === 'measures') {
      const asker = parts.find(({ number }) => number === report.to)
      if (asker !== undefined) send(asker, report)
    } else if (report.kind === 'ready') welcome(part, report.link)
    else shut(part)
  }

  const others = (part: Part) => parts.filter((one) => one !== part)

  function welcome(part: Part, given: string | null): void {
    part.isReady = true
    log.info({ process: part.number, pid: part.child.pid }, 'a process serves')
    part.isOpen = !isStopping
    failures = 0
    link ??= given
    // The first process creates the database; the others start once it has.
    if (!hasStarted && part.number === 1) for (let number = 2; number <= count; number += 1) start(number)
    if (parts.every(({ isReady }) => isReady)) {
      hasStarted = true
      ready.resolve({ link })
    }
    for (const socket of waiting.splice(0)) hand(socket)
  }

  /** To the process with the fewest unconfirmed connections; equal ones take turns. */
  function hand(socket: Socket): void {
    const open = parts.filter(({ isOpen }) => isOpen)
    const least = Math.min(...open.map(({ handed }) => handed.size))
    const next = open.find(({ handed }) => handed.size === least)
    if (next === undefined) return void waiting.push(socket)
    parts.push(...parts.splice(parts.indexOf(next), 1))
    const connection = (connections += 1)
    next.handed.set(connection, socket)
    // Kept open here until it is confirmed: a process that exits before that has read nothing, so another can serve it.
    next.child.send({ kind: 'connection', connection }, socket, { keepOpen: true }, () => undefined)
  }

  function taken(part: Part, connection: number): void {
    part.handed.get(connection)?.destroy()
    part.handed.delete(connection)
  }

  function shut(part: Part): void {
    part.isOpen = false
    send(part, { kind: 'left' })
    if (isStopping && parts.every(({ isOpen }) => !isOpen)) listener.close()
  }

  function gone(part: Part, code: number | null, signal: NodeJS.Signals | null): void {
    parts.splice(parts.indexOf(part), 1)
    turns.leave(part)
    part.isOpen = false
    if (!isStopping) {
      if (!part.isReady) failures += 1
      isFailing = !hasStarted || (failures >= mostFailures && !parts.some(({ isReady }) => isReady))
      const said = { process: part.number, code, signal }
      if (!isFailing) again(part.number)
      // A process that exits with 1 has printed the reason itself.
      if (!isFailing || code !== 1)
        log.error(said, isFailing ? 'a process cannot start' : 'a process ended; another one is started')
      if (isFailing) stop()
    }
    for (const socket of part.handed.values()) hand(socket)
    if (isStopping && parts.length === 0) finish()
  }

  function again(number: number): void {
    const now_ms = performance.now()
    const recent = [...(deaths.get(number) ?? []).filter((at_ms) => now_ms - at_ms < recent_ms), now_ms]
    deaths.set(number, recent)
    setTimeout(() => {
      if (!isStopping) start(number)
    }, waitAfter(recent.length))
  }

  function stop(): void {
    if (isStopping) return
    isStopping = true
    for (const part of parts) send(part, { kind: 'stop' })
    if (parts.length === 0) finish()
  }

  function finish(): void {
    listener.close()
    for (const socket of waiting) socket.destroy()
    ready.resolve(null)
    ended.resolve(!isFailing)
  }

  return { ready: ready.promise, ended: ended.promise, stop }
}
