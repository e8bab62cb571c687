import { demand, Unfit, type Drawn } from './drawn.ts'

type Size = { width: number; height: number }

/** Copies chunk by chunk (RFC 9649): keeps image and transparency, removes profiles, Exif, XMP and anything else. */
export function cleanWebp(bytes: Buffer): Drawn {
  const end = 8 + bytes.readUInt32LE(4)
  demand(end <= bytes.length)
  let canvas: Size | null = null
  let drawn: Size | null = null
  const parts: Buffer[] = []
  for (let at = 12; at < end;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const over = at + 8 + length
    demand(over <= end)
    const data = bytes.subarray(at + 8, over)
    if (name === 'ANIM' || name === 'ANMF')
      throw new Unfit('Animated WebP is not taken. Send a still picture, or a GIF.')
    if (name === 'VP8X') {
      demand(parts.length === 0 && length === 10)
      canvas = { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
      // Of the flags in the VP8X header, only the one for transparency stays.
      parts.push(chunk(name, Buffer.concat([Buffer.from([data[0]! & 0x10, 0, 0, 0]), data.subarray(4)])))
    }
    if (name === 'ALPH') {
      demand(canvas !== null && drawn === null)
      parts.push(chunk(name, data))
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      demand(drawn === null && (canvas !== null || parts.length === 0))
      drawn = name === 'VP8 ' ? lossySize(data) : losslessSize(data)
      parts.push(chunk(name, data))
    }
    at = over + (length % 2)
  }
  demand(drawn !== null)
  // A header with a smaller size than the image would get around any limit.
  demand(canvas === null || (canvas.width === drawn.width && canvas.height === drawn.height))
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return { parts: [head, body], ...drawn }
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** RFC 6386 section 9.1: a key frame, its start code, and two sizes of 14 bits. */
function lossySize(data: Buffer): Size {
  demand((data.readUInt8(0) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a)
  const [width, height] = [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]
  demand(width > 0 && height > 0)
  return { width, height }
}

/** RFC 9649 section 3.4: a signature, then two sizes of 14 bits, less one. */
function losslessSize(data: Buffer): Size {
  demand(data.readUInt8(0) === 0x2f)
  const bits = data.readUInt32LE(1)
  demand(bits >>> 29 === 0)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}
