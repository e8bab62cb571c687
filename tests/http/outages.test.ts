// A database that cannot answer is told as an outage, through every door, in one line of the log, and is over when it is over.
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, onPostgres } from '../support/made_databases.ts'
import { besideRows } from '../support/rows.ts'
import { callMcp, connectMcp, startService, type Service } from '../support/service.ts'

let service: Service
let client: Awaited<ReturnType<typeof connectMcp>>
beforeAll(async () => {
  service = await startService({ demo: true })
  client = await connectMcp(service)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

/** Every door tells it as what it is, says when to come again, and writes one line. */
async function expectOutage(trouble: string): Promise<void> {
  const asPage = async (path: string) => {
    const answer = await service.fetch(path, { headers: { accept: 'text/html' } })
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
    return answer.headers.get('x-request-id')!
  }
  const asTool = async () => {
    const { status, body } = await callMcp(client, 'list_blog_posts', {})
    expect([status, body.code]).toEqual([503, 'unavailable'])
    return body.request_id as string
  }
  const ids = await Promise.all([
    asPage('/api/v1/blog'),
    asPage('/blog'),
    asPage('/feeds/blog.xml'),
    asTool(),
  ])
  const lines = service.log_lines.map((line) => JSON.parse(line) as { level: number; request_id?: string })
  for (const id of ids)
    expect(lines.filter(({ level, request_id }) => level > 30 && request_id === id)).toMatchObject([
      { level: 40, trouble },
    ])
  expect(service.log_lines.filter((line) => line.includes('unexpected error'))).toEqual([])
}

describe.skipIf(onPostgres)('a file that is damaged', () => {
  it('is told as an outage, and the process lives', async () => {
    const file = join(service.folder, 'launch.db')
    await besideRows(file, (rows) => rows.all('PRAGMA wal_checkpoint(TRUNCATE)'))
    truncateSync(file, 65_536)
    await expectOutage('out of order')
    expect((await service.fetch('/healthz')).status).toBe(200)
  })
})

describe.skipIf(!onPostgres)('a PostgreSQL', () => {
  const file = () => join(service.folder, 'launch.db')
  const reads = async (path: string) => (await service.fetch(path)).status

  /** Holds the table as an operator's ALTER TABLE would. */
  async function whileLocked(work: (operator: pg.Client) => Promise<unknown>): Promise<void> {
    const operator = new pg.Client(addressOf(file()))
    await operator.connect()
    try {
      await operator.query('BEGIN; LOCK TABLE posts IN ACCESS EXCLUSIVE MODE')
      await work(operator)
      await operator.query('ROLLBACK')
    } finally {
      await operator.end()
    }
  }

  it('whose table is locked answers what needs no row of it', async () => {
    await whileLocked(async () => {
      const waiting = Array.from({ length: 6 }, (_, n) => reads(`/api/v1/blog?page=${n + 1}`))
      expect(await reads('/api/v1/categories')).toBe(200)
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => 503))
      await expectOutage('busy')
    })
    expect(await reads('/api/v1/blog')).toBe(200)
  })

  it('that stopped a statement, for it took too long, says so and names the statement', async () => {
    await whileLocked(async (operator) => {
      const slow = service.fetch('/api/v1/blog?page=9')
      const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      while ((await operator.query(cancel)).rowCount === 0);
      const answer = await slow
      expect(answer.status).toBe(503)
      expect(((await answer.json()) as { detail: string }).detail).toContain('took the database too long')
    })
    const line = service.log_lines.findLast((line) => line.includes('The database is '))!
    expect(JSON.parse(line)).toMatchObject({
      trouble: 'slow',
      statement: expect.stringContaining('posts') as string,
    })
  })

  it('that is gone is an outage to readers and to whoever writes, and back when it is back', async () => {
    const address = new URL(addressOf(file()))
    const name = address.pathname.slice(1)
    const server = new pg.Client(process.env.TEST_POSTGRES_URL)
    await server.connect()
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    try {
      await expectOutage('gone')
      const form = {
        ...{ grant_type: 'authorization_code', code: 'x', client_id: 'y', code_verifier: 'z' },
        redirect_uri: 'https://a.example/',
      }
      const token = await service.fetch('/token', { method: 'POST', body: new URLSearchParams(form) })
      const { error } = (await token.json()) as { error: string }
      expect([token.status, error]).toEqual([503, 'temporarily_unavailable'])
    } finally {
      await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
      await server.end()
    }
    await expect.poll(() => reads('/api/v1/blog'), { timeout: 30_000 }).toBe(200)
    expect(service.log_lines.filter((line) => line.includes('looking for jobs failed')).length).toBeLessThan(
      2,
    )
  })
})
