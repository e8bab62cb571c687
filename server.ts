// The program: a single process that serves, or a leading process and PROCESSES serving ones.
import type { Logger } from 'pino'
import { readConfig, type Config } from './config.ts'
import { complaintOf, Mistake } from './mistake.ts'
import type { Words } from './processes/messages.ts'

/** Releases the lock of the data folder. */
type Release = () => void

try {
  const config = readConfig()
  // Only the owner may read the files that are written.
  process.umask(0o077)
  const [role, number, first] = process.argv.slice(2) as Partial<Words>
  if (role === 'part') await serveAsPart(config, Number(number), first === 'first')
  else if (config.PROCESSES === 1) await serveAlone(config)
  else await leadOthers(config)
} catch (error) {
  console.error(complaintOf(error))
  process.exit(1)
}

async function serveAlone(config: Config): Promise<void> {
  const release = await lock(config, 'alone')
  const [{ startServing }, { openLog }] = await Promise.all([import('./serve.ts'), import('./http/log.ts')])
  const { stop, firstLink } = await startServing(config, {}).catch((error) => {
    throw notListening(config, error)
  })
  const stopping = sayStopping(openLog(config.LOG_LEVEL))
  onSignal((signal) => {
    stopping.begin(signal)
    void stop().then(() => {
      release()
      stopping.end()
      process.exit(0)
    })
  })
  // Last, because a script may stop the service as soon as it reads the greeting.
  greet(config, await firstLink())
}

async function leadOthers(config: Config): Promise<void> {
  const release = await lock(config, 'leading')
  const [{ lead }, { openLog }] = await Promise.all([import('./processes/lead.ts'), import('./http/log.ts')])
  const { PROCESSES: count, PORT: port, HOST: host } = config
  const log = openLog(config.LOG_LEVEL)
  const led = await lead({ program: import.meta.filename, count, port, host, log }).catch((error) => {
    throw notListening(config, error)
  })
  const stopping = sayStopping(log)
  onSignal((signal) => {
    stopping.begin(signal)
    led.stop()
  })
  void led.ended.then((isWanted) => {
    release()
    if (isWanted) stopping.end()
    process.exit(isWanted ? 0 : 1)
  })
  const ready = await led.ready
  if (ready !== null) greet(config, ready.link)
}

async function serveAsPart(config: Config, number: number, isFirst: boolean): Promise<void> {
  let stop: (() => Promise<void>) | undefined
  const leave = () => void (stop === undefined ? process.exit(0) : stop().then(() => process.exit(0)))
  const { openPart } = await import('./processes/part.ts')
  // First, because writing needs a turn from the leading process.
  const part = openPart(config.PROCESSES, leave, () => process.exit(1))
  await lock(config, 'following')
  const { startServing } = await import('./serve.ts')
  const serving = await startServing(config, { ...part, number })
  stop = serving.stop
  onSignal(leave)
  part.ready(isFirst ? await serving.firstLink() : null)
}

async function lock(config: Config, how: 'alone' | 'leading' | 'following'): Promise<Release> {
  const { demandFolder, openPrivateFolder } = await import('./storage/private_folder.ts')
  const { takeLock } = await import('./storage/lock.ts')
  openPrivateFolder(config.DATA_DIR)
  demandFolder('BACKUP_DIR', config.BACKUP_DIR)
  const release = takeLock(config.DATA_DIR, 'server', how)
  if (release === null)
    throw new Mistake(`Another server is running on the data folder ${config.DATA_DIR}. Stop it first.`)
  return release
}

/** Why the service cannot listen, if the settings are the cause. */
function notListening({ HOST, PORT }: Config, error: unknown): unknown {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (code === 'EADDRINUSE') return new Mistake(`Port ${PORT} is taken. Set PORT to another one.`)
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new Mistake(
      `The settings cannot be used.\nHOST: This machine does not have the address ${HOST}. Write one that it has, for example 127.0.0.1 or 0.0.0.0.`,
    )
  if (code === 'EACCES' && syscall === 'listen')
    return new Mistake(
      `The settings cannot be used.\nPORT: This user may not listen on port ${PORT}. Write one above 1023, for example 3000.`,
    )
  return error
}

function onSignal(stop: (signal: NodeJS.Signals) => void): void {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Logs that the service stopped, by which signal, and how long that took. */
function sayStopping(log: Logger) {
  let begun: { signal: NodeJS.Signals; at_ms: number } | undefined
  return {
    begin: (signal: NodeJS.Signals) => void (begun ??= { signal, at_ms: performance.now() }),
    end() {
      const took_ms = begun && Math.round(performance.now() - begun.at_ms)
      log.info({ signal: begun?.signal, took_ms }, 'the service stopped')
    },
  }
}

function greet({ PUBLIC_URL: url }: Config, link: string | null): void {
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
