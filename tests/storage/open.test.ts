import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { openStorage } from '../../storage/storage.ts'
import { newFolder } from '../support/programs.ts'

const folder = newFolder()
afterAll(folder.remove)

it('waits for another process that is making the same file', async () => {
  const holder = new Worker(new URL('../support/lock_holder.ts', import.meta.url), {
    workerData: folder.file('new.db'),
  })
  await once(holder, 'message')
  const storage = openStorage(folder.file('new.db'))
  expect(await storage.sites.all()).toHaveLength(1)
  storage.close()
})
