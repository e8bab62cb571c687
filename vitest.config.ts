import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What Node compiled of the packages is kept, for the workers and for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'

/** Linux's folder in memory, where a commit waits for no disk, if there is room for a run and its programs may start. */
function folderInMemory(): string | undefined {
  const mounts = process.platform === 'linux' ? readFileSync('/proc/mounts', 'utf8') : ''
  const options = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(mounts)?.[1]
  if (options === undefined || /\b(?:noexec|ro)\b/.test(options)) return undefined
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 6 * 2 ** 30 ? '/dev/shm' : undefined
}
// All that tests write is in one folder, which is removed after the run.
process.env.TMPDIR = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'launch-tests-'))
process.env.MADE_DATABASES = process.env.TMPDIR
// PostgreSQL may run as another user.
chmodSync(process.env.TMPDIR, 0o755)

/** A long file that begins last leaves the other cores idle. Before any run, files are known by their size only. */
const longest = [
  'tests/http/site/every_page.test.ts',
  'tests/admin.test.ts',
  'tests/http/site/journeys_in_chromium.test.ts',
  'tests/processes/kill.test.ts',
  'tests/tools/catalogue/import.test.ts',
  'tests/bad_input.test.ts',
  'tests/jobs/reading/drafting_thread.test.ts',
  'tests/processes/lead.test.ts',
  'tests/jobs/drafting/real_sites.test.ts',
  'tests/server.test.ts',
  'tests/kill.test.ts',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = longest.flatMap((path) => sorted.filter(({ moduleId }) => moduleId.endsWith(path)))
    return [...new Set([...first, ...sorted])]
  }
}

/** They ask no database, open SQLite's file themselves, or ask nothing there that others do not. */
const notOnPostgres = [
  'tests/auth/{attacks_on_documents,conformance,first_client_journey}.test.ts',
  'tests/jobs/{drafting,reading}/**',
  'tests/jobs/{model,real_sites}.test.ts',
  'tests/storage/search/**',
  'tests/storage/{open,plans,upgrade,versions}.test.ts',
  'tests/tools/{catalogue/demo,facts/every_fact,orders/price,tokens,votes/rings}.test.ts',
]

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE === 'postgres' ? notOnPostgres : [])],
    globalSetup: ['tests/support/clean_up.ts', 'tests/support/postgres_run.ts'],
    // For what hangs: a busy machine may need its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
    // One more than there are cores: tests wait for the programs they start, and vitest's own process needs hardly anything.
    maxWorkers: availableParallelism() + 1,
    // As npm start runs it.
    execArgv: ['--no-regexp-tier-up'],
    // A worker loads the product once, as it is, and keeps it for all of its files.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
  },
})
