// Only people on the site give votes (specification 1.7): nothing but the site's vote form can make one. The source says
// so, and then every operation, every job and every command of the operator is tried.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../jobs/catalog.ts'
import { startWorker, type WorkerOptions } from '../jobs/queue/worker.ts'
import { openOutbound } from '../outbound.ts'
import { catalog } from '../tools/catalog.ts'
import { inputSchema } from '../http/schemas.ts'
import { validInput } from './support/generated.ts'
import { admin } from './support/programs.ts'
import { callRest } from './support/service.ts'
import { startInhabited, type Inhabited } from './support/world.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = readdirSync(root, { recursive: true, withFileTypes: true })
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => path.endsWith('.ts') && !/(^|\/)(node_modules|tests|data|\.git)\//.test(path))
const filesWith = (pattern: RegExp) =>
  source.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

describe('in the source', () => {
  it('votes are given by nothing but the vote form of the site', () => {
    expect(filesWith(/\bvotes\s*\.\s*add\b/)).toEqual(['tools/votes/vote.ts'])
    const callers = filesWith(/\bcastVote\b/)
    expect(callers.sort()).toEqual([
      'http/site/account/sign_in_link.ts',
      'http/site/voting.ts',
      'tools/votes/vote.ts',
    ])
    // The button of a mailed link spends its token, which is the only way to a session there: no vote without one.
    expect(readFileSync(join(root, callers[0]!), 'utf8')).toMatch(
      /spendLink\(.*\n.*signIn === null.*\n[^]*visit\.as\(signIn\.session\)[^]*own\.act\(castVote/,
    )
    // The form itself is posted with a session and its seal; an own page sees to both.
    expect(readFileSync(join(root, callers[1]!), 'utf8')).toMatch(/\b[oO]wnVisit\b/)
  })

  it('their rows are written by their own file, and by the demo of a first start', () => {
    const writers = filesWith(/insert\(votes\)|INTO votes\b|add\(\s*votes\b/)
    expect(writers).toEqual(['storage/listings/votes.ts', 'tools/catalogue/demo.ts'])
  })

  it('no operation is called after them, or takes any', () => {
    const words = catalog.flatMap((tool) => [
      tool.name,
      ...Object.keys((inputSchema(tool).properties ?? {}) as object),
    ])
    expect(words.filter((word) => /vote|cast/.test(word))).toEqual([])
  })
})

describe('of a running service', () => {
  let service: Inhabited
  let before: unknown
  beforeAll(async () => {
    service = await startInhabited()
    before = standing()
  })
  afterAll(() => service.close())

  /** Every vote, and every count that comes of votes. */
  function standing(): unknown {
    const database = new Database(join(service.folder, 'launch.db'), { readonly: true })
    try {
      return {
        votes: database
          .prepare(
            'SELECT id, listing_id, voter, user_id, voted_at, withdrawn_at, weight FROM votes ORDER BY id',
          )
          .all(),
        counts: database
          .prepare(
            'SELECT id, votes, week_votes, trend FROM listings WHERE votes > 0 OR week_votes > 0 OR trend <> 0 ORDER BY id',
          )
          .all(),
      }
    } finally {
      database.close()
    }
  }

  it('no operation makes a vote, whatever it is called with', async () => {
    for (const tool of catalog) {
      const inputs = fc.sample(validInput(tool, service.world), { numRuns: 6, seed: 20261122 })
      for (const input of inputs) await callRest(service, tool.name, input, service.credential)
    }
    await service.worker.idle()
    expect(standing()).toEqual(before)
  })

  it('no job makes a vote, neither those that wait nor those that repeat', async () => {
    await service.worker.stop(0)
    await service.storage.write(async ({ jobs: queue }) => {
      const at = service.clock.now.toISOString()
      for (const { kind } of jobs) await queue.enqueue({ kind, payload: {}, run_at: at, created_at: at })
    })
    const log = { info() {}, warn() {}, error() {} }
    const outbound = openOutbound({ resolve: async () => [] })
    const context = { storage: service.storage, outbound, clock: () => service.clock.now, log }
    const delivery = { deliver: async () => {}, close() {} }
    const all = { ...context, delivery, public_url: service.url } as unknown as WorkerOptions['context']
    const worker = startWorker({ jobs, context: all, tick_ms: 20 })
    await worker.idle()
    await worker.stop()
    await outbound.close()
    expect(standing()).toEqual(before)
  })

  it('no command of the operator makes a vote', async () => {
    const { out } = await admin(service.folder, '--help')
    const lines = [...out.matchAll(/^ {2}([a-z].*)$/gm)].map((match) => match[1]!)
    expect(lines.length).toBeGreaterThan(8)
    const file = join(service.folder, 'rows.jsonl')
    const slug = service.world.slug![0] as string
    const row = { slug: 'bought', name: 'Bought', url: 'https://bought.example/', categories: ['money'] }
    const categories = join(service.folder, 'categories.json')
    writeFileSync(categories, JSON.stringify([{ slug: 'money', name: 'Money' }]))
    writeFileSync(
      file,
      [{ ...row, votes: 9 }, row, { slug, rating: 5, votes: 9 }].map((one) => JSON.stringify(one)).join('\n'),
    )
    // Restoring puts another database in the place of this one; what that one holds was given by people there. Others write FILE.
    const tried = lines.filter((line) => !/^(restore|export|backup|user export)\b/.test(line))
    const perform = (line: string) => {
      const words = line
        .replace(/\[.*?\]/g, '')
        .replace(/FILE\.csv/, join(service.folder, 'written.csv'))
        .replace(/FILE\S*/g, line.startsWith('import ') ? join(service.folder, 'nothing.jsonl') : file)
        .replace(/EMAIL/g, 'ana@tide.example')
        .replace(/\bID\b/g, '1')
        .replace(/A,B/g, 'account:read')
        .replace(/(\w+)\|\w+(\|\w+)*/g, '$1')
        .trim()
        .split(/\s+/)
      return admin(service.folder, ...words)
    }
    for (const line of tried) await perform(line)
    expect(standing()).toEqual(before)
    // An import replaces the demo; what it brings has no votes either.
    await admin(service.folder, 'import', file, '--categories', categories)
    expect((standing() as { votes: unknown[] }).votes).toEqual([])
  })
})
