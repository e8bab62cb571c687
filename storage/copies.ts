// Automatic copies of the database: a folder that keeps the newest few. SQLite only.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { backUp } from './backup.ts'
import { makeFolder } from './private_folder.ts'

type Copy = { file: string; made_at: Date }
export type CopyOrder = { database_file: string; folder: string; keep: number; now: Date }

const named = /^launch-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db$/

/** The copies in the folder, newest first. */
export function copiesIn(folder: string): Copy[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, hour, minute, second] = named.exec(name) ?? []
      if (hour === undefined) return []
      return [{ file: join(folder, name), made_at: new Date(`${hour}:${minute}:${second}Z`) }]
    })
    .sort((one, other) => other.made_at.getTime() - one.made_at.getTime())
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

/** Makes one more copy, and only then deletes the oldest. */
export async function makeCopy({ database_file, folder, keep, now }: CopyOrder): Promise<void> {
  makeFolder(folder, 0o700)
  // Left by a process that was killed.
  for (const name of namesIn(folder))
    if (/^launch-.*\.part(?:-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
  const [newest] = copiesIn(folder)
  const name = `launch-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
  await backUp(database_file, join(folder, name), newest?.file)
  for (const { file } of copiesIn(folder).slice(keep)) {
    rmSync(file)
    rmSync(`${file}.media`, { recursive: true, force: true })
  }
}

/** Makes the copy in a thread of its own: checking a whole database would block other requests. */
export async function makeCopyAside(order: CopyOrder, signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL('./copies_entry.ts', import.meta.url), { workerData: order })
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', (code) => {
      // A thread that had hardly begun ends with 0.
      if (code === 0 && !signal.aborted) resolve()
      else reject(new Error('The copying was ended.'))
    })
  })
}
