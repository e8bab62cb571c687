// Pictures made for tests: small ones that any browser draws, and what can be wrong with them.
import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A grey picture; `more` stands between its header and what it draws, `after` behind its end. */
export function png(
  { width = 64, height = 64, shade = 0x80 }: { width?: number; height?: number; shade?: number } = {},
  more: Buffer[] = [],
  after = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // One small row is enough where nobody draws the picture.
  const rows = width * height > 1_000_000 ? 1 : height
  const drawn = Buffer.concat(
    Array.from({ length: rows }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width, shade)])),
  )
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(drawn)),
    pngChunk('IEND', Buffer.alloc(0)),
    after,
  ])
}

/** 32 by 20 pixels, blue and yellow, as a browser writes them. */
export const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEA',
    'AAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRi',
    'WFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAA',
    'ADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABi',
    'mQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKn',
    'AAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMA',
    'LgAgADIAMAAxADb/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNS',
    'Mj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P',
    'T09PT09PT09PT0//wAARCAAUACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAGBABAAMBAAAAAAAA',
    'AAAAAAAAAAZEgsL/xAAXAQADAQAAAAAAAAAAAAAAAAAEBgcF/8QAHhEAAQIHAQAAAAAAAAAAAAAAAAGBAgMEBTQ1sbL/',
    '2gAMAwEAAhEDEQA/AKpNTCnvlSpqYU98sGw7CW/lQyvx4m6hNAKMLhpSamFPfIJzYdhLfyox1+PE3UJoBRhcP//Z',
  ].join(''),
  'base64',
)
export const webp = Buffer.from(
  [
    'UklGRg4CAABXRUJQVlA4WAoAAAAgAAAAHwAAEwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEA',
    'AAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRi',
    'WFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAA',
    'ADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABi',
    'mQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKn',
    'AAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMA',
    'LgAgADIAMAAxADZWUDhMIAAAAC8fwAQAD3Aou1Os3wp5/oMHBNk2NZg/7QUOENH/WFwB',
  ].join(''),
  'base64',
)

export const gif = Buffer.concat([
  Buffer.from('474946383961' + '20001400800000' + '1450c8ffc61e', 'hex'),
  Buffer.from('\x21\xfe\x0ckept secret!\0', 'latin1'),
  Buffer.from('21f9040000000000' + '2c00000000' + '2000140000' + '02', 'hex'),
  gifCodes(32 * 20),
  Buffer.from([0x3b]),
])

/** The first colour so many times, as codes of three bits that never grow: the table is cleared after every other one. */
function gifCodes(pixels: number): Buffer {
  const codes = [...Array.from({ length: pixels / 2 }, () => [4, 0, 0]).flat(), 5]
  const bits = codes.map((code) => [code & 1, (code >> 1) & 1, code >> 2]).flat()
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  bits.forEach((bit, at) => (bytes[at >> 3]! |= bit << (at & 7)))
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255)
    blocks.push(Buffer.from([block.length]), block)
  }
  return Buffer.concat([...blocks, Buffer.from([0])])
}

/** The picture with where it was taken, and lying on its side. */
export function withExif(of: Buffer): Buffer {
  const entries = ['011200030000000100060000', '010f00020000000b0000002600000000'.slice(0, 24)]
  const tiff = Buffer.concat([
    Buffer.from(`4d4d002a000000080002${entries.join('')}00000000`, 'hex'),
    Buffer.from('GPS 60.1699 24.9384, Ana Keto, Helsinki', 'latin1'),
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([of.subarray(0, 2), head, body, of.subarray(2)])
}
