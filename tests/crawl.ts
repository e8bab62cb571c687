// npm run crawl [-- BASE_URL] [-- --most=300]: follows every link of a running site, or of one filled with the real catalogue (or an
// invented one as large), from its first page, its site map and its feeds. Dead links, answers of 500 and above, invalid
// HTML and XML are told at the end, and make it fail. --most looks at so many pages of a kind only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HtmlValidate } from 'html-validate'
import { fillFolder } from './bench/catalogue_file.ts'
import { startServer } from './bench/processes.ts'
import { linksIn, patternOf } from './support/site_walk.ts'
import { validHtml } from './support/valid_html.ts'
import { faultOfXml } from './support/xml.ts'

const folder = mkdtempSync(join(tmpdir(), 'launch-crawl-'))
const { values, positionals } = parseArgs({
  options: { most: { type: 'string', default: '1000000' } },
  allowPositionals: true,
})
const most = Number(values.most)
const [given] = positionals
if (given === undefined) fillFolder(folder)

const server =
  given === undefined
    ? await startServer('server.ts', { DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
    : null
const base = given ?? `http://localhost:${server!.port}`

const validator = new HtmlValidate(validHtml)
/** Of each kind so many are held against the standard; the others are made by the same code. */
const validated_of_a_kind = 40
const at_once = 8
const seen = new Set<string>()
const queue: string[] = []
const kinds = new Map<string, { pages: number; validated: number }>()
const wrong: string[] = []

function add(...paths: string[]): void {
  for (const path of paths)
    if (!seen.has(path)) {
      seen.add(path)
      queue.push(path)
    }
}

const ours = (link: string): string[] => {
  const path = link.startsWith(base) ? link.slice(base.length) : link
  // Weeks go back without end, and lists in every order are the same lists.
  return /^\/(?!\/|weeks\/|search\?|sign-in|account|submit)/.test(path) ? [path.split('#')[0]!] : []
}

/** Once more where a connection was closed between two requests, as servers may. */
async function get(path: string): Promise<Response> {
  const ask = () => fetch(base + path, { headers: { accept: 'text/html, */*' }, redirect: 'manual' })
  return ask().catch(ask)
}

async function look(path: string): Promise<void> {
  const kind = patternOf(path) ?? path.replace(/[^/]+$/, '…')
  const counts = kinds.get(kind) ?? { pages: 0, validated: 0 }
  if (counts.pages >= most) return
  kinds.set(kind, { ...counts, pages: counts.pages + 1 })
  const response = await get(path)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (response.status >= 300 && response.status < 400)
    return add(...ours(response.headers.get('location') ?? ''))
  if (response.status !== 200) return void wrong.push(`${path}: ${response.status}`)
  if (/xml/.test(type) && !type.includes('svg')) {
    const fault = faultOfXml(text.replace(/^<\?xml[^>]*\?>\s*/, ''))
    if (fault !== null) wrong.push(`${path}: ${fault}`)
    for (const [, address] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) add(...ours(address!))
  }
  if (/json/.test(type)) JSON.parse(text)
  if (!type.startsWith('text/html')) return
  if (counts.validated < validated_of_a_kind) {
    kinds.get(kind)!.validated += 1
    for (const { messages } of validator.validateStringSync(text).results)
      wrong.push(
        ...messages.map(({ ruleId, message, line }) => `${path}: ${ruleId}: ${message} (line ${line})`),
      )
  }
  for (const [, href] of text.matchAll(/<link rel="alternate"[^>]*href="([^"]+)"/g)) add(...ours(href!))
  for (const link of linksIn(text)) add(...ours(link))
}

const started_ms = performance.now()
add(
  '/',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/search?q=notes',
  '/search?q=databse',
  '/weeks/2026-11-16',
)
try {
  while (queue.length > 0) await Promise.all(queue.splice(0, at_once).map(look))
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const [kind, { pages, validated }] of [...kinds].sort(([, a], [, b]) => b.pages - a.pages))
  console.log(`${String(pages).padStart(6)}  ${kind}${validated > 0 ? `, ${validated} validated` : ''}`)
const seconds = Math.round((performance.now() - started_ms) / 1000)
console.log(`\n${seen.size} addresses in ${seconds} s, ${wrong.length} faults.`)
for (const fault of wrong.slice(0, 100)) console.log(fault)
process.exitCode = wrong.length === 0 ? 0 : 1
