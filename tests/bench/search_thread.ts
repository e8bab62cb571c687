// A search engine in a thread of its own, so that the garbage of one is not collected in another's time. The clock runs
// in the thread: what it costs to ask across is nobody's.
import { once } from 'node:events'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { docsOf } from './queries.ts'
import { miniSearch, ours, postgres, postgresBinaries, type Engine } from './search_engines.ts'

export type EngineName = 'launch-directory' | 'minisearch' | 'postgresql'
type Setup = { name: EngineName; file: string; folder: string }
export type Answered = { ids: number[]; ms: number }
export type Threaded = { name: EngineName; search(q: string): Promise<Answered>; close(): Promise<void> }

/** Starts the engine on the listings of the file, and resolves when it has them all. */
export async function startEngine(name: EngineName, file: string, folder: string): Promise<Threaded> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { name, file, folder } satisfies Setup,
    resourceLimits: { maxOldGenerationSizeMb: 8000 },
  })
  await once(worker, 'message')
  return {
    name,
    async search(q) {
      const answered = once(worker, 'message')
      worker.postMessage(q)
      return ((await answered) as [Answered])[0]
    },
    async close() {
      const closed = once(worker, 'exit')
      worker.postMessage(null)
      await closed
    },
  }
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort
  const engine = await open(workerData as Setup)
  port.on('message', async (q: string | null) => {
    if (q === null) {
      await engine.close()
      return port.close()
    }
    const started = performance.now()
    const found = engine.search(q)
    const ids = found instanceof Promise ? await found : found
    port.postMessage({ ids, ms: performance.now() - started } satisfies Answered)
  })
  port.postMessage('ready')
}

async function open({ name, file, folder }: Setup): Promise<Engine> {
  if (name === 'launch-directory') return ours(file)
  const database = new Database(file, { readonly: true })
  const engine =
    name === 'minisearch'
      ? miniSearch(docsOf(database))
      : await postgres(folder, postgresBinaries()!, docsOf(database))
  database.close()
  return engine
}
