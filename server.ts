// The only place where things are wired, and the only reader of the clock.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { serve } from 'srvx'
import { readConfig } from './config.ts'
import { createApp } from './http/app.ts'
import { takeLock } from './storage/lock.ts'
import { openStorage } from './storage/storage.ts'

const config = configOrExit()
const log = pino({ level: config.LOG_LEVEL, base: null })
mkdirSync(config.DATA_DIR, { recursive: true })
const release =
  takeLock(config.DATA_DIR, 'server') ??
  exitWith(`Another server is running on the data folder ${config.DATA_DIR}. Stop it first.`)
const storage = openStorage(join(config.DATA_DIR, 'launch.db'))
const app = await createApp({ storage, config, log, clock: () => new Date() })

const server = serve({
  fetch: app.fetch,
  hostname: config.HOST,
  port: config.PORT,
  silent: true,
  gracefulShutdown: false,
  trustProxy: config.TRUST_PROXY.includes('loopback')
    ? 'loopback'
    : config.TRUST_PROXY.length > 0
      ? config.TRUST_PROXY
      : false,
})
try {
  await server.ready()
} catch (error) {
  exitWith(
    (error as { code?: string }).code === 'EADDRINUSE'
      ? `Port ${config.PORT} is taken. Set PORT to another one.`
      : String(error),
  )
}
greet()

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  const hurry = setTimeout(() => void server.close(true), 4000)
  await app.close()
  await server.close()
  clearTimeout(hurry)
  storage.close()
  release()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())

function greet(): void {
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
    ].join('\n'),
  )
}

function configOrExit() {
  try {
    return readConfig()
  } catch (error) {
    return exitWith((error as Error).message)
  }
}

function exitWith(message: string): never {
  console.error(message)
  process.exit(1)
}
