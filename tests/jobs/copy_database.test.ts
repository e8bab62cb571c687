import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../../jobs/copy_database.ts'
import type { JobContext } from '../../jobs/queue/job.ts'
import { demandBackup } from '../../storage/backup.ts'
import { copiesIn, makeCopyAside } from '../../storage/copies.ts'
import { openMediaFolder } from '../../storage/media_folder.ts'
import { openStorage } from '../../storage/storage.ts'
import { png } from '../support/pictures.ts'
import { newFolder } from '../support/programs.ts'
import { thursday } from '../support/service.ts'

const home = newFolder()
const database_file = home.file('launch.db')
const folder = home.file('backups')
const picture = `${'a1'.repeat(16)}.png`
const job = copyDatabase({ database_file, folder, every_h: 24, keep: 2 })
const runAfter = (hours: number) =>
  job.run(
    {} as never,
    {
      now: new Date(thursday.getTime() + hours * 3_600_000),
      signal: new AbortController().signal,
    } as JobContext,
  )

beforeAll(async () => {
  openStorage(database_file).close()
  await openMediaFolder(home.file('media')).keep(picture, png())
})
afterAll(home.remove)

it('makes a copy a day, keeps the newest two, and gives a picture room once', async () => {
  for (const hours of [0, 23, 24, 47, 48]) await runAfter(hours)
  const copies = ['launch-2026-11-20T12-00-00Z.db', 'launch-2026-11-21T12-00-00Z.db']
  expect(readdirSync(folder).sort()).toEqual(copies.flatMap((name) => [name, `${name}.media`]))
  expect(copiesIn(folder).map(({ made_at }) => made_at.toISOString())).toEqual([
    '2026-11-21T12:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ])
  for (const { file } of copiesIn(folder)) demandBackup(file)
  const [one, two] = copies.map((name) => statSync(join(folder, `${name}.media`, picture)).ino)
  expect(one).toBe(two)
})

it('makes one at once where the newest is of a clock that was ahead', async () => {
  await runAfter(-48)
  expect(copiesIn(folder).map(({ made_at }) => made_at.toISOString())).toHaveLength(2)
})

it('leaves everything as it was where it is ended on the way', async () => {
  const before = readdirSync(folder)
  const end = new AbortController()
  const order = { database_file, folder, keep: 2, now: new Date(thursday.getTime() + 100 * 3_600_000) }
  const copying = makeCopyAside(order, end.signal)
  end.abort()
  await expect(copying).rejects.toThrow('The copying was ended.')
  expect(readdirSync(folder)).toEqual(before)
})

it('fails on a damaged database, and leaves all copies where they are', async () => {
  const before = readdirSync(folder)
  const bytes = readFileSync(database_file)
  // Far behind the schema: whoever only copies its pages notices nothing.
  writeFileSync(database_file, bytes.fill(0xff, bytes.length - 100_000, bytes.length - 50_000))
  await expect(runAfter(200)).rejects.toThrow(/damaged|malformed/)
  expect(readdirSync(folder)).toEqual(before)
})
