// News of a listing by its owner: updates, milestones and the founder story.
import { isInLists } from '../../../storage/listings/has_page.ts'
import { storyParts } from '../../../storage/tables/listings.ts'
import { Refusal } from '../../../tools/errors.ts'
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
import { goTo, idOf, type OwnVisit } from '../visit.ts'
import { asShown, changedIn } from './as_shown.ts'
import { storyFields } from './boxes.ts'
import { listingIn, type OwnListing } from './my_listing.ts'
import { attempt, faultsByName, refusalNote } from './refused.ts'

/** A refused form, with what was typed into it. */
type Tried = {
  part: 'update' | 'note' | 'milestone' | 'story'
  form: URLSearchParams
  refused: Refusal
} | null
type Update = Awaited<ReturnType<OwnVisit['storage']['updates']['ofListing']>>[number]
type Shown = {
  listing: OwnListing
  updates: Update[]
  launch_note: string | null
  said: string | null
  tried: Tried
}

/** How many updates are shown, the newest first. */
const shown_updates = 20

export const myListingNews = ownPage<Shown>({
  path: '/account/listings/:id/news',
  longest_form: 262_144,
  load: (visit) => show(visit, null),
  render(shown, { session }) {
    const { listing, updates, launch_note, said, tried } = shown
    const path = `/account/listings/${listing.listing_id}`
    return {
      title: `News of ${listing.name}`,
      status: tried?.refused.status ?? 200,
      body: html`<div class="narrow stack">
        ${crumbs(['Listings', '/account/listings'], [listing.name, path], ['News and story'])}
        <h1>What is new at ${listing.name}?</h1>
        ${said !== null && html`<p class="note ok" role="status">${said}</p>`}
        <section class="stack" aria-labelledby="up">
          <h2 id="up">Post an update</h2>
          <p>It appears on the page of the listing, and its followers get it by mail. At most five a day.</p>
          ${noteOf(tried, 'update')}
          ${
            isInLists(listing) || tried?.part === 'update'
              ? sealedForm(session, `${path}/update`, updateBoxes(tried))
              : html`<p class="note">${updates_wait} <a href="${path}">What is left to do</a></p>`
          }
          ${told(updates, (id, about) => buttonForm(session, `${path}/update/delete`, 'Delete', { fields: { id }, about }))}
        </section>
        <section class="stack" aria-labelledby="no">
          <h2 id="no">A note at the top</h2>
          <p>A few words of yours, above everything else on its page, from its launch on.</p>
          ${noteOf(tried, 'note')}${sealedForm(session, `${path}/note`, noteBox(launch_note, tried))}
        </section>
        <section class="stack" aria-labelledby="mi">
          <h2 id="mi">Milestones</h2>
          ${shownOnly(listing, 'milestones')}
          ${milestones(listing, (id, about) => buttonForm(session, `${path}/milestones/delete`, 'Delete', { fields: { id }, about }))}
          ${noteOf(tried, 'milestone')}${sealedForm(session, `${path}/milestones`, milestoneBoxes(tried))}
        </section>
        <section class="stack" aria-labelledby="st">
          <h2 id="st">The story behind it</h2>
          ${shownOnly(listing, 'story')}
          ${noteOf(tried, 'story')}${sealedForm(session, `${path}/story`, storyBoxes(listing, tried))}
        </section>
      </div>`,
    }
  },
  post: {
    async '/account/listings/:id/update'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const words = { title: given(form, 'title'), body: given(form, 'body') }
      const tried = await attempt(() => call(postListingUpdate, { listing_id, ...words }))
      if ('done' in tried) return goTo(`${newsOf(listing_id)}?told=${tried.done.followers_told}`)
      return show(visit, { part: 'update', form, refused: tried.refused })
    },

    async '/account/listings/:id/update/delete'(visit) {
      const listing_id = listingIn(visit)
      await visit.act(deleteUpdate, { listing_id, update_id: idOf(visit.form) })
      return goTo(`${newsOf(listing_id)}?saved`)
    },

    async '/account/listings/:id/note'(visit) {
      const listing_id = listingIn(visit)
      const launch_note = given(visit.form, 'launch_note')
      const changed = changedIn(visit.form, { launch_note }, { launch_note: (await noteNow(visit)) ?? '' })
      if (changed instanceof Refusal) return show(visit, { part: 'note', form: visit.form, refused: changed })
      const tried = await attempt(() => visit.act(writeLaunchNote, { listing_id, launch_note }))
      if ('done' in tried) return goTo(`${newsOf(listing_id)}?saved#no`)
      return show(visit, { part: 'note', form: visit.form, refused: tried.refused })
    },

    async '/account/listings/:id/milestones'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const [description, url] = [given(form, 'description'), given(form, 'url')]
      const tried = await attempt(() =>
        call(addMilestone, {
          ...{ listing_id, date: given(form, 'date'), title: given(form, 'milestone_title') },
          ...(description !== '' && { description }),
          ...(url !== '' && { url }),
        }),
      )
      if ('done' in tried) return goTo(`${newsOf(listing_id)}?saved#mi`)
      return show(visit, { part: 'milestone', form, refused: tried.refused })
    },

    async '/account/listings/:id/milestones/delete'(visit) {
      const listing_id = listingIn(visit)
      const milestone_id = idOf(visit.form)
      const tried = await attempt(() => visit.call(deleteMilestone, { listing_id, milestone_id }))
      if ('done' in tried) return goTo(`${newsOf(listing_id)}?saved#mi`)
      return show(visit, { part: 'milestone', form: visit.form, refused: tried.refused })
    },

    async '/account/listings/:id/story'(visit) {
      const { form, call } = visit
      const listing_id = listingIn(visit)
      const parts = Object.fromEntries(storyParts.map((part) => [part, given(form, `story_${part}`)]))
      const { story } = await call(getMyListing, { listing_id })
      const changed = changedIn(form, { story: parts }, { story })
      if (changed instanceof Refusal) return show(visit, { part: 'story', form, refused: changed })
      const tried = await attempt(() => call(setFounderStory, { listing_id, ...parts }))
      if ('done' in tried) return goTo(`${newsOf(listing_id)}?saved#st`)
      return show(visit, { part: 'story', form, refused: tried.refused })
    },
  },
})

const newsOf = (listing_id: number) => `/account/listings/${listing_id}/news`
const given = (form: URLSearchParams, key: string) => (form.get(key) ?? '').trim()

async function show(visit: OwnVisit, tried: Tried): Promise<Shown> {
  const listing = await visit.call(getMyListing, { listing_id: listingIn(visit) })
  const { searchParams } = visit.url
  const followersTold = /^\d{1,9}$/.exec(searchParams.get('told') ?? '')?.[0]
  const said =
    followersTold !== undefined
      ? `Posted. ${counted(Number(followersTold), 'follower gets', 'followers get')} a mail.`
      : searchParams.has('saved')
        ? 'Saved.'
        : null
  const updates = await visit.storage.updates.ofListing(listing.listing_id, shown_updates)
  const launch_note = await noteNow(visit)
  return { listing, updates, launch_note, said: tried === null ? said : null, tried }
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

function noteOf(tried: Tried, part: NonNullable<Tried>['part']): Html {
  return tried?.part === part ? refusalNote(tried.refused) : html``
}

/** A note for sections that are saved but hidden until they are bought. */
function shownOnly({ unlocked_sections, listing_id }: OwnListing, section: 'milestones' | 'story'): Html {
  return unlocked_sections.includes(section)
    ? html`<p>The public sees this.</p>`
    : html`<p>
        Saved in any case. The public sees it with a paid launch, or
        <a href="/account/listings/${listing_id}/plan">once the section is bought</a> beside one.
      </p>`
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

function valuesOf(tried: Tried, part: NonNullable<Tried>['part']) {
  const own = tried?.part === part ? tried : null
  return { typed: own?.form, faults: own === null ? {} : faultsByName(own.refused) }
}

function updateBoxes(tried: Tried): Html {
  const { typed, faults } = valuesOf(tried, 'update')
  return html`${field({ name: 'title', label: 'Title', max: 200, required: true, value: typed?.get('title'), fault: faults.title })}
    ${field({ name: 'body', label: 'Text', max: 5000, rows: 6, required: true, value: typed?.get('body'), fault: faults.body })}
    <button>Post the update</button>`
}

function noteBox(launch_note: string | null, tried: Tried): Html {
  const { typed, faults } = valuesOf(tried, 'note')
  const value = typed?.get('launch_note') ?? launch_note
  return html`${field({
      ...{ name: 'launch_note', label: 'Your note', hint: 'Plain text. Leave it empty to take it away.' },
      ...{ max: longest_note, rows: 4, value, fault: faults.launch_note },
    })}
    ${asShown({ launch_note: launch_note ?? '' })}<button>Save the note</button>`
}

function milestoneBoxes(tried: Tried): Html {
  const { typed, faults } = valuesOf(tried, 'milestone')
  return html`<h3>Add a milestone</h3>
    ${field({ name: 'date', label: 'Day', type: 'date', max: 10, required: true, value: typed?.get('date'), fault: faults.date })}
    ${field({ name: 'milestone_title', label: 'What happened', max: 200, required: true, value: typed?.get('milestone_title'), fault: faults.title })}
    ${field({ name: 'description', label: 'More about it', max: 2000, rows: 3, value: typed?.get('description'), fault: faults.description })}
    ${field({ name: 'url', label: 'Where to read more', hint: 'An https address', type: 'url', max: 500, value: typed?.get('url'), fault: faults.url })}
    <button>Add</button>`
}

function storyBoxes({ story }: OwnListing, tried: Tried): Html {
  const { typed = null, faults } = valuesOf(tried, 'story')
  return html`${storyFields(story ?? {}, { typed, faults })} ${asShown({ story })}<button>
      Save the story
    </button>`
}
