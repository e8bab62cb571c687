import { and, asc, eq, isNull, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { prepared, readsAll, says, slot } from '../prepared.ts'
import { founders, serviceKeys, userIdentities, users } from '../tables/people.ts'
import { freeFounderSlug } from './founder_writes.ts'
import { mailboxHash } from './mailboxes.ts'

export type User = typeof users.$inferSelect
export type FounderProfile = Pick<
  typeof founders.$inferSelect,
  'name' | 'title' | 'bio' | 'country' | 'city' | 'socials'
>

export function userQueries(db: Db) {
  const byId = prepared(() =>
    db
      .select()
      .from(users)
      .where(and(eq(users.id, slot('id')), isNull(users.deleted_at))),
  )
  const byEmail = prepared(() =>
    db
      .select()
      .from(users)
      .where(sql`${users.email} = ${slot('email')} COLLATE NOCASE`),
  )
  const { name, title, bio, country, city, socials } = founders
  const profile = prepared(() =>
    db
      .select({ name, title, bio, country, city, socials })
      .from(founders)
      .where(eq(founders.user_id, slot('user_id'))),
  )

  const key = prepared(() =>
    db.select({ key: serviceKeys.key }).from(serviceKeys).where(eq(serviceKeys.name, 'mailboxes')),
  )
  const hashOf = async (email: string) => mailboxHash((await key())[0]!.key, email)

  return {
    byId: async (id: number): Promise<User | undefined> => (await byId({ id }))[0],
    byEmail: async (email: string): Promise<User | undefined> => (await byEmail({ email }))[0],

    /** The user with this address, created if new. */
    async ensure(email: string, at: string): Promise<User> {
      const mailbox = await hashOf(email)
      await db.insert(users).values({ email, mailbox, created_at: at }).onConflictDoNothing()
      return (await byEmail({ email }))[0]!
    },

    async byIdentity(issuer: string, subject: string): Promise<User | undefined> {
      const [found] = await db
        .select({ user: users })
        .from(userIdentities)
        .innerJoin(users, eq(users.id, userIdentities.user_id))
        .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
      return found?.user
    },
    async identify(user_id: number, issuer: string, subject: string): Promise<void> {
      await db.insert(userIdentities).values({ issuer, subject, user_id }).onConflictDoNothing()
    },

    /** How many accounts the mailbox behind the address has, under any spelling, and whether one is closed. */
    async ofMailbox(email: string): Promise<{ accounts: number; is_closed: boolean }> {
      const rows = await db
        .select({ closed_at: users.closed_at })
        .from(users)
        .where(eq(users.mailbox, await hashOf(email)))
      return { accounts: rows.length, is_closed: rows.some(({ closed_at }) => closed_at !== null) }
    },
    /** Closes the account, or reopens it if `closed_at` is null. */
    async close(id: number, closed_at: string | null): Promise<void> {
      await db.update(users).set({ closed_at }).where(eq(users.id, id))
    },

    /** True if the user exists. */
    async setRole(email: string, role: User['role']): Promise<boolean> {
      const changed = await db
        .update(users)
        .set({ role })
        .where(sql`${users.email} = ${email} COLLATE NOCASE`)
        .returning({ id: users.id })
      return changed.length > 0
    },
    async giveRole(id: number, role: User['role']): Promise<void> {
      await db.update(users).set({ role }).where(eq(users.id, id))
    },
    teamSize: async (): Promise<number> =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(and(says(users.role, 'team'), isNull(users.deleted_at), readsAll('the team')))
      ).length,
    all: async (): Promise<User[]> =>
      await db
        .select()
        .from(users)
        .where(and(isNull(users.deleted_at), eq(users.demo, false), readsAll('a list for the operator')))
        .orderBy(asc(users.id)),
    /** Whether there is any user besides the one with this address. */
    async hasOthers(email: string): Promise<boolean> {
      const isOther = sql`${users.email} IS DISTINCT FROM ${email}`
      const others = and(eq(users.demo, false), isOther, readsAll('it ends at the first'))
      return (await db.select({ id: users.id }).from(users).where(others).limit(1)).length > 0
    },

    /** Deletes the name, address and profile. The row stays, because votes and versions refer to it. */
    async forget(id: number, at: string): Promise<void> {
      await db
        .update(users)
        .set({ email: null, mailbox: null, name: '', role: 'member', deleted_at: at })
        .where(eq(users.id, id))
      await db.delete(userIdentities).where(eq(userIdentities.user_id, id))
      await db.delete(founders).where(eq(founders.user_id, id))
    },

    profile: async (user_id: number): Promise<FounderProfile | undefined> => (await profile({ user_id }))[0],
    /** `slug` is the wanted one; a number is added if it is taken. */
    async saveProfile(user_id: number, profile: FounderProfile, slug: string, at: string): Promise<void> {
      await db
        .insert(founders)
        .values({ ...profile, user_id, slug: await freeFounderSlug(db, slug), created_at: at })
        .onConflictDoUpdate({ target: founders.user_id, set: profile })
      await db.update(users).set({ name: profile.name }).where(eq(users.id, user_id))
    },
  }
}
