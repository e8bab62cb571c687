import type { Writable } from 'node:stream'
import { FastResponse } from 'srvx'

/**
 * An answer whose text leaves in one write with its headers. A string handed to srvx is one write and the end of the
 * answer another, which Node then has to join.
 */
export function textResponse(
  text: string,
  { status = 200, headers }: { status?: number; headers: Record<string, string> },
): Response {
  const body = { pipe: (to: Writable) => void to.end(text) }
  return new FastResponse(body as unknown as ReadableStream, {
    status,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) },
  })
}
