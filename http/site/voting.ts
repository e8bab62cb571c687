// What a visitor may do with the votes of the listings a page shows, and what comes of doing it.
import type { Cast, Withdrawn } from '../../storage/listings/votes.ts'
import { weekOf } from '../../tools/launches/week.ts'
import { noListing } from '../../tools/listings/profile.ts'
import { Refusal } from '../../tools/errors.ts'
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
  const begin = `${weekOf(now)}T00:00:00.000Z`
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

const refusals: Record<
  Exclude<Cast | Withdrawn, 'counted' | 'voted_before' | 'withdrawn' | 'no_vote'>,
  string
> = {
  not_live: 'This product has not launched yet. Voting starts with its launch.',
  own_listing: 'This product is your own. The votes for it are other people’s.',
  account_too_new: 'Your account is less than an hour old. Come back in an hour and vote then.',
  nobody: 'This account no longer exists. Sign in again.',
  week_closed: 'The week in which you gave this vote has closed. Its results do not change any more.',
}

/** The vote form: casts the vote of whoever sent it, or takes it back. */
export async function sendVote(visit: OwnVisit): Promise<Redirect> {
  const { storage, session, now, form } = visit
  const { id, slug } = await votedFor(visit)
  const wanted = form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') throw new Refusal('invalid_input', 'This form is empty.')
  const moment = { now, week: weekOf(now) }
  const outcome = await storage.write(({ votes }) =>
    wanted === 'cast' ? votes.cast(id, session.user.id, moment) : votes.withdraw(id, session.user.id, moment),
  )
  if (outcome in refusals) throw new Refusal('forbidden', refusals[outcome as keyof typeof refusals])
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
  const { storage, session, now, form } = visit
  const { id, slug, status } = await votedFor(visit)
  if (status !== 'live' && status !== 'scheduled') throw noListing(slug)
  await storage.write(({ follows }) =>
    form.get('follow') === 'stop'
      ? follows.remove(id, session.user.id)
      : follows.add(id, session.user.id, now.toISOString()),
  )
  return goTo(`/listings/${slug}`)
}

async function votedFor({ storage, site, params }: OwnVisit) {
  const listing = await storage.listings.standing(site.id, params.slug!)
  if (listing === undefined) throw noListing(params.slug!)
  return listing
}
