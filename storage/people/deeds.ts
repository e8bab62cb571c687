// The last change by each program in somebody's name: the newest version of a listing that it made.
import { and, desc, eq, inArray, sql } from '../drizzle.ts'
import type { Db } from '../connection.ts'
import { listings, listingVersions } from '../tables/listings.ts'

export type Deed = {
  via: 'api_key' | 'oauth'
  /** The name of the key or application at that time. */
  client_name: string | null
  operation: string | null
  at: string
  listing: { id: number; name: string }
}

export function deedQueries(db: Db) {
  return {
    /** One for each program that has changed anything for this person. */
    async lastOf(user_id: number): Promise<Deed[]> {
      const newest = db
        .select({ id: sql<number>`max(${listingVersions.id})` })
        .from(listingVersions)
        .where(and(eq(listingVersions.user_id, user_id), inArray(listingVersions.via, ['api_key', 'oauth'])))
        .groupBy(listingVersions.via, listingVersions.client_name)
      const rows = await db
        .select({
          via: listingVersions.via,
          client_name: listingVersions.client_name,
          operation: listingVersions.operation,
          at: listingVersions.created_at,
          id: listings.id,
          name: listings.name,
        })
        .from(listingVersions)
        .innerJoin(listings, eq(listings.id, listingVersions.listing_id))
        .where(inArray(listingVersions.id, newest))
        .orderBy(desc(listingVersions.id))
      return rows.map(({ id, name, via, ...deed }) => ({
        ...deed,
        via: via as Deed['via'],
        listing: { id, name },
      }))
    },
  }
}
