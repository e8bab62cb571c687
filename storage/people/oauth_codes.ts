import { and, eq, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { oauthCodes, oauthGrants } from '../tables/oauth.ts'

type NewCode = typeof oauthCodes.$inferInsert

/** Authorization codes, each usable once. */
export function oauthCodeQueries(db: Db) {
  const code = prepared(() =>
    db
      .select({ code: oauthCodes, grant: oauthGrants })
      .from(oauthCodes)
      .innerJoin(oauthGrants, eq(oauthGrants.id, oauthCodes.grant_id))
      .where(eq(oauthCodes.hash, slot('hash'))),
  )
  const spendCode = prepared(() =>
    db
      .update(oauthCodes)
      .set({ used_at: sql`${slot('now')}` })
      .where(and(eq(oauthCodes.hash, slot('hash')), isNull(oauthCodes.used_at)))
      .returning({ hash: oauthCodes.hash }),
  )

  return {
    findCode: async (hash: string) => (await code({ hash }))[0],
    /** False if it was used before. */
    spendCode: async (hash: string, now: string) => (await spendCode({ hash, now })).length === 1,
    async addCode(row: NewCode): Promise<void> {
      await db.insert(oauthCodes).values(row)
    },
  }
}
