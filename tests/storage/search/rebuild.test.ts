import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openStorage } from '../../../storage/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The database of an earlier release, with one listing in it. */
function earlierDatabase(file: string, first: string): Database.Database {
  const migrations = new URL('../../../storage/migrations/', import.meta.url)
  const database = new Database(file)
  database.function('url_key', (text) => String(text))
  for (const name of readdirSync(migrations).sort()) {
    if (!name.endsWith('.sql') || name >= first) continue
    database.exec(readFileSync(new URL(name, migrations), 'utf8'))
    database.pragma(`user_version = ${Number(name.slice(0, 4))}`)
  }
  const at = '2026-01-05T00:00:00.000Z'
  database.exec(`
    INSERT OR IGNORE INTO sites(id, key, name, purpose, created_at) VALUES (1, 'main', 'Main', '', '${at}');
    INSERT INTO categories(id, slug, name, parent_id) VALUES (1, 'travel', 'Travel', NULL), (2, 'flight', 'Flight', 1);
    INSERT INTO companies(id, key, created_at) VALUES (1, 'balloon.example', '${at}');
    INSERT INTO founders(id, slug, name, created_at) VALUES (1, 'etta', 'Etta Straßer', '${at}');
    INSERT INTO listings(id, site_id, company_id, category_id, slug, name, name_key, url, domain, status, plan, tagline,
        country, keywords, tags, live_at, created_at, updated_at) VALUES
      (1, 1, 1, 2, 'montgolfier', 'Montgolfier', 'montgolfier', 'https://balloon.example/', 'balloon.example', 'live', 'free',
        'Rides at dawn', 'FR', '["hot air"]', '["balloons"]', '${at}', '${at}', '${at}'),
      (2, 1, 1, 2, 'zeppelin', 'Zeppelin', 'zeppelin', 'https://balloon.example/z', 'balloon.example', 'draft', NULL,
        NULL, NULL, '[]', '[]', NULL, '${at}', '${at}');
    INSERT INTO listing_founders(listing_id, founder_id, position) VALUES (1, 1, 0);
  `)
  return database
}
/** As the searches of two releases had indexed it. */
const indexed: [string, string][] = [
  [
    '0006',
    `INSERT INTO facet_counts(site_id, facet, live, upcoming) VALUES (1, '', 1, 0);
     INSERT INTO search_names(rowid, words) VALUES (1, 'montgolfier');`,
  ],
  [
    '0012',
    `INSERT INTO facet_counts(site_id, facet, live, upcoming) VALUES (1, '', 1, 0);
     INSERT INTO search_words(id, word, kind, uses) VALUES (1, 'montgolfier', 0, 1), (2, 'stale', 0, 1);
     INSERT INTO search_texts(rowid, words) VALUES (1, 'montgolfier stale');
     INSERT INTO search_listings(id, spelling, name, parts, head) VALUES (1, '', 'montgolfier', '', 'stale');
     INSERT INTO search_ranks(id, votes, views, followers, trend, newest, facets) VALUES (1, 0, 0, 0, 0, 0, '');
     INSERT INTO browse_votes(rowid, facets) VALUES (1, 'stale');
     UPDATE search_state SET is_empty = 0;`,
  ],
]

it.each(indexed)('makes the index of a release before %s again, and once only', async (first, rows) => {
  const file = join(folder, `before-${first}.db`)
  earlierDatabase(file, first).exec(rows).close()
  for (let times = 0; times < 2; times += 1) {
    const storage = openStorage(file)
    const ids = async (q: string) => (await storage.search.find({ site_id: 1, q, limit: 10, offset: 0 })).ids
    for (const q of ['montgolfeir', 'ballooning', 'hot air', 'strasser', 'flights', 'france', ''])
      expect(await ids(q), q).toEqual([1])
    for (const q of ['zeppelin', 'stale']) expect(await ids(q), q).toEqual([])
    expect(await storage.listings.liveCount(1)).toBe(1)
    storage.close()
  }
})
