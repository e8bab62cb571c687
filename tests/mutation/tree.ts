// A copy of the tree in which one change at a time is tried: does anything fail? The working tree is never touched.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A piece of a file, by its offsets in the text, and what stands there instead. */
export type Change = { file: string; start: number; end: number; to: string }
export type Failure = { file: string; test: string }
export type Tree = ReturnType<typeof copyTree>

/** Programs of packages, with what they are always told. */
export const suite = ['vitest/vitest.mjs', 'run', '--root=.', '--config=tests/mutation/vitest.config.ts']

export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'launch-changed-'))
  const copy = join(folder, 'tree')
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.git|data|\.conf)$/.test(path),
  })
  if (existsSync(join(root, '../shared'))) symlinkSync(join(root, '../shared'), join(folder, 'shared'))
  // The packages are shared, what is remembered from run to run is not.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))

  /** What a program of a package prints when it fails, `null` when it does not. What hangs fails. */
  async function failure(
    [program, ...given]: readonly string[],
    args: readonly string[],
    limit_s: number,
    env: Record<string, string> = {},
  ): Promise<string | null> {
    const child = spawn(process.execPath, [join('node_modules', program!), ...given, ...args], {
      cwd: copy,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // With everything that it started.
    const stop = () => void process.kill(-child.pid!, 'SIGKILL')
    const limit = setTimeout(stop, limit_s * 1000)
    // Before the copy is removed, in which it would go on writing.
    process.prependOnceListener('exit', stop)
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    clearTimeout(limit)
    process.off('exit', stop)
    return code === 0 ? null : code === null ? `stopped after ${limit_s} s` : printed
  }

  /** The first of these tests that fails, in this order, `null` when none does. What passes meanwhile is added to `passed`. */
  async function failingTest(
    files: readonly string[],
    limit_s: number,
    passed: Set<string> = new Set(),
  ): Promise<Failure | null> {
    const report = join(copy, 'report.json')
    rmSync(report, { force: true })
    const options = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
    const order = { TEST_ORDER: files.join(' ') }
    const failed = await failure(suite, [...options, ...files], limit_s, order)
    if (failed === null) {
      for (const file of files) passed.add(file)
      return null
    }
    if (!existsSync(report)) return { file: files[0]!, test: failed.trim() || 'the suite did not even start' }
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: {
        name: string
        status: string
        message: string
        assertionResults: { status: string; fullName: string }[]
      }[]
    }
    for (const { name, status, assertionResults } of testResults)
      if (status === 'passed' && assertionResults.some((one) => one.status === 'passed'))
        passed.add(relative(copy, name))
    const failures = testResults.flatMap(({ name, message, assertionResults }) =>
      [
        ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        message,
      ]
        .filter((test) => test !== '')
        .map((test) => ({ file: relative(copy, name), test })),
    )
    return failures[0] ?? { file: files[0]!, test: 'the suite failed outside its tests' }
  }

  /** Does the work with the change made, and undoes the change. */
  async function changed<Result>(change: Change, work: () => Promise<Result>): Promise<Result> {
    const path = join(copy, change.file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.slice(0, change.start) + change.to + whole.slice(change.end))
    try {
      return await work()
    } finally {
      writeFileSync(path, whole)
    }
  }

  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return { path: copy, failure, failingTest, changed, remove }
}
