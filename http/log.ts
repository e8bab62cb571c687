// The log: JSON lines on standard output. It may lose lines, but never blocks the service.
import { writeSync } from 'node:fs'
import { pino, type Logger } from 'pino'

/** `base` is part of every line. */
export function openLog(level: string, fd = 1, base: Record<string, unknown> | null = null): Logger {
  let lost = 0

  function write(line: string): void {
    try {
      if (lost > 0) {
        const { time } = JSON.parse(line) as { time: number }
        const message = { level: 40, time, msg: 'log lines could not be written', lost }
        // The previous write may have ended in the middle of a line.
        put(`\n${JSON.stringify(message)}\n`)
        lost = 0
      }
      put(line)
    } catch {
      lost += 1
    }
  }

  function put(text: string): void {
    const bytes = Buffer.from(text)
    for (let done = 0, waited = 0; done < bytes.length;) {
      try {
        done += writeSync(fd, bytes, done)
      } catch (error) {
        // The reader of the log may be behind for a moment.
        if ((error as { code?: string }).code !== 'EAGAIN' || lost > 0 || waited >= 100) throw error
        waited += 10
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
    }
  }

  return pino({ level, base }, { write })
}
