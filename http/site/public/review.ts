// Writing a review, or changing one's own.
import { standingOr404 } from '../../../tools/listings/profile.ts'
import { removeReview, whyNoReview, writeReview } from '../../../tools/listings/review.ts'
import { faultsByName, refusalNote } from '../account/refused.ts'
import { buttonForm, field, radios, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { crumbs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { goTo } from '../visit.ts'
import { reviewRules } from './listing_reviews.ts'

const ratings = ['Excellent', 'Good', 'Fair', 'Poor', 'Bad'].map((word, index) => ({
  value: String(5 - index),
  label: `${5 - index}: ${word}`,
}))

export const review = ownPage({
  path: '/listings/:slug/review',
  async load(visit) {
    const { storage, session, params } = visit
    const listing = await standingOr404(params.slug!, visit)
    return {
      ...{ slug: listing.slug, name: listing.name },
      why_not: await whyNoReview(storage, listing, session.user.id, visit.now),
      before: await storage.reviews.of(listing.id, session.user.id),
    }
  },
  render({ slug, name, why_not, before }, { session, form, refused }) {
    const path = `/listings/${slug}/review`
    const faults = faultsByName(refused)
    const value = (key: 'rating' | 'body' | 'name') =>
      form.get(key) ?? (before === undefined ? null : String(before[key] ?? ''))
    return {
      title: `Review ${name}`,
      unlisted: true,
      body: html`${crumbs(['All categories', '/categories'], [name, `/listings/${slug}`], ['Review'])}
        <div class="narrow stack">
          <h1>${before === undefined ? `What do you think of ${name}?` : `Your review of ${name}`}</h1>
          ${
            why_not !== null
              ? html`<p class="note">${why_not}</p>
                  <p><a class="button quiet" href="/listings/${slug}">Back to ${name}</a></p>`
              : html`<p class="soft">${reviewRules}</p>
                  ${Object.keys(faults).length === 0 && refusalNote(refused)}
                  ${sealedForm(
                    session,
                    path,
                    html`${radios({ legend: 'How good is it?', name: 'rating', all: ratings, chosen: value('rating'), fault: faults.rating && 'Choose how good it is.' })}
                      ${field({ name: 'body', label: 'Why?', hint: 'What you used it for, what went well and what did not. Everybody can read it', max: 2000, rows: 6, required: true, value: value('body'), fault: faults.body && 'Say in a sentence or two why: 20 characters or more, and at most 2,000.' })}
                      ${field({ name: 'name', label: 'Your name', hint: 'Shown beside the review', autocomplete: 'name', max: 80, required: true, value: value('name') ?? session.user.name, fault: faults.name && 'Enter the name to show beside your review: 2 characters or more.' })}
                      <button>${before === undefined ? 'Publish the review' : 'Change the review'}</button>`,
                  )}
                  ${before !== undefined && buttonForm(session, `${path}/remove`, 'Take the review back')}`
          }
        </div>`,
    }
  },
  forms: {
    async '/listings/:slug/review'({ act, params, form }) {
      const slug = params.slug!
      const said = (name: string) => form.get(name) ?? ''
      await act(writeReview, { slug, rating: said('rating'), body: said('body'), name: said('name') })
      return `/listings/${slug}#reviews`
    },
  },
  post: {
    async '/listings/:slug/review/remove'(visit) {
      const slug = visit.params.slug!
      await visit.act(removeReview, { slug })
      return goTo(`/listings/${slug}#reviews`)
    },
  },
})
