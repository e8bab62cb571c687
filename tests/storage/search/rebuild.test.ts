import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openStorage } from '../../../storage/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The database of a release before search by need, with one listing as its search had indexed it. */
function earlierDatabase(file: string): void {
  const migrations = new URL('../../../storage/migrations/', import.meta.url)
  const database = new Database(file)
  for (const name of readdirSync(migrations).sort()) {
    if (!name.endsWith('.sql') || name >= '0006') continue
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
    INSERT INTO facet_counts(site_id, facet, live, upcoming) VALUES (1, '', 1, 0);
    INSERT INTO search_names(rowid, words) VALUES (1, 'montgolfier');
  `)
  database.close()
}

it('makes the index of an earlier release again when the file is opened, and once only', async () => {
  const file = join(folder, 'launch.db')
  earlierDatabase(file)
  for (let times = 0; times < 2; times += 1) {
    const storage = openStorage(file)
    const ids = async (q: string) => (await storage.search.find({ site_id: 1, q, limit: 10, offset: 0 })).ids
    for (const q of ['montgolfeir', 'ballooning', 'hot air', 'strasser', 'flights', 'france', ''])
      expect(await ids(q), q).toEqual([1])
    expect(await ids('zeppelin')).toEqual([])
    expect(await storage.listings.liveCount(1)).toBe(1)
    storage.close()
  }
})
