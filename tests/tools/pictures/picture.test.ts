// What a picture may be made of, format by format: each piece that is kept, left out or refused, and each at its bounds.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { logoLimits, mediumLimits, readPicture } from '../../../tools/pictures/picture.ts'
import { gif, jpeg, png, pngChunk, webp } from '../../support/pictures.ts'

/** What is left of the picture and its size, or the code of the refusal. */
function read(given: Buffer, limits = logoLimits): { bytes: Buffer; width: number; height: number } | string {
  try {
    return readPicture(given, limits)
  } catch (error) {
    return (error as { errors: [{ code: string }] }).errors[0].code
  }
}
const bytesOf = (given: Buffer) => {
  const answer = read(given)
  return typeof answer === 'string' ? answer : answer.bytes.toString('hex')
}
const sizeOf = (given: Buffer) => {
  const answer = read(given)
  return typeof answer === 'string' ? answer : [answer.width, answer.height]
}
const expectKept = (given: Buffer) => expect(bytesOf(given)).toBe(given.toString('hex'))
const changed = (of: Buffer, at: number, ...bytes: number[]) =>
  Buffer.concat([of.subarray(0, at), Buffer.from(bytes), of.subarray(at + bytes.length)])
const inserted = (of: Buffer, at: number, ...more: Buffer[]) =>
  Buffer.concat([of.subarray(0, at), ...more, of.subarray(at)])

it.each(Object.entries({ png: png(), jpeg, webp, gif }))('no part of a %s is a picture', (_, whole) => {
  for (let length = 12; length < whole.length; length += 1)
    expect(['broken', 'unknown_kind']).toContain(read(whole.subarray(0, length)))
  expect(bytesOf(Buffer.concat([whole, Buffer.from('behind')]))).toBe(bytesOf(whole))
})

it.each([
  [16, 16, [16, 16]],
  [15, 16, 'too_small'],
  [16, 15, 'too_small'],
  [2048, 2048, [2048, 2048]],
  [2049, 16, 'too_big'],
  [16, 2049, 'too_big'],
  [0, 16, 'broken'],
  [16, 0, 'broken'],
])('a logo of %i by %i is %s', (width, height, answer) => {
  expect(sizeOf(png({ width, height }))).toEqual(answer)
})

it.each([
  ['a logo', 1_048_576, logoLimits],
  ['a picture of a gallery', 4_194_304, mediumLimits],
])('%s is at most %i bytes', (_, most, limits) => {
  const of = (length: number) => read(Buffer.concat([png(), Buffer.alloc(length - png().length)]), limits)
  expect(of(most)).toEqual(read(png()))
  expect(of(most + 1)).toBe('too_big')
})

describe('a PNG', () => {
  const chunks = {
    IDAT: pngChunk('IDAT', deflateSync(Buffer.alloc(40))),
    IEND: pngChunk('IEND', Buffer.alloc(0)),
  }
  const header = (depth: number, colours: number, ...rest: number[]) =>
    pngChunk('IHDR', Buffer.from([0, 0, 0, 32, 0, 0, 0, 20, depth, colours, ...rest, 0, 0, 0].slice(0, 13)))
  const of = (...parts: Buffer[]) => Buffer.concat([png().subarray(0, 8), ...parts])
  const drawn = [chunks.IDAT, chunks.IEND]

  it('has a colour type and a bit depth that go together', () => {
    const allowed: Record<number, number[]> = {
      0: [1, 2, 4, 8, 16],
      2: [8, 16],
      3: [1, 2, 4, 8],
      4: [8, 16],
      6: [8, 16],
    }
    for (const colours of [0, 1, 2, 3, 4, 5, 6, 7])
      for (const depth of [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32])
        expect([colours, depth, sizeOf(of(header(depth, colours), ...drawn))]).toEqual([
          colours,
          depth,
          allowed[colours]?.includes(depth) === true ? [32, 20] : 'broken',
        ])
    expect(sizeOf(of(header(8, 0, 0, 0, 1), ...drawn))).toEqual([32, 20])
    for (const unknown of [[1], [0, 1], [0, 0, 2]])
      expect(read(of(header(8, 0, ...unknown), ...drawn))).toBe('broken')
  })

  it.each<[string, number[], number[]]>([
    ['gAMA', [4], [3, 5]],
    ['cHRM', [32], [31, 33]],
    ['sRGB', [1], [0, 2]],
    ['PLTE', [3, 768], [4, 769, 771]],
    ['tRNS', [1, 256], [257]],
  ])('keeps %s of %o bytes and is refused with %o', (name, kept, refused) => {
    const having = (length: number) => of(header(8, 3), pngChunk(name, Buffer.alloc(length)), ...drawn)
    for (const length of kept) expectKept(having(length))
    for (const length of refused) expect(read(having(length))).toBe('broken')
  })

  it('has no more packed data than its pixels are', () => {
    const noise = (bytes: number) => png({}, [pngChunk('IDAT', randomBytes(bytes))])
    expect(sizeOf(noise(64 * 64 - 100))).toEqual([64, 64])
    expect(sizeOf(noise(20_000))).toBe('broken')
    // 20 rows of 32 + 8 bytes, a tenth more, and 1024.
    const packed = (bytes: number) => of(header(8, 0), pngChunk('IDAT', randomBytes(bytes)), chunks.IEND)
    expect([1904, 1906].map((bytes) => sizeOf(packed(bytes)))).toEqual([[32, 20], 'broken'])
  })

  it('leaves out what draws nothing', () => {
    for (const name of ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'fdAT', 'pHYs'])
      expect([name, bytesOf(of(header(8, 0), pngChunk(name, Buffer.from('Ana')), ...drawn))]).toEqual([
        name,
        of(header(8, 0), ...drawn).toString('hex'),
      ])
  })

  it('has its chunks in order, once, with names and sums', () => {
    const gamma = pngChunk('gAMA', Buffer.alloc(4))
    const wrong = [
      of(gamma, header(8, 0), ...drawn),
      of(header(8, 0), header(8, 0), ...drawn),
      of(header(8, 0), gamma, gamma, ...drawn),
      of(header(8, 0), chunks.IEND),
      of(header(8, 0), chunks.IDAT, pngChunk('IEND', Buffer.alloc(1))),
      of(header(8, 0), pngChunk('a b!', Buffer.alloc(0)), ...drawn),
      changed(png(), png().length - 1, 0),
    ]
    for (const one of wrong) expect(read(one)).toBe('broken')
  })
})

describe('a JPEG', () => {
  const segment = (marker: number, data: Buffer | number[]) => {
    const body = Buffer.from(data)
    return Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body])
  }
  const plain = (read(jpeg) as { bytes: Buffer }).bytes
  const frame = plain.indexOf(Buffer.from([0xff, 0xc0]))
  const scan = plain.indexOf(Buffer.from([0xff, 0xda]))
  const adobe = Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1')

  it.each([
    ['a restart interval', segment(0xdd, [0, 8])],
    ['a quantisation table', segment(0xdb, [1, 2])],
    ['a Huffman table', segment(0xc4, [1, 2])],
    ['how its colours are coded', segment(0xee, adobe)],
  ])('keeps %s', (_, one) => expectKept(inserted(plain, frame, one)))

  it.each([
    ...Array.from({ length: 15 }, (_, number) => segment(0xe1 + number, Buffer.from('Ana Keto at home'))),
    segment(0xe0, Buffer.from('Ana Keto at home')),
    segment(0xee, Buffer.concat([adobe, Buffer.from('x')])),
    segment(0xee, Buffer.from('Fjord\0d\0\0\0\0\x01', 'latin1')),
    segment(0xfe, Buffer.from('a comment')),
    segment(0xe1, []),
    Buffer.from([0xff]),
  ])('leaves out %o', (one) => {
    expect(bytesOf(inserted(plain, frame, one))).toBe(plain.toString('hex'))
  })

  it('is of a kind that browsers draw, and refused with any other marker', () => {
    for (const marker of [0xc0, 0xc1, 0xc2]) expectKept(changed(plain, frame + 1, marker))
    for (const marker of [0xc3, 0xc5, 0xc9, 0xcc, 0xcf, 0xdc, 0xde, 0xdf, 0xf0, 0xfd, 0x01])
      expect([marker, read(inserted(plain, frame, segment(marker, [0, 8])))]).toEqual([marker, 'broken'])
  })

  it('has one frame before its scans, of eight bits and 1, 3 or 4 colours', () => {
    const whole = plain.subarray(frame, frame + 2 + plain.readUInt16BE(frame + 2))
    const without = Buffer.concat([plain.subarray(0, frame), plain.subarray(frame + whole.length)])
    const coded = plain.subarray(scan, -2)
    expectKept(inserted(plain, plain.length - 2, coded))
    const framed = (precision: number, colours: number, extra = 0) =>
      inserted(
        without,
        frame,
        segment(0xc0, [precision, 0, 20, 0, 32, colours, ...Array(3 * colours + extra).fill(1)]),
      )
    for (const colours of [1, 3, 4]) expect(sizeOf(framed(8, colours))).toEqual([32, 20])
    const wrong = [framed(12, 3), framed(8, 2), framed(8, 5), framed(8, 3, 1), framed(8, 3, -1)]
    const noScan = Buffer.concat([plain.subarray(0, scan), plain.subarray(-2)])
    for (const one of [...wrong, without, inserted(plain, frame, whole), noScan])
      expect(read(one)).toBe('broken')
    for (const at of [5, 7]) expect(read(changed(plain, frame + at, 0, 0))).toBe('broken')
  })

  it('keeps the density of its dots without the small picture behind it', () => {
    expect(plain.toString('hex', 2, 20)).toBe(`ffe00010${'4a46494600'}0101000001${'0001'}0000`)
    const small = segment(0xe0, Buffer.concat([plain.subarray(6, 18), Buffer.from([1, 1, 9, 9, 9])]))
    expect(bytesOf(Buffer.concat([plain.subarray(0, 2), small, plain.subarray(20)]))).toBe(
      plain.toString('hex'),
    )
  })

  it('keeps restarts and bytes of 0xff in its coded data', () => {
    for (const next of [0, 0xd0, 0xd7])
      expectKept(inserted(plain, plain.length - 2, Buffer.from([0xff, next])))
    for (const next of [0xcf, 0xd8])
      expect(read(inserted(plain, plain.length - 2, Buffer.from([0xff, next])))).toBe('broken')
  })

  it('keeps which way up it is, and swaps its sides where it lies', () => {
    const exif = (value: number, isLittle: boolean, tag = 0x0112, entries = 2) => {
      const short = (number: number) => (isLittle ? [number & 255, number >> 8] : [number >> 8, number & 255])
      const long = (number: number) => (isLittle ? [...short(number), 0, 0] : [0, 0, ...short(number)])
      const head = isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]
      const entry = (id: number) => [...short(id), ...short(3), ...long(1), ...short(value), 0, 0]
      const body = [...head, ...long(8), ...short(entries), ...entry(0x0100), ...entry(tag), ...long(0)]
      return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(body)]))
    }
    for (const isLittle of [true, false])
      for (let value = 0; value <= 9; value += 1) {
        const answer = read(inserted(plain, 2, exif(value, isLittle)))
        expect([value, sizeOf(inserted(plain, 2, exif(value, isLittle)))]).toEqual([
          value,
          value >= 5 && value <= 8 ? [20, 32] : [32, 20],
        ])
        const said = value >= 2 && value <= 8 ? value : 1
        const bytes = (answer as { bytes: Buffer }).bytes
        expectKept(bytes)
        expect(bytes.equals(plain)).toBe(said === 1)
        const directory = `4d4d002a00000008${'0001'}01120003000000010${'00'}${said}0000${'00000000'}`
        if (said > 1) expect(bytes.toString('hex', 2, 38)).toBe(`ffe10022${'457869660000'}${directory}`)
      }
    expect(bytesOf(inserted(plain, 2, exif(6, true, 0x0113)))).toBe(plain.toString('hex'))
    // It stands behind the last entry of the directory, and says nothing.
    expect(bytesOf(inserted(plain, 2, exif(6, true, 0x0112, 1)))).toBe(plain.toString('hex'))
    expect(sizeOf(inserted(plain, 2, exif(6, true), exif(1, true)))).toEqual([20, 32])
  })
})

describe('a GIF', () => {
  const plain = (read(gif) as { bytes: Buffer }).bytes
  const image = plain.indexOf(0x2c, 19)
  const frame = plain.subarray(image, -1)
  const extension = (label: number, ...blocks: Buffer[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...blocks.flatMap((one) => [Buffer.from([one.length]), one]),
      Buffer.from([0]),
    ])
  const looping = (name: string, ...more: Buffer[]) =>
    extension(0xff, Buffer.from(name), Buffer.from([1, 5, 0]), ...more)

  it('keeps its frames, their time and how often they run, and nothing else', () => {
    for (const kept of [
      frame,
      extension(0xf9, Buffer.alloc(4)),
      looping('NETSCAPE2.0'),
      looping('ANIMEXTS1.0'),
    ])
      expectKept(inserted(plain, image, kept))
    const left = [
      looping('XMP DataXMP'),
      extension(0xfe, Buffer.from('Ana')),
      extension(0x01, Buffer.from('Ana')),
    ]
    for (const one of left) expect(bytesOf(inserted(plain, image, one))).toBe(plain.toString('hex'))
    expect(bytesOf(inserted(plain, image, looping('NETSCAPE2.0', Buffer.from('hidden'))))).toBe(
      inserted(plain, image, looping('NETSCAPE2.0')).toString('hex'),
    )
  })

  it('is refused with what is none of it, without a frame, and with one beyond its sides', () => {
    const wrong = [
      inserted(plain, image, Buffer.from([0x20])),
      inserted(plain, image, extension(0xf9, Buffer.alloc(5))),
      inserted(plain, image, extension(0xff, Buffer.from('NETSCAPE2.0'), Buffer.from([2, 5, 0]))),
      inserted(plain, image, extension(0xff, Buffer.from('NETSCAPE2.0'), Buffer.from([1, 5]))),
      Buffer.concat([plain.subarray(0, image), plain.subarray(-1)]),
      changed(plain, image + 1, 1),
      changed(plain, image + 3, 1),
      changed(plain, 6, 0, 0),
      changed(plain, 8, 0, 0),
    ]
    for (const [at, one] of wrong.entries()) expect([at, read(one)]).toEqual([at, 'broken'])
    expectKept(changed(plain, image + 1, 1, 0, 0, 0, 31, 0))
    expectKept(changed(plain, image + 1, 0, 0, 1, 0, 32, 0, 19, 0))
  })

  it('of one pixel is whole, and too small', () => {
    for (const [side, of_frame] of [
      [6, image + 5],
      [8, image + 7],
    ] as const)
      expect(read(changed(changed(plain, side, 1, 0), of_frame, 1, 0))).toBe('too_small')
  })

  it('has at most 500 frames', () => {
    const small = Buffer.concat([Buffer.from('2c0000000020001400000200', 'hex')])
    const film = (frames: number) => inserted(plain, image, ...Array<Buffer>(frames - 1).fill(small))
    expectKept(film(500))
    expect(read(film(501))).toBe('unfit')
  })
})

describe('a WebP', () => {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
  }
  const of = (...chunks: Buffer[]) => {
    const whole = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  const lossy = (width: number, height: number, key = 0, code = [0x9d, 1, 0x2a]) =>
    chunk(
      'VP8 ',
      Buffer.from([
        key,
        0,
        0,
        ...code,
        width & 255,
        (width >> 8) | 0x40,
        height & 255,
        (height >> 8) | 0x80,
        7,
      ]),
    )
  const lossless = (width: number, height: number, version = 0, sign = 0x2f) => {
    const data = Buffer.from([sign, 0, 0, 0, 0, 7])
    data.writeUInt32LE(((width - 1) | ((height - 1) << 14) | (version << 29)) >>> 0, 1)
    return chunk('VP8L', data)
  }
  const canvas = (width: number, height: number, flags = 0x10, more = 0) =>
    chunk(
      'VP8X',
      Buffer.from([flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0, ...Array<number>(more).fill(0)]),
    )
  const alpha = chunk('ALPH', Buffer.from([1, 2, 3]))

  it.each([
    ['lossy', of(lossy(32, 20)), [32, 20]],
    ['lossy and large', of(lossy(300, 2047)), [300, 2047]],
    ['lossless', of(lossless(32, 20)), [32, 20]],
    ['lossless and large', of(lossless(2047, 300)), [2047, 300]],
    ['on a canvas', of(canvas(32, 20), lossless(32, 20)), [32, 20]],
    ['transparent', of(canvas(32, 20), alpha, lossy(32, 20)), [32, 20]],
  ])('that is %s is kept', (_, one, size) => {
    expectKept(one)
    expect(sizeOf(one)).toEqual(size)
  })

  it('says and keeps nothing but what draws it', () => {
    const bare = of(canvas(32, 20), lossy(32, 20)).toString('hex')
    for (const name of ['EXIF', 'XMP ', 'ICCP', 'ANAK']) {
      const more = chunk(name, Buffer.from('Ana Keto'))
      expect(bytesOf(of(canvas(32, 20, 0x3c), more, lossy(32, 20), more))).toBe(bare)
    }
  })

  it.each([
    ['broken', [canvas(33, 20), lossy(32, 20)]],
    ['broken', [canvas(32, 21), lossy(32, 20)]],
    ['broken', [canvas(32, 20, 0, 1), lossy(32, 20)]],
    ['broken', [lossy(32, 20), canvas(32, 20)]],
    ['broken', [canvas(32, 20), canvas(32, 20), lossy(32, 20)]],
    ['broken', [lossy(32, 20), lossy(32, 20)]],
    ['broken', [canvas(32, 20), lossy(32, 20), lossless(32, 20)]],
    ['broken', [alpha, lossy(32, 20)]],
    ['broken', [canvas(32, 20), lossy(32, 20), alpha]],
    ['broken', [canvas(32, 20)]],
    ['broken', [lossy(32, 20, 1)]],
    ['broken', [lossy(32, 20, 0, [0x9d, 1, 0x2b])]],
    ['broken', [lossy(0, 20)]],
    ['broken', [lossy(32, 0)]],
    ['broken', [lossless(32, 20, 1)]],
    // One byte longer than all that there is.
    ['broken', [changed(lossless(32, 20), 4, 7)]],
    ['broken', [lossless(32, 20, 0, 0x2e)]],
    ['unfit', [canvas(32, 20), chunk('ANIM', Buffer.alloc(6)), lossy(32, 20)]],
    ['unfit', [canvas(32, 20), chunk('ANMF', Buffer.alloc(16))]],
  ])('is %s with chunks that say so', (code, chunks) => {
    expect(read(of(...chunks))).toBe(code)
  })
})
