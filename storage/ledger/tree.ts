// The Merkle tree of RFC 6962 over lines of text, built on a function that hashes ranges.
import { hash as hashed } from 'node:crypto'

// One call per hash: a hash object each would take half of the time for millions of lines.
const sha256 = (bytes: string | Uint8Array): Buffer => hashed('sha256', bytes, 'buffer')
const one = Buffer.of(1)

export const leafHash = (line: string): Buffer => sha256(`\0${line}`)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  sha256(Buffer.concat([one, left, right]))

/** The largest power of two smaller than n. */
const split = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1)
export const isPower = (n: number): boolean => Number.isInteger(Math.log2(n))

export function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256('')
  let level = [...hashes]
  while (level.length > 1) {
    const above: Buffer[] = []
    for (let at = 0; at < level.length; at += 2)
      above.push(level[at + 1] === undefined ? level[at]! : nodeHash(level[at]!, level[at + 1]!))
    level = above
  }
  return level[0]!
}

/** The tree hash of lines `from` up to, but not including, `to`. */
type Hashed = (from: number, to: number) => Promise<Buffer>

/** Hashes any range by halves, down to ranges that `known` has. */
export function rangeHash(known: (from: number, to: number) => Promise<Buffer | null>): Hashed {
  return async function hash(from, to): Promise<Buffer> {
    const found = await known(from, to)
    if (found !== null) return found
    const middle = from + split(to - from)
    return nodeHash(await hash(from, middle), await hash(middle, to))
  }
}

/** The proof that line `n` is among the first `to` lines. */
export async function inclusion(hash: Hashed, n: number, to: number, from = 0): Promise<Buffer[]> {
  if (to - from === 1) return []
  const middle = from + split(to - from)
  return n < middle
    ? [...(await inclusion(hash, n, middle, from)), await hash(middle, to)]
    : [...(await inclusion(hash, n, to, middle)), await hash(from, middle)]
}

/** The proof that the first `to` lines begin with the earlier ones. */
export async function consistency(
  hash: Hashed,
  before: number,
  to: number,
  from = 0,
  isWhole = true,
): Promise<Buffer[]> {
  if (before === to) return isWhole ? [] : [await hash(from, to)]
  const middle = from + split(to - from)
  return before <= middle
    ? [...(await consistency(hash, before, middle, from, isWhole)), await hash(middle, to)]
    : [...(await consistency(hash, before, to, middle, false)), await hash(from, middle)]
}
