// A preview of the public page, for its owner only: of a listing in any status, and of a draft.
import getDraft from '../../../tools/drafts/get_draft.ts'
import { profileOfDraft } from '../../../tools/drafts/preview.ts'
import { presentProfile } from '../../../tools/listings/profile.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../layout.ts'
import { crumbs, shortUrl } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { listingBody } from '../public/listing.ts'
import { known, type Shown } from '../public/listing_facts.ts'
import { withSizes } from '../public/listing_story.ts'
import { draftId } from './draft.ts'
import { listingIn } from './my_listing.ts'

type Previewed = { shown: Shown; way: [string, string][]; back: string; says: string }

export const myListingPreview = ownPage<Previewed>({
  path: '/account/listings/:id/preview',
  async load({ call, params, storage, public_url }) {
    const listing_id = listingIn({ params })
    const { name, live_at, status } = await call(getMyListing, { listing_id })
    const back = `/account/listings/${listing_id}`
    const stored = (await storage.owners.profile(listing_id))!
    return {
      shown: await withSizes(presentProfile(stored, public_url) as Shown, { storage }),
      back,
      way: [
        ['Listings', '/account/listings'],
        [name, back],
      ],
      says:
        live_at === null
          ? 'This is how its page will look. Votes begin with the launch.'
          : status === 'live'
            ? 'Others see its page with votes and reviews as well.'
            : 'This is how its page looks when it is listed again.',
    }
  },
  render: (previewed, { public_url }) => preview(previewed, public_url),
})

export const draftPreview = ownPage<Previewed>({
  path: '/account/drafts/:id/preview',
  async load({ call, params, storage, session, site }) {
    const { id } = await call(getDraft, { id: draftId(params) })
    // Only the owner gets here: the operation refuses everybody else.
    const draft = (await storage.drafts.ownedBy(session.user.id, site.id, id))!
    const shown = await profileOfDraft(draft, storage)
    const back = `/account/drafts/${id}`
    return {
      shown,
      back,
      way: [
        ['Drafts', '/account/drafts'],
        [shown.name, back],
      ],
      says: 'This is how its page will look. It becomes a listing when you submit it.',
    }
  },
  render: (previewed, { public_url }) => preview(previewed, public_url),
})

/** No evidence: the owner's own pages show it beside each field. */
const unread = { slug: '', silent_since: null, pages: [], facts: [] }

function preview({ shown, way, back, says }: Previewed, public_url: string): Page {
  const doing: Html = html`<a class="button quiet" rel="nofollow ugc noopener" href="${shown.url}"
    >Visit ${shortUrl(shown.url)}</a
  >`
  return {
    title: `Preview of ${shown.name}`,
    body: html`${crumbs(['Account', '/account'], ...way, ['Preview'])}
      <div class="note wait">
        <b>Only you see this.</b> ${says}
        <a href="${back}">Back</a>
      </div>
      ${listingBody(shown, public_url, { doing, sides: known(shown, unread, null) })}`,
  }
}
