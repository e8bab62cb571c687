import { hash } from 'node:crypto'

export const etagOf = (text: string | Buffer): string => `"${hash('sha1', text, 'base64url')}"`

/** RFC 9110 section 13.1.2, the weak comparison. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
  )
}
