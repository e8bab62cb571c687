// One PostgreSQL for a whole run of the tests, with the databases that each test copies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemo } from '../../tools/catalogue/demo.ts'
import { openPostgres } from '../../storage/postgres/open_postgres.ts'
import { startPostgres } from './postgres_server.ts'

const thursday = new Date('2026-11-19T12:00:00.000Z')

export default async function begin(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgres') return undefined
  const server = await startPostgres()
  process.env.TEST_POSTGRES_URL = server.url('postgres')
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'launch-template-'))
  for (const kind of ['empty', 'demo']) {
    await client.query(`CREATE DATABASE launch_${kind}`)
    const storage = await openPostgres(server.url(`launch_${kind}`), join(folder, `${kind}.db`))
    if (kind === 'demo') await loadDemo(storage, thursday)
    await storage.close()
  }
  await client.end()
  rmSync(folder, { recursive: true })
  return () => server.stop()
}
