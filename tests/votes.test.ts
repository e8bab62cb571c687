// Votes come from people on the site alone (specification 1.7): no tool, job or command can make, change or take one.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importListings } from '../tools/catalogue/import.ts'
import { catalog } from '../tools/catalog.ts'
import { samples, validInput } from './support/generated.ts'
import { callMcp, callRest, connectMcp } from './support/service.ts'
import { besides } from './support/town.ts'
import { startInhabited, type Inhabited } from './support/world.ts'

const ballots = `SELECT v.*, l.votes, l.week_votes FROM votes v JOIN listings l ON l.id = v.listing_id
  ORDER BY v.listing_id, v.user_id`
const guards = ['INSERT', 'UPDATE', 'DELETE'].map(
  (deed) =>
    `CREATE TRIGGER no_${deed} BEFORE ${deed} ON votes BEGIN SELECT RAISE(ABORT, 'a vote was touched'); END;`,
)
guards.push(
  `CREATE TRIGGER no_recount BEFORE UPDATE ON listings WHEN new.votes <> old.votes OR new.week_votes <> old.week_votes
   BEGIN SELECT RAISE(ABORT, 'a count of votes was touched'); END;`,
  `CREATE TRIGGER no_gift BEFORE INSERT ON listings WHEN new.votes <> 0 OR new.week_votes <> 0
   BEGIN SELECT RAISE(ABORT, 'a listing began with votes'); END;`,
)

let service: Inhabited
let client: Client
let file: string
beforeAll(async () => {
  service = await startInhabited()
  file = join(service.folder, 'launch.db')
  besides(file, (database) => void database.exec(guards.join('\n')))
  client = await connectMcp(service, service.credential)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

const counted = () => besides(file, (database) => database.prepare(ballots).all())

describe('whatever is asked', () => {
  it.each(catalog.map((tool) => [tool.name, tool] as const))(
    '%s leaves every vote as it was',
    async (name, tool) => {
      const before = counted()
      expect(before.length).toBeGreaterThan(100)
      const inputs = [tool.example ?? {}, ...samples(validInput(tool, service.world), 12, 5)]
      for (const input of inputs) {
        const { status, body } = await callRest(service, name, input, service.credential)
        expect(status, JSON.stringify(body)).toBeLessThan(500)
        expect((await callMcp(client, name, input)).status).toBeLessThan(500)
      }
      await service.worker.idle()
      expect(counted()).toEqual(before)
    },
  )

  it('would be noticed if it touched one', () => {
    const vote = `INSERT INTO votes SELECT l.id, u.id, l.created_at FROM listings l, users u
      WHERE NOT EXISTS (SELECT 1 FROM votes v WHERE v.listing_id = l.id AND v.user_id = u.id) LIMIT 1`
    for (const sql of [vote, 'DELETE FROM votes', 'UPDATE votes SET user_id = user_id'])
      expect(() => besides(file, (database) => void database.exec(sql))).toThrow('a vote was touched')
    expect(() =>
      besides(file, (database) => void database.exec('UPDATE listings SET votes = votes + 1')),
    ).toThrow('a count of votes was touched')
  })
})

it('no input of any operation takes votes or names voters', () => {
  for (const tool of catalog)
    for (const name of Object.keys(tool.input.shape)) expect(name, tool.name).not.toMatch(/vote/)
})

it('an import brings no votes', async () => {
  const row = { slug: 'liked', name: 'Liked', url: 'https://liked.example/', categories: ['x'], votes: 5 }
  async function* lines() {
    yield JSON.stringify(row)
  }
  const { added, refused } = await importListings(service.storage, lines(), {
    site_id: 1,
    now: service.clock.now,
  })
  expect(added).toBe(0)
  expect(refused).toEqual([{ line: 1, field: '', reason: expect.stringContaining('votes') }])
})

describe('the source', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))
  const reachable = [
    ...['tools', 'jobs', 'auth'].flatMap(sources),
    { name: 'admin.ts', text: readFileSync(join(root, 'admin.ts'), 'utf8') },
  ]

  it('of tools, jobs and commands names neither the table of votes nor what writes to it', () => {
    for (const { name, text } of reachable) {
      expect(text, name).not.toMatch(/\bimport \{[^}]*\bvotes\b[^}]*\} from '[^']*tables\/community\.ts'/)
      expect(text, name).not.toMatch(/\.votes\.|\.demo\.|listings\/votes\.ts|loadDemo/)
    }
  })

  it('of storage writes votes in the demo, and where people on the site vote', () => {
    const table = /\bimport \{[^}]*\bvotes\b[^}]*\} from '[^']*tables\/community\.ts'/
    const sql = /(?:INSERT INTO|UPDATE|DELETE FROM) votes\b/
    const writers = sources('storage').filter(({ text }) => table.test(text) || sql.test(text))
    expect(writers.map(({ name }) => name).filter((name) => name !== 'storage/listings/trend.ts')).toEqual([
      'storage/demo/load.ts',
    ])
  })
})
