// Loaded in front of server.ts (node --import) to measure what it cannot show by itself, without a switch in the product:
// FRESH=on makes the database look changed at every request, so that no kept answer is ever used; PADDED=41 fills the
// catalog up to so many tools, before or beyond the number it has; IDLE=on leaves out the jobs that repeat, for a database
// that was made in one go has weeks to close, to weigh and to sign.
import { subscribe } from 'node:diagnostics_channel'
import Database from 'better-sqlite3'
import pg from 'pg'
import { jobs } from '../../../jobs/catalog.ts'
import { mergeSearchIndex } from '../../../jobs/merge_search_index.ts'
import { catalog } from '../../../tools/catalog.ts'
import { padded } from './padding.ts'

if (process.env.PADDED !== undefined) {
  const tools = catalog as unknown as (typeof catalog)[number][]
  tools.push(...padded(catalog, Number(process.env.PADDED)).slice(catalog.length))
}

if (process.env.IDLE === 'on') for (const job of jobs) if (job !== mergeSearchIndex) delete job.every_s

if (process.env.FRESH === 'on') {
  const { prepare } = Database.prototype
  let version = 0
  subscribe('http.server.request.start', () => void (version += 1))
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    if (sql === 'PRAGMA data_version') {
      const original = statement.get.bind(statement) as () => number
      statement.get = () => original() + version
    }
    if (sql === 'SELECT noun, version FROM versions') {
      const original = statement.all.bind(statement) as () => [string, number][]
      statement.all = () => original().map(([noun, count]) => [noun, count + version])
    }
    return statement
  } as typeof prepare

  const { query } = pg.Client.prototype
  pg.Client.prototype.query = async function (this: pg.Client, asked: { text?: string }) {
    const result = await Reflect.apply(query, this, [asked])
    if (asked.text?.includes('FROM noun_versions') !== true) return result
    const counted = JSON.parse(result.rows[0][0]) as Record<string, unknown>
    result.rows[0][0] = JSON.stringify({ ...counted, public: `${counted.public}.${version}` })
    return result
  } as typeof query
}
