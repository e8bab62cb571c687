import { integer, sqliteTable, text } from '../drizzle.ts'

export const versions = sqliteTable('versions', {
  noun: text().primaryKey(),
  version: integer().notNull().default(0),
})
