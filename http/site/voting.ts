// What a visitor may do with the votes of the listings a page shows, and what comes of doing it.
import { beginOf } from '../../days.ts'
import { weekOf } from '../../tools/launches/week.ts'
import { Refusal } from '../../tools/errors.ts'
import { followListing } from '../../tools/listings/follow.ts'
import { castVote, withdrawVote } from '../../tools/votes/vote.ts'
import { html, type Html } from './html.ts'
import { buttonForm } from './forms.ts'
import type { PublicVisit } from './public_page.ts'
import { vote, type Listed, type VoteState } from './standing.ts'
import { cameFrom, goTo, type OwnVisit, type Redirect } from './visit.ts'

type Voted = Pick<Listed, 'slug' | 'name' | 'votes'>
type Voter = Pick<PublicVisit, 'session' | 'storage' | 'site' | 'now'>

/** Asks once for all the listings of a page; the answer draws the vote of each. */
export async function votesFor(
  { session, storage, site, now }: Voter,
  listings: readonly Pick<Voted, 'slug'>[],
): Promise<(listing: Voted, wide?: boolean) => Html> {
  if (session === null)
    return (listing) => vote(listing, { session, state: 'signed_out', votes: listing.votes })
  const voter = { site_id: site.id, user_id: session.user.id }
  const standing = await storage.votes.standing(
    voter,
    listings.map(({ slug }) => slug),
  )
  const begin = beginOf(weekOf(now))
  const stateOf = (slug: string): VoteState => {
    const { is_own = false, voted_at = null } = standing.get(slug) ?? {}
    if (is_own) return 'mine'
    if (voted_at === null) return 'open'
    // A vote of a week that has closed stays.
    return voted_at < begin ? 'closed' : 'voted'
  }
  return (listing, wide = false) =>
    vote(listing, { session, state: stateOf(listing.slug), votes: listing.votes, wide })
}

/** The vote form: casts the vote of whoever sent it, or takes it back. */
export async function sendVote(visit: OwnVisit): Promise<Redirect> {
  const slug = visit.params.slug!
  const wanted = visit.form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') throw new Refusal('invalid_input', 'This form is empty.')
  await visit.act(wanted === 'cast' ? castVote : withdrawVote, { slug })
  return goTo(cameFrom(visit, `/listings/${slug}`))
}

export const followPath = (slug: string): string => `/listings/${slug}/follow`

/** The button that follows a listing, or stops doing so. */
export async function followFor(
  { session, storage, site }: Voter,
  { slug, name }: Pick<Listed, 'slug' | 'name'>,
): Promise<Html> {
  if (session === null)
    return html`<a
      class="button quiet"
      href="/sign-in?${new URLSearchParams({ return_to: `/listings/${slug}` }).toString()}"
      rel="nofollow"
      >Follow<span class="unseen"> ${name}: sign in first</span></a
    >`
  const listing = await storage.listings.standing(site.id, slug)
  const isFollowed =
    listing !== undefined && (await storage.follows.of(listing.id, session.user.id)) !== undefined
  return buttonForm(session, followPath(slug), isFollowed ? 'Stop following' : 'Follow', {
    fields: { follow: isFollowed ? 'stop' : 'start' },
    about: name,
  })
}

export async function sendFollow(visit: OwnVisit): Promise<Redirect> {
  const slug = visit.params.slug!
  await visit.act(followListing, { slug, follow: visit.form.get('follow') !== 'stop' })
  return goTo(`/listings/${slug}`)
}
