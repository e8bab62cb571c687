import { crc32 } from 'node:zlib'
import { demand, type Drawn } from './drawn.ts'

/** Chunks that affect display. Texts, times, places, profiles and animation frames are left out. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']
/** Chunks of fixed length, checked so that no other data can hide in them. */
const lengths: Record<string, number> = { IHDR: 13, gAMA: 4, cHRM: 32, sRGB: 1, IEND: 0 }
/** Bit depths by colour type. */
const depths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Samples per pixel by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Copies chunk by chunk up to IEND (PNG, third edition, section 5), and nothing after it. */
export function cleanPng(bytes: Buffer): Drawn {
  const parts = [bytes.subarray(0, 8)]
  const seen = new Set<string>()
  let size = { width: 0, height: 0, most: 0 }
  let drawn = 0
  for (let at = 8; !seen.has('IEND');) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    demand(end <= bytes.length)
    const name = bytes.toString('latin1', at + 4, at + 8)
    demand(/^[A-Za-z]{4}$/.test(name))
    demand(crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4))
    demand(seen.size > 0 || name === 'IHDR')
    demand(!(name in lengths) || (lengths[name] === length && !seen.has(name)))
    if (name === 'IHDR') size = readHeader(bytes.subarray(at + 8, end - 4))
    if (name === 'IDAT') drawn += length
    if (name === 'PLTE') demand(length % 3 === 0 && length <= 768)
    if (name === 'tRNS') demand(length <= 256)
    if (kept.includes(name)) parts.push(bytes.subarray(at, end))
    seen.add(name)
    at = end
  }
  const { width, height, most } = size
  demand(seen.has('IDAT') && drawn <= most)
  return { parts, width, height }
}

function readHeader(data: Buffer): { width: number; height: number; most: number } {
  const [depth, colours, compression, filter, interlace] = data.subarray(8)
  demand(depths[colours!]?.includes(depth!) === true)
  demand(compression === 0 && filter === 0 && interlace! <= 1)
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  demand(width > 0 && height > 0)
  // The size of all rows with filter and pass bytes, plus a tenth for a poor compressor. Larger data would unpack to
  // more than the picture, and keep the decoder busy.
  const row = Math.ceil((width * depth! * samples[colours!]!) / 8) + 8
  return { width, height, most: Math.ceil(row * height * 1.1) + 1024 }
}
