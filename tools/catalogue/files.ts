// Files of the operator, as commands read them.
import { createReadStream, readFileSync } from 'node:fs'
import { Mistake } from '../../mistake.ts'
import { demandFile } from '../../storage/backup.ts'

export function jsonOf(file: string): unknown {
  demandFile(file)
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Mistake(`${file} is not valid JSON.`)
    throw error
  }
}

/** Lines end with a line feed only: U+2028 may occur inside a JSON string. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const part of createReadStream(file, 'utf8')) {
    const lines = (rest + (part as string)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Reads the file part by part: a catalogue may be larger than the memory. */
export async function countLines(file: string): Promise<number> {
  let lines = 0
  for await (const part of createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>)
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) lines += 1
  return lines
}

const quiet_ms = 10_000

/** Draws a bar on a terminal; elsewhere prints a line now and then, so that a log stays readable. */
export function progressBar(total: number, now_ms = () => performance.now()): (done: number | null) => void {
  let said_ms = now_ms()
  return (done) => {
    if (!process.stderr.isTTY) {
      if (done === null || now_ms() - said_ms < quiet_ms) return
      said_ms = now_ms()
      return void process.stderr.write(`${done} of ${total} lines are done.\n`)
    }
    if (done === null) return void process.stderr.write('\r\x1b[K')
    const part = total === 0 ? 1 : Math.min(1, done / total)
    const bar = '█'.repeat(Math.round(part * 30)).padEnd(30, '░')
    process.stderr.write(`\r${bar} ${done} of ${total}`)
  }
}
