// What a visitor may do with the votes of the listings a page shows.
import type { Html } from './html.ts'
import type { PublicVisit } from './public_page.ts'
import { vote, type Listed } from './standing.ts'

type Voted = Pick<Listed, 'slug' | 'name' | 'votes'>

/** Asks once for all the listings of a page; the answer draws the vote of each. */
export async function votesFor(
  { session }: Pick<PublicVisit, 'session'>,
  _listings: readonly Voted[],
): Promise<(listing: Voted) => Html> {
  return (listing) =>
    vote(listing, { session, state: session === null ? 'signed_out' : 'open', votes: listing.votes })
}
