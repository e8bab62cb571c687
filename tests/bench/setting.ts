// What every section of the benchmark needs: a filled data folder, and servers over it.
import { join } from 'node:path'
import { copyFolder, slugsIn } from './catalogue_file.ts'
import { startServer, type Running } from './processes.ts'

type Env = Record<string, string>

export function openBench(folder: string) {
  const filled = join(folder, 'filled')
  let copies = 0

  /** The service as `npm start` starts it, on a copy of the data; limits are counted but far away. */
  async function product(
    alteration: Env = {},
    settings: Env = {},
    within?: string,
  ): Promise<Running & { folder: string }> {
    copies += 1
    const own = copyFolder(filled, join(folder, `copy-${copies}`))
    const isAltered = Object.keys(alteration).length > 0
    const args = isAltered ? ['--import', './tests/bench/servers/altered.ts'] : []
    const env = {
      DATA_DIR: own,
      RATE_LIMITS: 'read=100000000,write=100000000,other=100000000',
      ...alteration,
      ...settings,
    }
    return { ...(await startServer('server.ts', env, { args, within })), folder: own }
  }
  const script = (name: string, env: Env = {}) =>
    startServer(`tests/bench/servers/${name}`, { DATA_DIR: filled, ...env })

  return { folder, filled, slugs: slugsIn(filled), start: { product, script, bare: () => script('bare.ts') } }
}
export type Bench = ReturnType<typeof openBench>
