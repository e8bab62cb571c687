// The reviews of a product, below its own text. The score is shown from the third review on, and counts all of them.
import type { Review, ShownReview } from '../../../storage/listings/reviews.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { html, type Html } from '../html.ts'
import { counted, day, pageLinks, paragraphs } from '../parts.ts'
import type { PublicVisit } from '../public_page.ts'
import { mdParagraphs, prose, sections, type Markdown } from '../prose.ts'

const per_page = 20

type Reviews = {
  items: ShownReview[]
  total: number
  page: number
  /** The visitor's own review. */
  mine: Review | undefined
  /** Whether the product is the visitor's own, which they cannot review. */
  is_own: boolean
}
type Reviewed = { slug: string; name: string; rating: { average: number; count: number } | null }

export const reviewRules =
  'Everybody whose account is an hour old may write one review of a product, but not of their own. Nobody can pay for a review, or to have one removed.'

/** A page of the reviews of a listing, the newest first. */
export async function reviewsOf(
  { storage, session, query }: Pick<PublicVisit, 'storage' | 'session' | 'query'>,
  listing_id: number,
): Promise<Reviews> {
  const page = /^[1-9]\d{0,2}$/.test(query.page ?? '') ? Number(query.page) : 1
  const found = await storage.reviews.shown(listing_id, windowOf({ page, per_page }))
  if (session === null) return { ...found, page, mine: undefined, is_own: false }
  const mine = await storage.reviews.of(listing_id, session.user.id)
  const is_own = await storage.votes.isOwn(listing_id, session.user.id)
  return { ...found, page, mine, is_own }
}

export function reviewsSection(
  { slug, name, rating }: Reviewed,
  { items, total, page, mine, is_own }: Reviews,
): Html {
  return html`<h2 id="reviews">What people say</h2>
    <p class="fine">${summary(rating, total)} ${total > 0 && reviewRules}</p>
    ${
      items.length > 0 &&
      html`<ul class="said">
        ${items.map((item) => oneReview(item, slug, item.mark === mine?.mark))}
      </ul>`
    }
    ${pageLinks(`/listings/${slug}`, new URLSearchParams(), { page, per_page, total }, '#reviews')}
    ${
      !is_own &&
      html`<p>
        <a class="button quiet" href="/listings/${slug}/review" rel="nofollow"
          >${mine !== undefined ? 'Change your review' : 'Write a review'}<span class="unseen">
            of ${name}</span
          ></a
        >
      </p>`
    }`
}

export const reviewsInMarkdown = ({ rating }: Reviewed, { items, total }: Reviews): Markdown | false =>
  total > 0 &&
  sections(
    prose`## What people say`,
    prose`${summary(rating, total)}`,
    ...items.map(({ rating: given, name, reviewed_at, body }) =>
      sections(prose`### ${given} of 5, ${name}, ${reviewed_at.slice(0, 10)}`, mdParagraphs(body)),
    ),
  )

function summary(rating: Reviewed['rating'], total: number): string {
  if (rating !== null)
    return `${rating.average.toFixed(1)} is the mean of the ${rating.count} reviews here, all of them.`
  if (total === 0) return 'Nobody has written a review yet.'
  return `${counted(total, 'review')}, so there is no score yet. A score comes with the third.`
}

function oneReview(
  { mark, rating, body, name, reviewed_at }: ShownReview,
  slug: string,
  is_mine: boolean,
): Html {
  return html`<li id="review-${mark}">
    <p class="line">
      <b>${rating} of 5</b><span dir="auto">${name}</span><span class="soft">${day(reviewed_at)}</span>
    </p>
    <blockquote dir="auto">${paragraphs(body)}</blockquote>
    ${
      !is_mine &&
      html`<p class="fine">
        <a href="/listings/${slug}/report?${new URLSearchParams({ review: mark }).toString()}" rel="nofollow"
          >Report<span class="unseen"> the review by ${name}</span></a
        >
      </p>`
    }
  </li>`
}

type Counted = Pick<Reviewed, 'rating'> & { followers: number; views: number; status: string }

/** Views, followers, and the score, which links to the reviews. */
export function numbers({ rating, followers, views, status }: Counted): Html {
  if (status === 'upcoming') return html``
  return html`<dl class="nums">
    <div>
      <dt>${views === 1 ? 'view' : 'views'}</dt>
      <dd>${views.toLocaleString('en')}</dd>
    </div>
    <div>
      <dt>${followers === 1 ? 'follower' : 'followers'}</dt>
      <dd>${followers.toLocaleString('en')}</dd>
    </div>
    ${
      rating !== null &&
      html`<div>
        <dt><a href="#reviews">from ${counted(rating.count, 'review')} below</a></dt>
        <dd>${rating.average.toFixed(1)}</dd>
      </div>`
    }
  </dl>`
}
