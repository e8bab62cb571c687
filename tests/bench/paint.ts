// What a page weighs and when its largest part is painted, for a first visitor on a slow connection, with the real
// catalogue where it lies beside the project.
//   node tests/bench/paint.ts [PATH …, those of the budget unless told]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../support/chromium.ts'
import { fillFolder, isReal, slugsIn } from './catalogue_file.ts'
import { startServer } from './processes.ts'

const rounds = 5
/** The budget: milliseconds, and bytes without pictures. */
const most = { paint_ms: 1500, bytes: 100_000 }
/** 400 ms for each answer to begin, 50 kB/s. */
const connection = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false }

const folder = mkdtempSync(join(tmpdir(), 'launch-paint-'))
fillFolder(folder)
const slug = slugsIn(folder)[1000]!
const server = await startServer('server.ts', { DATA_DIR: folder })
const browser = await launchChromium()

const categories = await fetch(`http://127.0.0.1:${server.port}/api/v1/categories`)
const [category] = ((await categories.json()) as { items: { slug: string }[] }).items
const paths = process.argv.slice(2)
if (paths.length === 0)
  paths.push('/', '/search?q=invoices', `/categories/${category!.slug}`, `/listings/${slug}`)

type Visit = { paint_ms: number; what: string; bytes: number; pictures: number }

/** As somebody sees it who was never here. */
async function visit(path: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', connection)
  const [types, bytes] = [new Map<string, string>(), new Map<string, number>()]
  devtools.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength)
  })
  await tab.goto(`http://127.0.0.1:${server.port}${path}`, { waitUntil: 'networkidle' })
  const painted = await tab.evaluate(
    () =>
      new Promise<{ paint_ms: number; what: string }>((resolve) =>
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          const { element } = last
          resolve({
            paint_ms: last.startTime,
            what: `${element?.tagName.toLowerCase()} ${element?.textContent?.trim().slice(0, 40)}`,
          })
        }).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  )
  await context.close()
  const sum = (isPicture: boolean) =>
    [...bytes].reduce((sum, [id, count]) => sum + ((types.get(id) === 'Image') === isPicture ? count : 0), 0)
  return { ...painted, bytes: sum(false), pictures: sum(true) }
}

console.log(isReal ? 'The real catalogue.' : 'Invented rows: the real catalogue is not here.')
let isWithin = true
try {
  for (const path of paths) {
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(path))
    const [middle] = visits.sort((a, b) => a.paint_ms - b.paint_ms).slice(Math.floor(rounds / 2))
    const { paint_ms, what, bytes, pictures } = middle!
    isWithin &&= paint_ms <= most.paint_ms && bytes <= most.bytes
    console.log(
      `${path}: ${Math.round(paint_ms)} ms (${Math.round(visits[0]!.paint_ms)} to ${Math.round(visits.at(-1)!.paint_ms)}) for ${what}; ${bytes} bytes, ${pictures} of pictures`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
}
console.log(isWithin ? 'Within the budget.' : 'Over the budget.')
process.exitCode = isWithin ? 0 : 1
