/**
 * npm run bench:pipeline: what a draft costs. Each real site is crawled from loopback by the product's own crawler,
 * drafted, checked and stored by the product's own jobs; then 500 drafts in a row show whether memory grows.
 * The server of the sites runs in a process of its own, so that only the product's CPU is counted.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { jobs } from '../../jobs/catalog.ts'
import { readConfig } from '../../config.ts'
import { openDrafter } from '../../jobs/drafter.ts'
import { openDraftingThread } from '../../jobs/reading/drafting_thread.ts'
import { startWorker } from '../../jobs/queue/worker.ts'
import { openOutbound } from '../../outbound.ts'
import { openMediaFolder } from '../../storage/media_folder.ts'
import { openStorage } from '../../storage/storage.ts'
import { emptyProfile } from '../../tools/drafts/fields.ts'
import { siteUrl } from '../../tools/drafts/site_url.ts'
import { dataFolder, hasData, snapshots } from '../support/outside.ts'
import { startPath } from './snapshot_site.ts'
import { startSites } from './processes.ts'

const wanted = { median_ms: 250, largest_ms: 1500, drafts: 500 }

async function bench(): Promise<boolean> {
  const websites = await startSites()
  const folder = mkdtempSync(join(tmpdir(), 'launch-bench-'))
  const storage = openStorage(join(folder, 'launch.db'))
  const outbound = openOutbound({ proxy: websites.proxy })
  const clock = () => new Date()
  const thread = openDraftingThread()
  const config = readConfig({ DAILY_CAPS: 'off' })
  const context = {
    storage,
    outbound,
    thread,
    drafter: openDrafter(null, undefined, thread),
    payments: null,
    media: openMediaFolder(join(folder, 'media')),
    ...{ seller: config.SELLER, caps: config.CAPS, vote_rules: config.VOTE_RULES, tally: null },
    delivery: { deliver: async () => undefined, close: () => undefined },
    clock,
    log: pino({ level: 'silent' }),
    public_url: 'https://launch.test',
  }
  const worker = startWorker({ jobs: jobs.filter((job) => job.every_s === undefined), context })
  try {
    const { user_id, site_id } = await storage.write(async (inside) => {
      for (const line of JSON.parse(readFileSync(join(dataFolder, 'categories.json'), 'utf8')))
        await inside.catalogue.putCategory({
          slug: line.slug,
          name: line.name,
          description: line.description,
        })
      const user = await inside.users.ensure('bench@tide.test', clock().toISOString())
      return { user_id: user.id, site_id: (await inside.sites.all())[0]!.id }
    })
    const draft = async (address: string): Promise<{ status: string; cpu_ms: number; pages: number }> => {
      const { url, url_key, bare } = siteUrl(address)
      const at = clock().toISOString()
      const id = crypto.randomUUID()
      const began = process.cpuUsage()
      await storage.write(async (inside) => {
        const head = { id, site_id, user_id, url, url_key: `${url_key} ${id}`, status: 'crawling' as const }
        const progress = { step: 'waiting' as const, pages_read: 0, reading: null }
        await inside.drafts.add({
          ...head,
          progress,
          profile: emptyProfile(),
          created_at: at,
          updated_at: at,
        })
        await inside.jobs.enqueue({
          kind: 'crawl_site',
          payload: { draft_id: id, bare },
          run_at: at,
          created_at: at,
        })
      })
      await worker.idle()
      const { user, system } = process.cpuUsage(began)
      const done = (await storage.drafts.byId(id))!
      return {
        status: done.status,
        cpu_ms: (user + system) / 1000,
        pages: (await storage.drafts.readPages(id)).length,
      }
    }

    const sites = snapshots()
    const address = (site: (typeof sites)[number]) => `http://${site.host}${startPath(site)}`
    await draft(address(sites[0]!))
    const rows = []
    for (const site of sites) rows.push({ host: site.host, ...(await draft(address(site))) })
    rows.sort((one, other) => other.cpu_ms - one.cpu_ms)
    for (const { host, status, cpu_ms, pages } of rows)
      console.log(
        `${host.padEnd(36)} ${status.padEnd(7)} ${String(pages).padStart(3)} pages ${cpu_ms.toFixed(0).padStart(6)} ms`,
      )
    const median = rows[rows.length >> 1]!.cpu_ms
    const most = rows[0]!.cpu_ms
    console.log(
      `CPU of the whole pipeline for each site: median ${median.toFixed(0)} ms, most ${most.toFixed(0)} ms`,
    )

    // Small and middling sites in turn; the heavy ones would only make it longer.
    const small = rows.slice(rows.length >> 1).map(({ host }) => sites.find((site) => site.host === host)!)
    const memory: number[] = []
    for (let n = 0; n < wanted.drafts; n += 4) {
      await Promise.all([0, 1, 2, 3].map((lane) => draft(address(small[(n + lane) % small.length]!))))
      if (n % 100 === 96) {
        globalThis.gc?.()
        memory.push(process.memoryUsage().rss / 1e6)
        const { heapUsed } = process.memoryUsage()
        console.log(
          `after ${n + 4} drafts: ${memory.at(-1)!.toFixed(0)} MB resident, ${(heapUsed / 1e6).toFixed(0)} MB heap`,
        )
      }
    }
    const growth = memory.at(-1)! / memory[0]!
    const failures = [
      ...(median > wanted.median_ms ? [`median above ${wanted.median_ms} ms`] : []),
      ...(most > wanted.largest_ms ? [`largest above ${wanted.largest_ms} ms`] : []),
      ...(growth > 1.15
        ? [`memory grew by ${((growth - 1) * 100).toFixed(0)} % from draft 100 to ${wanted.drafts}`]
        : []),
      ...(rows.some(({ status }) => status !== 'ready') ? ['not every site became a draft'] : []),
    ]
    console.log(failures.length === 0 ? 'all figures met' : `NOT MET\n${failures.join('\n')}`)
    return failures.length === 0
  } finally {
    await worker.stop(0)
    await Promise.all([thread.close(), outbound.close()])
    storage.close()
    rmSync(folder, { recursive: true, force: true })
    websites.stop()
  }
}

if (!hasData) console.log('skipped: ../shared/data is not here')
else if (!(await bench())) process.exitCode = 1
