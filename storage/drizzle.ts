// The one door to drizzle. Loaded through require: as ES modules its many files cost about 0.3 s and 200 MB at start.
import { createRequire } from 'node:module'
import type * as driver from 'drizzle-orm/better-sqlite3'
import type * as orm from 'drizzle-orm'
import type * as core from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from 'better-sqlite3'

const load = createRequire(import.meta.url)

const { drizzle } = load('drizzle-orm/better-sqlite3') as typeof driver
const { Column, SQL, fillPlaceholders, is } = load('drizzle-orm') as typeof orm
export const {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
  getTableColumns,
} = load('drizzle-orm') as typeof orm
export const { alias, blob, customType, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } =
  load('drizzle-orm/sqlite-core') as typeof core

type Field = { path: string[]; field: unknown }
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Values = Record<string, unknown>
type Prepared = {
  stmt: Statement
  joinsNotNullableMap?: Record<string, boolean>
  all(values?: Values): unknown
  execute(values?: Values): unknown
}
type Query = { params: unknown[] }
type Session = {
  prepareQuery(query: Query, fields: Field[] | undefined, method: string, ...rest: unknown[]): Prepared
}

/** drizzle on the connection, the rows of every query put together by a function made once for it. */
export function openDrizzle(connection: Database) {
  const db = drizzle(connection)
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, fields, method, ...rest) => {
    const prepared = prepareQuery(query, fields, method, ...rest)
    if (fields === undefined || method !== 'all') return prepared
    const made = rowMaker(fields)
    prepared.all = (values = {}) => {
      if (Object.values(prepared.joinsNotNullableMap ?? {}).includes(false))
        throw new Error('Rows of an outer join are not put together here.')
      return (prepared.stmt.raw().all(...fillPlaceholders(query.params, values)) as unknown[][]).map(made)
    }
    prepared.execute = async (values) => prepared.all(values)
    return prepared
  }
  return db
}

type Row = Record<string, unknown>

/**
 * Rows are copies of an empty one with every key in place: an object that grows by sixty names one after another becomes
 * a hash table.
 */
function rowMaker(fields: Field[]): (row: unknown[]) => Row {
  if (fields.some(({ path }) => path.length > 2)) throw new Error('Rows are nested once at most.')
  const nested = [...new Set(fields.filter(({ path }) => path.length > 1).map(({ path }) => path[0]!))]
  const empty = emptyRow(fields.map(({ path }) => path[0]!))
  const emptyNested = nested.map((name) =>
    emptyRow(fields.filter(({ path }) => path.length > 1 && path[0] === name).map(({ path }) => path[1]!)),
  )
  const steps = fields.map(({ path, field }) => ({
    parent: path.length > 1 ? nested.indexOf(path[0]!) : -1,
    name: path.at(-1)!,
    decoder: decoderOf(field),
  }))
  return (values) => {
    const row = { ...empty }
    const inner = emptyNested.map((one) => ({ ...one }))
    for (let i = 0; i < nested.length; i += 1) row[nested[i]!] = inner[i]
    for (let i = 0; i < steps.length; i += 1) {
      const { parent, name, decoder } = steps[i]!
      const value = values[i]
      const into = parent < 0 ? row : inner[parent]!
      into[name] = value === null ? null : decoder.mapFromDriverValue(value)
    }
    return row
  }
}

/** Parsing gives an object its names at once, as a literal would. */
const emptyRow = (names: string[]): Row =>
  JSON.parse(`{${[...new Set(names)].map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Row

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field as Decoder
  const expression = (is(field, SQL) ? field : (field as { sql: unknown }).sql) as { decoder: Decoder }
  return expression.decoder
}
