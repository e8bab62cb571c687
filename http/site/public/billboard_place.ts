// The form that buys a place on the billboard. It leads to the checkout; nothing is paid before that.
import createCheckout from '../../../tools/orders/create_checkout.ts'
import listMyListings from '../../../tools/my_listings/list_my_listings.ts'
import listProducts from '../../../tools/orders/list_products.ts'
import type { Refusal } from '../../../tools/errors.ts'
import { attempt, faultsByName, refusalNote } from '../account/refused.ts'
import { choice, countryField, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../layout.ts'
import { centsIn, money } from '../parts.ts'
import type { PublicVisit } from '../public_page.ts'
import { goTo, type OwnVisit, type Redirect } from '../visit.ts'

const path = '/boards/billboard/place'

/** The product, and its buyer: `mine` are the live listings of a signed-in person, null for others. */
type Place = {
  least_cents: number
  currency: string
  mine: { listing_id: number; name: string }[] | null
  country: string
}

/** Null if no place is sold. */
export async function placeFor({
  call,
  session,
  storage,
  site,
  seller,
}: Pick<PublicVisit, 'call' | 'session' | 'storage' | 'site' | 'seller'>): Promise<Place | null> {
  if (seller.payments === null) return null
  const { currency, items } = await call(listProducts, {})
  const product = items.find(({ kind }) => kind === 'billboard')
  if (product === undefined) return null
  const least_cents = product.minimum_cents ?? 100
  if (session === null) return { least_cents, currency, mine: null, country: '' }
  const { items: all } = await call(listMyListings, { per_page: 100 })
  const country = (await storage.users.profile(session.user.id))?.country ?? ''
  return {
    least_cents,
    currency,
    mine: all.filter((one) => one.status === 'live' && one.site === site.key),
    country,
  }
}

export function placeBox(
  place: Place,
  visit: Pick<PublicVisit, 'session'>,
  refusal?: { refused: Refusal; form: URLSearchParams },
): Html {
  const { least_cents, currency, mine } = place
  return html`<section class="stack" aria-labelledby="place">
    <h2 id="place">Buy a place</h2>
    <p>Any amount from ${money(least_cents, currency)}. Contributions to one listing add up and stay.</p>
    ${
      visit.session === null || mine === null
        ? html`<p>
            <a class="button" href="/sign-in?return_to=%2Fboards%2Fbillboard" rel="nofollow"
              >Sign in to buy a place</a
            >
          </p>`
        : mine.length === 0
          ? html`<p class="soft">
              The billboard shows live listings, and you own none yet. <a href="/submit">Submit a product</a>
            </p>`
          : form(place, mine, visit.session, refusal)
    }
  </section>`
}

function form(
  { least_cents, currency, country }: Place,
  mine: NonNullable<Place['mine']>,
  session: NonNullable<PublicVisit['session']>,
  refusal?: { refused: Refusal; form: URLSearchParams },
): Html {
  const faults: Record<string, string | undefined> =
    refusal === undefined ? {} : faultsByName(refusal.refused)
  const typed = (name: string, otherwise = '') => refusal?.form.get(name) ?? otherwise
  const named = ['amount_cents', 'country', 'vat_number'].some((name) => name in faults)
  return sealedForm(
    session,
    path,
    html`${refusal !== undefined && !named && refusalNote(refusal.refused)}
      ${choice(
        'listing_id',
        'Your listing',
        mine.map(({ listing_id, name }) => [String(listing_id), name]),
        typed('listing_id'),
      )}
      ${field({ name: 'amount', label: `Amount in ${currency}, without VAT`, max: 10, required: true, value: typed('amount', '50'), fault: faults.amount_cents && `Write an amount from ${money(least_cents, currency)} to ${money(1_000_000, currency)}, such as 50 or 12.50.` })}
      ${countryField({ label: 'Your country', hint: 'VAT depends on it', required: true, value: typed('country', country), fault: faults.country })}
      ${field({ name: 'vat_number', label: 'EU VAT number', hint: 'If you have one', max: 20, value: typed('vat_number'), fault: faults.vat_number })}
      <button class="wide">Go to the checkout</button>`,
  )
}

export async function buyPlace(visit: OwnVisit): Promise<Redirect | Page> {
  const given = (key: string) => (visit.form.get(key) ?? '').trim()
  const [country, vat_number] = [given('country'), given('vat_number')]
  const listing_id = Number(given('listing_id'))
  const tried = await attempt(() =>
    visit.call(createCheckout, {
      items: [{ product: 'billboard', listing_id, amount_cents: centsIn(given('amount')) }],
      ...(country !== '' && { country }),
      ...(vat_number !== '' && { vat_number }),
    }),
  )
  if ('done' in tried) return goTo(tried.done.checkout_url ?? '/account/orders')
  const place = await placeFor(visit)
  return {
    title: 'Buy a place',
    status: tried.refused.status,
    paid: true,
    nav: 'boards',
    body: html`<div class="middle stack">
      <h1>No order was made.</h1>
      ${place !== null && placeBox(place, visit, { refused: tried.refused, form: visit.form })}
      <p><a href="/boards/billboard">Back to the billboard</a></p>
    </div>`,
  }
}
