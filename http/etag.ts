import { hash } from 'node:crypto'
import { FastResponse } from 'srvx'

export const etagOf = (text: string | Buffer): string => `"${hash('sha1', text, 'base64url')}"`

/** RFC 9110 section 13.1.2, the weak comparison. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
  )
}

/** The body, or 304 if the caller has it already. */
export function unlessKnown(
  request: Request,
  body: string | Uint8Array<ArrayBufferLike>,
  headers: Record<string, string> & { etag: string },
): Response {
  return matches(request.headers.get('if-none-match'), headers.etag)
    ? new FastResponse(null, { status: 304, headers })
    : new FastResponse(body, { headers })
}
