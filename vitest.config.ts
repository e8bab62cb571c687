import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What Node compiled of the packages is kept, for the workers and for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node'
process.env.MADE_DATABASES = mkdtempSync(join(tmpdir(), 'launch-made-'))

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/clean_up.ts', 'tests/support/postgres_run.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    // Vitest leaves one core to its own process, which hardly needs it: on two cores that would be half of the machine.
    maxWorkers: availableParallelism(),
  },
})
