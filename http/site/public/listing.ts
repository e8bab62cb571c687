import getAlternatives from '../../../tools/listings/get_alternatives.ts'
import listTrophies from '../../../tools/awards/list_trophies.ts'
import getListing from '../../../tools/listings/get_listing.ts'
import getListingEvidence from '../../../tools/listings/get_listing_evidence.ts'
import { cabinet, type Trophy } from '../cabinet.ts'
import { domainRating, monthlyRevenue } from '../charts.ts'
import { flag } from '../flag.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { listingInMarkdown } from '../profiles_in_markdown.ts'
import { crumbs, shortUrl } from '../parts.ts'
import { outPath } from '../out.ts'
import { publicPage } from '../public_page.ts'
import { previewOf } from '../preview.ts'
import { noTagline, prize, row, votePath } from '../standing.ts'
import { breadcrumbs, listingData, structured } from '../structured.ts'
import { goTo } from '../visit.ts'
import { followFor, followForm } from '../following.ts'
import { sendVote, votesFor } from '../voting.ts'
import { known, type Evidence, type Shown } from './listing_facts.ts'
import { numbers, reviewsInMarkdown, reviewsOf, reviewsSection } from './listing_reviews.ts'
import { intro, launchNote, ownBar, share, silence, story, withSizes } from './listing_story.ts'
import { isWaiting, launchingBeside, launchingToo, toCome } from './listing_to_come.ts'

/** One product: what it is, the evidence for that, and where to visit it or vote. */
export const listing = publicPage({
  path: '/listings/:slug',
  query: ['vote', 'page'],
  async load(visit) {
    const slug = visit.params.slug!
    const shown = await withSizes(await visit.call(getListing, { slug }), visit)
    if (shown.slug !== slug) return goTo(`/listings/${shown.slug}`)
    const [evidence, standing, trophies, alternatives, vote, follow, revenues, beside] = await Promise.all([
      visit.call(getListingEvidence, { slug }),
      visit.storage.listings.standing(visit.site.id, slug),
      shown.awards.length === 0 ? { items: [] } : visit.call(listTrophies, { listing: slug }),
      visit.call(getAlternatives, { slug, per_page: 5 }),
      votesFor(visit, [shown]),
      followFor(visit, 'listing', shown),
      visit.storage.measures.revenuesOf(visit.site.id, [slug]),
      shown.status === 'upcoming' ? launchingBeside(visit, shown) : [],
    ])
    const alike = await withLogos(visit, alternatives.items)
    const reviews = shown.status === 'live' ? await reviewsOf(visit, standing!.id) : null
    const launch_note = shown.status === 'live' ? standing!.launch_note : null
    const listing_id = standing?.id
    const owners =
      visit.session === null || listing_id === undefined ? [] : await visit.storage.owners.people(listing_id)
    const is_mine = owners.some(({ user_id }) => user_id === visit.session!.user.id)
    const revenue = revenues.get(slug) ?? null
    const more = { vote, follow, revenue, beside, reviews, launch_note, listing_id, is_mine }
    return { shown, evidence, trophies: trophies.items, alternatives: alike, ...more }
  },
  render({ shown, evidence, trophies, alternatives, launch_note, listing_id, ...more }, visit) {
    const { vote, follow, revenue, beside, reviews, is_mine } = more
    const way: [string, string][] = [
      ['All categories', '/categories'],
      [shown.category.name, `/categories/${shown.category.slug}`],
    ]
    const image = previewOf(shown, visit)
    // Only for the team: its members get pages that are made for them and not shared.
    const desk =
      visit.session?.user.role === 'team' && listing_id !== undefined ? `/team/listings/${listing_id}` : null
    const isToCome = shown.status === 'upcoming'
    const visiting = html`<a
      class="button ${isToCome && 'quiet'}"
      rel="nofollow ugc noopener"
      href="${outPath(shown.slug)}"
      >Visit ${shortUrl(shown.url)}</a
    >`
    const doing = isToCome
      ? html`${follow}${visiting}`
      : html`${vote(shown, true)}${visiting}${follow}${share(shown)}`
    const body = html`${is_mine && ownBar(`/account/listings/${listing_id}`)}${crumbs(...way)}
    ${listingBody(shown, visit.public_url, {
      doing,
      tag: evidence.silent_since !== null && html`<span class="tag">Site does not answer</span>`,
      note: html`${
        shown.status === 'live' &&
        html`<div id="${shown.slug}">${vote.under(shown)}</div>
          ${is_mine && html`<p class="fine">It is yours, so you cannot vote for it.</p>`}`
      }${launchNote(launch_note)}${silence(evidence, shown)}${isToCome && toCome(shown)}`,
      sides: html`${sides(shown, evidence, trophies)}${revenue !== null && monthlyRevenue(revenue, visit.site.currency)}`,
      after: html`${reviews !== null && reviewsSection(shown, reviews)}${beside.length > 0 && launchingToo(shown, beside)}${others(
        shown,
        alternatives,
        { desk, is_mine },
      )}`,
    })}`
    return {
      title: shown.tagline === null ? shown.name : `${shown.name}: ${shown.tagline}`,
      description: shown.short_description ?? shown.tagline ?? undefined,
      nav: 'categories',
      unlisted: isWaiting(shown),
      listing_id,
      preview: { image, alt: `${shown.name} on ${visit.site.name}` },
      head: structured(listingData(shown, visit, image), breadcrumbs(visit, ...way, [shown.name])),
      body,
    }
  },
  markdown: ({ shown, alternatives, reviews, launch_note }, visit) =>
    listingInMarkdown(
      { ...shown, launch_note },
      alternatives,
      visit,
      reviews !== null && reviewsInMarkdown(shown, reviews),
    ),
  post: { [votePath(':slug')]: sendVote, ...followForm('listing') },
})

type Parts = { doing: Html; tag?: Html | false; note?: Html; sides: Html; after?: Html }

/** The content of a listing's page, also for its owner's preview. */
export function listingBody(
  shown: Shown,
  public_url: string,
  { doing, tag, note, after, sides }: Parts,
): Html {
  return html`<header class="mast-head">
      ${flag(shown.name, shown.logo_url)}
      <div class="say">
        <p class="line">${marks(shown)}${tag}</p>
        <h1>${shown.name}</h1>
        <p class="lead">${shown.tagline ?? noTagline(shown.not_found_on_website)}</p>
      </div>
      <div class="do">${doing}</div>
      ${numbers(shown)}
    </header>
    <div class="cols part answer">
      <div class="stack">${note}${intro(shown, public_url)}</div>
      <div>${sides}</div>
      <div class="stack">${story(shown)}${after}</div>
    </div>`
}

function marks({ awards, verified, status }: Shown): Html {
  const [best] = [...awards].sort((a, b) => a.place - b.place)
  return html`${best !== undefined && prize(best.place)}
  ${verified !== null && html`<span class="tag ok">✓ Verified owner</span>`}
  ${status === 'upcoming' && html`<span class="tag">Launching soon</span>`}`
}

type Listed = Parameters<typeof row>[0]

const sides = (shown: Shown, evidence: Evidence, trophies: readonly Trophy[]): Html =>
  html`${known(shown, evidence)}
  ${
    trophies.length > 0 &&
    html`<section class="part" aria-labelledby="cab">
      <h2 id="cab" class="head"><a href="/listings/${shown.slug}/trophies">Trophies</a></h2>
      ${cabinet(trophies, 'listing')}
    </section>`
  }
  ${shown.domain_rating !== null && domainRating(shown.domain_rating)}`

/** What else there is, and what can be done about the listing. */
function others(
  { provenance, slug, status, verified }: Shown,
  alternatives: readonly (Listed & { approved?: boolean })[],
  { desk, is_mine }: { desk: string | null; is_mine: boolean },
): Html {
  return html`${
      alternatives.length > 0 &&
      html`<section class="part" aria-labelledby="alt">
        <h2 id="alt" class="head">Alternatives</h2>
        <ul class="rows plain tiles">
          ${alternatives.map((item) => row(item, { where: false }))}
        </ul>
        ${
          status === 'live' &&
          html`<p class="gap">
            <a href="/compare?${new URLSearchParams({ a: slug, b: alternatives[0]!.slug }).toString()}"
              >Compare side by side</a
            >
          </p>`
        }
      </section>`
    }
    <section class="part" aria-labelledby="own">
      <h2 id="own" class="head">
        ${is_mine ? 'It is yours' : verified === null ? 'Is it yours?' : 'Its owner is verified'}
      </h2>
      <p class="line">
        ${
          status === 'upcoming' &&
          html`<a href="/account/listings" rel="nofollow">See what is still to be done</a>`
        }
        ${
          !is_mine &&
          html`<a href="/account/claims?${new URLSearchParams({ slug }).toString()}" rel="nofollow"
            >${verified === null ? 'Claim it' : 'Dispute that'}</a
          >`
        }
        <a href="/listings/${slug}/badges">Badges</a>
        ${desk !== null && html`<a href="${desk}">Open it at the desk</a>`}
      </p>
      ${
        !is_mine &&
        html`<p class="gap">
          Is something wrong with it? <a href="/listings/${slug}/report" rel="nofollow">Report it</a>
        </p>`
      }
      ${
        provenance?.source != null &&
        html`<p class="fine gap">
          Taken from ${provenance.source}${provenance.licence !== null && `, licence ${provenance.licence}`}.
        </p>`
      }
    </section>`
}
