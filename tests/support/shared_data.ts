// The real catalogue lies beside the project, never in it. Tests that need it are skipped where it is absent, with a
// line that says so; continuous integration insists on it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** The path of a file or folder of the shared data, or null where there is none. */
export function sharedData(name: string): string | null {
  const path = join(folder, name)
  if (existsSync(path)) return path
  if (process.env.CI === 'true')
    throw new Error(`../shared/data/${name} is missing, and CI=true insists on it`)
  console.warn(`skipped: ../shared/data/${name} is not here`)
  return null
}
