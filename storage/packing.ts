import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Compresses text for the database; empty bytes mean that the text was deleted. */
export function pack(text: string): Uint8Array {
  return new Uint8Array(deflateRawSync(text, { level: 3 }))
}

export function unpack(packed: Uint8Array): string {
  return packed.length === 0 ? '' : inflateRawSync(packed).toString()
}
