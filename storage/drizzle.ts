// The one door to drizzle. Loaded through require: as ES modules its many files cost about 0.3 s and 200 MB at start.
import { createRequire } from 'node:module'
import type * as driver from 'drizzle-orm/better-sqlite3'
import type * as orm from 'drizzle-orm'
import type * as core from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from 'better-sqlite3'

const load = createRequire(import.meta.url)

const { drizzle } = load('drizzle-orm/better-sqlite3') as typeof driver
const { Column, Param, Placeholder, SQL, is } = load('drizzle-orm') as typeof orm
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

/** drizzle on the connection, its queries bound and their rows put together by functions made once for each of them. */
export function openDrizzle(connection: Database) {
  const db = drizzle(connection)
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, fields, method, ...rest) => {
    const prepared = prepareQuery(query, fields, method, ...rest)
    if (fields === undefined || method !== 'all') return prepared
    const bound = binder(query.params)
    const made = rowMaker(fields)
    prepared.all = (values = {}) => {
      if (Object.values(prepared.joinsNotNullableMap ?? {}).includes(false))
        throw new Error('Rows of an outer join are not put together here.')
      return (prepared.stmt.raw().all(...bound(values)) as unknown[][]).map(made)
    }
    prepared.execute = async (values) => prepared.all(values)
    return prepared
  }
  return db
}

/** The parameters of a query, those that were left open taken from the values. */
function binder(params: unknown[]): (values: Values) => unknown[] {
  const takers = params.map((param) => {
    const open = is(param, Param) ? param.value : param
    if (!is(open, Placeholder)) return () => param
    const { name } = open
    const encoder = is(param, Param) ? param.encoder : null
    return (values: Values) => {
      if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`)
      return encoder === null ? values[name] : encoder.mapToDriverValue(values[name])
    }
  })
  return (values) => takers.map((take) => take(values))
}

/** A literal with every key in place: an object that grows by sixty names one after another becomes a hash table. */
function rowMaker(fields: Field[]): (row: unknown[]) => unknown {
  const decoders = fields.map(({ field }) => decoderOf(field))
  const value = (at: number) => `r[${at}]===null?null:d[${at}].mapFromDriverValue(r[${at}])`
  const members = (depth: number, from: number[]): string => {
    const names = [...new Set(from.map((at) => fields[at]!.path[depth]!))]
    const member = (name: string): string => {
      const here = from.filter((at) => fields[at]!.path[depth] === name)
      const isLeaf = fields[here[0]!]!.path.length === depth + 1
      return `${JSON.stringify(name)}:${isLeaf ? value(here.at(-1)!) : members(depth + 1, here)}`
    }
    return `{${names.map(member).join()}}`
  }
  const code = `return (r)=>(${members(0, [...fields.keys()])})`
  const known = makers.get(code) ?? (new Function('d', code) as Maker)
  makers.set(code, known)
  return known(decoders)
}
type Maker = (decoders: Decoder[]) => (row: unknown[]) => unknown
/** As many as there are shapes of rows in the code. */
const makers = new Map<string, Maker>()

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field as Decoder
  const expression = (is(field, SQL) ? field : (field as { sql: unknown }).sql) as { decoder: Decoder }
  return expression.decoder
}
