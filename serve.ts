// A serving process: the only place where everything is wired together, and the only reader of the clock.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { serve } from 'srvx'
import type { Config } from './config.ts'
import { makeLink } from './auth/sign_in.ts'
import { createApp } from './http/app.ts'
import { followConnections } from './http/drain.ts'
import type { Sharing } from './http/limits.ts'
import type { Gathering, Wiring } from './http/services.ts'
import { openLog } from './http/log.ts'
import { version } from './http/version.ts'
import { jobs } from './jobs/catalog.ts'
import { copyDatabase } from './jobs/copy_database.ts'
import type { Job } from './jobs/queue/job.ts'
import { mergeSearchIndex, warmSearch } from './jobs/merge_search_index.ts'
import { fetchRatings } from './jobs/fetch_ratings.ts'
import { writeNeeds } from './jobs/write_needs.ts'
import { paymentsOf } from './jobs/payments/payments.ts'
import { sightsOf } from './jobs/look_around.ts'
import { openDelivery } from './jobs/delivery.ts'
import { openDrafter } from './jobs/drafter.ts'
import { openDraftingThread, type DraftingThread } from './jobs/reading/drafting_thread.ts'
import { openModel } from './jobs/drafting/model.ts'
import { sweepAudit } from './jobs/sweep_audit.ts'
import { alertWays } from './jobs/alert_ways.ts'
import { sendAlert } from './jobs/send_alert.ts'
import { watch } from './jobs/watch.ts'
import { openWatchdog } from './jobs/watchdog.ts'
import { startWorker } from './jobs/queue/worker.ts'
import { openOutbound, type Outbound } from './outbound.ts'
import type { Turn } from './storage/connection.ts'
import { openMediaFolder } from './storage/media_folder.ts'
import { newestMigration } from './storage/migrate.ts'
import { openData } from './storage/open.ts'
import type { OpenStorage } from './storage/storage.ts'

/** What differs if there are several serving processes. */
type Post = {
  /** The number of this process. */
  number?: number
  turn?: Turn
  sharing?: Sharing
  gathering?: Gathering
  /** Starts receiving connections; without it the server listens on its port. */
  listen?: (server: Server) => void
  /** Stops receiving them. */
  leave?: () => Promise<void>
}
type Serving = {
  /** A sign-in link for the operator of a new service on this machine; otherwise null. */
  firstLink(): Promise<string | null>
  /** Answers the requests already received, and resolves when everything is closed. */
  stop(): Promise<void>
}

export async function startServing(config: Config, post: Post): Promise<Serving> {
  const log = openLog(config.LOG_LEVEL, 1, post.number === undefined ? null : { process: post.number })
  const storage = await openData(config, post, (upgrade) => log.warn(upgrade, 'the database was migrated'))
  if ((post.number ?? 1) === 1) for (const doubt of config.DOUBTS) log.warn(doubt)
  const clock = () => new Date()
  if (await storage.catalogue.isEmpty()) {
    const { loadDemo } = await import('./tools/catalogue/demo.ts')
    const { keepDemoPictures } = await import('./tools/catalogue/demo_pictures.ts')
    const pictures = await keepDemoPictures({ storage, media: openMedia(config), now: clock() })
    await storage.write(async (inside) => {
      // Another process may have loaded it meanwhile.
      if (await inside.catalogue.isEmpty()) await loadDemo(inside, clock(), pictures)
    })
  }
  const outbound = openOutbound({ proxy: config.OUTBOUND_PROXY })
  // The operator configured these addresses, so they may be in a private network.
  const upstream_outbound = openOutbound({ allow: () => true })
  const model = usesModel(config)
    ? openModel({ base_url: config.AI_BASE_URL, api_key: config.AI_API_KEY, model: config.AI_MODEL })
    : null
  const thread = openDraftingThread()
  const drafter = openDrafter(
    model,
    // The error itself may quote the prompt, which is other people's text.
    (error) => log.warn({ error: (error as Error).name }, 'the model failed; drafting by rules'),
    thread,
  )
  // Orders with simulated payment must not be completed once payments are real.
  if (config.SELLER.payments !== 'test')
    await storage.write(({ orders }) => orders.endOf('test', clock().toISOString()))
  const opened = openWiring({ storage, config, log, clock, outbound, drafter, upstream_outbound }, thread)
  const { sharing, gathering, number } = post
  const app = await createApp({ ...opened.wiring, sharing, gathering, number })
  const proxies = trustedProxies(config)
  const server = serve({
    fetch: app.fetch,
    hostname: config.HOST,
    port: config.PORT,
    silent: true,
    gracefulShutdown: false,
    trustProxy: proxies,
    manual: true,
  })
  const listener = server.node!.server as Server
  const connections = followConnections(listener, proxies || [])
  listener.on('connection', app.arrived)
  if (post.listen === undefined) await server.serve()
  else post.listen(listener)
  log.info({ version, schema: newestMigration(), node: process.version }, 'the service runs')
  // Jobs start once the port is open, so that a failed start has no effects.
  const does_jobs = (post.number ?? 1) === 1
  const ways = alertWays(config, { delivery: opened.context.delivery, outbound: upstream_outbound })
  const watchdog = openWatchdog({ ways, log }, clock)
  const worker = does_jobs
    ? startWorker({
        pulse: watchdog,
        jobs: jobsFor(config, upstream_outbound, app.faults),
        context: { ...opened.context, tally: app.metrics },
      })
    : null
  const leaving = new AbortController()
  if (!does_jobs) keepWarm(storage, leaving.signal)

  async function close(): Promise<void> {
    app.leave()
    leaving.abort()
    watchdog.close()
    await connections.quiet()
    await post.leave?.()
    await Promise.all([app.close(), connections.drain(3000), worker?.stop()])
    await opened.close()
  }

  let closed: Promise<void> | undefined
  return {
    stop: () => (closed ??= close()),
    async firstLink() {
      const email = 'team@localhost.localdomain'
      if (!config.AT_HOME || (await storage.users.hasOthers(email))) return null
      return storage.write(async (inside) => {
        await inside.users.ensure(email, clock().toISOString())
        await inside.users.setRole(email, 'team')
        return makeLink(inside, {
          email,
          return_to: '/account',
          public_url: config.PUBLIC_URL,
          now: clock(),
        })
      })
    },
  }
}

const usesModel = ({ AI_API_KEY, AI_BASE_URL }: Config) =>
  AI_API_KEY !== undefined || AI_BASE_URL !== undefined
const openMedia = ({ DATA_DIR }: Config) => openMediaFolder(join(DATA_DIR, 'media'))

/** Opens what doors and jobs share. Tests pass fakes of the outside world; `close` closes those as well. */
export function openWiring(given: Omit<Wiring, 'media' | 'payments'>, thread: DraftingThread) {
  const { config, log, storage, outbound, upstream_outbound } = given
  const delivery = openDelivery({
    mail_url: config.MAIL_URL,
    mail_from: config.MAIL_FROM,
    folder: join(config.DATA_DIR, 'mail'),
    log_links: config.AT_HOME,
    log,
  })
  const media = openMedia(config)
  const wiring: Wiring = { ...given, media, payments: paymentsOf(config) }
  return {
    wiring,
    /** What every job gets. */
    context: {
      ...wiring,
      thread,
      delivery,
      seller: config.SELLER,
      vote_rules: config.VOTE_RULES,
      caps: config.CAPS,
      public_url: config.PUBLIC_URL,
    },
    async close(): Promise<void> {
      delivery.close()
      await Promise.all([thread.close(), outbound.close(), upstream_outbound.close()])
      await storage.close()
    },
  }
}

/** All jobs that the settings ask for. */
function jobsFor(config: Config, outbound: Outbound, faults: () => number): Job[] {
  const { DOMAIN_RATING_URL: url_template, DOMAIN_RATING_KEY: key, BACKUP_KEEP: keep } = config
  const sights = sightsOf(config)
  const { copies, database } = sights
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = config
  return [
    ...jobs,
    sweepAudit(config.AUDIT_DAYS),
    watch({
      ...{ ...sights, faults, outbound },
      ...{ email: config.ALERT_EMAIL, heartbeat_url: config.HEARTBEAT_URL, has_webhook: url !== undefined },
    }),
    ...(url === undefined || secret === undefined ? [] : [sendAlert({ url, secret, outbound })]),
    ...(usesModel(config) ? [writeNeeds] : []),
    ...(url_template === undefined ? [] : [fetchRatings({ url_template, key })]),
    ...(copies === null || database === null
      ? []
      : [copyDatabase({ ...copies, database_file: database.file, keep })]),
  ]
}

/** Keeps the search index in memory; the first process does this in a job. */
function keepWarm(storage: OpenStorage, signal: AbortSignal): void {
  const warm = () => void warmSearch(storage, signal).catch(() => undefined)
  warm()
  const again = setInterval(warm, mergeSearchIndex.every_s! * 1000)
  signal.addEventListener('abort', () => clearInterval(again))
}

function trustedProxies({ TRUST_PROXY }: Config): string[] | false {
  if (TRUST_PROXY.length === 0) return false
  const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  return TRUST_PROXY.flatMap((entry) => (entry === 'loopback' ? loopback : [entry]))
}
