import { Broken, demand, Unfit, type Drawn } from './drawn.ts'

const most_frames = 500
const [extension, image, trailer] = [0x21, 0x2c, 0x3b]
const [timing, application] = [0xf9, 0xff]
/** Application extensions that say how often an animation repeats. */
const repeats = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** Copies block by block up to the trailer (GIF89a, section 12), without comments and application data. */
export function cleanGif(bytes: Buffer): Drawn {
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  demand(width > 0 && height > 0)
  let at = 13 + coloursAt(bytes, 10)
  demand(at <= bytes.length)
  const parts = [bytes.subarray(0, at)]
  let frames = 0
  for (;;) {
    const block = bytes.readUInt8(at)
    if (block === trailer) {
      parts.push(bytes.subarray(at, at + 1))
      break
    }
    if (block === image) {
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
      demand(left + bytes.readUInt16LE(at + 5) <= width && top + bytes.readUInt16LE(at + 7) <= height)
      frames += 1
      if (frames > most_frames) throw new Unfit(`Must have at most ${most_frames} frames.`)
      const end = endOfBlocks(bytes, at + 11 + coloursAt(bytes, at + 9))
      parts.push(bytes.subarray(at, end))
      at = end
    } else if (block === extension) {
      const label = bytes.readUInt8(at + 1)
      const end = endOfBlocks(bytes, at + 2)
      const isRepeat = label === application && repeats.includes(bytes.toString('latin1', at + 3, at + 14))
      if (isRepeat) parts.push(repeating(bytes.subarray(at, end)))
      else if (label === timing) {
        demand(end === at + 8)
        parts.push(bytes.subarray(at, end))
      }
      at = end
    } else throw new Broken()
  }
  demand(frames > 0)
  return { parts, width, height }
}

/** The length in bytes of the colour table that the flags at this offset announce. */
function coloursAt(bytes: Buffer, flags_at: number): number {
  const flags = bytes.readUInt8(flags_at)
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const length = bytes.readUInt8(at)
    at += 1 + length
    demand(at <= bytes.length)
    if (length === 0) return at
  }
}

/** The repeat count alone, so that no other data can hide in the block. */
function repeating(block: Buffer): Buffer {
  demand(block.length >= 19 && block[14] === 3 && block[15] === 1)
  return Buffer.concat([block.subarray(0, 18), Buffer.from([0])])
}
