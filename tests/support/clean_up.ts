// What vitest does before and after all tests.
import { rmSync } from 'node:fs'

export function teardown(): void {
  rmSync(process.env.TMPDIR!, { recursive: true, force: true })
}
