import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, ne, not, or, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { followersOf, type Followed } from './follows.ts'
import { mailboxOf } from './people/mailboxes.ts'
import { countFar, readsAll, seldomFar, type Window } from './prepared.ts'
import { enqueue } from './jobs.ts'
import { jobs, letters, mails } from './tables/queue.ts'

export type Mail = typeof mails.$inferSelect
export type NewMail = Pick<Mail, 'message_id' | 'recipient' | 'subject' | 'created_at'> & {
  body: string
  html?: string
  /** After this instant the mail is useless and is not sent. */
  expires_at?: string
}

/** A mail to all followers; the same `occasion` reaches nobody twice. */
type FollowerLetter = {
  to: Followed
  /** Its author, who gets no copy; a negative number for mails by the service. */
  sender_id: number
  occasion: string
  subject: string
  body: string
  html: string
  public_url: string
  created_at: string
  expires_at: string
}

export const mailStandings = ['waiting', 'sent', 'failed'] as const
type Standing = (typeof mailStandings)[number]

export function mailQueries(db: Db) {
  return {
    /** Adds a mail to the outbox and the job that sends it to the queue, in the caller's transaction. */
    async add(mail: NewMail): Promise<number> {
      const mailbox = mailboxOf(mail.recipient)
      const [added] = await db
        .insert(mails)
        .values({ ...mail, mailbox })
        .returning({ id: mails.id })
      await enqueue(db, { kind: 'send_mail', payload: { mail_id: added!.id }, created_at: mail.created_at })
      return added!.id
    },
    /**
     * Adds a letter to the outbox for every follower who wants mails, except its sender. Two statements, however many
     * followers there are; the unique message_id prevents a second mail for the same occasion.
     */
    async toFollowers({ to, sender_id, occasion, ...letter }: FollowerLetter): Promise<number> {
      const { body, html, created_at, expires_at, subject, public_url } = letter
      const [kept] = await db.insert(letters).values({ body, html, created_at }).returning({ id: letters.id })
      const host = new URL(public_url).hostname
      const link = `${public_url}/unsubscribe/`
      // All columns in the table's order, as drizzle's INSERT … SELECT requires; SQLite replaces the NULL id.
      await db
        .insert(mails)
        .select(
          sql`SELECT NULL, ${`${occasion}-`} || u.id || ${`@${host}`}, u.email, ${subject}, '', ${created_at}, ${expires_at},
            NULL, NULL, NULL, CAST(${kept!.id} AS BIGINT), ${link} || follows.token, NULL, NULL
          FROM follows JOIN users u ON u.id = follows.user_id
          WHERE ${followersOf(to)} AND follows.told = 1 AND follows.token IS NOT NULL
            AND u.id <> ${sender_id} AND u.email IS NOT NULL AND u.deleted_at IS NULL AND u.closed_at IS NULL
          ORDER BY u.id`,
        )
        .onConflictDoNothing()
      const queued = await db
        .insert(jobs)
        .select(
          sql`SELECT NULL, 'send_mail', NULL, '{"mail_id":' || id || '}', 'waiting', ${created_at}, 0, 0, NULL, ${created_at}, CAST(${sender_id} AS BIGINT)
            FROM mails WHERE letter_id = ${kept!.id} ORDER BY id`,
        )
        .returning({ id: jobs.id })
      return queued.length
    },
    byId: async (id: number): Promise<Mail | undefined> =>
      (await db.select().from(mails).where(eq(mails.id, id)))[0],
    /** How many mails whose message_id begins with `kind` were sent to the mailbox since the instant. */
    async countTo(address: string, kind: string, since: string): Promise<number> {
      const [found] = await db
        .select({ count: count() })
        .from(mails)
        .where(
          and(
            eq(mails.mailbox, mailboxOf(address)),
            sql`${mails.message_id} LIKE ${`${kind}-%`}`,
            gt(mails.created_at, since),
          ),
        )
      return found!.count
    },
    letter: async (id: number) => (await db.select().from(letters).where(eq(letters.id, id)))[0],
    /** Notes that one of many mails is being handed over to the server, or null if that did not take it. Only one may. */
    async handOver(id: number, handed_at: string | null): Promise<void> {
      const isFree = handed_at === null ? undefined : and(isNull(mails.handed_at), isNotNull(mails.body))
      const handed = await db
        .update(mails)
        .set({ handed_at })
        .where(and(eq(mails.id, id), isFree))
        .returning({ id: mails.id })
      if (handed.length === 0) throw new Error('Another attempt sends this mail.')
    },
    async sent(id: number, now: string): Promise<void> {
      await db
        .update(mails)
        .set({ sent_at: now, failure: null, body: null, html: null })
        .where(eq(mails.id, id))
    },
    /** Gives up a mail for good, with the reason. */
    async drop(id: number, failure: string): Promise<void> {
      await db.update(mails).set({ failure, body: null, html: null }).where(eq(mails.id, id))
    },
    /**
     * Records why a mail was not sent. Its text is kept, so that the team can send it again; but not of a mail that
     * expires, which contains a link that gives access, unless it is a mass mail.
     */
    async fail(id: number, failure: string): Promise<void> {
      const stays = or(isNull(mails.expires_at), isNotNull(mails.letter_id))
      await db.update(mails).set({ failure }).where(eq(mails.id, id))
      await db
        .update(mails)
        .set({ body: null, html: null })
        .where(and(eq(mails.id, id), not(stays!)))
    },
    /** Sends a failed mail again. */
    async retry(id: number, now: string): Promise<void> {
      await db.update(mails).set({ failure: null }).where(eq(mails.id, id))
      await enqueue(db, { kind: 'send_mail', payload: { mail_id: id }, created_at: now })
    },
    /** The outbox for the team, newest first: without texts, which may contain links that give access. */
    async outbox(wanted: Standing, { limit, offset }: Window) {
      const which = {
        waiting: and(isNull(mails.sent_at), isNull(mails.failure)),
        sent: isNotNull(mails.sent_at),
        failed: isNotNull(mails.failure),
      }[wanted]
      const items = await db
        .select({
          id: mails.id,
          recipient: mails.recipient,
          subject: mails.subject,
          created_at: mails.created_at,
          expires_at: mails.expires_at,
          sent_at: mails.sent_at,
          failure: mails.failure,
          is_kept: sql<number>`CASE WHEN ${mails.body} IS NULL THEN 0 ELSE 1 END`,
        })
        .from(mails)
        .where(and(which, seldomFar))
        .orderBy(desc(mails.id))
        .limit(limit)
        .offset(offset)
      return { items, total: await countFar(db, mails, which) }
    },
    /** When the oldest mail that waits was written, and when the last one was sent; null for none. */
    async times(): Promise<{ waits_since: string | null; last_sent_at: string | null }> {
      const isWaiting = and(isNull(mails.sent_at), isNull(mails.failure))
      const [oldest] = await db
        .select({ at: mails.created_at })
        .from(mails)
        .where(isWaiting)
        .orderBy(asc(mails.id))
        .limit(1)
      const [last] = await db
        .select({ at: mails.sent_at })
        .from(mails)
        .where(isNotNull(mails.sent_at))
        .orderBy(desc(mails.sent_at))
        .limit(1)
      return { waits_since: oldest?.at ?? null, last_sent_at: last?.at ?? null }
    },
    /** Mails given up in the last month, except expired ones. */
    refused: async (): Promise<Mail[]> =>
      await db
        .select()
        .from(mails)
        .where(
          and(
            isNotNull(mails.failure),
            ne(mails.failure, 'expired'),
            readsAll('what failed, for the operator'),
          ),
        )
        .orderBy(asc(mails.id)),
    /** The newest mail to somebody that was given up since the instant, except expired ones. */
    async refusedTo(recipient: string, since: string): Promise<Mail | undefined> {
      const [found] = await db
        .select()
        .from(mails)
        .where(
          and(
            sql`${mails.recipient} = ${recipient} COLLATE NOCASE`,
            isNotNull(mails.failure),
            ne(mails.failure, 'expired'),
            gt(mails.created_at, since),
          ),
        )
        // Of few mails the newest, not from the newest of all mails on: the sign keeps the order from being an index's.
        .orderBy(sql`+${mails.id} DESC`)
        .limit(1)
      return found
    },
    /** Deletes a mail whose address must not be kept after sending. */
    async forget(id: number): Promise<void> {
      await db.delete(mails).where(eq(mails.id, id))
    },
    /** Deletes all mails to this address, sent or not. */
    async dropOf(recipient: string): Promise<void> {
      await db.delete(mails).where(sql`${mails.recipient} = ${recipient} COLLATE NOCASE`)
    },
    async sweep(now: string, month_ago: string): Promise<void> {
      await db
        .update(mails)
        .set({ body: null, html: null })
        .where(
          and(
            isNotNull(mails.failure),
            isNotNull(mails.body),
            lte(mails.expires_at, now),
            readsAll('what failed in a month, for a job'),
          ),
        )
      const isOver = or(isNull(mails.body), isNotNull(mails.failure))
      await db.delete(mails).where(and(isOver, lte(mails.created_at, month_ago)))
      await db.delete(letters).where(lte(letters.created_at, month_ago))
    },
  }
}
