// One PostgreSQL for a whole run of the tests, with the databases that each test copies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { loadDemo } from '../../storage/demo/load.ts'
import { openPostgres } from '../../storage/postgres/open_postgres.ts'
import { startPostgres } from './postgres_server.ts'

const thursday = new Date('2026-11-19T12:00:00.000Z')

export default async function begin(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgres') return undefined
  const server = await startPostgres()
  process.env.TEST_POSTGRES_URL = server.url('postgres')
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => undefined })
  const folder = mkdtempSync(join(tmpdir(), 'launch-template-'))
  for (const kind of ['empty', 'demo']) {
    await sql.unsafe(`CREATE DATABASE launch_${kind}`)
    const storage = await openPostgres(server.url(`launch_${kind}`), join(folder, `${kind}.db`))
    if (kind === 'demo') await loadDemo(storage, thursday)
    await storage.close()
  }
  await sql.end()
  rmSync(folder, { recursive: true })
  return () => server.stop()
}
