// What vitest does before and after all tests.
import { rmSync } from 'node:fs'

export function teardown(): void {
  rmSync(process.env.MADE_DATABASES!, { recursive: true, force: true })
}
