// Loaded in front of server.ts (node --import) to measure what it cannot show by itself, without a switch in the product:
// FRESH=on makes the database look changed at every request, so that no kept answer is ever used; PADDED=41 fills the
// catalog up to so many tools, before or beyond the number it has.
import Database from 'better-sqlite3'
import { catalog } from '../../../tools/catalog.ts'
import { padded } from './padding.ts'

if (process.env.PADDED !== undefined) {
  const tools = catalog as unknown as (typeof catalog)[number][]
  tools.push(...padded(catalog, Number(process.env.PADDED)).slice(catalog.length))
}

if (process.env.FRESH === 'on') {
  const { prepare } = Database.prototype
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    if (sql !== 'PRAGMA data_version') return statement
    const original = statement.get.bind(statement) as () => unknown
    let version = 0
    statement.get = () => {
      original()
      version += 1
      return version as never
    }
    return statement
  } as typeof prepare
}
