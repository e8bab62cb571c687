// Closes and signs weeks on the data of a folder, as the service's jobs do, and is killed at the n-th of its writes: in the midst
// of the transaction, or the moment after it. Told as WEEKS N before|after URL; says "done" where there is no n-th.
import { openData } from '../../storage/open.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { closeWeek } from '../../tools/launches/ranked.ts'
import { sealWeek } from '../../tools/ledger/seal.ts'
import { about, over } from './weeks.ts'

const [weeks, n, moment, url] = process.argv.slice(2) as [string, string, string, string]
const { DATA_DIR, DATABASE_URL } = process.env
const storage = await openData(
  { DATA_DIR: DATA_DIR!, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
  {},
  () => {},
)
const die = () => process.kill(process.pid, 'SIGKILL')
let left = Number(n)
const dying = Object.assign(Object.create(storage) as OpenStorage, {
  async write<T>(work: (inside: OpenStorage) => Promise<T>): Promise<T> {
    left -= 1
    const isLast = left === 0
    const result = await storage.write(async (inside) => {
      const done = await work(inside as OpenStorage)
      if (isLast && moment === 'before') die()
      return done
    })
    if (isLast) die()
    return result
  },
})
for (const week of weeks.split(',')) {
  const { now } = about(week, { url })
  await dying.write((inside) => closeWeek(inside, over(week), now))
  await sealWeek(dying, over(week), about(week, { url }), 7)
}
process.stdout.write('done')
await storage.close()
