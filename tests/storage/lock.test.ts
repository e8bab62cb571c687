// Who shuts out whom, in whichever order they come, and that a lock that was released is free.
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeLock } from '../../storage/lock.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'launch-lock-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ways = ['alone', 'leading', 'following'] as const
const together = (one: string, other: string) =>
  (one === 'following' && other !== 'alone') || (one === 'leading' && other === 'following')

it.each(ways.flatMap((first) => ways.map((second) => ({ first, second, may: together(first, second) }))))(
  'who is $first lets in who is $second: $may',
  ({ first, second, may }) => {
    const release = takeLock(folder, `${first}-${second}`, first)!
    const more = takeLock(folder, `${first}-${second}`, second)
    expect(more !== null).toBe(may)
    takeLock(folder, 'another', 'alone')!()
    more?.()
    release()
    takeLock(folder, `${first}-${second}`, 'alone')!()
  },
)

it('a folder that is not there is no lock that somebody holds', () => {
  expect(() => takeLock(join(folder, 'nowhere'), 'x')).toThrow('directory does not exist')
})

const open_files = '/proc/self/fd'
it.runIf(existsSync(open_files))('whoever is shut out leaves no file open, however often they ask', () => {
  const file = join(folder, 'asked.lock')
  const opened = () =>
    readdirSync(open_files).filter((name) => {
      const path = join(open_files, name)
      return existsSync(path) && readlinkSync(path) === file
    })
  const release = takeLock(folder, 'asked')!
  for (let time = 0; time < 3; time += 1) expect(takeLock(folder, 'asked')).toBeNull()
  expect(opened()).not.toEqual([])
  release()
  expect(opened()).toEqual([])
})
