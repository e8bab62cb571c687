// The vote buttons of the listings on a page for its visitor, and the form behind them.
import { beginOf } from '../../days.ts'
import type { Vote } from '../../storage/listings/votes.ts'
import { slug } from '../../tools/inputs.ts'
import { addWeeks, weekOf } from '../../tools/launches/week.ts'
import { Refusal } from '../../tools/errors.ts'
import { castVote, comesTooLate, withdrawVote } from '../../tools/votes/vote.ts'
import { saidOf } from '../../tools/votes/standing.ts'
import { focus } from './forms.ts'
import { html, type Html } from './html.ts'
import type { PublicVisit } from './public_page.ts'
import { counted } from './parts.ts'
import { raised, vote, type Listed, type VoteState } from './standing.ts'
import { cameFrom, goTo, type OwnVisit, type Redirect } from './visit.ts'

type Voted = Pick<Listed, 'slug' | 'name' | 'votes'>
type Voter = Pick<PublicVisit, 'session' | 'storage' | 'site' | 'now'>
type Here = Pick<PublicVisit, 'path' | 'query'>

/** Draws the vote of a listing, and any message or question below it. */
type Votes = {
  (listing: Voted, wide?: boolean): Html
  under(listing: Voted): Html | null
}

/** Loads the votes of all listings on a page at once. */
export async function votesFor(
  { session, storage, site, now, path, query }: Voter & Here,
  listings: readonly Pick<Voted, 'slug'>[],
): Promise<Votes> {
  const { vote: asked, ...others } = query
  const asks = (slug: string) => `${path}?${new URLSearchParams({ ...others, vote: slug }).toString()}`
  if (session === null)
    return Object.assign(
      (listing: Voted, wide = false) =>
        vote(listing, { session, state: 'signed_out', votes: listing.votes, wide, asks: asks(listing.slug) }),
      {
        under: (listing: Voted) =>
          listing.slug === asked
            ? askAddress(listing, { return_to: asks(listing.slug), back: hereWithout({ path, query }), now })
            : null,
      },
    )
  const voter = { site_id: site.id, user_id: session.user.id }
  const slugs = listings.map(({ slug }) => slug)
  const standing = await storage.votes.standing(voter, slugs)
  const waiting = await storage.waiting_votes.of(session.user.id, site.id)
  const begin = beginOf(weekOf(now))
  const stateOf = (slug: string): VoteState => {
    const { is_own = false, vote = null } = standing.get(slug) ?? {}
    if (is_own) return 'mine'
    if (vote === null) return waiting.has(slug) ? 'waits' : 'open'
    // A vote of a closed week stays.
    return vote.voted_at < begin ? 'closed' : 'voted'
  }
  return Object.assign(
    (listing: Voted, wide = false) =>
      vote(listing, { session, state: stateOf(listing.slug), votes: listing.votes, wide }),
    {
      under({ slug, name }: Voted) {
        const state = stateOf(slug)
        if (state === 'waits') return receipt(name, waiting.get(slug)!.counts_at, now)
        return state === 'voted' ? countsSoFar(standing.get(slug)!.vote!) : null
      },
    },
  )
}

/** The address of this page, at the row, without the parameter that asked a question there. */
function hereWithout({ path, query }: Here): string {
  const { vote: slug, ...others } = query
  const text = new URLSearchParams(others).toString()
  return `${path}${text && `?${text}`}${slug === undefined ? '' : `#${slug}`}`
}

/** Explains the first hour of an account before anybody runs into it. */
export function hoursRule(now: Date): string {
  if (!comesTooLate(now))
    return 'To vote, give an email address. The first vote of a new account counts after an hour, so that nobody wins a week with a hundred new accounts.'
  return `This week closes in ${minutesLeft(now)}, and a new account’s first vote counts after an hour. So it comes too late for the week; it still counts for the total.`
}

const minutesLeft = (now: Date): string =>
  counted(
    Math.max(1, Math.floor((Date.parse(beginOf(addWeeks(weekOf(now), 1))) - now.getTime()) / 60_000)),
    'minute',
  )

function askAddress(
  { slug, name }: Voted,
  { return_to, back, now }: { return_to: string; back: string; now: Date },
): Html {
  return html`<form class="ask stack" method="post" action="/sign-in" aria-label="Vote for ${name}">
    <input type="hidden" name="return_to" value="${return_to}" />
    <div>
      <label for="mail-${slug}">Your email address</label>
      <p class="hint" id="mail-${slug}-hint">${hoursRule(now)}</p>
      <div class="join">
        <input
          id="mail-${slug}"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          required${focus}
          aria-describedby="mail-${slug}-hint"
        /><button>Vote</button>
      </div>
    </div>
    <p class="fine">
      We send you one link to open. No password, no newsletter. Voted here before? Same address, and it counts
      at once. <a href="${back}" rel="nofollow">Not now</a>
    </p>
  </form>`
}

function receipt(name: string, counts_at: string, now: Date): Html {
  const until = html`<time datetime="${counts_at}">${counts_at.slice(11, 16)} UTC</time>`
  const isLate = weekOf(new Date(counts_at)) > weekOf(now)
  return html`<p class="receipt waits" role="status">
    ${raised}<span
      ><b>Your vote for ${name} waits until ${until}.</b> Then your account is an hour old and the vote counts
      by itself${isLate && ', for the total: this week is closed by then'}. You can close this page, and vote
      for others too.</span
    >
  </p>`
}

/** Whether the vote counts; until the week closes this may change, and the voter may withdraw it. */
function countsSoFar(given: Pick<Vote, 'weight' | 'why'>): Html {
  return html`<p class="receipt ${given.weight === 1 && 'counted'}">
    ${raised}<span
      ><b>${saidOf(given, 'open')}.</b> You can take it back until the end of Sunday, UTC: press the flag
      again.</span
    >
  </p>`
}

/** The vote form: casts or withdraws the sender's vote, and redirects back. */
export async function sendVote(visit: OwnVisit): Promise<Redirect> {
  const slug = visit.params.slug!
  const wanted = visit.form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') throw new Refusal('invalid_input', 'This form is empty.')
  await visit.act(wanted === 'cast' ? castVote : withdrawVote, { slug })
  return goTo(rowAt(cameFrom(visit, `/listings/${slug}`), slug))
}

/** An address of ours at the row of a listing, without the parameter of its question. */
export function rowAt(address: string, slug: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here')
  searchParams.delete('vote')
  return hereWithout({ path: pathname, query: { ...Object.fromEntries(searchParams), vote: slug } })
}

export type VotedFor = { slug: string; name: string }

/** The live listing that a sign-in link was requested to vote for; null if it only signs in. */
export async function votedFor(
  { storage, site }: Pick<Voter, 'storage' | 'site'>,
  return_to: string,
): Promise<VotedFor | null> {
  const slug = votedIn(return_to)
  const listing = slug === null ? undefined : await storage.listings.standing(site.id, slug)
  return listing?.status === 'live' ? { slug: listing.slug, name: listing.name } : null
}

/** The slug in `return_to` of the listing that somebody wanted to vote for before signing in. */
export function votedIn(return_to: string): string | null {
  const asked = URL.parse(return_to, 'http://here')?.searchParams.get('vote') ?? ''
  return slug.safeParse(asked).data ?? null
}
