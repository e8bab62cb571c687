// Transactions on PostgreSQL: serializable, as if one came after the other, which is what their work was written for. Where
// another was in the way nothing of ours has happened, and the work runs again: it leaves no trace outside storage.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asking, asOutage, codeOf, isBroken, transact, type Ask, type Connection, type Pool } from './pool.ts'

/** No statement of a transaction takes so long by itself; one that waits for a lock for so long is stopped. */
const longest_ms = 20_000

/** What one transaction works with. The same is used by many, one after the other. */
type Desk<S> = { storage: S; changed: Set<number> }
type Held<S> = Desk<S> & {
  connection: Connection | null
  last: Promise<unknown>
  /** What went wrong first: PostgreSQL takes nothing of a transaction after that, whoever goes on. */
  fault: unknown
}

/** Notes which listings changed, tells every node, and says by which transaction. */
const mark = `WITH marked AS (
    INSERT INTO listing_changes(listing_id) SELECT CAST(value AS bigint) FROM json_each(?) WHERE true
    ON CONFLICT (listing_id) DO UPDATE SET tx = pg_current_xact_id())
  SELECT pg_current_xact_id()::text::bigint, pg_notify('listing_changes', '')`

/**
 * Somebody else's transaction was in the way. Of two that insert the same, PostgreSQL tells the second that it is there
 * already, and not that it came too late: it will find it when it runs again.
 */
function mostTries(error: unknown, isCommitting: boolean): number {
  const code = codeOf(error)
  if (code === '40001' || code === '40P01') return 50
  if (code === '23505') return 3
  // Whether a commit whose connection broke was done, nobody can say: whoever asked has to ask again.
  return isBroken(error) && !isCommitting ? 5 : 1
}

/** Which listings the work changed, and in which transaction of the database. */
type Done<T> = { result: T; changed: number[]; tx: number }

/** `open` makes what a transaction works with, on the connection of whichever it is. */
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
    // One after the other, as a connection takes them, also where the work asks for several at once.
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

  /** Work that failed may still have statements on their way, and more behind them: the desk is free when all are done. */
  async function clear(desk: Held<S>): Promise<void> {
    desk.connection = null
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
            const result = await work(desk.storage)
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
