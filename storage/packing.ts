import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Text in the form in which the database keeps it. */
export function pack(text: string): Uint8Array {
  return new Uint8Array(deflateRawSync(text, { level: 3 }))
}

export function unpack(packed: Uint8Array): string {
  return inflateRawSync(packed).toString()
}
