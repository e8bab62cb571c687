import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startService, type Service } from '../support/service.ts'

let service: Service
afterEach(() => service.close())

it('is ready while there is room to write', async () => {
  service = await startService()
  const answer = await service.fetch('/readyz')
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
})

it('is not ready while its search index is behind, and again when it is level', async () => {
  service = await startService()
  const { behind_ms } = service.storage
  service.storage.behind_ms = () => 5001
  const answer = await service.fetch('/readyz')
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'the search index is behind', behind_s: 5 },
  ])
  service.storage.behind_ms = behind_ms
  expect((await service.fetch('/readyz')).status).toBe(200)
})

it('tells which jobs are overdue, and stays ready', async () => {
  service = await startService()
  const { clock, storage, worker } = service
  await worker.stop(0)
  const created_at = clock.now.toISOString()
  await storage.write(({ jobs }) => jobs.enqueue({ kind: 'turn_weeks', payload: {}, created_at }))
  clock.now = new Date(clock.now.getTime() + 120_000)
  expect(await (await service.fetch('/readyz')).json()).toEqual({ status: 'ready' })
  clock.now = new Date(clock.now.getTime() + 1000)
  const answer = await service.fetch('/readyz')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: 'ready, but jobs are overdue', overdue: [{ kind: 'turn_weeks', by_s: 121 }] },
  ])
})

// Linux lends a file system on which nothing is ever free.
it.runIf(existsSync('/proc'))('is not ready once the data disk is full, but alive', async () => {
  service = await startService({ settings: { DATA_DIR: '/proc' } })
  const answer = await service.fetch('/readyz')
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'the data disk is full', free_bytes: 0 },
  ])
  expect((await service.fetch('/healthz')).status).toBe(200)
})

it.skipIf(process.env.TEST_DATABASE === 'postgres')(
  'is not ready while the database is moved away, and again when it is back',
  async () => {
    service = await startService()
    const file = join(service.folder, 'launch.db')
    renameSync(file, `${file}.away`)
    const answer = await service.fetch('/readyz')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        status: expect.stringMatching(
          /^The file launch\.db that the service opened is no longer in DATA_DIR/,
        ),
      },
    ])
    renameSync(`${file}.away`, file)
    expect((await service.fetch('/readyz')).status).toBe(200)
  },
)

it('says which version it is', async () => {
  service = await startService()
  expect(await (await service.fetch('/healthz')).json()).toEqual({
    status: 'alive',
    version: expect.stringMatching(/^\d+\.\d+\.\d+(?:\+[0-9a-f]{12})?$/),
    up_s: expect.any(Number),
  })
})
