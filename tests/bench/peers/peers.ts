// node tests/bench/peers/peers.ts [--folder=DIR]
// Side by side with Directus and with Payload and its MCP plugin, both on SQLite with the same listings, in turn in one
// run. They are installed from npm into the folder on demand, with the node of the PATH (22 or newer is what they ask for),
// and kept there; the first time takes ten minutes.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { fillFolder } from '../catalogue_file.ts'
import { inTurn, median, type Contestant } from '../measure.ts'
import { rssOf, startLoadMaker, startServer, type Running } from '../processes.ts'
import { call, get, mixed, post } from '../requests.ts'
import { openBench } from '../setting.ts'

const here = new URL('.', import.meta.url).pathname
const { values: options } = parseArgs({
  options: { folder: { type: 'string', default: join(tmpdir(), 'launch-bench', 'peers') } },
})
const folder = options.folder
/** Their native parts are built for the node that npm itself runs on, not for ours. */
const path = process.env
  .PATH!.split(delimiter)
  .filter((one) => !one.includes('node_modules'))
  .join(delimiter)
const node = execFileSync('which', ['node'], { env: { PATH: path }, encoding: 'utf8' }).trim()

type Row = { slug: string; name: string }
type Peer = {
  name: string
  server: Running
  list: string[]
  mcp: string[]
  search(q: string): { path: string; headers: Record<string, string> }
}

function install(name: string): string {
  const at = join(folder, name)
  cpSync(join(here, name), at, { recursive: true })
  if (!existsSync(join(at, 'node_modules')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: at,
      env: { ...process.env, PATH: path },
      stdio: 'inherit',
    })
  return at
}

function runIn(at: string, args: string[], env: Record<string, string>): void {
  execFileSync(node, args, {
    cwd: at,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function startDirectus(rows: string): Promise<Peer> {
  const at = install('directus')
  const env = {
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(at, 'directus.db'),
    SECRET: 'a secret that is only for this bench, and long',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN: 'bench-token',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    MCP_ENABLED: 'true',
  }
  const cli = join(at, 'node_modules/directus/cli.js')
  const isNew = !existsSync(env.DB_FILENAME)
  if (isNew) runIn(at, [cli, 'bootstrap'], env)
  const server = await startServer(cli, env, { cwd: at, node, after: ['start'] })
  if (isNew) runIn(at, ['seed.mjs', rows], { ...env, PORT: String(server.port) })
  const headers = { authorization: 'Bearer bench-token' }
  const read = { action: 'read', collection: 'listings', query: { fields: ['*'], limit: 20 } }
  return {
    name: 'Directus',
    server,
    list: Array.from({ length: 200 }, (_, i) => get(`/items/listings?limit=20&page=${i + 1}`, headers)),
    mcp: [message('/mcp', 'items', read, headers)],
    search: (q) => ({ path: `/items/listings?limit=20&search=${encodeURIComponent(q)}`, headers }),
  }
}

async function startPayload(rows: string): Promise<Peer> {
  const at = install('payload')
  const next = join(at, 'node_modules/next/dist/bin/next')
  const quiet = { NEXT_TELEMETRY_DISABLED: '1' }
  if (!existsSync(join(at, '.next/BUILD_ID'))) runIn(at, [next, 'build', '--webpack'], quiet)
  if (!existsSync(join(at, 'payload.db'))) runIn(at, ['seed.js', rows], { NODE_ENV: 'development' })
  const server = await startServer(
    next,
    { ...quiet, NODE_ENV: 'production' },
    { cwd: at, node, after: ['start'] },
  )
  const headers = { authorization: 'Bearer bench-key-bench-key-bench-key-bench-key' }
  return {
    name: 'Payload',
    server,
    list: Array.from({ length: 200 }, (_, i) => get(`/api/listings?limit=20&page=${i + 1}`)),
    mcp: [message('/api/mcp', 'findListings', { limit: 20 }, headers)],
    search: (q) => ({
      path: `/api/listings?limit=20&where%5Bname%5D%5Blike%5D=${encodeURIComponent(q)}`,
      headers: {},
    }),
  }
}

function message(path: string, name: string, given: object, headers: Record<string, string>): string {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
  return post(path, body, {
    ...headers,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  })
}

/** How many of the names are among the first answers to their question. */
async function found(peer: Peer, asked: { q: string; slug: string }[]): Promise<number> {
  let hits = 0
  for (const { q, slug } of asked) {
    const { path, headers } = peer.search(q)
    const response = await globalThis.fetch(`http://127.0.0.1:${peer.server.port}${path}`, { headers })
    if ((await response.text()).includes(`"slug":"${slug}"`)) hits += 1
  }
  return hits / asked.length
}

mkdirSync(folder, { recursive: true })
const own = join(folder, 'own')
rmSync(own, { recursive: true, force: true })
fillFolder(join(own, 'filled'))
const database = new Database(join(own, 'filled/launch.db'), { readonly: true })
const rows = database
  .prepare<[], Row>(
    `SELECT l.slug, l.name, l.url, l.tagline, c.slug AS category, l.pricing_model, l.country, 'live' AS status,
       l.description, l.votes FROM listings l JOIN categories c ON c.id = l.category_id WHERE l.status = 'live'`,
  )
  .all()
database.close()
const rowsFile = join(folder, 'rows.json')
writeFileSync(rowsFile, JSON.stringify(rows))

const ours: Peer = {
  name: 'Launch Directory',
  server: await openBench(own).start.product({ FRESH: 'on' }),
  list: Array.from({ length: 200 }, (_, i) => get(`/api/v1/listings?page=${i + 1}`)),
  mcp: Array.from({ length: 200 }, (_, i) => call('legacy', 'search_listings', { page: i + 1 })),
  search: (q) => ({ path: `/api/v1/listings?q=${encodeURIComponent(q)}`, headers: {} }),
}
const peers = [ours, await startDirectus(rowsFile), await startPayload(rowsFile)]
const load = startLoadMaker()

const names = mixed(rows)
  .filter(({ name }) => /^[a-z]{6,12}$/i.test(name))
  .slice(0, 100)
const exact = names.map(({ name, slug }) => ({ q: name, slug }))
const misspelt = names.map(({ name, slug }) => ({ q: name.slice(0, 3) + name.slice(4), slug }))
const asking = (peer: Peer, asked: { q: string }[]) =>
  asked.map(({ q }) => {
    const { path, headers } = peer.search(q)
    return get(path, headers)
  })

const table: { what: string; cells: string[] }[] = []
async function measure(what: string, requestsOf: (peer: Peer) => string[]): Promise<void> {
  const contestants = Object.fromEntries(
    peers.map((peer) => [
      peer.name,
      { server: peer.server, requests: requestsOf(peer), count: peer === ours ? 600 : 100 },
    ]),
  ) satisfies Record<string, Contestant>
  const measured = await inTurn(load, contestants, { rounds: 5, connections: 4, warm_up: 500 })
  const first = median(measured[ours.name]!.cpu_us)
  table.push({
    what,
    cells: peers.map(({ name }) => {
      const { cpu_us } = measured[name]!
      const ms = cpu_us.map((us) => us / 1000)
      const times = name === ours.name ? '' : `, ${(median(cpu_us) / first).toFixed(0)}×`
      return `${median(ms).toFixed(2)} ms (${Math.min(...ms).toFixed(2)}–${Math.max(...ms).toFixed(2)})${times}`
    }),
  })
  console.log(what, table.at(-1)!.cells.join(' | '))
}

await measure('REST, a list of 20: CPU a request', (peer) => peer.list)
await measure('MCP, a read of 20: CPU a call', (peer) => peer.mcp)
await measure('search, exact names: CPU a request', (peer) => asking(peer, exact))
await measure('search, names with a letter missing: CPU a request', (peer) => asking(peer, misspelt))
for (const [what, asked] of [
  ['exact', exact],
  ['with a letter missing', misspelt],
] as const) {
  const cells: string[] = []
  for (const peer of peers) cells.push(`${((await found(peer, asked)) * 100).toFixed(0)} %`)
  table.push({ what: `names found among the first 20, ${what}`, cells })
}
table.push({
  what: 'resident memory afterwards',
  cells: peers.map(({ server }) => `${rssOf(server.pid).toFixed(0)} MB`),
})
load.stop()
for (const { server } of peers) await server.stop()

const page = [
  '# Side by side',
  '',
  `Written by \`node tests/bench/peers/peers.ts\`: the same ${rows.length} listings on SQLite in each, one process each, requests in turn, medians of five rounds with the smallest and largest. Directus 12.4.0 and Payload 3.90.1 with its MCP plugin 3.90.1 ran on ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}, Launch Directory on ${process.version} with its kept answers out of use.`,
  '',
  `| | ${peers.map(({ name }) => name).join(' | ')} |`,
  `|---|${peers.map(() => '--:').join('|')}|`,
  ...table.map(({ what, cells }) => `| ${what} | ${cells.join(' | ')} |`),
  '',
].join('\n')
const results = join(here, '../results')
writeFileSync(join(results, 'peers.md'), page)
writeFileSync(
  join(results, 'peers.json'),
  `${JSON.stringify({ peers: peers.map(({ name }) => name), table }, null, 2)}\n`,
)
console.log(page)
