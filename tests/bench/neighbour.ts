// What one reader feels of a slow neighbour: long searches through the same process, an import in another.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bench } from './setting.ts'
import { inventRows, size } from './catalogue_file.ts'
import type { Line } from './measure.ts'
import { startLoadMaker, startProgram, type LoadMaker } from './processes.ts'
import { get, mixed } from './requests.ts'

/** As many and as misspelt words as a search may have. */
const longSearch =
  'ivnoices manegment compnay analitics maschine lerning databse securty enterprize platfrom devloper automaton'

export async function benchNeighbour({ start, slugs, folder }: Bench, load: LoadMaker): Promise<Line[]> {
  const product = await start.product({ FRESH: 'on' })
  const requests = mixed(slugs).map((slug) => get(`/api/v1/listings/${slug}`))
  const job = { port: product.port, requests, connections: 8, count: 2000 }
  await load.run(job)
  const alone = await load.run(job)

  async function whileBusy(busy: Promise<unknown>): Promise<{ p99_ms: number[]; max_ms: number }> {
    const p99_ms: number[] = []
    let max_ms = 0
    let over = false
    void busy.finally(() => (over = true))
    do {
      const felt = await load.run(job)
      p99_ms.push(felt.p99_ms)
      max_ms = Math.max(max_ms, felt.max_ms)
    } while (!over)
    await busy
    return { p99_ms, max_ms }
  }

  const searcher = startLoadMaker()
  const queries = Array.from({ length: 12 }, (_, i) => {
    const words = longSearch.split(' ')
    return get(`/api/v1/listings?q=${[...words.slice(i), ...words.slice(0, i)].join('+')}`)
  })
  const search = searcher.run({ port: product.port, requests: queries, connections: 1, count: 300 })
  const besideSearch = await whileBusy(search)
  const { p50_ms } = await search
  searcher.stop()

  const { rows, categories } = inventRows(join(folder, 'rows'), 2)
  const importing = startProgram('admin.ts', ['import', rows, '--categories', categories], {
    DATA_DIR: product.folder,
  })
  const besideImport = await whileBusy(once(importing, 'exit'))
  await product.stop()

  const section = 'A slow neighbour'
  const line = (what: string, value: number, most: number | null): Line => ({
    section,
    what: `GET /listings/{slug}: ${what}`,
    value,
    unit: 'ms',
    noise: null,
    bound: most === null ? null : { most },
  })
  const worst = (felt: { p99_ms: number[] }): Pick<Line, 'value' | 'noise'> => ({
    value: Math.max(...felt.p99_ms),
    noise: [Math.min(...felt.p99_ms), Math.max(...felt.p99_ms)],
  })
  return [
    line('p99 with nobody beside', alone.p99_ms, null),
    {
      ...line(
        `worst p99 of 2,000 beside searches for 12 misspelt words (${p50_ms.toFixed(0)} ms each)`,
        0,
        50,
      ),
      ...worst(besideSearch),
    },
    { ...line(`worst p99 of 2,000 beside an import of ${size} rows`, 0, 50), ...worst(besideImport) },
    line('slowest of all beside the import', besideImport.max_ms, null),
  ]
}
