// The process itself: starting, the sentences it stops with, and leaving in good order.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort, surroundings } from './support/programs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-'))
  folders.push(folder)
  return folder
}

type Run = { child: ChildProcess; out: () => string; complaints: () => string; left: Promise<number | null> }
function launch(
  settings: Record<string, string>,
  command = [process.execPath, 'server.ts'],
  out_fd?: number,
): Run {
  const [program, ...words] = command
  const child = spawn(program!, words, {
    cwd: root,
    stdio: ['ignore', out_fd ?? 'pipe', 'pipe'],
    env: {
      ...surroundings,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      ...settings,
    },
  })
  running.add(child)
  let [out, complaints] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const left = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  return { child, out: () => out, complaints: () => complaints, left }
}

async function ready(run: Run): Promise<void> {
  while (!run.out().includes('is running')) {
    if (run.child.exitCode !== null) throw new Error(`did not start: ${run.out()}${run.complaints()}`)
    await sleep(10)
  }
}

async function started(command?: string[]): Promise<Run & { url: string; port: string }> {
  const port = String(await freePort())
  const run = launch({ PORT: port, DATA_DIR: newFolder(), LOG_LEVEL: 'info' }, command)
  await ready(run)
  return { ...run, port, url: `http://localhost:${port}` }
}

async function leavesInGoodOrder(run: Run, signal: () => void): Promise<void> {
  const asked_ms = performance.now()
  signal()
  expect(await run.left).toBe(0)
  // What starts and stops containers waits so long before it kills.
  expect(performance.now() - asked_ms).toBeLessThan(60_000)
  expect(run.complaints()).toBe('')
}

const stoppedLines = (run: Run) =>
  run
    .out()
    .split('\n')
    .filter((line) => line.includes('"the service stopped"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a running service', () => {
  it('greets with the addresses it answers at, and finishes on SIGTERM', async () => {
    const run = await started()
    const addresses = [...run.out().matchAll(/http:\/\/localhost:\d+\S*/g)].map((match) => match[0])
    expect(addresses.length).toBeGreaterThanOrEqual(4)
    for (const address of addresses.filter((one) => !one.endsWith('/mcp')))
      expect((await fetch(address)).status, address).toBe(200)
    for (const path of ['/healthz', '/readyz']) expect((await fetch(run.url + path)).status).toBe(200)
    const written = readdirSync(folders.at(-1)!).map((name) => join(folders.at(-1)!, name))
    for (const path of written) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
    expect(stoppedLines(run)).toEqual([
      expect.objectContaining({ signal: 'SIGTERM', took_ms: expect.any(Number) }),
    ])
  })

  it('shows the pictures of the demo catalogue', async () => {
    const run = await started()
    const page = await (await fetch(`${run.url}/listings/patient-heron`)).text()
    const files = [...page.matchAll(/src="[^"]*(\/media\/[0-9a-f]{32}\.(?:png|jpg))"/g)].map(
      ([, file]) => file!,
    )
    // Its logo and two pictures; the film stays a link.
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) expect((await fetch(run.url + file)).status, file).toBe(200)
    const others = [
      '/awards',
      '/hall-of-fame?of=categories',
      '/updates',
      '/compare?a=patient-heron&b=last-ferry',
    ]
    for (const path of others)
      expect(await (await fetch(run.url + path)).text(), path).toContain('class="flag" src="/media/')
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
  })

  it.runIf(existsSync('/dev/full'))('serves and leaves while the disk of its log is full', async () => {
    const port = String(await freePort())
    const settings = { PORT: port, DATA_DIR: newFolder(), LOG_LEVEL: 'info' }
    const run = launch(settings, undefined, openSync('/dev/full', 'w'))
    const health = () => fetch(`http://localhost:${port}/healthz`).catch(() => null)
    while ((await health()) === null && run.child.exitCode === null) await sleep(25)
    for (let call = 0; call < 50; call += 1)
      expect((await fetch(`http://localhost:${port}/api/v1/site`)).status).toBe(200)
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
  })

  it('finishes once when it is told twice, with connections still open', async () => {
    const run = await started()
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${run.url}/api/v1/listings?per_page=100`)))
    await leavesInGoodOrder(run, () => {
      run.child.kill('SIGTERM')
      run.child.kill('SIGTERM')
      setTimeout(() => run.child.kill('SIGINT'), 20)
    })
    expect(stoppedLines(run)).toMatchObject([{ signal: 'SIGTERM' }])
  })

  it('answers what it has begun before it leaves', async () => {
    const run = await started()
    const answers = Array.from({ length: 40 }, () => fetch(`${run.url}/api/v1/listings?per_page=100`))
    await Promise.race(answers)
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toHaveProperty('items')
    }
  })

  it('is the child that npm start leaves behind nowhere', async () => {
    const run = await started(['npm', 'start'])
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
    await expect(fetch(run.url)).rejects.toThrow()
  })

  it.each([
    [{}, []],
    [{ AI_BASE_URL: 'http://127.0.0.1:9/v1' }, ['write_needs']],
  ])('with %j has the jobs of a model: %j', async (settings, kinds) => {
    const folder = newFolder()
    const run = launch({ PORT: String(await freePort()), DATA_DIR: folder, ...settings })
    await ready(run)
    const database = new Database(join(folder, 'launch.db'), { readonly: true })
    const jobs = database.prepare<[], string>('SELECT kind FROM jobs').pluck()
    // All that repeat are put down at once.
    while (!jobs.all().includes('turn_weeks')) await sleep(20)
    expect(jobs.all().filter((kind) => kind === 'write_needs')).toEqual(kinds)
    database.close()
    run.child.kill()
    expect(await run.left).toBe(0)
  })

  it('starts again on what it left', async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: newFolder() }
    for (let time = 0; time < 2; time += 1) {
      const run = launch(settings)
      await ready(run)
      await leavesInGoodOrder(run, () => run.child.kill('SIGINT'))
    }
  })
})

describe('a service that cannot start says why in one sentence', () => {
  it('also where Node runs no TypeScript', async () => {
    const options = ['--no-strip-types', '--require', './node_version.cjs', 'server.ts']
    const run = spawnSync(process.execPath, options, { cwd: root, encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^Node v\S+ cannot run this service\. .+\n$/),
    ])
  })

  async function refusal(settings: Record<string, string>): Promise<string> {
    const run = launch({ DATA_DIR: newFolder(), ...settings })
    expect(await run.left).toBe(1)
    expect(run.out()).toBe('')
    expect(run.complaints()).not.toMatch(/^\s+at /m)
    return run.complaints()
  }

  it('when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(`Port ${port} is taken. Set PORT to another one.\n`)
    server.close()
  })

  it('when another server has the data', async () => {
    const run = await started()
    const folder = folders.at(-1)!
    expect(await refusal({ PORT: String(await freePort()), DATA_DIR: folder })).toMatch(
      /^Another server .*\.\n$/,
    )
    await leavesInGoodOrder(run, () => run.child.kill('SIGTERM'))
  })

  it('when a setting cannot be used', async () => {
    expect(await refusal({ PORT: '65536' })).toBe(
      'The settings cannot be used.\nPORT: Must be a whole number from 0 to 65535.\n',
    )
  })

  it('when it cannot listen at that address', async () => {
    expect(await refusal({ HOST: '203.0.113.7' })).toMatch(
      /^The settings cannot be used\.\nHOST: This machine does not have the address 203\.0\.113\.7\. .+\n$/,
    )
  })

  it('when a folder cannot be one', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    for (const setting of ['DATA_DIR', 'BACKUP_DIR'])
      expect(await refusal({ [setting]: join(file, 'x') })).toBe(
        `The settings cannot be used.\n${setting}: ${file} is a file, so ${file}/x cannot be a folder. Name another, for example /srv/launch.\n`,
      )
  })

  it('when a newer version wrote the database', async () => {
    const folder = newFolder()
    const database = new Database(join(folder, 'launch.db'))
    database.pragma('user_version = 9999')
    database.close()
    expect(await refusal({ DATA_DIR: folder })).toMatch(/^The database was written by a newer version .+\n$/)
  })
})
