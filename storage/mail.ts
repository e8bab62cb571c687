import { and, eq, isNull, lte, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { jobs, mails } from './tables/queue.ts'

export type Mail = typeof mails.$inferSelect
export type NewMail = Pick<Mail, 'message_id' | 'recipient' | 'subject' | 'created_at'> & {
  body: string
  /** After this instant the mail would only confuse, and is dropped. */
  expires_at?: string
}

export function mailQueries(db: Db) {
  return {
    /** Puts a mail into the outbox, and the job that sends it into the queue: both with the caller's transaction. */
    async add(mail: NewMail): Promise<number> {
      const [added] = await db.insert(mails).values(mail).returning({ id: mails.id })
      const { created_at } = mail
      const payload = { mail_id: added!.id }
      await db.insert(jobs).values({ kind: 'send_mail', payload, run_at: created_at, created_at })
      return added!.id
    },
    byId: async (id: number): Promise<Mail | undefined> =>
      (await db.select().from(mails).where(eq(mails.id, id)))[0],
    async sent(id: number, now: string): Promise<void> {
      await db.update(mails).set({ sent_at: now, body: null }).where(eq(mails.id, id))
    },
    /** Gives a mail up, and says why. */
    async drop(id: number, failure: string): Promise<void> {
      await db.update(mails).set({ failure, body: null }).where(eq(mails.id, id))
    },
    /** Whatever was or will be sent to this address. */
    async dropOf(recipient: string): Promise<void> {
      await db.delete(mails).where(sql`${mails.recipient} = ${recipient} COLLATE NOCASE`)
    },
    async sweep(month_ago: string): Promise<void> {
      await db.delete(mails).where(and(isNull(mails.body), lte(mails.created_at, month_ago)))
    },
  }
}
