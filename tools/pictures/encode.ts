// Makes a picture smaller in its own process, so that a faulty decoder harms only that. Reads a picture, writes WebP.
//   node tools/pictures/encode.ts SIDE BYTES
import { buffer } from 'node:stream/consumers'

type Encoded = Promise<{ data: Buffer; info: { width: number; height: number } }>
type Sharp = {
  autoOrient(): Sharp
  resize(size: { width: number; height: number; fit: 'inside'; withoutEnlargement: true }): Sharp
  webp(how: { quality: number }): { toBuffer(how: { resolveWithObject: true }): Encoded }
}
// Optional, so its types are unknown at compile time.
const library: string = 'sharp'
const { default: open } = (await import(library)) as { default: (given: Buffer) => Sharp }

const [side, bytes] = process.argv.slice(2).map(Number) as [number, number]
const given = await buffer(process.stdin)
for (let width = side, quality = 82; ;) {
  const size = { width, height: width, fit: 'inside', withoutEnlargement: true } as const
  const encoded = open(given).autoOrient().resize(size).webp({ quality })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  if (data.length <= bytes) {
    process.stdout.write(data)
    break
  }
  // Lower the quality first, then the size.
  if (quality > 50) quality -= 16
  else width = Math.round(Math.max(info.width, info.height) * 0.75)
}
