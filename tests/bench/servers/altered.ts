// Loaded in front of server.ts (node --import) to measure what it cannot show by itself, without a switch in the product:
// FRESH=on makes the database look changed at every request, so that no kept answer is ever used; PADDED=41 fills the
// catalog up to so many tools, before or beyond the number it has; IDLE=on leaves out the jobs that repeat, for a database
// that was made in one go has weeks to close, to weigh and to sign.
import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import Database from 'better-sqlite3'
import type pgTypes from 'pg'
import { jobs } from '../../../jobs/catalog.ts'
import { mergeSearchIndex } from '../../../jobs/merge_search_index.ts'
import { catalog } from '../../../tools/catalog.ts'
import { padded } from './padding.ts'

// The service's own: the benches have another beside them.
const pg = createRequire(new URL('../../../server.ts', import.meta.url))('pg') as typeof pgTypes

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
  type Done = (error: Error | null, result: pgTypes.QueryArrayResult<string[]>) => void
  // The pool asks with a callback.
  pg.Client.prototype.query = function (
    this: pgTypes.Client,
    asked: { text?: string },
    values: unknown,
    done?: Done,
  ) {
    const told: Done = (error, result) => {
      if (!error) {
        const counted = JSON.parse(result.rows[0]![0]!) as Record<string, unknown>
        result.rows[0]![0] = JSON.stringify({ ...counted, public: `${counted.public}.${version}` })
      }
      done!(error, result)
    }
    const isVersions = done !== undefined && asked.text?.includes('FROM noun_versions') === true
    return Reflect.apply(query, this, [asked, values, isVersions ? told : done])
  } as typeof query
}
