// Pictures no larger than pages show them. A library of its own does this, where it is installed; without it, and where it
// fails, a picture stays as it was sent.
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { min_side, readPicture, type Picture, type PictureLimits } from './picture.ts'

const program = fileURLToPath(new URL('encode.ts', import.meta.url))
/** The most a picture of a page weighs. */
const most_bytes = 60_000
const longest_ms = 20_000

// One at a time: a large picture takes a hundred megabytes while it is read.
let last: Promise<unknown> = Promise.resolve()

/** The picture as it may be kept, made smaller where it is larger than its pages need. */
export async function readSmall(given: Uint8Array, limits: PictureLimits): Promise<Picture> {
  const picture = readPicture(given, limits)
  const { bytes, width, height } = picture
  const longest = Math.max(width, height)
  if (bytes.length <= most_bytes && longest <= limits.shown_side) return picture
  // A line as wide as a page: nothing would be left of its height.
  if ((Math.min(width, height) * limits.shown_side) / longest < min_side) return picture
  const turn = last.then(() => encode(bytes, limits.shown_side))
  last = turn
  const smaller = await turn
  // Other people's bytes went into it: it is read as strictly as what is sent.
  return smaller === null ? picture : readPicture(smaller, limits)
}

async function encode(bytes: Buffer, side: number): Promise<Buffer | null> {
  const child = spawn(process.execPath, [program, String(side), String(most_bytes)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: longest_ms,
    killSignal: 'SIGKILL',
  })
  // A program that is gone before it has read everything is told by its answer.
  child.stdin.on('error', () => undefined).end(bytes)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const smaller = await buffer(child.stdout)
  return (await ended) === 0 ? smaller : null
}
