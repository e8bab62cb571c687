// The tables on PostgreSQL. A new database is copied from SQLite, table by table and row by row: from an empty one at
// the first start, or from one with data when somebody moves. Later migrations are translated from the same files.
import { existsSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Upgrade } from '../backup.ts'
import { migrate, migrationsAfter, newerData, newestMigration, textOf } from '../migrate.ts'
import { getTableConfig } from '../drizzle.ts'
import { everyTable } from '../tables/all.ts'
import { boardCounts } from '../tables/community.ts'
import { asked, naming } from '../people/mailboxes.ts'
import { versions } from '../tables/versions.ts'
import { uncounted, tablesOf } from '../versions.ts'
import { keptTotals } from './kept_totals.ts'
import type { Ask } from './pool.ts'
import { spelledMigration, spelledTable } from './spelling.ts'

/** Kept by triggers in SQLite; PostgreSQL keeps these counts in another way. */
const counted: unknown[] = [boardCounts, versions]
export const tables = everyTable
  .filter((table) => !counted.includes(table))
  .map((table) => getTableConfig(table))

const atOnce = 500
const quoted = (name: string) => `"${name}"`

/** Functions that SQLite has, and those for full text and counting. */
const words = [
  "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
  'CREATE TABLE migrations (version BIGINT PRIMARY KEY)',
  `CREATE FUNCTION values_of(text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT ordinality - 1, value FROM jsonb_array_elements_text($1::jsonb) WITH ORDINALITY $$`,
  `CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT strpos($1, $2) $$`,
  ...['json', 'text', 'bigint'].map(
    (type) => `CREATE AGGREGATE json_group_array(${type})
      (SFUNC = array_append, STYPE = ${type}[], INITCOND = '{}', FINALFUNC = array_to_json)`,
  ),
  `CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT regexp_replace(normalize(lower($1 COLLATE "und-x-icu"), NFKD), '[\u0300-\u036f]', '', 'g') $$`,
  // Converts an FTS5 expression: ("word"* OR "form"*) AND ("next"*).
  `CREATE FUNCTION words_asked(text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT to_tsquery('simple', plain(replace(replace(
     regexp_replace($1, '"([^"]*)"\\*', '''\\1'':*', 'g'), ' OR ', ' | '), ' AND ', ' & '))) $$`,
  // A row without an id gets the next one, as in SQLite; concurrent rows get different ones.
  `CREATE FUNCTION give_id() RETURNS trigger LANGUAGE plpgsql
   AS $$ BEGIN NEW.id := nextval(TG_TABLE_NAME || '_id_seq'); RETURN NEW; END $$`,
  // Each connection counts in rows of its own, so that transactions that change the same noun do not conflict.
  `CREATE TABLE noun_versions (noun TEXT COLLATE "C", counter BIGINT, version BIGINT NOT NULL, tx xid8 NOT NULL,
   PRIMARY KEY (noun, counter))`,
  `CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO noun_versions VALUES (TG_ARGV[0], pg_backend_pid() % 64, 1, pg_current_xact_id())
       ON CONFLICT (noun, counter) DO UPDATE SET version = noun_versions.version + 1, tx = excluded.tx
       WHERE noun_versions.tx <> excluded.tx;
     RETURN NULL;
   END $$`,
  // Which listings changed when; 0 stands for categories and sites (follow.ts).
  'CREATE TABLE listing_changes (listing_id BIGINT PRIMARY KEY, tx xid8 NOT NULL DEFAULT pg_current_xact_id())',
  'CREATE INDEX listing_changes_in_turn ON listing_changes(tx, listing_id)',
  `CREATE FUNCTION tell_places() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO listing_changes(listing_id) VALUES (0)
       ON CONFLICT (listing_id) DO UPDATE SET tx = pg_current_xact_id();
     NOTIFY listing_changes;
     RETURN NULL;
   END $$`,
]

/** Computed from the rows: search words and totals. */
const made = [
  "ALTER TABLE founders ADD words tsvector GENERATED ALWAYS AS (to_tsvector('simple', plain(name))) STORED",
  'CREATE INDEX founders_by_words ON founders USING gin(words)',
  `ALTER TABLE posts ADD words tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', plain(title)), 'A') || setweight(to_tsvector('simple', plain(excerpt)), 'B') ||
    setweight(to_tsvector('simple', plain(body_markdown)), 'D')) STORED`,
  'CREATE INDEX posts_by_words ON posts USING gin(words)',
  ...['categories', 'sites'].map(
    (table) => `CREATE TRIGGER tell_places AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION tell_places()`,
  ),
]

type Numbered = { name: string; sql: string }

/** Creates every table with its rows from the SQLite file; returns the number of rows of each. */
export async function copySchema(ask: Ask, source: Database.Database): Promise<Map<string, number>> {
  const named = (type: 'table' | 'index') =>
    source
      .prepare<[string], Numbered & { tbl_name: string }>(
        'SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid',
      )
      .all(type)
      .filter(({ tbl_name }) => tables.some(({ name }) => name === tbl_name))
  for (const text of words) await ask(text)
  const copied = new Map<string, number>()
  for (const { name, sql } of named('table')) {
    await ask(spelledTable(sql))
    copied.set(name, await copyRows(ask, source, name))
  }
  for (const { sql } of named('index')) await ask(sql)
  for (const { name } of named('table')) await refer(ask, source, name)
  for (const text of made) await ask(text)
  await finish(ask)
  await ask('ANALYZE')
  await ask('INSERT INTO migrations VALUES (?)', [source.pragma('user_version', { simple: true })])
  return copied
}

async function refer(ask: Ask, source: Database.Database, table: string): Promise<void> {
  type Reference = { from: string; table: string; to: string; on_delete: string }
  for (const one of source.pragma(`foreign_key_list(${table})`) as Reference[])
    await ask(
      `ALTER TABLE ${quoted(table)} ADD FOREIGN KEY (${one.from}) REFERENCES ${quoted(one.table)}(${one.to}) ON DELETE ${one.on_delete}`,
    )
}

/** Text without NUL, and bytes in PostgreSQL's format. */
function portable(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

async function copyRows(ask: Ask, source: Database.Database, table: string): Promise<number> {
  const columns = (source.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) =>
    quoted(name),
  )
  const list = columns.join(', ')
  const insert = `INSERT INTO ${quoted(table)} (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::${quoted(table)}, CAST(? AS json))`
  let batch: unknown[] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await ask(insert, [JSON.stringify(batch)])
    batch = []
  }
  const rows = source.prepare<[], Record<string, unknown>>(`SELECT ${list} FROM ${quoted(table)}`)
  for (const row of rows.iterate()) {
    batch.push(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, portable(value)])))
    count += 1
    if (batch.length === atOnce) await flush()
  }
  await flush()
  return count
}

/** For every table: ids, and the trigger that counts its noun's changes; and the kept totals. */
async function finish(ask: Ask): Promise<void> {
  const [[isThere]] = (await ask("SELECT to_regclass('listed_founders') IS NOT NULL")) as [[number]]
  for (const text of isThere === 1 ? keptTotals : []) await ask(text)
  const columns = (await ask(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY ordinal_position`,
  )) as [string, string, string][]
  const nounOf = new Map<string, string>(
    Object.entries(tablesOf).flatMap(([noun, all]) => all.map((table) => [table, noun] as const)),
  )
  for (const [name, own] of Map.groupBy(columns, ([table]) => table)) {
    if (!tables.some((table) => table.name === name)) continue
    if (own.some(([, column, type]) => column === 'id' && type === 'bigint')) await giveIds(ask, name)
    const noun = nounOf.get(name)
    if (noun === undefined) continue
    const countedColumns = own
      .map(([, column]) => column)
      .filter((column) => ![...uncounted, 'words'].includes(column))
    await ask(
      `CREATE OR REPLACE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OF ${countedColumns.map(quoted).join(', ')} ON "${name}"
       FOR EACH STATEMENT EXECUTE FUNCTION count_change('${noun}')`,
    )
  }
}

/** A sequence continues where it was, even if the newest rows were deleted. */
async function giveIds(ask: Ask, table: string): Promise<void> {
  await ask(`CREATE SEQUENCE IF NOT EXISTS ${table}_id_seq`)
  await ask(
    `SELECT setval('${table}_id_seq', greatest(last_value, (SELECT max(id) FROM "${table}")),
      is_called OR EXISTS (SELECT FROM "${table}")) FROM ${table}_id_seq`,
  )
  await ask(
    `CREATE OR REPLACE TRIGGER give_id BEFORE INSERT ON "${table}" FOR EACH ROW WHEN (NEW.id IS NULL) EXECUTE FUNCTION give_id()`,
  )
}

/** The first node creates or migrates the tables; a node that waited sees that. */
export async function bringUp(ask: Ask): Promise<Upgrade | null> {
  await ask('SELECT pg_advisory_xact_lock(20261122)')
  const [[isThere]] = (await ask("SELECT to_regclass('migrations') IS NOT NULL")) as [[number]]
  if (isThere === 0) {
    const empty = new Database(':memory:')
    migrate(empty)
    await copySchema(ask, empty)
    empty.close()
  }
  const upgrade = isThere === 0 ? null : await migrateFurther(ask)
  const [[key] = []] = (await ask(asked.key)) as [string][]
  const people = (await ask(asked.people)) as [number, string][]
  for (const [text, values] of naming(key, people)) await ask(text, values)
  return upgrade
}

async function migrateFurther(ask: Ask): Promise<Upgrade | null> {
  const [[version]] = (await ask('SELECT max(version) FROM migrations')) as [[number]]
  if (version > newestMigration()) throw newerData(version)
  if (version === newestMigration()) return null
  for (const file of migrationsAfter(version)) {
    const own = new URL(`./migrations/${file}`, import.meta.url)
    const text = existsSync(own) ? readFileSync(own, 'utf8') : textOf(file)
    for (const one of spelledMigration(text)) await ask(one)
  }
  await finish(ask)
  await ask('INSERT INTO migrations VALUES (?)', [newestMigration()])
  return { from: version, to: newestMigration(), copy: null }
}
