import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    // Vitest leaves one core to its own process, which hardly needs it: on two cores that would be half of the machine.
    maxWorkers: availableParallelism(),
  },
})
