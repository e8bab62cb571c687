// What knowing the caller costs, with 20,000 grants on disk: the check of a bearer credential, a refresh at /token, and
// the CPU that the gate adds to an authenticated GET that no cache answers. Run: node tests/bench/identity.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openCredentials } from '../../auth/caller.ts'
import { registerClient } from '../../auth/register.ts'
import { digest, mint } from '../../auth/secrets.ts'
import { readConfig } from '../../config.ts'
import { createApp } from '../../http/app.ts'
import { openDrafter } from '../../jobs/drafter.ts'
import { openOutbound } from '../../outbound.ts'
import { openMediaFolder } from '../../storage/media_folder.ts'
import { openStorage } from '../../storage/storage.ts'

const grants = 20_000
const folder = mkdtempSync(join(tmpdir(), 'launch-bench-'))
const storage = openStorage(join(folder, 'launch.db'))
const config = readConfig({ RATE_LIMITS: 'off', DATA_DIR: folder })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const outbound = openOutbound()
const doors = {
  storage,
  config,
  log,
  clock,
  outbound,
  drafter: openDrafter(null),
  media: openMediaFolder(join(folder, 'media')),
}
const app = await createApp({ ...doors, upstream_outbound: outbound, payments: null })
const issuer = config.PUBLIC_URL
const resource = `${issuer}/api/v1`
const now = clock()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
let missed = false
function report(what: string, value: number, unit: string, bound: number): void {
  missed ||= value > bound
  console.log(
    `${what.padEnd(64)} ${value.toFixed(1).padStart(8)} ${unit}  (at most ${bound}) ${value > bound ? 'MISSED' : ''}`,
  )
}

const { client_id } = (await registerClient(
  { storage, issuer } as unknown as Parameters<typeof registerClient>[0],
  {
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  },
  now,
)) as { client_id: string }
const tokens: { access: string; refresh: string }[] = []
while (tokens.length < grants) {
  await storage.write(async ({ users, oauth }) => {
    for (let i = 0; i < 2000; i += 1) {
      const access = mint('la')
      const refresh = mint('lr')
      const at = now.toISOString()
      const { id: user_id } = await users.ensure(`person${tokens.length % 5000}@bench.example`, at)
      const terms = { scope: 'account:read', resources: `${issuer}/mcp ${resource}`, created_at: at }
      const grant_id = await oauth.addGrant({
        ...terms,
        user_id,
        client_id,
        client_name: 'Bench',
        expires_at: later(4000),
        last_used_at: later(1),
      })
      await oauth.addToken({ ...terms, hash: digest(access), kind: 'access', grant_id, expires_at: later(1) })
      await oauth.addToken({
        ...terms,
        hash: digest(refresh),
        kind: 'refresh',
        grant_id,
        expires_at: later(700),
      })
      tokens.push({ access, refresh })
    }
  })
}
const pick = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => tokens[(from + i * 7919) % grants]!)

const credentials = openCredentials(storage, () => undefined)
async function check(chosen: { access: string }[]): Promise<number> {
  const times: number[] = []
  for (const { access } of chosen) {
    const started_ms = performance.now()
    const caller = await credentials.check(`Bearer ${access}`, resource, now)
    times.push((performance.now() - started_ms) * 1000)
    if (caller === null) throw new Error('A good credential was refused.')
  }
  return median(times)
}
await check(pick(2000, 0))
report(`bearer check, ${grants} grants, looked up each time`, await check(pick(5000, 3)), 'µs', 60)
const same = pick(1, 5)
report('bearer check, remembered', await check(Array(5000).fill(same[0]) as typeof same), 'µs', 60)

const refreshes: number[] = []
for (const { refresh } of pick(300, 11)) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id })
  const started_ms = performance.now()
  const response = await app.fetch(new Request(`${issuer}/token`, { method: 'POST', body }))
  refreshes.push(performance.now() - started_ms)
  if (response.status !== 200) throw new Error(await response.text())
}
report('/token refresh, committed to disk', median(refreshes), 'ms', 5)

/** CPU of the process per request, in microseconds. */
async function cpu(requests: Request[]): Promise<number> {
  const before = process.cpuUsage()
  for (const request of requests) {
    const response = await app.fetch(request)
    if (response.status !== 200) throw new Error(await response.text())
    await response.arrayBuffer()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests.length
}
const added: number[] = []
let asked = 0
for (let round = 0; round < 12; round += 1) {
  const make = (withToken: boolean) =>
    pick(1500, 100 + round * 1500).map(({ access }) => {
      const headers: Record<string, string> = withToken ? { authorization: `Bearer ${access}` } : {}
      // A question nobody asked before, so that no kept answer helps either side.
      return new Request(`${issuer}/api/v1/blog?q=nothing${(asked += 1)}`, { headers })
    })
  const [plain, gated] = [make(false), make(true)]
  const first = round % 2 === 0
  const a = await cpu(first ? plain : gated)
  const b = await cpu(first ? gated : plain)
  if (round > 1) added.push(first ? b - a : a - b)
}
report('CPU the gate adds to an authenticated, uncached GET', median(added), 'µs', 60)

await app.close()
await outbound.close()
storage.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = missed ? 1 : 0
