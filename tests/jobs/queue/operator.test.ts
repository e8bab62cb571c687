import { expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { operatorRetry } from '../../../jobs/queue/operator.ts'
import { startService, thursday } from '../../support/service.ts'

it('does not try a dead job again beside a newer one of its key, and says so', async () => {
  const service = await startService()
  await service.worker.stop(0)
  const { storage } = service
  const created_at = thursday.toISOString()
  const job = { kind: 'watch', key: 'watch', payload: {}, created_at } as const
  await storage.write(async ({ jobs }) => {
    await jobs.enqueue(job)
    await jobs.bury((await jobs.claim(created_at, created_at))!, 'Error: no luck')
    await jobs.enqueue(job)
  })
  const place = { now: thursday, public_url: service.url, seller: readConfig({}).SELLER }
  await expect(operatorRetry(storage, '1', place)).rejects.toThrow(
    'A newer job of the same kind waits already',
  )
  expect(await storage.jobs.dead()).toMatchObject([{ id: 1 }])
  await service.close()
})
