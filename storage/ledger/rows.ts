// The ledger's rows: its lines, hashes of whole groups of them, keys, checkpoints and witnesses.
import type { Db } from '../connection.ts'
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from '../drizzle.ts'
import { prepared, readsAll, slot } from '../prepared.ts'
import { closedWeeks } from '../tables/community.ts'
import { checkpoints, ledger, ledgerHashes, ledgerKeys, ledgerWitnesses } from '../tables/ledger.ts'
import type { Week } from '../weeks.ts'
import { isPower, leafHash, nodeHash, rangeHash, rootOf } from './tree.ts'

/** Hashes are kept of groups of so many lines, and of all above; below they are made of the lines when they are asked for. */
const group = 256
const lowest = Math.log2(group)

const fewKeys = readsAll('a key every few years')

export type LedgerKey = typeof ledgerKeys.$inferSelect
/** A checkpoint that is signed. */
type Signed = {
  site_id: number
  week: string
  first: number
  size: number
  root: string
  note: string
  signed_at: string
  cosigned: string
}

const signed = isNotNull(checkpoints.note)
const ofWeek = (over: Week) => and(eq(checkpoints.site_id, over.site_id), eq(checkpoints.week, over.week))
const latestOf = async (db: Db, site_id: number): Promise<Signed | undefined> =>
  (
    await db
      .select()
      .from(checkpoints)
      .where(and(eq(checkpoints.site_id, site_id), signed))
      .orderBy(desc(checkpoints.size))
      .limit(1)
  )[0] as Signed | undefined

export function ledgerQueries(db: Db) {
  const some = prepared(() =>
    db
      .select({ line: ledger.line })
      .from(ledger)
      .where(and(eq(ledger.site_id, slot('site_id')), gte(ledger.n, slot('from')), lt(ledger.n, slot('to'))))
      .orderBy(asc(ledger.n)),
  )
  const kept = prepared(() =>
    db
      .select({ hash: ledgerHashes.hash })
      .from(ledgerHashes)
      .where(
        and(
          eq(ledgerHashes.site_id, slot('site_id')),
          eq(ledgerHashes.level, slot('level')),
          eq(ledgerHashes.i, slot('i')),
        ),
      ),
  )

  const lines = async (site_id: number, from: number, to: number): Promise<string[]> =>
    (await some({ site_id, from, to })).map(({ line }) => line)
  const keptHash = async (site_id: number, level: number, i: number): Promise<Buffer> =>
    Buffer.from((await kept({ site_id, level, i }))[0]!.hash, 'base64')
  const hashOf = (site_id: number) =>
    rangeHash(async (from, to) => {
      if (to - from <= group) return rootOf((await lines(site_id, from, to)).map(leafHash))
      return isPower(to - from) ? keptHash(site_id, Math.log2(to - from), from / (to - from)) : null
    })

  /** Groups that are whole now, and all above them that are. */
  async function keepHashes(site_id: number, from: number, to: number): Promise<void> {
    for (let level = lowest; ; level += 1) {
      const [first, end] = [Math.floor(from / 2 ** level), Math.floor(to / 2 ** level)]
      if (end === 0) return
      for (let i = first; i < end; i += 1) {
        const hash =
          level === lowest
            ? rootOf((await lines(site_id, i * group, (i + 1) * group)).map(leafHash))
            : nodeHash(
                await keptHash(site_id, level - 1, 2 * i),
                await keptHash(site_id, level - 1, 2 * i + 1),
              )
        await db.insert(ledgerHashes).values({ site_id, level, i, hash: hash.toString('base64') })
      }
    }
  }

  const isWriter = async (over: Week, writer: string): Promise<boolean> =>
    (
      await db
        .select({ writer: checkpoints.writer })
        .from(checkpoints)
        .where(and(ofWeek(over), eq(checkpoints.writer, writer), isNull(checkpoints.note)))
    ).length === 1

  return {
    lines,
    /** The hash of the tree over the lines from one on and before another. */
    hash: (site_id: number, from: number, to: number): Promise<Buffer> => hashOf(site_id)(from, to),
    /**
     * Lets this writer, and nobody else any more, add the lines of a week: says from which line on. What somebody left
     * behind who did not come to the end goes, for nobody has seen it. Null where the week is signed.
     */
    async begin(over: Week, writer: string): Promise<number | null> {
      const { site_id, week } = over
      const [row] = await db.select().from(checkpoints).where(ofWeek(over))
      if (row !== undefined && row.note !== null) return null
      const first = (await latestOf(db, site_id))?.size ?? 0
      await db.delete(checkpoints).where(and(eq(checkpoints.site_id, site_id), isNull(checkpoints.note)))
      await db.delete(ledger).where(and(eq(ledger.site_id, site_id), gte(ledger.n, first)))
      for (let level = lowest; 2 ** level <= 2 ** 40; level += 1)
        await db
          .delete(ledgerHashes)
          .where(
            and(
              eq(ledgerHashes.site_id, site_id),
              eq(ledgerHashes.level, level),
              gte(ledgerHashes.i, Math.floor(first / 2 ** level)),
            ),
          )
      await db.insert(checkpoints).values({ site_id, week, first, writer })
      return first
    },
    /** False where somebody else has begun since. */
    async append(over: Week, writer: string, n: number, added: readonly string[]): Promise<boolean> {
      if (!(await isWriter(over, writer))) return false
      const { site_id } = over
      // As one value: of 1,500 the statement is built for longer than it runs.
      await db.run(sql`INSERT INTO ledger(site_id, n, line)
        SELECT CAST(${site_id} AS BIGINT), CAST(${n} AS BIGINT) + key, value FROM json_each(${JSON.stringify(added)})`)
      await keepHashes(site_id, n, n + added.length)
      return true
    },
    async sign(over: Week, writer: string, given: Pick<Signed, 'size' | 'root' | 'note' | 'signed_at'>) {
      await db
        .update(checkpoints)
        .set(given)
        .where(and(ofWeek(over), eq(checkpoints.writer, writer)))
    },
    isWriter,
  }
}

/** Who has signed what. */
export function checkpointQueries(db: Db) {
  const all = async (site_id: number) =>
    (await db
      .select({
        ...{ week: checkpoints.week, first: checkpoints.first },
        ...{ size: checkpoints.size, root: checkpoints.root },
      })
      .from(checkpoints)
      .where(and(eq(checkpoints.site_id, site_id), signed, readsAll('the weeks there were')))
      .orderBy(asc(checkpoints.first))) as Pick<Signed, 'week' | 'first' | 'size' | 'root'>[]

  return {
    latest: (site_id: number) => latestOf(db, site_id),
    /** Closed weeks whose lines are not signed yet, the oldest first. */
    unsigned: async (): Promise<Week[]> =>
      await db
        .select({ site_id: closedWeeks.site_id, week: closedWeeks.week })
        .from(closedWeeks)
        .where(
          and(
            isNotNull(closedWeeks.rules),
            readsAll('the weeks there were'),
            sql`NOT EXISTS (SELECT 1 FROM checkpoints c WHERE c.site_id = closed_weeks.site_id AND c.week = closed_weeks.week AND c.note IS NOT NULL)`,
          ),
        )
        .orderBy(asc(closedWeeks.week), asc(closedWeeks.site_id)),
    async checkpoint(over: Week): Promise<Signed | undefined> {
      return (
        await db
          .select()
          .from(checkpoints)
          .where(and(ofWeek(over), signed))
      )[0] as Signed | undefined
    },
    /** All that are signed, the first one first. */
    checkpoints: all,
    keys: async (site_id: number): Promise<LedgerKey[]> =>
      await db
        .select()
        .from(ledgerKeys)
        .where(and(eq(ledgerKeys.site_id, site_id), fewKeys))
        .orderBy(asc(ledgerKeys.id)),
    async addKey(key: typeof ledgerKeys.$inferInsert, others_sign_until: string): Promise<void> {
      await db
        .update(ledgerKeys)
        .set({ signs_until: others_sign_until })
        .where(and(eq(ledgerKeys.site_id, key.site_id), isNull(ledgerKeys.signs_until), fewKeys))
      await db.insert(ledgerKeys).values(key)
    },
    /**
     * All keys of before count for nothing since a day: this one takes their place, under another name of the log, and signs every
     * checkpoint anew. What witnesses signed was of the old name.
     */
    async replaceStolen(
      { site_id, ...key }: typeof ledgerKeys.$inferInsert,
      stolen_since: string,
      noteOf: (signed: Pick<Signed, 'size' | 'root'>) => string,
    ): Promise<void> {
      const before = and(eq(ledgerKeys.site_id, site_id), isNull(ledgerKeys.stolen_since), fewKeys)
      await db.update(ledgerKeys).set({ stolen_since, signs_until: key.made_at }).where(before)
      await db.insert(ledgerKeys).values({ site_id, ...key })
      for (const { week, size, root } of await all(site_id))
        await db
          .update(checkpoints)
          .set({ note: noteOf({ size, root }), cosigned: '' })
          .where(ofWeek({ site_id, week }))
      await db
        .update(ledgerWitnesses)
        .set({ size: 0, fault: null })
        .where(and(eq(ledgerWitnesses.site_id, site_id), readsAll('a handful that the operator chose')))
    },
    witnesses: async () =>
      await db
        .select()
        .from(ledgerWitnesses)
        .where(readsAll('a handful that the operator chose'))
        .orderBy(asc(ledgerWitnesses.id)),
    async addWitness(given: typeof ledgerWitnesses.$inferInsert): Promise<void> {
      await db.insert(ledgerWitnesses).values(given)
    },
    /** A witness has signed a checkpoint, or has not, and why. */
    async witnessed(
      id: number,
      { site_id, week, size }: Week & { size: number },
      { line, fault }: { line: string | null; fault: string | null },
    ): Promise<void> {
      await db
        .update(ledgerWitnesses)
        .set({ fault, ...(line !== null && { size }) })
        .where(eq(ledgerWitnesses.id, id))
      if (line !== null)
        await db
          .update(checkpoints)
          .set({ cosigned: sql`${checkpoints.cosigned} || ${line}` })
          .where(ofWeek({ site_id, week }))
    },
    /** The demo's ledger goes with the demo, and with its key: what comes is another log. */
    async drop(): Promise<void> {
      for (const table of [ledger, ledgerHashes, ledgerKeys, ledgerWitnesses, checkpoints])
        await db.delete(table).where(readsAll('once, at the first import'))
      await db
        .update(closedWeeks)
        .set({ rules: null })
        .where(and(isNotNull(closedWeeks.rules), readsAll('once, at the first import')))
    },
  }
}
