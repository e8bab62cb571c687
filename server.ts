// The only place where things are wired, and the only reader of the clock.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { serve } from 'srvx'
import { readConfig } from './config.ts'
import { makeLink } from './auth/sign_in.ts'
import { createApp } from './http/app.ts'
import { followConnections } from './http/drain.ts'
import { openLog } from './http/log.ts'
import { jobs } from './jobs/catalog.ts'
import { fetchRatings } from './jobs/fetch_ratings.ts'
import { paymentsOf } from './jobs/payments/payments.ts'
import { openDelivery } from './jobs/delivery.ts'
import { openDrafter } from './jobs/drafting/drafter.ts'
import { openDraftingThread } from './jobs/reading/drafting_thread.ts'
import { openModel } from './jobs/drafting/model.ts'
import { startWorker } from './jobs/queue/worker.ts'
import { complaintOf } from './mistake.ts'
import { openOutbound } from './outbound.ts'
import { openMediaFolder } from './storage/media_folder.ts'
import { takeLock } from './storage/lock.ts'
import { openPrivateFolder } from './storage/private_folder.ts'
import { openStorage } from './storage/storage.ts'

const config = orExit(readConfig)
// Only its owner may read what is written.
process.umask(0o077)
orExit(() => openPrivateFolder(config.DATA_DIR))
const log = openLog(config.LOG_LEVEL)
const release =
  orExit(() => takeLock(config.DATA_DIR, 'server')) ??
  exitWith(`Another server is running on the data folder ${config.DATA_DIR}. Stop it first.`)
const storage = orExit(() => openStorage(join(config.DATA_DIR, 'launch.db')))
const clock = () => new Date()
if (await storage.catalogue.isEmpty()) {
  const { loadDemo } = await import('./storage/demo/load.ts')
  await loadDemo(storage, clock())
}
const outbound = openOutbound({ proxy: config.OUTBOUND_PROXY })
// The operator named this address, so it may stand in the operator's own network.
const upstream_outbound = openOutbound({ allow: () => true })
const delivery = openDelivery({
  mail_url: config.MAIL_URL,
  mail_from: config.MAIL_FROM,
  folder: join(config.DATA_DIR, 'mail'),
  log_links: config.AT_HOME,
  log,
})
const usesModel = config.AI_API_KEY !== undefined || config.AI_BASE_URL !== undefined
const model = usesModel
  ? openModel({ base_url: config.AI_BASE_URL, api_key: config.AI_API_KEY, model: config.AI_MODEL })
  : null
const thread = openDraftingThread()
const drafter = openDrafter(
  model,
  // The error itself may quote the prompt, which is other people's text.
  (error) => log.warn({ error: (error as Error).name }, 'the model failed; drafting by rules'),
  thread,
)
const payments = paymentsOf(config)
const media = openMediaFolder(join(config.DATA_DIR, 'media'))
const doors = { storage, config, log, clock, outbound, drafter, upstream_outbound, payments, media }
const app = await createApp(doors)
const server = serve({
  fetch: app.fetch,
  hostname: config.HOST,
  port: config.PORT,
  silent: true,
  gracefulShutdown: false,
  trustProxy: trustedProxies(),
})
try {
  await server.ready()
} catch (error) {
  exitWith(
    (error as { code?: string }).code === 'EADDRINUSE'
      ? `Port ${config.PORT} is taken. Set PORT to another one.`
      : complaintOf(error),
  )
}
const connections = followConnections(server.node!.server as Server)
// Work begins once the port is ours: a start that fails has done nothing.
const { DOMAIN_RATING_URL: url_template, DOMAIN_RATING_KEY: key } = config
const worker = startWorker({
  jobs: url_template === undefined ? jobs : [...jobs, fetchRatings({ url_template, key })],
  context: {
    ...{ storage, outbound, thread, drafter, delivery, clock, log, payments, media },
    seller: config.SELLER,
    public_url: config.PUBLIC_URL,
  },
})
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  app.leave()
  await connections.quiet()
  await Promise.all([app.close(), connections.drain(3000), worker.stop()])
  delivery.close()
  await Promise.all([thread.close(), outbound.close(), upstream_outbound.close()])
  storage.close()
  release()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// Who reads that it is running may stop it at once.
greet(await firstLink())

/** Somebody starts an empty service at home: one link makes them the site team, without any mail. */
async function firstLink(): Promise<string | null> {
  const email = 'team@localhost.localdomain'
  if (!config.AT_HOME || (await storage.users.hasOthers(email))) return null
  return storage.write(async (inside) => {
    await inside.users.ensure(email, clock().toISOString())
    await inside.users.setRole(email, 'team')
    return makeLink(inside, { email, return_to: '/account', public_url: config.PUBLIC_URL, now: clock() })
  })
}

function greet(link: string | null): void {
  const url = config.PUBLIC_URL
  console.log(
    [
      '',
      '  Launch Directory is running.',
      '',
      `  Site      ${url}`,
      `  Reference ${url}/docs`,
      `  OpenAPI   ${url}/api/v1/openapi.json`,
      `  MCP       ${url}/mcp`,
      '',
      '  Add it to Claude Code with one line:',
      `  claude mcp add --transport http launch-directory ${url}/mcp`,
      '',
      ...(link === null ? [] : ['  Sign in as the site team (once, within 15 minutes):', `  ${link}`, '']),
    ].join('\n'),
  )
}

function trustedProxies(): string[] | false {
  if (config.TRUST_PROXY.length === 0) return false
  const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  return config.TRUST_PROXY.flatMap((entry) => (entry === 'loopback' ? loopback : [entry]))
}

function orExit<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return exitWith(complaintOf(error))
  }
}

function exitWith(message: string): never {
  console.error(message)
  process.exit(1)
}
