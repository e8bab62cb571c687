// The process that leads: it owns the port, hands each connection to one of those that serve, says whose turn it is to
// write, tells them what callers have spent, and starts another one where one has ended. It serves nothing itself.
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
  /** What it was handed and has not said to have. */
  handed: Map<number, Socket>
}
type Lead = {
  /** When all can answer, with the sign-in link that the first has made; null when they cannot. */
  ready: Promise<{ link: string | null } | null>
  /** When the last has ended: whether that was what was wanted. */
  ended: Promise<boolean>
  stop(): void
}
type Options = { program: string; count: number; port: number; host: string; log: Logger }

const recent_ms = 60_000
/** At once, unless one has ended again and again within a minute. */
const waitAfter = (deaths: number) => (deaths <= 3 ? 0 : Math.min(10_000, 100 * 2 ** (deaths - 4)))
/** Where nobody serves and so many starts in a row have failed, the next would fail as well. */
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
    // Whoever cannot be told has ended, and its end is seen by itself.
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
    // The first has made the database before the others open it.
    if (!hasStarted && part.number === 1) for (let number = 2; number <= count; number += 1) start(number)
    if (parts.every(({ isReady }) => isReady)) {
      hasStarted = true
      ready.resolve({ link })
    }
    for (const socket of waiting.splice(0)) hand(socket)
  }

  /** To the one that keeps up best with what it was handed, by turns. */
  function hand(socket: Socket): void {
    const open = parts.filter(({ isOpen }) => isOpen)
    const least = Math.min(...open.map(({ handed }) => handed.size))
    const next = open.find(({ handed }) => handed.size === least)
    if (next === undefined) return void waiting.push(socket)
    parts.push(...parts.splice(parts.indexOf(next), 1))
    const connection = (connections += 1)
    next.handed.set(connection, socket)
    // It stays open here until it is taken: whoever ends before that has read nothing of it, so another one can.
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
      // With 1 it has said why itself.
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
