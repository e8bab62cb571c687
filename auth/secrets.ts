// Secrets are 256 random bits, so a fast hash is enough to store them: they cannot be guessed (RFC 6749 section 10.10).
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

type SecretKind = 'lc' | 'la' | 'lr' | 'lk' | 'ls' | 'll' | 'lb' | 'li' | 'lo' | 'lcs'

/** A new secret. Its prefix tells secret scanners and people what it is. */
export function mint(kind: SecretKind): string {
  return `${kind}_${randomBytes(32).toString('base64url')}`
}

export function digest(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** A MAC over these words, which only a holder of the key can make. */
export function seal(key: string, ...words: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url')
}

const keyFrom = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'encrypt', 32))

/** Encrypts the text with AES-256-GCM, for holders of the secret only. */
export function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce)
  const bytes = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...bytes]).toString('base64url')
}

export function decrypt(secret: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}

/** Compares in constant time. */
export function equal(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))
}
