// Leaving without hanging up on anybody.
import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stops listening, answers every request that has been sent, and closes connections as they fall silent; those still
 * open after `patience_ms` are cut. Node's own close takes a connection whose request it has not read yet for an idle
 * one and resets it, so a moment passes before silence counts.
 */
export async function drain(server: Server, patience_ms: number): Promise<void> {
  const begun_ms = performance.now()
  const empty = new Promise<true>((resolve) => Listener.prototype.close.call(server, () => resolve(true)))
  let done = await Promise.race([empty, sleep(50, false)])
  while (!done && performance.now() - begun_ms < patience_ms) {
    server.closeIdleConnections()
    done = await Promise.race([empty, sleep(25, false)])
  }
  server.closeAllConnections()
  await empty
}
