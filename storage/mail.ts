import { and, asc, eq, isNull, lte, sql } from './drizzle.ts'
import type { Db } from './storage.ts'
import { mails } from './schema.ts'

export type Mail = typeof mails.$inferSelect
export type NewMail = Pick<Mail, 'message_id' | 'recipient' | 'subject' | 'created_at'> & {
  body: string
  /** After this instant the mail would only confuse, and is dropped. */
  expires_at?: string
}

export function mailQueries(db: Db) {
  return {
    async add(mail: NewMail): Promise<number> {
      const row = { ...mail, next_attempt_at: mail.created_at }
      return (await db.insert(mails).values(row).returning({ id: mails.id }))[0]!.id
    },
    due: async (now: string, limit: number): Promise<Mail[]> =>
      await db
        .select()
        .from(mails)
        .where(lte(mails.next_attempt_at, now))
        .orderBy(asc(mails.next_attempt_at), asc(mails.id))
        .limit(limit),
    byId: async (id: number): Promise<Mail | undefined> =>
      (await db.select().from(mails).where(eq(mails.id, id)))[0],
    async sent(id: number, now: string): Promise<void> {
      await db
        .update(mails)
        .set({ sent_at: now, body: null, next_attempt_at: null, failure: null })
        .where(eq(mails.id, id))
    },
    async failed(id: number, failure: string, next_attempt_at: string | null): Promise<void> {
      await db
        .update(mails)
        .set({
          failure,
          next_attempt_at,
          attempts: sql`${mails.attempts} + 1`,
          ...(next_attempt_at === null && { body: null }),
        })
        .where(eq(mails.id, id))
    },
    async dropOf(recipient: string): Promise<void> {
      await db
        .delete(mails)
        .where(and(sql`${mails.recipient} = ${recipient} COLLATE NOCASE`, isNull(mails.sent_at)))
    },
    async sweep(month_ago: string): Promise<void> {
      await db.delete(mails).where(and(isNull(mails.next_attempt_at), lte(mails.created_at, month_ago)))
    },
  }
}
