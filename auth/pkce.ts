import { hash } from 'node:crypto'
import { equal } from './secrets.ts'

/** RFC 7636 section 4.2: an S256 challenge is always 43 characters. */
export function isChallenge(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text)
}

/** RFC 7636 section 4.6. plain is not supported, so no downgrade is possible. */
export function proves(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return equal(hash('sha256', verifier, 'base64url'), challenge)
}
