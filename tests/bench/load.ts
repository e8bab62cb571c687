// The load, in a process of its own: raw HTTP over kept connections, one request at a time on each, so that what the
// generator costs is small and its latencies are the server's.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

export type Job = {
  /** Several ports get the connections by turns. */
  port: number | number[]
  requests: string[]
  connections: number
  count: number
  /** Addresses of this machine that the connections come from, by turns. */
  from?: string[]
  /** How long each connection waits before its next request. */
  pause_ms?: number
  /** Latencies are what the main thread of this process worked meanwhile: a busy machine does not change them. */
  by_clock_of?: number
}
export type Load = {
  seconds: number
  statuses: Record<string, number>
  p50_ms: number
  p99_ms: number
  max_ms: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** The status once the whole answer is there, or null while more is to come. */
function statusOf(answer: Buffer): string | null {
  const end = answer.indexOf(headEnd)
  if (end < 0) return null
  const head = answer.toString('latin1', 0, end)
  const status = head.slice(9, 12)
  if (status === '304' || status === '204') return status
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined
      ? answer.subarray(-lastChunk.length).equals(lastChunk)
      : answer.length >= end + headEnd.length + Number(length)
  return isWhole ? status : null
}

const cpuClock = (pid: number) => () =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

export async function runLoad(job: Job): Promise<Load> {
  const { port, requests, connections, count, from = [], pause_ms, by_clock_of } = job
  const now_ms = by_clock_of === undefined ? () => performance.now() : cpuClock(by_clock_of)
  const latencies_ms = new Float64Array(count)
  const statuses: Record<string, number> = {}
  let sent = 0
  let done = 0
  const started_ms = performance.now()
  const sockets: Socket[] = []

  const ports = [port].flat()

  await Promise.all(
    Array.from({ length: Math.min(connections, count) }, async (_, n) => {
      const port = ports[n % ports.length]!
      const socket = connect({
        ...{ port, host: '127.0.0.1', noDelay: true },
        ...(from.length > 0 && { localAddress: from[n % from.length] }),
      })
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        let answer: Buffer = Buffer.alloc(0)
        let sent_ms = 0
        function next(): void {
          if (sent === count) return resolve()
          sent_ms = now_ms()
          socket.write(requests[sent % requests.length]!)
          sent += 1
        }
        socket.on('connect', next)
        socket.on('error', reject)
        socket.on('close', () => reject(new Error(`the server on port ${port} closed a connection`)))
        socket.on('data', (chunk: Buffer) => {
          answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
          const status = statusOf(answer)
          if (status === null) return
          latencies_ms[done] = now_ms() - sent_ms
          done += 1
          statuses[status] = (statuses[status] ?? 0) + 1
          answer = Buffer.alloc(0)
          if (pause_ms === undefined) next()
          else setTimeout(next, pause_ms)
        })
      })
    }),
  )
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  const seconds = (performance.now() - started_ms) / 1000
  latencies_ms.sort()
  const at = (part: number) => latencies_ms[Math.min(count - 1, Math.floor(count * part))]!
  return { seconds, statuses, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: latencies_ms[count - 1]! }
}

if (process.send !== undefined) {
  process.on('message', (job: Job) => {
    runLoad(job).then(
      (load) => process.send!({ load }),
      (error: unknown) => process.send!({ error: String(error) }),
    )
  })
}
