// The one door to drizzle. Loaded through require: as ES modules its many files cost about 0.3 s and 200 MB at start.
import { createRequire } from 'node:module'
import type * as driver from 'drizzle-orm/better-sqlite3'
import type * as orm from 'drizzle-orm'
import type * as core from 'drizzle-orm/sqlite-core'

const load = createRequire(import.meta.url)

export const { drizzle } = load('drizzle-orm/better-sqlite3') as typeof driver
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
  not,
  notInArray,
  or,
  sql,
  getTableColumns,
} = load('drizzle-orm') as typeof orm
export const { alias, blob, customType, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } =
  load('drizzle-orm/sqlite-core') as typeof core
