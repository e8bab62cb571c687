import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openLog } from '../../http/log.ts'
import { newFolder } from '../support/programs.ts'

const folder = newFolder()
afterAll(() => folder.remove())

// Linux lends a disk that is always full.
describe.runIf(existsSync('/dev/full'))('a log whose disk is full', () => {
  it('loses lines, and says how many once there is room again', () => {
    const fd = openSync('/dev/full', 'w')
    const log = openLog('info', fd)
    for (let line = 0; line < 1000; line += 1) log.info('lost')
    closeSync(fd)
    expect(openSync(folder.file('log'), 'w')).toBe(fd)
    log.info('kept')
    closeSync(fd)
    const lines = readFileSync(folder.file('log'), 'utf8').split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 40, time: expect.any(Number), msg: 'log lines could not be written', lost: 1000 },
      { level: 30, time: expect.any(Number), msg: 'kept' },
    ])
  })
})
