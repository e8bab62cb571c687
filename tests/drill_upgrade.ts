// npm run drill:upgrade -- [COMMIT…]: upgrades a service from earlier commits to the source as it is here, and undoes it, as
// README tells. Without commits: the last one of each day whose schema is older. Each gets its own packages; its own
// service makes the data: drafts, a listing, orders and votes, as far as it had them. What callers read must be the same before,
// after the upgrade and after the undoing; what was written in between must be in the file that restore kept. Exits with 1 if not.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { newestMigration } from '../storage/migrate.ts'
import { openOutside } from './support/outside.ts'
import { openBrowser } from './support/people.ts'
import { newFolder, programsOf } from './support/programs.ts'
import { tide } from './support/tide.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const git = (...words: string[]) => execFileSync('git', ['-C', here, ...words], { encoding: 'utf8' }).trim()
const schemaOf = (commit: string) =>
  Number(/(\d{4})_\w+\.sql$/.exec(git('ls-tree', '--name-only', commit, 'storage/migrations/'))?.[1] ?? 0)

function lastOfEachDay(): string[] {
  const all = git('log', '--format=%h %cs').split('\n')
  const days = new Map<string, string>()
  for (const line of all) {
    const [commit, day] = line.split(' ') as [string, string]
    if (!days.has(day) && schemaOf(commit) < newestMigration()) days.set(day, commit)
  }
  return [...days.values()].toReversed()
}

type Program = ReturnType<typeof programsOf>
type Person = { key: string; email: string }

async function ask(url: string, { key }: Pick<Person, 'key'>, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, any>
}

async function until<T>(what: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await what()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error('A minute was not enough.')
}

/** What somebody who uses the service leaves there, by its own doors. */
async function fill(url: string, ana: Person, link: string): Promise<void> {
  const drafted = async (site: string) => {
    const { id } = await ask(url, ana, 'POST', '/drafts', { url: site })
    await until(async () => {
      const { status } = await ask(url, ana, 'GET', `/drafts/${id}`)
      return ['ready', 'failed'].includes(status) ? status : undefined
    })
    return id as string
  }
  await drafted('open.test')
  const submitted = await drafted('tide.test')
  const { items } = await ask(url, ana, 'GET', '/categories')
  await ask(url, ana, 'PATCH', `/drafts/${submitted}`, { fields: { categories: [items[0].name] } })
  const { listing_id } = await ask(url, ana, 'POST', `/drafts/${submitted}/submit`)
  const browser = openBrowser({ url })
  for (const product of ['launch', 'billboard']) {
    const bought = { product, listing_id, ...(product === 'billboard' && { amount_cents: 900 }) }
    const { checkout_url } = await ask(url, ana, 'POST', '/orders/checkout', {
      items: [bought],
      country: 'FI',
    })
    // The first is paid and the second waits.
    if (checkout_url !== undefined && product === 'launch')
      await browser.post(`${new URL(checkout_url).pathname}/pay`, { play: 'success' })
  }
  const { pathname, search } = new URL(link)
  await browser.submit(await browser.get(pathname + search), '/sign-in/link')
  const { items: listings } = await ask(url, ana, 'GET', '/launches/weeks/this')
  for (const { slug } of listings.slice(0, 3)) {
    const page = await browser.get(`/listings/${slug}`)
    // The first day had votes and no pages yet.
    if (page.status === 200) await browser.submit(page, `/listings/${slug}/vote`)
  }
}

/** What callers read. */
async function seen(url: string, ana: Person) {
  const { items: listings, total } = await ask(url, ana, 'GET', '/listings?per_page=50')
  const { items: orders = [] } = await ask(url, ana, 'GET', '/orders')
  const { items: drafts = [] } = await ask(url, ana, 'GET', '/drafts')
  const pick = (rows: Record<string, unknown>[], ...names: string[]) =>
    rows.map((row) => names.map((name) => row[name])).sort()
  return {
    ...{ total, listings: pick(listings, 'slug', 'name', 'votes') },
    ...{
      orders: pick(orders, 'number', 'status', 'gross_cents'),
      drafts: pick(drafts, 'id', 'url', 'status'),
    },
  }
}

/** How many rows there are of what matters most. */
function rowsOf(file: string) {
  const database = new Database(file, { readonly: true })
  const count = (table: string) => {
    const isThere = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = ?`).get(table) !== undefined
    return isThere ? Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()) : 0
  }
  const rows = {
    drafts: count('drafts'),
    orders: count('orders'),
    votes: count('votes'),
    users: count('users'),
  }
  database.close()
  return rows
}

async function upgrade(commit: string, settings: Record<string, string>): Promise<string[]> {
  const folder = newFolder()
  const source = folder.file('source')
  const data = folder.file('data')
  const faults: string[] = []
  const demand = (what: string, one: unknown, other: unknown) => {
    if (JSON.stringify(one) !== JSON.stringify(other))
      faults.push(
        `${what}: ${JSON.stringify(one).slice(0, 400)} is not ${JSON.stringify(other).slice(0, 400)}`,
      )
  }
  const admin = async (program: Program, ...words: string[]) => {
    const { code, out, err } = await program.admin(data, ...words)
    if (code !== 0) throw new Error(`admin ${words.join(' ')}: ${err}`)
    return out.trim()
  }
  try {
    mkdirSync(source)
    const files = execFileSync('git', ['-C', here, 'archive', commit], { maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', source], { input: files })
    execFileSync('npm', ['ci', '--silent'], { cwd: source })
    const [before, after] = [programsOf(source), programsOf(here)]

    let service = await before.startServer(data, settings)
    const email = 'ana@tide.example'
    const scopes = 'account:read,listings:write,orders:write'
    const ana = { email, key: await admin(before, 'api-key', 'create', '--email', email, '--scopes', scopes) }
    await fill(service.url, ana, await admin(before, 'sign-in-link', email))
    const then = await seen(service.url, ana)
    await service.stop()
    const file = join(data, 'launch.db')
    const rows = rowsOf(file)

    service = await after.startServer(data, settings)
    const copy = join(data, `launch.db.before-${schemaOf(commit) + 1}`)
    demand('a copy', existsSync(copy), true)
    demand('after the upgrade', await seen(service.url, ana), then)
    const { id: later } = await ask(service.url, ana, 'POST', '/drafts', { url: 'later.test' })
    demand('a draft after the upgrade', typeof later, 'string')
    await service.stop()
    const now = rowsOf(file)
    demand('rows', { ...now, drafts: now.drafts - 1 }, rows)

    const refused = await before.startServer(data, settings).then(
      async (started) => `STARTED, ${(await started.stop()).code}`,
      (error: Error) => saidIn(error),
    )
    await admin(after, 'restore', copy)
    service = await before.startServer(data, settings)
    demand('after the undoing', await seen(service.url, ana), then)
    await service.stop()
    const kept = readdirSync(data).map((name) => join(data, name))
    const hasLater = (one: string) =>
      /launch\.db\.(?!before-)[^-]*(?!.*-(?:wal|shm)$)/.test(one) && rowsOf(one).drafts > rows.drafts
    demand('what was written in between is kept', kept.some(hasLater), true)

    service = await after.startServer(data, settings)
    demand('upgraded again', await seen(service.url, ana), then)
    await service.stop()
    const told = Object.entries(rows).map(([name, count]) => `${count} ${name}`)
    return [commit, String(schemaOf(commit)), told.join(', '), refused, faults.join('; ') || 'the same']
  } finally {
    folder.remove()
  }
}

/** What a program that did not start said last. */
function saidIn({ message }: Error): string {
  const { err } = JSON.parse(/\{.*\}/s.exec(message)![0]) as { err: string }
  const lines = err.trim().split('\n')
  return lines.length === 1
    ? `“${lines[0]}”`
    : `a crash: ${lines.find((line) => /Error/.test(line)) ?? lines[0]}`
}

const outside = await openOutside({ 'tide.test': tide, 'open.test': tide, 'later.test': tide })
const folder = newFolder()
writeFileSync(folder.file('ca.pem'), outside.ca)
const settings = { OUTBOUND_PROXY: outside.proxy, NODE_EXTRA_CA_CERTS: folder.file('ca.pem') }
const given = process.argv.slice(2)
console.log(
  `| from | schema | data | the source before, on newer data | upgrade, undoing, upgrade to ${newestMigration()} |\n|---|---|---|---|---|`,
)
for (const commit of given.length > 0 ? given : lastOfEachDay()) {
  const cells = await upgrade(commit, settings).catch((error: Error) => [commit, `FAILED: ${error.message}`])
  console.log(`| ${cells.join(' | ')} |`)
  if (cells.at(-1) !== 'the same') process.exitCode = 1
}
folder.remove()
await outside.close()
// Also where a service was left behind by what failed.
process.exit()
