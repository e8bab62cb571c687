// The start page of an account: what needs attention, what the person has, and which programs act for them.
import { missingFromProfile } from '../../../tools/account/profile_lacks.ts'
import listMyClaims from '../../../tools/claims/list_my_claims.ts'
import listMyDrafts from '../../../tools/drafts/list_my_drafts.ts'
import getMyListing from '../../../tools/my_listings/get_my_listing.ts'
import listMyListings from '../../../tools/my_listings/list_my_listings.ts'
import listMyOrders from '../../../tools/orders/list_my_orders.ts'
import { beginOf, addDays, dayOf } from '../../../days.ts'
import { weekOf } from '../../../tools/launches/week.ts'
import type { DayCount } from '../../../storage/listings/numbers.ts'
import { bars } from '../charts.ts'
import { signOutForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { counted, day, shortUrl, time } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import type { OwnVisit } from '../visit.ts'
import { draftWords } from './drafts.ts'
import type { OwnListing } from './my_listing.ts'
import { actsAs } from './agent_words.ts'
import { standsAs } from './standing_words.ts'

/** Something that the person has to do, with a link to where it is done. */
type Need = { what: Html | string; about: string; href: string; label: string }
type Draft = Awaited<ReturnType<typeof draftsOf>>['items'][number]

/** How many listings are shown; the rest are on a page of their own. */
const shown_listings = 10

const draftsOf = ({ call }: OwnVisit) => call(listMyDrafts, { per_page: 50 })

export const overview = ownPage({
  path: '/account',
  async load(visit) {
    const { call, storage, session, now } = visit
    const all = await call(listMyListings, { per_page: 50 })
    const listings: OwnListing[] = []
    for (const { listing_id } of all.items.slice(0, shown_listings))
      listings.push(await call(getMyListing, { listing_id }))
    const drafts = (await draftsOf(visit)).items.filter(({ listing_id }) => listing_id === null)
    const gone = all.items.filter(({ status }) => status === 'withdrawn')
    const withdrawn = new Set(gone.map(({ url }) => url))
    const user_id = session.user.id
    const monday = weekOf(now)
    const votes = await storage.numbers.votesOf(user_id, beginOf(monday))
    const grants = await storage.oauth.liveGrantsOf(user_id, now.toISOString())
    const deeds = await storage.deeds.lastOf(user_id)
    return {
      needs: [
        ...(await fromProfile(visit, listings)),
        ...listings.flatMap(fromListing),
        // The draft of a withdrawn listing waits for nobody until its address is submitted again.
        ...drafts.filter(({ url }) => !withdrawn.has(url)).flatMap(fromDraft),
        ...(await fromClaims(visit)),
        ...(await fromOrders(visit)),
        ...(await fromMail(visit)),
      ],
      listings,
      more_listings: all.total - listings.length,
      drafts,
      votes: weekdays(monday, votes),
      agents: grants.map(({ client_name, created_at }) => ({
        name: client_name,
        since: created_at,
        last: deeds.find((deed) => deed.via === 'oauth' && deed.client_name === client_name),
      })),
    }
  },
  render: ({ needs, listings, more_listings, drafts, votes, agents }, { session }) => ({
    title: 'Account',
    body: html`<div class="stack">
        <h1>
          ${needs.length === 0 ? 'Nothing needs doing' : `${counted(needs.length, 'thing')} ${needs.length === 1 ? 'waits' : 'wait'} for you`}
        </h1>
        <div class="line">
          <p class="soft">Signed in as ${session.user.email ?? session.user.name}.</p>
          ${signOutForm(session)}
        </div>
      </div>
      ${
        needs.length > 0 &&
        html`<ol class="steps needs gap-l">
          ${needs.map(
            ({ what, about, href, label }) =>
              html`<li class="next">
                <b>${about}</b><span>${what}</span>
                <span class="line"
                  ><a class="button quiet" href="${href}"
                    >${label}<span class="unseen">: ${about}</span></a
                  ></span
                >
              </li>`,
          )}
        </ol>`
      }
      <div class="cols part">
        <div>${listingRows(listings, more_listings)}${draftRows(drafts)}</div>
        <aside aria-label="This week" class="stack">
          ${
            listings.some(({ live_at }) => live_at !== null) &&
            html`<h2>Votes this week</h2>
              ${
                votes.every(({ count }) => count === 0)
                  ? html`<p>None yet.</p>`
                  : bars(
                      votes.map(({ day: name, count }) => [name, count]),
                      `Votes this week: ${votes.map(({ day: name, count }) => `${name} ${count}`).join(', ')}`,
                    )
              }`
          }
          <h2>Connected</h2>
          ${
            agents.length === 0
              ? html`<p>No application acts for you.</p>`
              : html`<ul class="prose">
                  ${agents.map(
                    ({ name, since, last }) =>
                      html`<li>
                        ${name}, since ${day(since.slice(0, 10))}.
                        ${last !== undefined && html`Last: ${actsAs(last)} ${time(last.at)}.`}
                      </li>`,
                  )}
                </ul>`
          }
          <p><a href="/account/applications">Manage applications</a>, <a href="/account/keys">API keys</a></p>
        </aside>
      </div>`,
  }),
})

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function weekdays(monday: string, votes: readonly DayCount[]): DayCount[] {
  return names.map((name, index) => {
    const date = dayOf(addDays(new Date(beginOf(monday)), index))
    return { day: name, count: votes.find((one) => one.day === date)?.count ?? 0 }
  })
}

async function fromProfile({ storage, session }: OwnVisit, listings: readonly OwnListing[]): Promise<Need[]> {
  const isWanted = listings.some(({ missing }) => missing.some(({ item }) => item === 'founder_profile'))
  if (!isWanted) return []
  const lacks = missingFromProfile(await storage.users.profile(session.user.id))
  const what = html`A launch on the free plan needs it complete; it lacks ${lacks}.`
  return [{ what, about: 'Your founder profile', href: '/account/profile', label: 'Complete it' }]
}

function fromListing({ listing_id, name, missing, launch_week, status, status_reason }: OwnListing): Need[] {
  const href = `/account/listings/${listing_id}`
  if (status === 'suspended')
    return [
      { what: `The site team has suspended it. ${status_reason ?? ''}`, about: name, href, label: 'See why' },
    ]
  const before = launch_week !== null && status !== 'live' && html`Before Monday, ${day(launch_week)}: `
  return missing
    .filter(({ item }) => item !== 'founder_profile')
    .map(({ item }) => ({
      what:
        item === 'plan'
          ? html`Choose when it launches: free, or paid.`
          : html`${before}put our badge on your homepage. Its page says what we saw there.`,
      ...{ about: name, href, label: 'See to it' },
    }))
}

function fromDraft({ id, name, url, status }: Draft): Need[] {
  const [what, label] =
    status === 'ready'
      ? ['Its draft is written. Read it, and submit it when it is right.', 'Read it']
      : ['We could not read its site. Write it yourself, or let us try again.', 'Open it']
  if (status !== 'ready' && status !== 'failed') return []
  return [{ what, about: name ?? shortUrl(url), href: `/account/drafts/${id}`, label }]
}

async function fromClaims({ call, storage }: OwnVisit): Promise<Need[]> {
  const { items } = await call(listMyClaims, { per_page: 50 })
  const pending = items.filter(({ status }) => status === 'pending')
  const listings = await storage.listings.summaries(pending.map(({ listing_id }) => listing_id))
  const names = new Map(listings.map(({ id, name }) => [id, name]))
  return pending.map(({ claim_id, listing_id, slug, expires_at }) => ({
    what: html`Your claim waits for its proof until ${day(expires_at.slice(0, 10))}.`,
    ...{ about: names.get(listing_id) ?? slug, href: `/account/claims#claim-${claim_id}`, label: 'Prove it' },
  }))
}

async function fromOrders({ call }: OwnVisit): Promise<Need[]> {
  const { items } = await call(listMyOrders, { per_page: 50 })
  return items.flatMap(({ number, checkout_url, under_way }) =>
    checkout_url !== null && !under_way
      ? [{ what: 'It is not paid yet.', about: `Order ${number}`, href: checkout_url, label: 'Pay' }]
      : [],
  )
}

async function fromMail({ storage, session, now }: OwnVisit): Promise<Need[]> {
  const { email } = session.user
  if (email === null) return []
  const refused = await storage.mail.refusedTo(email, addDays(now, -30).toISOString())
  if (refused === undefined) return []
  const what = html`“${refused.subject}” of ${day(refused.created_at.slice(0, 10))} could not be delivered.
  Ask whoever runs your mailbox.`
  return [{ what, about: `Mail to ${email}`, href: '/account/profile', label: 'Your profile' }]
}

function listingRows(listings: readonly OwnListing[], more: number): Html {
  return html`<div class="head">
      <h2>Listings</h2>
      <a href="/submit">Submit ${listings.length === 0 ? 'a product' : 'another'}</a>
    </div>
    ${
      listings.length === 0
        ? html`<p class="soft">
            None yet. Submit a product, or <a href="/account/claims">claim</a> the listing that is there
            already.
          </p>`
        : html`<ul class="rows plain">
            ${listings.map((one) =>
              linkedRow({
                ...{ name: one.name, logo: one.logo_url, href: `/account/listings/${one.listing_id}` },
                about: html`<p>
                  ${standsAs(one)} ${one.live_at !== null && `${counted(one.votes, 'vote')}.`}
                </p>`,
              }),
            )}
          </ul>`
    }
    ${more > 0 && html`<p class="gap"><a href="/account/listings">And ${more} more</a></p>`}`
}

function draftRows(drafts: readonly Draft[]): Html {
  if (drafts.length === 0) return html``
  return html`<h2 class="head part">Drafts</h2>
    <ul class="rows plain">
      ${drafts.map(({ id, name, url, status, completeness }) =>
        linkedRow({
          ...{ name: name ?? shortUrl(url), href: `/account/drafts/${id}` },
          about: html`<p>${draftWords[status]}, ${completeness}% filled.</p>`,
        }),
      )}
    </ul>`
}
