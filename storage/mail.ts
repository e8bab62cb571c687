import { and, asc, count, eq, gt, isNotNull, isNull, lte, ne, or, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { jobs, mails } from './tables/queue.ts'

export type Mail = typeof mails.$inferSelect
export type NewMail = Pick<Mail, 'message_id' | 'recipient' | 'subject' | 'created_at'> & {
  body: string
  html?: string
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
    /** How many mails of a kind, told by how their message_id begins, the mailbox was sent since the instant. */
    async countTo(mailbox: { name: string; host: string }, kind: string, since: string): Promise<number> {
      const { name, host } = mailbox
      const tagged = `${name.replace(/[\\%_]/g, '\\$&')}+%@${host.replace(/[\\%_]/g, '\\$&')}`
      const plain = sql`${mails.recipient} = ${`${name}@${host}`} COLLATE NOCASE`
      const [found] = await db
        .select({ count: count() })
        .from(mails)
        .where(
          and(
            or(plain, sql`${mails.recipient} LIKE ${tagged} ESCAPE '\\'`),
            sql`${mails.message_id} LIKE ${`${kind}-%`}`,
            gt(mails.created_at, since),
          ),
        )
      return found!.count
    },
    async sent(id: number, now: string): Promise<void> {
      await db.update(mails).set({ sent_at: now, body: null, html: null }).where(eq(mails.id, id))
    },
    /** Gives a mail up, and says why. */
    async drop(id: number, failure: string): Promise<void> {
      await db.update(mails).set({ failure, body: null, html: null }).where(eq(mails.id, id))
    },
    /** What was given up in the last month, and not because it had grown too old. */
    refused: async (): Promise<Mail[]> =>
      await db
        .select()
        .from(mails)
        .where(and(isNotNull(mails.failure), ne(mails.failure, 'expired')))
        .orderBy(asc(mails.id)),
    /** Whatever was or will be sent to this address. */
    async dropOf(recipient: string): Promise<void> {
      await db.delete(mails).where(sql`${mails.recipient} = ${recipient} COLLATE NOCASE`)
    },
    async sweep(month_ago: string): Promise<void> {
      await db.delete(mails).where(and(isNull(mails.body), lte(mails.created_at, month_ago)))
    },
  }
}
