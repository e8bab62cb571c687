// Storage in a PostgreSQL database shared by several nodes. Each node has its own search index, which follows the data.
import { Mistake } from '../../mistake.ts'
import type { Upgrade } from '../backup.ts'
import type { Db } from '../connection.ts'
import { overAnything } from '../drizzle.ts'
import { outside, type Changes } from '../search/in_step.ts'
import type { openSearch } from '../search/search.ts'
import { queries, type OpenStorage, type Storage } from '../storage.ts'
import type { Versions } from '../versions.ts'
import { openFollower } from './follow.ts'
import { asking, askingAgain, demandUsable, openPool, transact, type Ask } from './pool.ts'
import { bringUp } from './schema.ts'
import { demandShared } from './shared_media.ts'
import { openTransactions } from './transactions.ts'

const readers = 8
const writers = 4
/** A read that takes longer is a mistake: it is stopped, and frees its connection. */
const longest_reading_ms = 10_000

const dbOver = (ask: Ask): Db =>
  overAnything()(async (text, values) => ({ rows: await ask(text, values) })) as unknown as Db

/** Changed listings are recorded in the transaction of the change, for all nodes. */
const noting = (changed: Set<number>): Changes => ({
  before: async (ids) => ids.forEach((id) => changed.add(id)),
  added: (id) => void changed.add(id),
  merge: () => false,
})

/** The command line does not search, and must not wait for an index. */
const noSearch = new Proxy({} as ReturnType<typeof openSearch>, {
  get() {
    throw new Mistake('Only the service itself searches a PostgreSQL.')
  },
})

/** Categories and sites are in the index too, but are no listings. */
const changesPlaces = /^(?:insert into|update|delete from) "(?:categories|sites)"/

const version = `SELECT coalesce(json_object_agg(noun, version), '{}')
  FROM (SELECT noun, sum(version) AS version FROM noun_versions GROUP BY noun) AS counted`

/**
 * Opens the database, creating or migrating it first. `index_file` is this node's search index, if it has one;
 * `media` is its folder of pictures, if it has one.
 */
export async function openPostgres(
  url: string,
  index_file: string | null,
  media?: string,
  tell: (upgrade: Upgrade) => void = () => undefined,
): Promise<OpenStorage> {
  // Statements that wait for a lock, such as an operator's, must not use up the connections.
  const pool = openPool(url, readers, `-c statement_timeout=${longest_reading_ms} -c lock_timeout=2000`)
  // A sequential scan would make a serializable transaction conflict with all others that change the table.
  const writing = openPool(url, writers, '-c enable_seqscan=off')
  const close = () => Promise.all([pool.end(), writing.end()])
  try {
    await demandUsable(pool)
    // Not serializable: after waiting for the lock it must see the other node's work.
    const upgrade = await transact(writing, 'READ COMMITTED', (connection) => bringUp(asking(connection)))
    if (upgrade !== null) tell(upgrade)
    if (media !== undefined) await demandShared(writing, media)
    const ask = askingAgain(pool, longest_reading_ms)
    const follower = index_file === null ? null : await openFollower({ url, pool, ask, file: index_file })
    const search = follower?.search ?? noSearch
    const inTransaction = openTransactions(writing, writers, (given, changed) => {
      const noted: Ask = (text, values) => {
        if (changesPlaces.test(text)) changed.add(0)
        return given(text, values)
      }
      const storage: Storage = Object.assign(queries(dbOver(noted), search, noting(changed)), {
        write: <T>(work: (storage: Storage) => Promise<T>) => work(storage),
      })
      return storage
    })
    let lastRead = {} as Versions
    let seen: Promise<Versions> | null = null

    async function askVersions(): Promise<Versions> {
      const index = follower?.version() ?? 0
      const [[counted]] = (await ask(version)) as [[string]]
      const { public: written, credentials } = JSON.parse(counted) as Versions
      // Search results change when the index follows, a little after the listings.
      const versionsRead = `${written} ${index}`
      if (versionsRead !== lastRead.public || credentials !== lastRead.credentials)
        lastRead = { public: versionsRead, credentials }
      return lastRead
    }

    return Object.assign(queries(dbOver(ask), search, outside), {
      async write<T>(work: (storage: Storage) => Promise<T>) {
        const { result, changed, tx } = await inTransaction(work)
        seen = null
        // The writer finds its change here at once; other nodes follow in a moment.
        if (changed.length > 0) await follower?.take(changed, tx)
        return result
      },
      versions() {
        if (seen === null) {
          seen = askVersions()
          seen.catch(() => undefined)
          setImmediate(() => (seen = null))
        }
        return seen
      },
      behind_ms: () => follower?.behind_ms() ?? 0,
      unfinishedWrites: () => writing.totalCount - writing.idleCount + writing.waitingCount,
      importing: () => false,
      checkpoint: async () => undefined,
      refreshStatistics: async () => undefined,
      async close() {
        await follower?.close()
        await close()
      },
    })
  } catch (error) {
    await close()
    throw error
  }
}
