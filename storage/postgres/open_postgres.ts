// Storage in a PostgreSQL that several nodes share. Each keeps a search index of its own, which follows the listings.
import { Mistake } from '../../mistake.ts'
import type { Upgrade } from '../backup.ts'
import type { Db } from '../connection.ts'
import { overAnything } from '../drizzle.ts'
import type { Changes } from '../search/in_step.ts'
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
/** A reading that takes so long was not meant to: it ends, and others have its connection. */
const longest_reading_ms = 10_000

const dbOver = (ask: Ask): Db =>
  overAnything()(async (text, values) => ({ rows: await ask(text, values) })) as unknown as Db

/** Which listings changed is written down with the change, where every node reads it. */
const noting = (changed: Set<number>): Changes => ({
  before: async () => async (ids) => ids.forEach((id) => changed.add(id)),
  merge: () => false,
})

const ofWriters: Changes = {
  before: () => Promise.reject(new Error('Only storage.write changes listings.')),
  merge: () => false,
}

/** The command line looks for nothing, and would not wait until an index is made. */
const noSearch = new Proxy({} as ReturnType<typeof openSearch>, {
  get() {
    throw new Mistake('Only the service itself searches a PostgreSQL.')
  },
})

/** Categories and sites are read by the index too, but stand in no listing. */
const changesPlaces = /^(?:insert into|update|delete from) "(?:categories|sites)"/

const version = `SELECT coalesce(json_object_agg(noun, version), '{}')
  FROM (SELECT noun, sum(version) AS version FROM noun_versions GROUP BY noun) AS counted`

/**
 * Opens the database, creating or migrating it first. `index_file` is where this node keeps its index, if it has one;
 * `media` is where it keeps pictures, if it does.
 */
export async function openPostgres(
  url: string,
  index_file: string | null,
  media?: string,
  tell: (upgrade: Upgrade) => void = () => undefined,
): Promise<OpenStorage> {
  // What waits for a lock, an operator's for example, does not keep others from a connection.
  const pool = openPool(url, readers, `-c statement_timeout=${longest_reading_ms} -c lock_timeout=2000`)
  // Reading a whole table would make a transaction conflict with every other that changes anything of it.
  const writing = openPool(url, writers, '-c enable_seqscan=off')
  const close = () => Promise.all([pool.end(), writing.end()])
  try {
    await demandUsable(pool)
    // Not serializable: whoever waited for the lock must see what was done meanwhile.
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
      // What the index finds changes when the index follows, which is a little after the listings changed.
      const versionsRead = `${written} ${index}`
      if (versionsRead !== lastRead.public || credentials !== lastRead.credentials)
        lastRead = { public: versionsRead, credentials }
      return lastRead
    }

    return Object.assign(queries(dbOver(ask), search, ofWriters), {
      async write<T>(work: (storage: Storage) => Promise<T>) {
        const { result, changed, tx } = await inTransaction(work)
        seen = null
        // Whoever wrote finds it here at once; other nodes follow in a moment.
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
