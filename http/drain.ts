// Open connections: how many one address may have, and how to shut down without cutting anybody off.
import type { Server } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { addressKey } from './limits.ts'

/**
 * The server stops listening once no connection has come for this long: one still waiting to be accepted would
 * be reset.
 */
const quiet_ms = 100
/** If connections keep coming, it stops listening after this long, right after accepting the waiting ones. */
const longestQuiet_ms = 1000
/** How long a connection that has sent nothing yet may take to send its first request. */
const shy_ms = 1000
/** The most connections of one address; a proxy, which has those of many people, is exempt. */
const mostOfOne = 1000

export type Connections = ReturnType<typeof followConnections>

/** Tracks connections from the start, so that the server can shut down in order. */
export function followConnections(server: Server, proxies: readonly string[] = []) {
  const open = new Set<Socket>()
  const openOf = new Map<string, number>()
  const shy = new Set<Socket>()
  let emptied = () => undefined as void
  let lastCame_ms = -Infinity
  server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '')
    const theirs = openOf.get(address) ?? 0
    if (theirs >= mostOfOne && !proxies.includes(socket.remoteAddress ?? '')) return void socket.destroy()
    openOf.set(address, theirs + 1)
    lastCame_ms = performance.now()
    open.add(socket)
    shy.add(socket)
    socket.once('close', () => {
      const left = openOf.get(address)! - 1
      if (left > 0) openOf.set(address, left)
      else openOf.delete(address)
      open.delete(socket)
      shy.delete(socket)
      if (open.size === 0) emptied()
    })
  })
  server.on('request', ({ socket }) => void shy.delete(socket))

  return {
    /** Waits until no new connections come; those that come are accepted and answered. */
    async quiet(): Promise<void> {
      const begun_ms = performance.now()
      const since = (at_ms: number) => performance.now() - at_ms
      while (since(begun_ms) < longestQuiet_ms && since(Math.max(lastCame_ms, begun_ms)) < quiet_ms)
        await sleep(10)
      await turn()
    },

    /**
     * Stops listening, answers every request that was sent, and closes connections as they become idle; those open
     * after `patience_ms` are cut. Node considers a connection with an unread request idle and resets it, so this waits
     * a moment before closing idle ones.
     */
    async drain(patience_ms: number): Promise<void> {
      const begun_ms = performance.now()
      // With several processes none listens itself, and Node does not count connections that were handed over.
      const empty = new Promise<true>((resolve) => {
        emptied = () => resolve(true)
        if (open.size === 0) emptied()
      })
      Listener.prototype.close.call(server)
      let done = await Promise.race([empty, sleep(50, false)])
      while (!done && performance.now() - begun_ms < patience_ms) {
        const mayStillAsk = shy.size > 0 && performance.now() - begun_ms < shy_ms
        if (!mayStillAsk) server.closeIdleConnections()
        done = await Promise.race([empty, sleep(25, false)])
      }
      server.closeAllConnections()
      await empty
    },
  }
}
