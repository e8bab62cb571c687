// Pictures that are larger than their pages need, and what is kept of them.
import { existsSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { logoLimits, mediumLimits } from '../../../tools/pictures/picture.ts'
import { readSmall } from '../../../tools/pictures/smaller.ts'
import { jpeg, png, pngChunk, withExif } from '../../support/pictures.ts'

const isInstalled =
  process.env.CI !== undefined || existsSync(new URL('../../../node_modules/sharp', import.meta.url))

/** Every dot another grey, as no compression likes it. */
function noise(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const drawn = Buffer.alloc((width + 1) * height)
  let state = 7
  for (let at = 0; at < drawn.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    drawn[at] = at % (width + 1) === 0 ? 0 : state >>> 24
  }
  const parts = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(drawn)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

describe.skipIf(!isInstalled)('a picture larger than its page needs', () => {
  it('is made as small as a page may show it, however it is made', async () => {
    const { bytes, file, width, height } = await readSmall(noise(2000, 1000), mediumLimits)
    expect(file).toMatch(/\.webp$/)
    expect(bytes.length).toBeLessThanOrEqual(60_000)
    expect(width).toBeLessThanOrEqual(1280)
    expect(width / height).toBeCloseTo(2, 1)
  })

  it('is made smaller for its sides alone', async () => {
    const given = png({ width: 900, height: 300 })
    expect(given.length).toBeLessThan(60_000)
    expect(await readSmall(given, logoLimits)).toMatchObject({ width: 320, height: 107 })
    expect(await readSmall(given, mediumLimits)).toMatchObject({ width: 900, bytes: given })
  })

  it('stands as it stood', async () => {
    const turned = { ...logoLimits, shown_side: 28 }
    expect(await readSmall(withExif(jpeg), turned)).toMatchObject({ width: 18, height: 28 })
  })
})

it('stays as it was sent where it cannot be made smaller', async () => {
  const line = png({ width: 2000, height: 20 })
  expect(await readSmall(line, logoLimits)).toMatchObject({ width: 2000, bytes: line })
  // Its header is right, and it ends after one row: the library refuses to draw it.
  const given = png({ width: 2000, height: 2000 })
  given.writeUInt8(given[given.indexOf('IDAT') + 8]! ^ 0xff, given.indexOf('IDAT') + 8)
  const from = given.indexOf('IDAT')
  const length = given.readUInt32BE(from - 4)
  given.writeUInt32BE(crc32(given.subarray(from, from + 4 + length)), from + 4 + length)
  expect(await readSmall(given, mediumLimits)).toMatchObject({ width: 2000, bytes: given })
})
