// The pictures of a listing: its logo, and the pictures and videos of its gallery.
import type { z } from 'zod'
import type { Listing } from '../../../storage/listings/read.ts'
import type { Action, Given } from '../../../tools/action.ts'
import { ownedListing } from '../../../tools/my_listings/owned.ts'
import {
  addPicture,
  addVideo,
  longest_caption,
  most_media,
  moveMedium,
  removeLogo,
  removeMedium,
  uploadLogo,
} from '../../../tools/my_listings/pictures.ts'
import { picturePath } from '../../../tools/pictures/keep.ts'
import { logoLimits, mediumLimits } from '../../../tools/pictures/picture.ts'
import { flag } from '../flag.ts'
import { buttonForm, field, pictureField, sealedForm, uploadForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { crumbs, shortUrl } from '../parts.ts'
import { sized, withSizes, type Sized } from '../public/listing_story.ts'
import { ownPage } from '../private_page.ts'
import { given, type OwnVisit } from '../visit.ts'
import { shownOnly } from './boxes.ts'
import { listingIn } from './my_listing.ts'
import { refusalNote, triedAt, type Tried } from './refused.ts'

const kinds =
  'PNG, JPEG, WebP or GIF; what a camera adds about place and device is removed, and a large one is made smaller.'

export const myListingPictures = ownPage<Sized<Listing>>({
  path: '/account/listings/:id/pictures',
  largest_file: mediumLimits.max_bytes,
  load: async (visit) => withSizes(await ownedListing(listingIn(visit), visit), visit),
  render(listing, visit) {
    const { session, url } = visit
    const path = `/account/listings/${listing.id}`
    const logoTried = ['logo', 'logo/remove', 'logo/fetch'].map((to) => triedAt(visit, `${path}/${to}`))
    const tried = logoTried.find((one) => one !== null) ?? null
    const act = (to: string, label: string, fields: Record<string, string> = {}, about?: string) =>
      buttonForm(session, `${path}/${to}`, label, { fields, about })
    return {
      title: `Pictures of ${listing.name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['Pictures'])}
        <h1>What ${listing.name} looks like</h1>
        ${url.searchParams.has('saved') && html`<p class="note ok" role="status">Saved.</p>`}
        <section class="stack" aria-labelledby="lo" id="logo">
          <h2 id="lo">Logo</h2>
          ${logo(listing)} ${noteOf(tried)}
          ${uploadForm(
            session,
            `${path}/logo`,
            html`${pictureField({
                ...{ id: 'logo-file', label: listing.logo === null ? 'Your logo' : 'Another logo' },
                hint: `Square is best. At most 1 MB and ${logoLimits.max_side} pixels. ${kinds}`,
                fault: tried?.faults.picture,
              })} <button>Use this logo</button>`,
          )}
          <div class="line">
            ${listing.logo !== null && act('logo/remove', 'Show the flag instead')}
            ${
              listing.logo_url !== null &&
              listing.logo_from === null &&
              act('logo/fetch', 'Use the one from your site')
            }
          </div>
        </section>
        <section class="stack" aria-labelledby="ga" id="gallery">
          <h2 id="ga">Gallery</h2>
          ${shownOnly(listing, listing.id, 'media')} ${noteOf(triedAt(visit, `${path}/pictures/change`))}
          ${gallery(listing, act)}
          ${listing.media!.length < most_media ? additions(listing, visit) : html`<p>The gallery is full.</p>`}
        </section>
      </div>`,
    }
  },
  forms: {
    '/account/listings/:id/logo': (visit) => send(visit, uploadLogo, {}, 'logo'),
    '/account/listings/:id/logo/remove': (visit) => send(visit, removeLogo, { fetch: false }, 'logo'),
    '/account/listings/:id/logo/fetch': (visit) => send(visit, removeLogo, { fetch: true }, 'logo'),
    '/account/listings/:id/pictures': (visit) =>
      send(visit, addPicture, { caption: given(visit, 'caption') }),
    '/account/listings/:id/videos': (visit) =>
      send(visit, addVideo, { url: given(visit, 'url'), caption: given(visit, 'caption') }),
    '/account/listings/:id/pictures/change': (visit) =>
      send(visit, visit.form.get('do') === 'forward' ? moveMedium : removeMedium, {
        url: visit.form.get('medium') ?? '',
      }),
  },
})

async function send<I extends z.ZodObject, G>(
  visit: OwnVisit,
  action: Action<I, 'person', void, G>,
  input: Omit<Given<I>, 'listing_id'>,
  section: 'logo' | 'gallery' = 'gallery',
): Promise<string> {
  const listing_id = listingIn(visit)
  await visit.act(action, { ...input, listing_id } as Given<I>)
  return `/account/listings/${listing_id}/pictures?saved#${section}`
}

/** The refusal, unless it stands beside a field. */
function noteOf(tried: Tried | null): Html | false {
  const isNamed = Object.keys(tried?.faults ?? {}).some((name) => name !== 'form')
  return !isNamed && refusalNote(tried?.refused)
}

function logo({ name, logo: file, logo_from, logo_url, logo_fault }: Sized<Listing>): Html {
  const words =
    file !== null
      ? logo_from === null
        ? 'You uploaded it.'
        : logo_fault === null
          ? `From ${shortUrl(logo_from)}, kept here.`
          : `From ${shortUrl(logo_from)}, kept here. We could not keep the newer one from your site. ${logo_fault}`
      : logo_fault !== null
        ? `We could not keep the one from your site. ${logo_fault} Until there is one, your flag is shown.`
        : logo_url !== null
          ? 'We are fetching the one from your site, or you removed it. Until then your flag is shown.'
          : 'Until there is one, your flag is shown.'
  return html`<div class="line">
    ${flag(name, file)}
    <p>${words}</p>
  </div>`
}

function gallery(
  { media = [] }: Sized<Listing>,
  act: (to: string, label: string, fields: Record<string, string>, about: string) => Html,
): Html {
  if (media.length === 0) return html`<p class="soft">No pictures yet.</p>`
  return html`<ul class="rows plain stack">
    ${media.map(({ kind, url, caption, size }, index) => {
      const called = caption ?? `number ${index + 1}`
      return html`<li class="stack">
        ${
          kind === 'image' && url.startsWith(picturePath)
            ? html`<img src="${url}" alt="${caption ?? ''}" ${sized(size)} loading="lazy" />`
            : html`<p><a href="${url}" rel="nofollow ugc noopener">${shortUrl(url)}</a></p>`
        }
        ${caption !== null && html`<p>${caption}</p>`}
        <div class="line">
          ${index > 0 && act('pictures/change', 'Move forward', { medium: url, do: 'forward' }, called)}
          ${act('pictures/change', 'Remove', { medium: url, do: 'remove' }, called)}
        </div>
      </li>`
    })}
  </ul>`
}

function additions({ id }: Sized<Listing>, visit: OwnVisit): Html {
  const path = `/account/listings/${id}`
  const [picture, video] = [triedAt(visit, `${path}/pictures`), triedAt(visit, `${path}/videos`)]
  const caption = (part: 'picture' | 'video', tried: Tried | null) =>
    field({
      ...{ name: 'caption', id: `${part}-caption`, label: 'Caption', max: longest_caption },
      hint: 'Describe what it shows, for people who cannot see it',
      value: tried?.typed.get('caption'),
      fault: tried?.faults.caption,
    })
  return html`<h3>Add a picture</h3>
    ${noteOf(picture)}
    ${uploadForm(
      visit.session,
      `${path}/pictures`,
      html`${pictureField({
          ...{ id: 'picture-file', label: 'Picture', fault: picture?.faults.picture },
          hint: `At most 4 MB and ${mediumLimits.max_side} pixels. ${kinds}`,
        })}
        ${caption('picture', picture)}<button>Add the picture</button>`,
    )}
    <h3>Add a video</h3>
    ${noteOf(video)}
    ${sealedForm(
      visit.session,
      `${path}/videos`,
      html`${field({
          ...{ name: 'url', id: 'video-url', label: 'Where it is shown', hint: 'An https address', max: 500 },
          ...{ type: 'url', required: true, fault: video?.faults.url },
          value: video?.typed.get('url'),
        })}
        ${caption('video', video)}<button>Add the video</button>`,
    )}`
}
