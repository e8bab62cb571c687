import { eq } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, slot } from '../prepared.ts'
import { oauthRepeats } from '../tables/oauth.ts'

type Repeat = typeof oauthRepeats.$inferSelect

/** The answers that used refresh tokens were exchanged for. */
export function oauthRepeatQueries(db: Db) {
  const find = prepared(() =>
    db
      .select()
      .from(oauthRepeats)
      .where(eq(oauthRepeats.hash, slot('hash'))),
  )
  const add = prepared(() =>
    db.insert(oauthRepeats).values({
      hash: slot('hash'),
      request: slot('request'),
      answer: slot('answer'),
      expires_at: slot('expires_at'),
    }),
  )

  return {
    findRepeat: async (hash: string): Promise<Repeat | undefined> => (await find({ hash }))[0],
    async addRepeat(row: Repeat): Promise<void> {
      await add(row)
    },
  }
}
