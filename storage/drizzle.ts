// The only import of drizzle. Loaded through require: as ES modules its many files cost about 0.3 s and 200 MB.
import { createRequire } from 'node:module'
import type * as driver from 'drizzle-orm/better-sqlite3'
import type * as orm from 'drizzle-orm'
import type * as core from 'drizzle-orm/sqlite-core'
import type * as proxy from 'drizzle-orm/sqlite-proxy'

const load = createRequire(import.meta.url)

export const { drizzle } = load('drizzle-orm/better-sqlite3') as typeof driver
/** The same query builder for any other connection, loaded on first use. */
export const overAnything = () => (load('drizzle-orm/sqlite-proxy') as typeof proxy).drizzle
export const {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
  getTableColumns,
} = load('drizzle-orm') as typeof orm
export const {
  blob,
  customType,
  getTableConfig,
  index,
  integer,
  primaryKey,
  real,
  SQLiteTable,
  sqliteTable,
  text,
} = load('drizzle-orm/sqlite-core') as typeof core
