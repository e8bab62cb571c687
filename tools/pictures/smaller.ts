// Shrinks pictures to the size that pages show. An optional library does this; if it is missing or fails, the picture
// stays as it was sent.
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { min_side, readPicture, type Picture, type PictureLimits } from './picture.ts'

const program = fileURLToPath(new URL('encode.ts', import.meta.url))
/** The most bytes of a picture on a page. */
const most_bytes = 60_000
const longest_ms = 20_000

// One at a time: decoding a large picture takes a hundred megabytes.
let last: Promise<unknown> = Promise.resolve()

/** The picture without metadata, made smaller if it is larger than pages need. */
export async function readSmall(given: Uint8Array, limits: PictureLimits): Promise<Picture> {
  const picture = readPicture(given, limits)
  const { bytes, width, height } = picture
  const longest = Math.max(width, height)
  if (bytes.length <= most_bytes && longest <= limits.shown_side) return picture
  // A very long and thin picture: shrunk, nothing would be left of its height.
  if ((Math.min(width, height) * limits.shown_side) / longest < min_side) return picture
  const turn = last.then(() => encode(bytes, limits.shown_side))
  last = turn
  const smaller = await turn
  // The output comes from untrusted bytes, so it is validated like an upload.
  return smaller === null ? picture : readPicture(smaller, limits)
}

async function encode(bytes: Buffer, side: number): Promise<Buffer | null> {
  const child = spawn(process.execPath, [program, String(side), String(most_bytes)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: longest_ms,
    killSignal: 'SIGKILL',
  })
  // If the process exits before it has read everything, its output tells.
  child.stdin.on('error', () => undefined).end(bytes)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const smaller = await buffer(child.stdout)
  return (await ended) === 0 ? smaller : null
}
