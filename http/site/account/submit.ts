// Submitting a product: a form for its address, and for strangers what it costs before they sign in.
import type { z } from 'zod'
import { siteUrl } from '../../../tools/drafts/site_url.ts'
import submitListing from '../../../tools/drafts/submit_listing.ts'
import { requiredProfile } from '../../../tools/account/profile_lacks.ts'
import listProducts from '../../../tools/orders/list_products.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { fact, money, shortUrl } from '../parts.ts'
import { openPage } from '../private_page.ts'
import { given, ownVisit, toSignIn } from '../visit.ts'
import { attempt, faultsByName, refusalNote } from './refused.ts'

export type Submitted = { given: string; shown: string }

/** The address in `return_to` that somebody gave before signing in; null if there is none, or it is no website's. */
export function submittedIn(return_to: string): Submitted | null {
  const { pathname, searchParams } = new URL(return_to, 'http://here')
  const given = searchParams.get('url')
  if (pathname !== '/submit' || given === null) return null
  try {
    return { given, shown: shortUrl(siteUrl(given).url) }
  } catch {
    return null
  }
}

export const submit = openPage({
  path: '/submit',
  async load(visit) {
    // Whoever brings an address wants to submit it, and that needs a sign-in.
    const given = visit.url.searchParams.get('url')
    if (visit.session === null && given !== null) {
      const tried = await attempt(async () => siteUrl(given))
      if ('done' in tried) return toSignIn(visit)
      visit.refused = tried.refused
    }
    return visit.call(listProducts, {})
  },
  render(sold, { session, site, url, form, refused }) {
    const asked = (url.searchParams.get('url') ?? '').slice(0, 2048)
    const fault = faultsByName(refused).url
    const address = field({
      ...{ name: 'url', label: 'Website of the product', max: 2048, autocomplete: 'url', required: true },
      ...{ value: form.get('url')?.trim() ?? asked, fault },
    })
    return {
      title: 'Submit a product',
      body: html`<div class="cols">
        <div class="stack">
          <h1>What is its address?</h1>
          <p class="lead">
            We read the site, as far as its robots.txt allows, and write a first profile. It takes about a
            minute, costs nothing, and publishes nothing.
          </p>
          ${fault === undefined && refusalNote(refused)}
          ${
            session === null
              ? html`<form class="stack" action="/submit">
                  ${address}<button class="big">Sign in and read it</button>
                </form>`
              : sealedForm(session, '/submit', html`${address}<button class="big">Read it</button>`)
          }
          <p class="fine">
            Already listed? <a href="/search">Find its page</a> and claim it instead: same page, same votes,
            new owner.
          </p>
          ${costs(sold)}
        </div>
        ${then(site.name)}
      </div>`,
    }
  },
  forms: {
    async '/submit'(visit) {
      const own = ownVisit(visit)
      if (own === null) return toSignIn(visit)
      const { id } = await own.call(submitListing, { url: given(own, 'url') })
      return `/account/drafts/${id}`
    },
  },
})

function costs({ items, currency }: z.output<typeof listProducts.output>): Html {
  const priced = items.flatMap(({ kind, name, description, amount_cents }) =>
    kind === 'billboard' || amount_cents === null
      ? []
      : [fact(name, html`${money(amount_cents, currency)}. ${description}`)],
  )
  return html`<section class="part" aria-labelledby="costs">
    <h2 id="costs" class="head">What it costs</h2>
    <dl class="facts">${fact('A draft, and a launch in a free week', 'Nothing.')} ${priced}</dl>
    ${priced.length > 0 && html`<p class="fine">Prices are without VAT. Votes are not for sale.</p>`}
  </section>`
}

function then(site_name: string): Html {
  return html`<section aria-labelledby="then">
    <h2 id="then" class="head">Then</h2>
    <ol class="steps">
      <li><b>You read the draft</b><span class="soft">Every value with the sentence it came from.</span></li>
      <li>
        <b>You choose a week</b
        ><span class="soft"
          >Free: some weeks ahead, with the badge of ${site_name} on your homepage and a founder profile:
          ${requiredProfile}. Paid: now, or in any week of the coming year.</span
        >
      </li>
      <li>
        <b>It launches</b
        ><span class="soft"
          >On a Monday, or at once where you pay for that. People vote until the end of Sunday, UTC.</span
        >
      </li>
    </ol>
  </section>`
}
