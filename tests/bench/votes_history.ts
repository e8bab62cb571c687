// A whole history of votes, made at once: people, launches week by week, and votes. Some products are loved, and some people vote a lot.
import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrate } from '../../storage/migrate.ts'
import { addToTrend } from '../../storage/listings/trend.ts'
import { chance } from '../../tools/catalogue/demo_activity.ts'
import { addWeeks } from '../../tools/launches/week.ts'

export const [launches, votes] = [600, 40_000]
const categories = 200

export type History = { weeks: number; people: number; monday(n: number): string }

/** At 1 it is 1,000,000 people and 500 weeks, the last of which begins on 23 November 2026. */
export function historyOf(scale: number): History {
  const weeks = Math.max(2, Math.round(500 * scale))
  return {
    ...{ weeks, people: Math.round(1_000_000 * scale) },
    monday: (n) => addWeeks('2026-11-23', n - weeks + 1),
  }
}

export function fill(file: string, { weeks, people, monday }: History): void {
  const half = `${file}-filling`
  rmSync(half, { force: true })
  const database = new Database(half)
  migrate(database)
  database.pragma('synchronous = OFF')
  database.pragma('foreign_keys = OFF')
  database.pragma('cache_size = -1000000')
  // Made of all at once afterwards: each vote would write to two pages far apart.
  database.exec('DROP INDEX votes_by_voter; DROP INDEX votes_by_user; DROP INDEX votes_in_turn')
  const at = `${monday(0)}T00:00:00.000Z`
  const next = chance('whole history')
  const user = database.prepare(
    'INSERT INTO users(id, email, mailbox, name, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const listing =
    database.prepare(`INSERT INTO listings(id, site_id, company_id, category_id, slug, name, name_key, url, domain, url_key,
    status, plan, launch_week, live_at, created_at, updated_at, tagline, votes, week_votes, trend)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, 'live', 'launch', ?, ?, ?, ?, ?, ?, ?, ?)`)
  const vote = database.prepare(
    'INSERT INTO votes(listing_id, voter, user_id, voted_at, nonce) VALUES (?, ?, ?, ?, ?)',
  )
  const mailboxes = Array.from({ length: people + 1 }, (_, person) =>
    createHash('sha256').update(String(person)).digest('base64url'),
  )
  database.transaction(() => {
    const category = database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)')
    for (let n = 1; n <= categories; n += 1) category.run(n, `category-${n}`, `Category ${n}`)
    for (let n = 1; n <= people; n += 1)
      user.run(n, `person-${n}@many.example`, mailboxes[n], `Person ${n}`, at)
    const company = database.prepare('INSERT INTO companies(id, key, created_at) VALUES (?, ?, ?)')
    for (let n = 1; n <= weeks * launches; n += 1) company.run(n, `p${n}.example`, at)
  })()
  for (let n = 0; n < weeks; n += 1)
    database.transaction(() => {
      const week = monday(n)
      const begin = Date.parse(week)
      const begun = n * launches + 1
      const given = new Map<number, { votes: number; trend: number }>()
      const sent = n === weeks - 1 ? [] : Array.from({ length: votes }, () => next() ** 1.5 * 7 * 86_400_000)
      const pairs = new Set<string>()
      for (const offset of sent.sort((a, b) => a - b)) {
        const person = 1 + Math.floor(next() ** 2 * people)
        const id = begun + Math.floor(next() ** 3 * launches)
        if (pairs.size === pairs.add(`${person} ${id}`).size) continue
        const nonce = Math.floor(next() * 2 ** 48)
          .toString(36)
          .padStart(22, 'n')
        const voted_at = new Date(begin + offset).toISOString()
        vote.run(id, mailboxes[person], person, voted_at, nonce)
        const so_far = given.get(id) ?? { votes: 0, trend: 0 }
        given.set(id, { votes: so_far.votes + 1, trend: addToTrend(so_far.trend, voted_at) })
      }
      for (let l = 0; l < launches; l += 1) {
        const id = begun + l
        const [domain, live] = [`p${id}.example`, new Date(begin + (l % 24) * 3_600_000).toISOString()]
        const its = given.get(id) ?? { votes: 0, trend: 0 }
        listing.run(
          ...[id, id, 1 + (id % categories), `product-${id}`, `Product ${id}`, `product ${id}`],
          ...[`https://${domain}`, domain, domain, week, live, at, at],
          ...[`What ${id} people need`, its.votes, its.votes, its.trend],
        )
      }
    })()
  database.exec(`CREATE INDEX votes_by_voter ON votes(voter, voted_at);
    CREATE INDEX votes_by_user ON votes(user_id);
    CREATE INDEX votes_in_turn ON votes(voted_at);`)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.pragma('analysis_limit = 1000')
  database.exec('ANALYZE')
  database.close()
  renameSync(half, file)
}

/** The last weeks that are over are open again, so that closing and signing them can be measured once more. */
export function reopen(file: string, monday: string): void {
  const database = new Database(file)
  database.transaction(() => {
    const first = database.prepare('SELECT first FROM checkpoints WHERE week = ?').pluck().get(monday)
    database.prepare('DELETE FROM ledger WHERE site_id = 1 AND n >= ?').run(first)
    for (const table of ['checkpoints', 'closed_weeks', 'week_results', 'awards'])
      database.prepare(`DELETE FROM ${table} WHERE week >= ?`).run(monday)
  })()
  database.close()
}

export function votesSince(file: string, monday: string): number {
  const database = new Database(file, { readonly: true })
  const count = database.prepare('SELECT count(*) FROM votes WHERE voted_at >= ?').pluck().get(monday)
  database.close()
  return count as number
}
