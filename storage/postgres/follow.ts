// A node's own search index, in a disposable file that follows the listings in PostgreSQL. Every change writes the
// listing's id and its transaction to listing_changes; a node that was off continues where it stopped, and a new one
// reads all listings first.
import { rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { openConnections } from '../connection.ts'
import { newestMigration } from '../migrate.ts'
import type { IndexedListing } from '../search/document.ts'
import { openIndex, type Change } from '../search/index.ts'
import { indexedRow, somePublic, withSurroundings, type Row } from '../search/rebuild.ts'
import { openSearch } from '../search/search.ts'
import { askRows, isBroken, listen, transact, type Ask, type Pool } from './pool.ts'

const atOnce = 1000
/** Checks for changes regularly, in case a notification was lost. */
const look_ms = 1000
const tidy_ms = 10_000
/** The time limit (ms) for reading one part of all listings when the index is built. */
const longestPart_ms = 600_000

type Place = { tx: number; id: number }

/** The timeline is another one after a replica took over, or a backup was restored: the last changes may be missing. */
const identity = `SELECT (SELECT system_identifier FROM pg_control_system())::text || ' ' ||
  (SELECT timeline_id FROM pg_control_checkpoint())::text || ' ' || oid::text || ' ' ||
  'listing_changes'::regclass::oid::text FROM pg_database WHERE datname = current_database()`
const horizon = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint'
/** All visible changes. While an older transaction runs, another change may still get a place before them. */
const nextChanges = `SELECT listing_id, tx::text::bigint, tx < pg_snapshot_xmin(pg_current_snapshot()) FROM listing_changes
  WHERE (tx, listing_id) > (CAST(CAST(? AS text) AS xid8), CAST(? AS bigint)) ORDER BY tx, listing_id LIMIT ${atOnce}`
const asTheyAre = withSurroundings('l.id IN (SELECT CAST(value AS bigint) FROM json_each(?))')

/** The existing file, or an empty one if it belongs to another database, history or version of the service. */
function openFile(file: string, source: string, horizon_tx: number) {
  const opened = openConnections(file)
  opened.writer.exec(
    `CREATE TABLE IF NOT EXISTS indexed (id INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
     CREATE TABLE IF NOT EXISTS followed (source TEXT NOT NULL, tx INTEGER NOT NULL, id INTEGER NOT NULL) STRICT`,
  )
  const followed = opened.writer.prepare('SELECT source, tx, id FROM followed').get() as
    | (Place & { source: string })
    | undefined
  if (followed?.source === source && followed.tx < horizon_tx)
    return { ...opened, at: { tx: followed.tx, id: followed.id } }
  if (followed === undefined && opened.writer.prepare('SELECT 1 FROM indexed').get() === undefined)
    return { ...opened, at: null }
  opened.reader.close()
  opened.writer.close()
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  return openFile(file, source, horizon_tx)
}

/** Copies of other tables that the index reads: category names and sites. */
function openPlaces(writer: Database) {
  const categories = writer.prepare('INSERT INTO categories (id, slug, name) VALUES (?, ?, ?)')
  const sites = writer.prepare(
    "INSERT INTO sites (id, key, name, purpose, created_at) VALUES (?, ?, '', '', '')",
  )
  return function put(all: { categories: unknown[][]; sites: unknown[][] }): void {
    writer.exec('DELETE FROM categories; DELETE FROM product_prices; DELETE FROM sites')
    for (const row of all.categories) categories.run(...row)
    for (const row of all.sites) sites.run(...row)
  }
}

function openDocuments(writer: Database) {
  const index = openIndex(writer)
  const old = writer.prepare<[number], string>('SELECT document FROM indexed WHERE id = ?').pluck()
  const keep = writer.prepare('INSERT OR REPLACE INTO indexed(id, document) VALUES (?, ?)')
  const drop = writer.prepare('DELETE FROM indexed WHERE id = ?')
  return {
    index,
    /** Replaces the index entries of the listings; null removes one. */
    put(now: Map<number, IndexedListing | null>): void {
      const changes: Change[] = []
      for (const [id, after] of now) {
        const text = old.get(id)
        const next = JSON.stringify(after)
        if (text === next) continue
        changes.push([text === undefined ? null : (JSON.parse(text) as IndexedListing | null), after])
        if (after === null) drop.run(id)
        else keep.run(id, next)
      }
      index.putAll(changes)
    },
  }
}

const indexedFields: readonly (keyof IndexedListing)[] = [
  ...([
    'id',
    'site_id',
    'name',
    'tagline',
    'description',
    'keywords',
    'founders',
    'needs',
    'status',
  ] as const),
  ...(['category_ids', 'stage', 'country', 'pricing_model', 'domain', 'agent_ready', 'verified'] as const),
  ...(['votes', 'views', 'followers', 'trend', 'live_at'] as const),
]

/** Only the columns that the index needs: whole rows would make the file several times as large. */
function lean(row: Row): IndexedListing | null {
  const indexed = indexedRow(row)
  if (indexed === null) return null
  return Object.fromEntries(indexedFields.map((name) => [name, indexed[name]])) as IndexedListing
}

type Options = { url: string; pool: Pool; ask: Ask; file: string }

export async function openFollower({ url, pool, ask, file }: Options) {
  const sourceNow = async () => `${((await ask(identity)) as [[string]])[0][0]} ${newestMigration()}`
  let source = await sourceNow()
  const [[now_tx]] = (await ask(horizon)) as [[number]]
  const { writer, reader, at: stopped } = openFile(file, source, now_tx)
  // Anything lost in a crash is read again.
  writer.pragma('synchronous = NORMAL')
  writer.pragma('foreign_keys = OFF')
  const documents = openDocuments(writer)
  const putPlaces = openPlaces(writer)
  const follow = writer.prepare('UPDATE followed SET tx = ?, id = ?')
  /** Retries once if the connection was broken, because it may have been an old one. */
  async function again(read: () => Promise<Row[]>): Promise<Row[]> {
    try {
      return await read()
    } catch (error) {
      if (!isBroken(error)) throw error
      return read()
    }
  }
  const rowsOf = (text: string, values: unknown[]) => again(() => askRows<Row>(pool, text, values))
  let at: Place = stopped ?? { tx: 0, id: 0 }
  let version = 0
  let isClosed = false
  let level_at_ms = performance.now()

  const readPlaces = async () => ({
    categories: await ask('SELECT id, slug, name FROM categories'),
    sites: await ask('SELECT id, key FROM sites'),
  })

  /** Reads these listings as they are now and replaces their index entries. */
  async function takeIn(ids: readonly number[], upTo: Place): Promise<void> {
    const places = ids.includes(0) ? await readPlaces() : null
    const wanted = ids.filter((id) => id !== 0)
    const now = new Map<number, IndexedListing | null>(wanted.map((id) => [id, null]))
    if (wanted.length > 0)
      for (const row of await rowsOf(asTheyAre, [JSON.stringify(wanted)])) now.set(row.id, lean(row))
    if (isClosed) return
    const apply = writer.transaction(() => {
      if (places !== null) putPlaces(places)
      documents.put(now)
      follow.run(upTo.tx, upTo.id)
    })
    apply.immediate()
    at = upTo
    if (ids.length > 0) version += 1
  }

  /** Builds the index from all listings, also over an older one; changes during that are applied afterwards. */
  async function build(): Promise<void> {
    const [[tx]] = (await ask(horizon)) as [[number]]
    const places = await readPlaces()
    writer.transaction(() => putPlaces(places)).immediate()
    // Nobody waits for these reads, so they have a longer time limit.
    const after = (id: number) =>
      again(() =>
        transact(pool, 'READ COMMITTED', (one) => askRows<Row>(one, somePublic, [id]), longestPart_ms),
      )
    const gone = new Set(writer.prepare<[], number>('SELECT id FROM indexed').pluck().all())
    for (let id = 0, rows: Row[]; (rows = await after(id)).length > 0; id = rows.at(-1)!.id) {
      const now = new Map(rows.map((row) => [row.id, lean(row)]))
      for (const one of now.keys()) gone.delete(one)
      writer.transaction(() => documents.put(now)).immediate()
    }
    writer.transaction(() => documents.put(new Map([...gone].map((id) => [id, null])))).immediate()
    documents.index.optimize()
    const goOn = writer.transaction(() => {
      at = { tx: tx - 1, id: Number.MAX_SAFE_INTEGER }
      writer.exec('DELETE FROM followed')
      writer.prepare('INSERT INTO followed VALUES (?, ?, ?)').run(source, at.tx, at.id)
    })
    await (running = running
      .catch(() => undefined)
      .then(() => {
        goOn.immediate()
        early.clear()
        version += 1
      }))
  }

  /** Builds the index anew if another PostgreSQL, with another history, answers under the same address now. */
  async function renew(): Promise<void> {
    const now = await sourceNow()
    if (now === source || isClosed) return
    source = now
    try {
      await build()
    } catch {
      source = ''
    }
  }

  /** Changes already applied although an earlier one may still appear: by this node, or by unfinished transactions. */
  let early = new Set<string>()

  /** Applies new changes; true if there may be more. */
  async function step(): Promise<boolean> {
    const changes = (await ask(nextChanges, [String(at.tx), at.id])) as [number, number, number][]
    const settled = changes.findLast(([, , isSettled]) => isSettled === 1)
    const upTo = settled === undefined ? at : { id: settled[0], tx: settled[1] }
    const ids = changes.filter(([id, tx]) => !early.has(`${tx} ${id}`)).map(([id]) => id)
    if (isClosed || (ids.length === 0 && settled === undefined)) return false
    await takeIn([...new Set(ids)], upTo)
    early = new Set(changes.filter(([, , isSettled]) => isSettled === 0).map(([id, tx]) => `${tx} ${id}`))
    return changes.length === atOnce && settled !== undefined
  }

  let running: Promise<void> = Promise.resolve()
  let isWaiting = false
  /** Several callers during one check share the next. */
  function catchUp(): Promise<void> {
    if (isWaiting) return running
    isWaiting = true
    running = running
      .catch(() => undefined)
      .then(async () => {
        isWaiting = false
        for (let mayBeMore = true; mayBeMore && !isClosed;) {
          const began_ms = performance.now()
          mayBeMore = await step()
          if (!mayBeMore) level_at_ms = began_ms
        }
      })
    return running
  }
  /** Ignores errors: PostgreSQL may be away, and the next check finds what this one missed. */
  const look = () => void catchUp().catch(() => undefined)

  if (stopped === null) await build()
  const hearNoMore = await listen(url, 'listing_changes', look)
  await catchUp()
  const looking = setInterval(look, look_ms).unref()
  // Merges the index, which a job does when all data are in one file.
  const tidying = setInterval(() => {
    for (let steps = 0; steps < 20 && documents.index.merge(); steps += 1);
    void renew().catch(() => undefined)
  }, tidy_ms).unref()

  return {
    search: openSearch(reader),
    /** Applies this node's own changes at once, before their turn. */
    async take(ids: readonly number[], tx: number): Promise<void> {
      running = running
        .catch(() => undefined)
        .then(async () => {
          await takeIn(ids, at)
          for (const id of ids) early.add(`${tx} ${id}`)
        })
      await running.catch(look)
    },
    version: () => version,
    /** The index contains all changes older than this. */
    behind_ms: () => performance.now() - level_at_ms,
    async close() {
      isClosed = true
      clearInterval(looking)
      clearInterval(tidying)
      await hearNoMore()
      await running.catch(() => undefined)
      reader.close()
      writer.close()
    },
  }
}
