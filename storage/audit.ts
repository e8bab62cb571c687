import { and, desc, eq, gte, inArray, lt, sql } from './drizzle.ts'
import type { Db } from './connection.ts'
import { readsAll, type Window } from './prepared.ts'
import { users } from './tables/people.ts'
import { audit } from './tables/team.ts'

export type Deed = Omit<typeof audit.$inferSelect, 'id'>
/** Filters: by person, credential, listing and time. */
export type Asked = {
  user_id?: number
  clients?: string[]
  listing_id?: number
  since?: string
  until?: string
  request_id?: string
}
export type Told = Awaited<ReturnType<ReturnType<typeof auditQueries>['deeds']>>[number]

export function auditQueries(db: Db) {
  return {
    async note(deeds: readonly Deed[]): Promise<void> {
      if (deeds.length > 0) await db.insert(audit).values([...deeds])
    },
    /** Newest first, by their instant; those of one instant in the order in which they were written. */
    deeds: async (
      { user_id, clients, listing_id, since, until, request_id }: Asked,
      { limit, offset }: Window,
    ) =>
      await db
        .select({ deed: audit, person: { id: users.id, name: users.name, email: users.email } })
        .from(audit)
        .leftJoin(users, eq(users.id, audit.user_id))
        .where(
          and(
            user_id === undefined ? undefined : eq(audit.user_id, user_id),
            clients === undefined ? undefined : inArray(audit.client, clients),
            listing_id === undefined
              ? undefined
              : sql`${audit.listing_id} = ${listing_id} AND ${audit.listing_id} IS NOT NULL`,
            since === undefined ? undefined : gte(audit.at, since),
            until === undefined ? undefined : lt(audit.at, until),
            request_id === undefined ? undefined : eq(audit.request_id, request_id),
            readsAll('pages of the team, in the order of an index'),
          ),
        )
        .orderBy(desc(audit.at), desc(audit.id))
        .limit(limit)
        .offset(offset),
    async sweep(before: string): Promise<void> {
      await db.delete(audit).where(lt(audit.at, before))
    },
  }
}
