// Signed notes as C2SP defines them (signed-note, tlog-checkpoint): their signing keys, and checkpoints of the ledger.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** How many days the previous key goes on signing beside a new one. */
export const bothSign_days = 56

export type SigningKey = { origin: string; vkey: string; secret: string }

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A new Ed25519 key with the log's name; `vkey` is the public verifier key. */
export function newKey(origin: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const typed = Buffer.concat([
    Buffer.of(1),
    Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
  ])
  const id = createHash('sha256').update(`${origin}\n`).update(typed).digest().subarray(0, 4)
  return {
    origin,
    vkey: `${origin}+${id.toString('hex')}+${base64(typed)}`,
    secret: base64(privateKey.export({ format: 'der', type: 'pkcs8' })),
  }
}

function signature(text: string, { origin, vkey, secret }: SigningKey): string {
  const id = Buffer.from(vkey.slice(origin.length + 1).split('+', 1)[0]!, 'hex')
  const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })
  return `— ${origin} ${base64(Buffer.concat([id, sign(null, Buffer.from(text), key)]))}\n`
}

/** A signed checkpoint: the log's name, size and root hash, signed by each key. */
export function checkpointOf(
  size: number,
  root: string,
  keys: readonly [SigningKey, ...SigningKey[]],
): string {
  const text = `${keys[0].origin}\n${size}\n${root}\n`
  return `${text}\n${keys.map((key) => signature(text, key)).join('')}`
}

/** The keys that were not stolen: a signature by a stolen key may be anybody's. */
export const trusted = <Key extends { stolen_since: string | null }>(keys: readonly Key[]): Key[] =>
  keys.filter(({ stolen_since }) => stolen_since === null)

/** Whether one of the keys has signed the note. */
export function isSigned(note: string, keys: readonly Pick<SigningKey, 'origin' | 'vkey'>[]): boolean {
  const end = note.indexOf('\n\n') + 1
  const text = Buffer.from(note.slice(0, end))
  return keys.some(({ origin, vkey }) => {
    const [id, key] = vkey.slice(origin.length + 1).split(/\+(.*)/s) as [string, string]
    const x = Buffer.from(key, 'base64').subarray(1).toString('base64url')
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return note
      .slice(end + 1)
      .split('\n')
      .filter((line) => line.startsWith(`— ${origin} `))
      .map((line) => Buffer.from(line.slice(origin.length + 3), 'base64'))
      .some(
        (signed) =>
          signed.subarray(0, 4).toString('hex') === id && verify(null, text, known, signed.subarray(4)),
      )
  })
}
