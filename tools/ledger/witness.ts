// Witnesses as C2SP defines them (tlog-witness, tlog-cosignature): each signs a checkpoint that extends the one before.
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Storage } from '../../storage/storage.ts'
import { consistency } from '../../storage/ledger/tree.ts'

/** Name, key id and Ed25519 key of a witness; null if the text is no valid vkey. */
function witnessKey(vkey: string) {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey) ?? []
  const typed = Buffer.from(key ?? '', 'base64')
  if (name === undefined || typed.length !== 33 || typed[0] !== 4) return null
  const hashed = createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8)
  if (hashed !== id) return null
  return { name, id, x: typed.subarray(1).toString('base64url') }
}
export const isWitness = (vkey: string): boolean => witnessKey(vkey) !== null

/** The request to a witness that has seen the first `before` lines: a consistency proof and the checkpoint. */
export async function requestOf(
  { ledger }: Storage,
  { site_id, size, note }: { site_id: number; size: number; note: string },
  before: number,
): Promise<string> {
  const hash = (from: number, to: number) => ledger.hash(site_id, from, to)
  const proof = before === 0 ? [] : await consistency(hash, before, size)
  return `old ${before}\n${proof.map((one) => `${one.toString('base64')}\n`).join('')}\n${note}`
}

/** The line of the answer in which this witness signs this note; null if none is valid. */
export function cosignatureIn(answer: string, note: string, vkey: string): string | null {
  const { name, id, x } = witnessKey(vkey)!
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const line = answer.split('\n').find((one) => {
    if (!one.startsWith(`— ${name} `)) return false
    const signed = Buffer.from(one.slice(name.length + 3), 'base64')
    if (signed.length !== 76 || signed.subarray(0, 4).toString('hex') !== id) return false
    const said = `cosignature/v1\ntime ${signed.readBigUInt64BE(4)}\n${text}`
    return verify(null, Buffer.from(said), key, signed.subarray(12))
  })
  return line === undefined ? null : `${line}\n`
}

/** Names of the witnesses who signed the checkpoint beside us. */
export const namesIn = (cosigned: string): string[] =>
  cosigned.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
