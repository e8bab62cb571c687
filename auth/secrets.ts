// Secrets are 256 random bits, so a fast hash keeps them: there is nothing to guess (RFC 6749 section 10.10).
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

export type SecretKind = 'lc' | 'la' | 'lr' | 'lk' | 'ls' | 'll' | 'lb' | 'li' | 'lo' | 'lcs'

/** A new secret. The prefix tells scanners and people what it is. */
export function mint(kind: SecretKind): string {
  return `${kind}_${randomBytes(32).toString('base64url')}`
}

export function digest(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Proves, to whoever holds the key, that these words were put together here. */
export function seal(key: string, ...words: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url')
}

/** Compares without telling, by its time, how much is equal. */
export function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))
}
