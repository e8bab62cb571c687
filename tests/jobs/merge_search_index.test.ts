import { expect, it } from 'vitest'
import type { JobContext } from '../../jobs/queue/job.ts'
import { mergeSearchIndex } from '../../jobs/merge_search_index.ts'
import { takeLock } from '../../storage/lock.ts'
import { onPostgres } from '../support/made_databases.ts'
import { startService } from '../support/service.ts'
import { fillTown } from '../support/town.ts'

it('merges what edits leave behind, and search finds the same afterwards', async () => {
  const service = await startService({ fill: fillTown })
  try {
    const { storage } = service
    const site_id = (await storage.sites.all())[0]!.id
    const all = { site_id, limit: 100, offset: 0 }
    const before = await storage.search.find(all)
    for (let edit = 0; edit < 40; edit += 1) {
      await storage.write(async ({ catalogue, listings }) => {
        const [listing] = await catalogue.after(site_id, 0, 1)
        const categories = [listing!.category_id]
        await listings.save({
          ...listing!,
          company_key: 'edited.test',
          category_ids: categories,
          tagline: `Edit ${edit}`,
        })
      })
    }
    const context: Partial<JobContext> = { storage, signal: new AbortController().signal }
    if (!onPostgres) {
      // An import merges what it leaves; beside it the job does nothing.
      const release = takeLock(service.folder, 'import')!
      await mergeSearchIndex.run({}, context as JobContext)
      expect(await storage.write(({ listings }) => listings.mergeIndex())).toBe(true)
      release()
    }
    await mergeSearchIndex.run({}, context as JobContext)
    expect(await storage.write(({ listings }) => listings.mergeIndex())).toBe(false)
    expect(await storage.search.find(all)).toEqual(before)
    expect((await storage.search.find({ ...all, q: 'Edit 39' })).total).toBeGreaterThan(0)
  } finally {
    await service.close()
  }
})
