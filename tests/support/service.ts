// The whole service on loopback, on a fixed Thursday, with a real database in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { pino } from 'pino'
import { serve } from 'srvx'
import { afterAll, describe } from 'vitest'
import { readConfig } from '../../config.ts'
import { createApp, type App } from '../../http/app.ts'
import { jobs } from '../../jobs/catalog.ts'
import { openDrafter } from '../../jobs/drafter.ts'
import type { DraftingThread } from '../../jobs/reading/drafting_thread.ts'
import { startWorker, type Worker } from '../../jobs/queue/worker.ts'
import { openOutbound, type OutboundOptions } from '../../outbound.ts'
import { openWiring } from '../../serve.ts'
import type { McpExtra } from '../../http/mcp.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { catalog } from '../../tools/catalog.ts'
import type { Drafter } from '../../tools/drafts/drafter.ts'
import type { Tool } from '../../tools/tool.ts'
import { dropDatabase, newDatabase, onPostgres, openTestStorage } from './made_databases.ts'
import { demandSoundSteps } from './next_steps.ts'
import { sharedThread } from './shared_thread.ts'

export const thursday = new Date('2026-11-19T12:00:00.000Z')

export type Service = {
  url: string
  storage: OpenStorage
  /** The clock of the service; set it to travel. */
  clock: { now: Date }
  /** Every line the service logged. */
  log_lines: string[]
  /** Where the service keeps its files: the database, and mail when there is no mail server. */
  folder: string
  worker: Worker
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** As at the beginning of a stop. */
  leave(): void
  close(): Promise<void>
}
export type ServiceOptions = {
  settings?: Record<string, string>
  tools?: readonly Tool[]
  extra?: McpExtra
  /** Begins with the demo catalogue. */
  demo?: boolean
  /** Puts data in before the service starts; `file` is the database, for rows that no operation can write. */
  fill?: (storage: OpenStorage, now: Date, file: string) => Promise<unknown>
  /** How the internet looks from here; by default as it is, guarded. */
  outside?: OutboundOptions
  /** Jobs that repeat by themselves and are wanted all the same; they do so by the clock of the service. */
  repeating?: readonly string[]
  /** Who drafts; extractive unless given. */
  drafts?: Drafter
  /** Where pages are read and drafted; one that all share unless given. */
  thread?: DraftingThread
  /** A service on whose data folder, and under whose address, this one runs as well, as another process would. */
  beside?: Pick<Service, 'folder' | 'url'>
}

export async function startService({
  settings = {},
  tools,
  extra,
  demo = false,
  fill,
  outside,
  repeating = [],
  drafts,
  thread = sharedThread,
  beside,
}: ServiceOptions = {}): Promise<Service> {
  const folder = beside?.folder ?? mkdtempSync(join(tmpdir(), 'launch-test-'))
  const file = join(folder, 'launch.db')
  if (beside === undefined) await newDatabase(file, demo ? 'demo' : 'empty')
  const storage = await openTestStorage(file)
  const clock = { now: new Date(thursday) }
  await fill?.(storage, clock.now, file)
  const log_lines: string[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void log_lines.push(line) })
  let app: App | undefined
  const server = serve({
    fetch: (request) => app!.fetch(request),
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    trustProxy: settings.TRUST_PROXY === 'loopback' && ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
    gracefulShutdown: false,
  })
  await server.ready()
  // A test that thinks for longer than Node's five seconds must not meet a connection that is just being closed.
  ;(server.node!.server as HttpServer).keepAliveTimeout = 60_000
  const url = new URL(server.url!).origin.replace('127.0.0.1', 'localhost')
  const config = readConfig({
    ...{ RATE_LIMITS: 'off', PUBLIC_URL: beside?.url ?? url, DATA_DIR: folder, PAYMENTS: 'test-in-public' },
    ...settings,
  })
  const outbound = openOutbound(outside)
  const upstream_outbound = openOutbound({ allow: () => true })
  const drafter = drafts ?? openDrafter(null, undefined, thread)
  const given = { storage, config, log, clock: () => clock.now, outbound, upstream_outbound, drafter }
  const opened = openWiring(given, thread)
  app = await createApp(opened.wiring, { tools, extra })
  // What repeats by itself would meddle with tests that travel in time.
  const once = jobs.filter((job) => job.every_s === undefined || repeating.includes(job.kind))
  const worker = startWorker({
    jobs: once,
    context: { ...opened.context, tally: app.metrics, public_url: url },
    tick_ms: 20,
  })
  return {
    url,
    storage,
    clock,
    log_lines,
    folder,
    worker,
    fetch: (path, init) => fetch(url + path, init),
    leave: () => app!.leave(),
    async close() {
      await app!.close()
      await server.close(true)
      await worker.stop(0)
      await opened.close()
      if (beside !== undefined) return
      await dropDatabase(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The answer of an operation, whichever door it came through: a REST status, or the one its MCP problem names. */
export type Answer = { status: number; body: Record<string, any> }
export type Call = (input?: Record<string, unknown>, tool?: string) => Promise<Answer>

export type DoorName = 'rest' | 'mcp'
/** What the doors differ in asks no database: on PostgreSQL one of them is enough. */
export const doors: readonly DoorName[] = onPostgres ? ['rest'] : ['rest', 'mcp']

/** Calls a tool over REST, as its definition says. */
export async function callRest(
  service: Service,
  name: string,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const tool = toolNamed(name)
  const rest = { ...input }
  const path = tool.http.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const inQuery = tool.http.method === 'GET' || tool.http.method === 'DELETE'
  const query = new URLSearchParams()
  if (inQuery)
    for (const [key, value] of Object.entries(rest))
      for (const one of [value].flat()) query.append(key, String(one))
  const response = await service.fetch(`/api/v1${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: tool.http.method,
    headers: { ...headers, ...(!inQuery && { 'content-type': 'application/json' }) },
    ...(!inQuery && { body: JSON.stringify(rest) }),
  })
  return demandSoundSteps({ status: response.status, body: (await response.json()) as Answer['body'] })
}

/** A connected official MCP client, speaking the newest protocol version. */
export async function connectMcp(
  service: Pick<Service, 'url'>,
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
  )
  return client
}

/** The headers of a message to the MCP door. */
export const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Posts a message to the MCP door as it is, without a client. */
export const postMcp = (
  service: Pick<Service, 'fetch'>,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<Response> =>
  service.fetch(path, {
    ...{ method: 'POST', headers: { ...mcpHeaders, ...headers }, body: JSON.stringify(body) },
    signal: AbortSignal.timeout(60_000),
  })

export async function callMcp(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input })
  // The text of a result may be brief; its structured content is whole.
  const whole = result.structuredContent ?? JSON.parse((result.content as { text: string }[])[0]!.text)
  const body = whole as Answer['body']
  return demandSoundSteps({
    status: result.isError === true ? Number(body.status) : (toolNamed(name).http.status ?? 200),
    body,
  })
}

function toolNamed(name: string): Tool {
  const tool = catalog.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`There is no tool ${name}`)
  return tool
}

/**
 * Runs the cases once over REST and once over the official MCP client, on one service for all of them: cases that
 * write must not tread on each other's things.
 */
export function throughEveryDoor(
  name: string,
  options: ServiceOptions,
  cases: (open: () => Promise<{ call: Call; service: Service }>) => void,
): void {
  describe.each(doors)(`${name} over %s`, (door) => {
    let opened: Promise<{ call: Call; service: Service; end(): Promise<void> }> | undefined
    const open = () => (opened ??= enter(door, name, options))
    afterAll(async () => (await opened)?.end())
    cases(open)
  })
}

async function enter(door: DoorName, name: string, options: ServiceOptions) {
  const service = await startService(options)
  if (door === 'rest') {
    return {
      service,
      call: ((input, tool = name) => callRest(service, tool, input)) as Call,
      end: () => service.close(),
    }
  }
  const client = await connectMcp(service)
  return {
    service,
    call: ((input, tool = name) => callMcp(client, tool, input)) as Call,
    async end() {
      await client.close()
      await service.close()
    },
  }
}
