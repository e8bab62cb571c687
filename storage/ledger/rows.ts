// The ledger's rows: lines, hashes of full subtrees, keys, checkpoints and witnesses.
import type { Db } from '../connection.ts'
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from '../drizzle.ts'
import { prepared, readsAll, slot } from '../prepared.ts'
import { closedWeeks } from '../tables/community.ts'
import { checkpoints, ledger, ledgerHashes, ledgerKeys, ledgerWitnesses } from '../tables/ledger.ts'
import type { Week } from '../weeks.ts'
import { isPower, leafHash, nodeHash, rangeHash, rootOf } from './tree.ts'

/** Hashes of subtrees are stored from so many lines on; smaller ones are computed from the lines. */
const group = 256
const lowest = Math.log2(group)

const fewKeys = readsAll('a key every few years')

export type LedgerKey = typeof ledgerKeys.$inferSelect
/** A signed checkpoint. */
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

  /** Stores the hashes of all subtrees that are full now. */
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
    /** The Merkle tree hash of the lines from `from` up to, but not including, `to`. */
    hash: (site_id: number, from: number, to: number): Promise<Buffer> => hashOf(site_id)(from, to),
    /**
     * Makes this the only writer of a week's lines; returns the number of the first one. Lines of an unfinished one are
     * deleted, since nobody has seen them. Null if the week is signed.
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
    /** False if another writer has begun since. */
    async append(over: Week, writer: string, n: number, added: readonly string[]): Promise<boolean> {
      if (!(await isWriter(over, writer))) return false
      const { site_id } = over
      // One JSON value: with 1,500 values the statement takes longer to build than to run.
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

/** Checkpoints and their signatures. */
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
    /** All signed checkpoints, the oldest first. */
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
     * Declares all earlier keys stolen since a day: this key replaces them, under a new log name, and signs every
     * checkpoint again. Signatures of witnesses are deleted, because they were for the old name.
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
    /** Records that a witness has signed a checkpoint, or why not. */
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
    /** The demo's ledger is deleted with the demo, key included: a later ledger is a new log. */
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
