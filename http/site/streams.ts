// Event streams to browsers (server-sent events): limited in number, and ended at shutdown.
import { setTimeout as sleep } from 'node:timers/promises'
import { FastResponse } from 'srvx'
import { Refusal } from '../../tools/errors.ts'

const most_of_one = 4
const most_of_all = 200
/** Proxies close a connection that is silent for long. */
const heartbeat_ms = 15_000
const longest_ms = 600_000
const every_ms = 700

type Event = { event: string; data: string }

/** `leaving` ends all streams: browsers reconnect, and reach the next process. */
export function openStreams(leaving: AbortSignal) {
  const open = new Map<number, number>()
  let all = 0

  function enter(user_id: number): () => void {
    const own = open.get(user_id) ?? 0
    if (own >= most_of_one || all >= most_of_all)
      throw new Refusal('rate_limited', 'Too many pages of yours are being kept up to date at once.', {
        limit: 'pages kept up to date',
      })
    open.set(user_id, own + 1)
    all += 1
    return () => {
      const left = open.get(user_id)! - 1
      if (left > 0) open.set(user_id, left)
      else open.delete(user_id)
      all -= 1
    }
  }

  /**
   * Calls `look` regularly and sends its result when it has changed. The stream ends when `look` says that this was the
   * last.
   */
  return function stream(
    user_id: number,
    look: () => Promise<{ events: Event[]; isLast: boolean }>,
  ): Response {
    const leave = enter(user_id)
    async function* events(): AsyncGenerator<string> {
      try {
        yield 'retry: 2000\n\n'
        let before = ''
        let silent_ms = 0
        for (let waited_ms = 0; waited_ms < longest_ms && !leaving.aborted; waited_ms += every_ms) {
          const { events, isLast } = await look()
          const text = events.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`).join('')
          silent_ms = text === before ? silent_ms + every_ms : 0
          if (text !== before) yield text
          else if (silent_ms >= heartbeat_ms) {
            silent_ms = 0
            yield ': still here\n\n'
          }
          before = text
          if (isLast) return
          await sleep(every_ms, undefined, { signal: leaving }).catch(() => undefined)
        }
      } finally {
        leave()
      }
    }
    return new FastResponse(streamOf(events(), leave), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      },
    })
  }
}

/** Calls `leave` even if the browser hangs up before the first event. */
function streamOf(events: AsyncGenerator<string>, leave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isBegun = false
  return new ReadableStream({
    async pull(controller) {
      isBegun = true
      const { done, value } = await events.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      if (isBegun) await events.return(undefined)
      else leave()
    },
  })
}
