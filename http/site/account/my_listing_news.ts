// News of a listing by its owner: updates, milestones and the founder story.
import { isInLists } from '../../../storage/listings/has_page.ts'
import { storyParts } from '../../../storage/tables/listings.ts'
import addMilestone from '../../../tools/my_listings/add_milestone.ts'
import { deleteUpdate } from '../../../tools/my_listings/delete_update.ts'
import deleteMilestone from '../../../tools/my_listings/delete_milestone.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import postListingUpdate from '../../../tools/my_listings/post_listing_update.ts'
import setFounderStory from '../../../tools/my_listings/set_founder_story.ts'
import { longest_note, writeLaunchNote } from '../../../tools/my_listings/launch_note.ts'
import { updates_wait } from '../../../tools/my_listings/updates_wait.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, crumbs, day, paragraphs } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import { given, goTo, idOf, type OwnVisit } from '../visit.ts'
import { asShown, changedIn } from './as_shown.ts'
import { shownOnly, storyFields } from './boxes.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { refusalNote, triedAt, type Tried } from './refused.ts'

type Update = Awaited<ReturnType<OwnVisit['storage']['updates']['ofListing']>>[number]

/** How many updates are shown, the newest first. */
const shown_updates = 20

export const myListingNews = ownPage({
  path: '/account/listings/:id/news',
  longest_form: 262_144,
  async load(visit) {
    const listing = await visit.call(getMyListing, { listing_id: listingIn(visit) })
    const updates = await visit.storage.updates.ofListing(listing.listing_id, shown_updates)
    return { listing, updates, launch_note: await noteNow(visit) }
  },
  render({ listing, updates, launch_note }, visit) {
    const { session } = visit
    const path = `/account/listings/${listing.listing_id}`
    const tried = (form: string) => triedAt(visit, `${path}/${form}`)
    const said = saidIn(visit.url)
    return {
      title: `News of ${listing.name}`,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['News and story'])}
        <h1>What is new at ${listing.name}?</h1>
        ${said !== null && html`<p class="note ok" role="status">${said}</p>`}
        <section class="stack" aria-labelledby="up">
          <h2 id="up">Post an update</h2>
          <p>It appears on the page of the listing, and its followers get it by mail. At most five a day.</p>
          ${refusalNote(tried('update')?.refused)}
          ${
            isInLists(listing) || tried('update')
              ? sealedForm(session, `${path}/update`, updateBoxes(tried('update')))
              : html`<p class="note">${updates_wait} <a href="${path}">What is left to do</a></p>`
          }
          ${told(updates, (id, about) => buttonForm(session, `${path}/update/delete`, 'Delete', { fields: { id }, about }))}
        </section>
        <section class="stack" aria-labelledby="no">
          <h2 id="no">A note at the top</h2>
          <p>A few words of yours, above everything else on its page, from its launch on.</p>
          ${refusalNote(tried('note')?.refused)}${sealedForm(session, `${path}/note`, noteBox(launch_note, tried('note')))}
        </section>
        <section class="stack" aria-labelledby="mi">
          <h2 id="mi">Milestones</h2>
          ${shownOnly(listing, listing.listing_id, 'milestones')}
          ${milestones(listing, (id, about) => buttonForm(session, `${path}/milestones/delete`, 'Delete', { fields: { id }, about }))}
          ${refusalNote((tried('milestones') ?? tried('milestones/delete'))?.refused)}${sealedForm(session, `${path}/milestones`, milestoneBoxes(tried('milestones')))}
        </section>
        <section class="stack" aria-labelledby="st">
          <h2 id="st">The story behind it</h2>
          ${shownOnly(listing, listing.listing_id, 'story')}
          ${refusalNote(tried('story')?.refused)}${sealedForm(session, `${path}/story`, storyBoxes(listing, tried('story')))}
        </section>
      </div>`,
    }
  },
  forms: {
    async '/account/listings/:id/update'(visit) {
      const listing_id = listingIn(visit)
      const words = { title: given(visit, 'title'), body: given(visit, 'body') }
      const { followers_told } = await visit.call(postListingUpdate, { listing_id, ...words })
      return `${newsOf(listing_id)}?told=${followers_told}`
    },

    async '/account/listings/:id/note'(visit) {
      const listing_id = listingIn(visit)
      const launch_note = given(visit, 'launch_note')
      changedIn(visit.form, { launch_note }, { launch_note: (await noteNow(visit)) ?? '' })
      await visit.act(writeLaunchNote, { listing_id, launch_note })
      return `${newsOf(listing_id)}?saved#no`
    },

    async '/account/listings/:id/milestones'(visit) {
      const listing_id = listingIn(visit)
      const [description, url] = [given(visit, 'description'), given(visit, 'url')]
      await visit.call(addMilestone, {
        ...{ listing_id, date: given(visit, 'date'), title: given(visit, 'milestone_title') },
        ...(description !== '' && { description }),
        ...(url !== '' && { url }),
      })
      return `${newsOf(listing_id)}?saved#mi`
    },

    async '/account/listings/:id/milestones/delete'(visit) {
      const listing_id = listingIn(visit)
      await visit.call(deleteMilestone, { listing_id, milestone_id: idOf(visit.form) })
      return `${newsOf(listing_id)}?saved#mi`
    },

    async '/account/listings/:id/story'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const parts = Object.fromEntries(storyParts.map((part) => [part, given(visit, `story_${part}`)]))
      const { story } = await call(getMyListing, { listing_id })
      changedIn(form, { story: parts }, { story })
      await call(setFounderStory, { listing_id, ...parts })
      return `${newsOf(listing_id)}?saved#st`
    },
  },
  post: {
    async '/account/listings/:id/update/delete'(visit) {
      const listing_id = listingIn(visit)
      await visit.act(deleteUpdate, { listing_id, update_id: idOf(visit.form) })
      return goTo(`${newsOf(listing_id)}?saved`)
    },
  },
})

const newsOf = (listing_id: number) => `/account/listings/${listing_id}/news`

/** What was done on the page before, from the address it led to. */
function saidIn({ searchParams }: URL): string | null {
  const followersTold = /^\d{1,9}$/.exec(searchParams.get('told') ?? '')?.[0]
  if (followersTold !== undefined)
    return Number(followersTold) === 0
      ? 'Posted. Nobody follows it yet, so no mail goes out.'
      : `Posted. ${counted(Number(followersTold), 'follower is', 'followers are')} told by mail.`
  return searchParams.has('saved') ? 'Saved.' : null
}

const noteNow = async (visit: OwnVisit) =>
  (await visit.storage.owners.listing(visit.session.user.id, listingIn(visit)))?.launch_note ?? null

/** The posted updates, each with a button that deletes it. */
function told(updates: readonly Update[], remove: (id: number, about: string) => Html): Html {
  if (updates.length === 0) return html``
  return html`<h3>Posted</h3>
    <ul class="rows plain stack">
      ${updates.map(
        ({ id, title, body, published_at }) =>
          html`<li>
            <h4>${title}</h4>
            <p class="soft">${day(published_at.slice(0, 10))}</p>
            ${paragraphs(body)} ${remove(id, title)}
          </li>`,
      )}
    </ul>
    <p class="fine">A mail that was sent stays sent.</p>`
}

function milestones({ milestones: all }: OwnListing, remove: (id: number, about: string) => Html): Html {
  if (all.length === 0) return html`<p class="soft">None yet.</p>`
  return html`<ul class="rows plain stack">
    ${all.map(
      ({ id, date, title, description }) =>
        html`<li>
          <h3>${title}</h3>
          <p class="soft">${day(date)}${description !== null && `. ${description}`}</p>
          ${remove(id, title)}
        </li>`,
    )}
  </ul>`
}

function updateBoxes(tried: Tried | null): Html {
  const { typed, faults = {} } = tried ?? {}
  return html`${field({ name: 'title', label: 'Title', max: 200, required: true, value: typed?.get('title'), fault: faults.title })}
    ${field({ name: 'body', label: 'Text', max: 5000, rows: 6, required: true, value: typed?.get('body'), fault: faults.body })}
    <button>Post the update</button>`
}

function noteBox(launch_note: string | null, tried: Tried | null): Html {
  return html`${field({
      ...{ name: 'launch_note', label: 'Your note', hint: 'Plain text. Leave it empty to take it away.' },
      ...{ max: longest_note, rows: 4, fault: tried?.faults.launch_note },
      value: tried?.typed.get('launch_note') ?? launch_note,
    })}
    ${asShown({ launch_note: launch_note ?? '' })}<button>Save the note</button>`
}

function milestoneBoxes(tried: Tried | null): Html {
  const { typed, faults = {} } = tried ?? {}
  return html`<h3>Add a milestone</h3>
    ${field({ name: 'date', label: 'Day', type: 'date', max: 10, required: true, value: typed?.get('date'), fault: faults.date })}
    ${field({ name: 'milestone_title', label: 'What happened', max: 200, required: true, value: typed?.get('milestone_title'), fault: faults.title })}
    ${field({ name: 'description', label: 'More about it', max: 2000, rows: 3, value: typed?.get('description'), fault: faults.description })}
    ${field({ name: 'url', label: 'Where to read more', hint: 'An https address', type: 'url', max: 500, value: typed?.get('url'), fault: faults.url })}
    <button>Add</button>`
}

function storyBoxes({ story }: OwnListing, tried: Tried | null): Html {
  return html`${storyFields(story ?? {}, tried)} ${asShown({ story })}<button>Save the story</button>`
}
