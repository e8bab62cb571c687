import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Text in the form in which the database keeps it; what has no bytes is no text any more. */
export function pack(text: string): Uint8Array {
  return new Uint8Array(deflateRawSync(text, { level: 3 }))
}

export function unpack(packed: Uint8Array): string {
  return packed.length === 0 ? '' : inflateRawSync(packed).toString()
}
