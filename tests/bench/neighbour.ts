// What one reader feels of a slow neighbour: long searches and drafts in the same process, an import in another.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasData, snapshots } from '../support/outside.ts'
import type { Bench } from './setting.ts'
import { inventRows, size } from './catalogue_file.ts'
import type { Job } from './load.ts'
import type { Line } from './measure.ts'
import {
  root,
  rssOf,
  startLoadMaker,
  startProgram,
  startSites,
  type LoadMaker,
  type Running,
} from './processes.ts'
import { get, mixed } from './requests.ts'
import { startPath } from './snapshot_site.ts'

/** As many and as misspelt words as a search may have. */
export const longSearch =
  'ivnoices manegment compnay analitics maschine lerning databse securty enterprize platfrom devloper automaton'

const section = 'A slow neighbour'

export async function benchNeighbour(bench: Bench, load: LoadMaker): Promise<Line[]> {
  const { start, slugs, folder } = bench
  const product = await start.product({ FRESH: 'on' })
  const requests = mixed(slugs).map((slug) => get(`/api/v1/listings/${slug}`))
  const job = { port: product.port, requests, connections: 8, count: 2000 }
  await load.run(job)
  const alone = await load.run(job)

  const searcher = startLoadMaker()
  const queries = Array.from({ length: 12 }, (_, i) => {
    const words = longSearch.split(' ')
    return get(`/api/v1/listings?q=${[...words.slice(i), ...words.slice(0, i)].join('+')}`)
  })
  const search = searcher.run({ port: product.port, requests: queries, connections: 1, count: 300 })
  const besideSearch = await whileBusy(load, job, search)
  const { p50_ms } = await search
  searcher.stop()

  const { rows, categories } = inventRows(join(folder, 'rows'), 2)
  const importing = startProgram('admin.ts', ['import', rows, '--categories', categories], {
    DATA_DIR: product.folder,
  })
  const besideImport = await whileBusy(load, job, once(importing, 'exit'))
  await product.stop()

  return [
    line('p99 with nobody beside', alone.p99_ms, null),
    worst(`beside searches for 12 misspelt words (${p50_ms.toFixed(0)} ms each)`, besideSearch),
    worst(`beside an import of ${size} rows`, besideImport),
    line('slowest of all beside the import', besideImport.max_ms, null),
    ...(hasData ? await besideDrafts(bench, load, requests) : []),
  ]
}

/** Real websites are crawled and drafted by the service that answers. */
async function besideDrafts({ start }: Bench, load: LoadMaker, requests: string[]): Promise<Line[]> {
  const websites = await startSites()
  const product = await start.product({
    FRESH: 'on',
    OUTBOUND_PROXY: websites.proxy,
    RATE_LIMITS: 'read=100000000,read_signed_in=100000000,write=1000000,drafts=1000000',
  })
  const memory_mb: number[] = []
  const sample = () => void memory_mb.push(rssOf(product.pid))
  const sampling = setInterval(sample, 50)
  try {
    const job = { port: product.port, requests, connections: 8, count: 2000 }
    await load.run(job)
    const rest_mb = rssOf(product.pid)
    const felt = await whileBusy(load, job, draftAll(product, snapshots()))
    const most_mb = Math.max(...memory_mb)
    // What is kept for drafts only has gone by then.
    await sleep(12_000)
    const memory = (what: string, value: number): Line => {
      return { section, what: `resident memory ${what}`, value, unit: 'MB', noise: null, bound: null }
    }
    return [
      worst('beside drafting the real sites', felt),
      line('slowest of all beside the drafts', felt.max_ms, null),
      memory('before the drafts', rest_mb),
      memory('at most, while drafting', most_mb),
      memory('some seconds after the drafts', rssOf(product.pid)),
    ]
  } finally {
    clearInterval(sampling)
    websites.stop()
    await product.stop()
  }
}

/** Submits the addresses one after the other, as their owner, and waits until every draft is ready. */
async function draftAll(
  product: Running & { folder: string },
  sites: ReturnType<typeof snapshots>,
): Promise<void> {
  const scopes = 'account:read,listings:write'
  const args = ['admin.ts', 'api-key', 'create', '--email', 'bench@tide.test', '--scopes', scopes]
  const env = { ...process.env, DATA_DIR: product.folder }
  const [key] = /lk_\S+/.exec(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }))!
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const drafts = `http://127.0.0.1:${product.port}/api/v1/drafts`
  let taken = 0
  for (const site of sites) {
    const body = JSON.stringify({ url: `http://${site.host}${startPath(site)}` })
    // Some of them stand in the catalogue already, and are refused.
    if ((await fetch(drafts, { method: 'POST', headers, body })).status === 201) taken += 1
  }
  for (;;) {
    await sleep(200)
    const answer = await fetch(`${drafts}?per_page=100`, { headers })
    const { items } = (await answer.json()) as { items: { id: string; status: string; url: string }[] }
    const failed = items.find(({ status }) => status === 'failed')
    if (failed !== undefined) {
      const draft = await fetch(`${drafts}/${failed.id}`, { headers })
      throw new Error(`the draft of ${failed.url} failed: ${await draft.text()}`)
    }
    if (items.length === taken && items.every(({ status }) => status === 'ready')) return
  }
}

type Felt = { p99_ms: number[]; max_ms: number }

async function whileBusy(load: LoadMaker, job: Job, busy: Promise<unknown>): Promise<Felt> {
  const p99_ms: number[] = []
  let max_ms = 0
  let over = false
  void busy.then(
    () => (over = true),
    () => (over = true),
  )
  do {
    const felt = await load.run(job)
    p99_ms.push(felt.p99_ms)
    max_ms = Math.max(max_ms, felt.max_ms)
  } while (!over)
  await busy
  return { p99_ms, max_ms }
}

function line(what: string, value: number, most: number | null): Line {
  const bound = most === null ? null : { most }
  return { section, what: `GET /listings/{slug}: ${what}`, value, unit: 'ms', noise: null, bound }
}

function worst(beside: string, { p99_ms }: Felt): Line {
  const noise: [number, number] = [Math.min(...p99_ms), Math.max(...p99_ms)]
  return { ...line(`worst p99 of 2,000 ${beside}`, noise[1], 50), noise }
}
