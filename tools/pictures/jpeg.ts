import { Broken, demand, type Drawn } from './drawn.ts'

const end_of_image = 0xd9
const start_of_scan = 0xda
/** Start-of-frame markers that browsers support: baseline, extended and progressive. */
const frames = [0xc0, 0xc1, 0xc2]
/** Table segments: quantisation, Huffman, restart interval. */
const tables = [0xdb, 0xc4, 0xdd]
/** Comments and application data, which may hold place, author, camera and a thumbnail. */
const isLeftOut = (marker: number) => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)

/**
 * Copies segment by segment up to the end of the image (ITU-T T.81, annex B), and nothing after it. Of Exif only the
 * orientation is kept, without which phone pictures would lie on their side.
 */
export function cleanJpeg(bytes: Buffer): Drawn {
  const parts = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let way_up = 1
  let scans = 0
  for (let at = 2; ;) {
    demand(bytes.readUInt8(at) === 0xff)
    const marker = bytes.readUInt8(at + 1)
    // Any marker may be preceded by fill bytes (B.1.1.2).
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === end_of_image) {
      parts.push(bytes.subarray(at, at + 2))
      break
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    demand(end <= bytes.length && end >= at + 4)
    const data = bytes.subarray(at + 4, end)
    if (frames.includes(marker)) {
      demand(size === null)
      size = readFrame(data)
      parts.push(bytes.subarray(at, end))
    } else if (marker === start_of_scan) {
      demand(size !== null)
      const over = endOfScan(bytes, end)
      parts.push(bytes.subarray(at, over))
      scans += 1
      at = over
      continue
    } else if (tables.includes(marker)) parts.push(bytes.subarray(at, end))
    else if (marker === 0xe0 && /^JFIF\0/.test(data.toString('latin1', 0, 5))) parts.push(jfif(data))
    // The Adobe segment alone says how the colours are coded.
    else if (marker === 0xee && data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe')
      parts.push(bytes.subarray(at, end))
    else if (marker === 0xe1 && way_up === 1) way_up = orientationIn(data)
    else if (!isLeftOut(marker)) throw new Broken()
    at = end
  }
  demand(size !== null && scans > 0)
  if (way_up > 1) parts.splice(1, 0, exifOf(way_up))
  return { parts, ...(way_up >= 5 ? { width: size.height, height: size.width } : size) }
}

function readFrame(data: Buffer): { width: number; height: number } {
  const [height, width, components] = [data.readUInt16BE(1), data.readUInt16BE(3), data.readUInt8(5)]
  demand(data.readUInt8(0) === 8 && [1, 3, 4].includes(components) && data.length === 6 + 3 * components)
  demand(width > 0 && height > 0)
  return { width, height }
}

/** Coded data contains no markers but restarts; a 0xff byte of the data is followed by 0. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at)
    demand(at >= 0)
    const next = bytes.readUInt8(at + 1)
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
  }
}

/** The JFIF segment with its pixel density but without a thumbnail. */
function jfif(data: Buffer): Buffer {
  demand(data.length >= 14)
  return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), data.subarray(0, 12), Buffer.from([0, 0])])
}

/** The Exif orientation, 1 to 8; 1 if none is given. */
function orientationIn(data: Buffer): number {
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = data.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < Math.min(200, short(directory)); entry += 1) {
      const at = directory + 2 + entry * 12
      if (short(at) !== 0x0112) continue
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** A minimal Exif segment: one directory with one entry. */
function exifOf(way_up: number): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, way_up, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(tiff)])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body])
}
