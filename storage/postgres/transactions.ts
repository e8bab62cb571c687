// Serializable transactions on PostgreSQL: as if they ran one after the other, as they do on SQLite. A conflict rolls a
// transaction back and its work runs again, which is safe because it has no effects outside storage.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asking, asOutage, codeOf, isBroken, transact, type Ask, type Connection, type Pool } from './pool.ts'

/** The time limit of a statement, which only waiting for a lock can reach. */
const longest_ms = 20_000

/** The storage of one transaction at a time, reused by many. */
type Desk<S> = { storage: S; changed: Set<number> }
type Held<S> = Desk<S> & {
  connection: Connection | null
  last: Promise<unknown>
  /** The first error: after it PostgreSQL refuses all further statements of the transaction. */
  fault: unknown
}

/** Records which listings changed, notifies every node, and returns the transaction's id. */
const mark = `WITH marked AS (
    INSERT INTO listing_changes(listing_id) SELECT CAST(value AS bigint) FROM json_each(?) WHERE true
    ON CONFLICT (listing_id) DO UPDATE SET tx = pg_current_xact_id())
  SELECT pg_current_xact_id()::text::bigint, pg_notify('listing_changes', '')`

/**
 * How often to try after this error. If two transactions insert the same key, PostgreSQL reports a duplicate to one of
 * them and no conflict: it will find the row when it runs again.
 */
function mostTries(error: unknown, isCommitting: boolean): number {
  const code = codeOf(error)
  if (code === '40001' || code === '40P01') return 50
  if (code === '23505') return 3
  // After a connection broke during a commit nobody knows whether that was done: the caller has to ask again.
  return isBroken(error) && !isCommitting ? 5 : 1
}

/** The changed listings, and the id of the transaction. */
type Done<T> = { result: T; changed: number[]; tx: number }

/** `open` makes the storage of a transaction, on its connection. */
export function openTransactions<S>(pool: Pool, desks: number, open: (ask: Ask, changed: Set<number>) => S) {
  const free: Held<S>[] = Array.from({ length: desks }, makeDesk)
  const waiting: ((desk: Held<S>) => void)[] = []

  function makeDesk(): Held<S> {
    const changed = new Set<number>()
    const desk: Held<S> = {
      changed,
      connection: null,
      last: Promise.resolve(),
      fault: null,
      storage: undefined as S,
    }
    // Statements run one after the other on the connection, even if the work starts several at once.
    const ask: Ask = (text, values) => {
      const asked = desk.last.then(() => {
        if (desk.connection === null) throw new Error('The transaction is over.')
        return asking(desk.connection, longest_ms)(text, values)
      })
      desk.last = asked.catch((fault: unknown) => void (desk.fault ??= fault))
      return asked
    }
    desk.storage = open(ask, changed)
    return desk
  }

  const take = async (): Promise<Held<S>> => free.pop() ?? new Promise((given) => waiting.push(given))
  function giveBack(desk: Held<S>): void {
    const next = waiting.shift()
    if (next === undefined) free.push(desk)
    else next(desk)
  }

  /** Failed work may still have statements running or queued: its storage can be reused when all are done. */
  async function clear(desk: Held<S>): Promise<void> {
    for (let last; last !== desk.last;) {
      last = desk.last
      await last
      await new Promise((done) => setImmediate(done))
    }
  }

  return async function inTransaction<T>(work: (storage: S) => Promise<T>): Promise<Done<T>> {
    const desk = await take()
    try {
      for (let tries = 1; ; tries += 1) {
        desk.changed.clear()
        desk.fault = null
        let isCommitting = false
        try {
          const perform = async (connection: Connection) => {
            desk.connection = connection
            // Whatever failed work still asks for must not run after the rollback, where it would stay.
            const result = await work(desk.storage).finally(() => (desk.connection = null))
            if (desk.fault !== null) throw desk.fault
            const changed = [...desk.changed]
            const marked =
              changed.length > 0
                ? await asking(connection, longest_ms)(mark, [JSON.stringify(changed)])
                : [[0]]
            isCommitting = true
            return { result, changed, tx: marked[0]![0] as number }
          }
          return await transact(pool, 'SERIALIZABLE', perform, longest_ms)
        } catch (error) {
          if (tries >= mostTries(error, isCommitting)) throw asOutage(error, isCommitting)
        } finally {
          await clear(desk)
        }
        await sleep(randomInt(2 ** Math.min(tries, 7)))
      }
    } finally {
      giveBack(desk)
    }
  }
}
