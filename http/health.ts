import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { digest } from '../auth/secrets.ts'
import { lookAround, sightsOf } from '../jobs/look_around.ts'
import { overdueJobs } from '../tools/team/overdue.ts'
import { databaseGone } from '../tools/team/troubles.ts'
import type { Services } from './services.ts'
import { version } from './version.ts'

const least_free_bytes = 16 * 2 ** 20
/** A search index further behind than this still finds deleted listings, and misses new ones. */
const longest_behind_ms = 5000

/**
 * /healthz: the process is alive, its start and version. /readyz: storage answers, all migrations are done, the database
 * is where it was opened, the disk has room, and this node's search index is up to date. Overdue jobs are only reported: every node sees the same queue,
 * and a hanging mail server must not take all nodes out of service.
 */
export function healthRoutes(app: H3, { storage, config, meter, clock }: Services): void {
  const sights = { ...sightsOf(config), copies: null }
  app.get('/healthz', () => json(200, { status: 'alive', version, up_s: Math.floor(process.uptime()) }))
  app.get('/readyz', async () => {
    try {
      // Read before storage is asked, which may take long.
      const behind_ms = storage.behind_ms()
      if (behind_ms > longest_behind_ms)
        return json(503, {
          status: 'the search index is behind',
          behind_s: Math.round(behind_ms / 1000),
        })
      await storage.versions()
      const { free_bytes, database_bytes, unseen } = await lookAround(sights)
      if (unseen.length > 0) return json(503, { status: 'the data disk cannot be looked at' })
      if (free_bytes < least_free_bytes) return json(503, { status: 'the data disk is full', free_bytes })
      if (database_bytes === null) return json(503, { status: databaseGone.what })
      const overdue = await overdueJobs(storage, clock())
      return json(
        200,
        overdue.length === 0 ? { status: 'ready' } : { status: 'ready, but jobs are overdue', overdue },
      )
    } catch {
      return json(503, { status: 'storage does not answer' })
    }
  })
  const { metrics } = meter
  if (metrics === null) return
  const expected = config.METRICS_TOKEN === undefined ? null : digest(`Bearer ${config.METRICS_TOKEN}`)
  app.get('/metrics', async ({ req }) => {
    // Digests are compared, so that the time taken reveals nothing about the token.
    if (expected !== null && digest(req.headers.get('authorization') ?? '') !== expected)
      return new FastResponse('Send METRICS_TOKEN as a Bearer token.\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer', 'content-type': 'text/plain', 'cache-control': 'no-store' },
      })
    const headers = { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' }
    return new FastResponse(await metrics.exposition(), { headers })
  })
}

function json(status: number, body: object): Response {
  return new FastResponse(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
