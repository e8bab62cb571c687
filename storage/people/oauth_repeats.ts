import { eq, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { oauthRepeats } from '../tables/oauth.ts'

type Repeat = typeof oauthRepeats.$inferSelect

/** What spent refresh tokens were exchanged for. */
export function oauthRepeatQueries(db: Db) {
  const find = db
    .select()
    .from(oauthRepeats)
    .where(eq(oauthRepeats.hash, sql.placeholder('hash')))
    .prepare()
  const add = db
    .insert(oauthRepeats)
    .values({
      hash: sql.placeholder('hash'),
      request: sql.placeholder('request'),
      answer: sql.placeholder('answer'),
      expires_at: sql.placeholder('expires_at'),
    })
    .prepare()

  return {
    findRepeat: async (hash: string): Promise<Repeat | undefined> => (await find.execute({ hash }))[0],
    async addRepeat(row: Repeat): Promise<void> {
      await add.execute(row)
    },
  }
}
