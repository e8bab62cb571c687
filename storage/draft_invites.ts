import { and, asc, eq, getTableColumns, isNull, or, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import type { Draft } from './drafts.ts'
import { draftInvites, drafts } from './tables/drafts.ts'

type Invite = typeof draftInvites.$inferSelect

/** Invitations of a draft, for its co-founders. */
export function inviteQueries(db: Db) {
  return {
    invites: async (draft_id: string): Promise<Invite[]> =>
      await db
        .select()
        .from(draftInvites)
        .where(eq(draftInvites.draft_id, draft_id))
        .orderBy(asc(draftInvites.id)),
    /** Invitations of this draft and of all others of the same listing, which has one limit. */
    invitesOfListing: async ({ id, listing_id }: Pick<Draft, 'id' | 'listing_id'>): Promise<Invite[]> =>
      await db
        .select(getTableColumns(draftInvites))
        .from(draftInvites)
        .innerJoin(drafts, eq(drafts.id, draftInvites.draft_id))
        .where(or(eq(drafts.id, id), listing_id === null ? undefined : eq(drafts.listing_id, listing_id)))
        .orderBy(asc(draftInvites.id)),
    async invite(invite: typeof draftInvites.$inferInsert): Promise<void> {
      await db.insert(draftInvites).values(invite)
    },
    /** Deletes all invitations to this address. */
    async dropInvites(email: string): Promise<void> {
      await db.delete(draftInvites).where(sql`${draftInvites.email} = ${email} COLLATE NOCASE`)
    },
    async inviteByHash(hash: string): Promise<Invite | undefined> {
      return (await db.select().from(draftInvites).where(eq(draftInvites.hash, hash)))[0]
    },
    async acceptInvite(id: number, founder_id: number, accepted_at: string): Promise<void> {
      await db
        .update(draftInvites)
        .set({ founder_id, accepted_at })
        .where(and(eq(draftInvites.id, id), isNull(draftInvites.accepted_at)))
    },
  }
}
