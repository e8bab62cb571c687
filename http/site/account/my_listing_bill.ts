// Beside the planner: the price of the choice, the one button that orders it, and what is missing for a free week.
import type { z } from 'zod'
import { requiredProfile } from '../../../tools/account/profile_lacks.ts'
import type { Refusal } from '../../../tools/errors.ts'
import { isUpgrade } from '../../../tools/orders/effects.ts'
import type quoteOrder from '../../../tools/orders/quote_order.ts'
import { buttonForm, hidden, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { sumsTable } from '../order_parts.ts'
import { day, money, shortUrl } from '../parts.ts'
import type { OwnVisit } from '../visit.ts'
import type { OwnListing } from './my_listing.ts'
import { forPeople } from './refused.ts'

/** The current choice; empty at first. */
export type Choice = { week: string; extras: string[]; country: string; vat_number: string }

/** A free week is chosen as "free:" and its Monday. */
const free = 'free:'
export const freely = (week: string): string => free + week
export const freeWeekIn = ({ week }: Pick<Choice, 'week'>): string | null =>
  week.startsWith(free) ? week.slice(free.length) : null

export const wantsPaid = (choice: Choice): boolean =>
  freeWeekIn(choice) === null && (choice.week !== '' || choice.extras.length > 0)

type Shown = {
  listing: OwnListing
  choice: Choice
  quote: z.output<typeof quoteOrder.output> | null
  refused: Refusal | null
}

/** The price of the choice, and the one button that orders it. */
export function bill({ listing, choice, quote, refused }: Shown, session: OwnVisit['session']): Html {
  const path = `/account/listings/${listing.listing_id}`
  const week = freeWeekIn(choice)
  if (week !== null && listing.launch_options?.weeks.some((one) => one.free && one.week === week))
    return html`<h2>Free of charge</h2>
      <p>Monday, ${day(week)}, at 00:00 UTC.</p>
      ${buttonForm(session, `${path}/plan/free`, 'Take this week', { quiet: false, fields: { week: choice.week } })}`
  if (quote === null) return lacks({ listing, choice, refused })
  const { lines, currency, net_cents, vat_cents, gross_cents, vat } = quote
  return html`<div class="paid-box stack">
    <h2>${money(gross_cents!, currency)} in all</h2>
    <div class="table" role="region" aria-label="The sum" tabindex="0">
      ${sumsTable({
        ...{ currency, net_cents },
        lines: lines.map((line) => ({
          item: html`${line.name}${
            line.week !== null && line.week !== 'now' && html`, ${day(line.week)}`
          }${!isUpgrade(line) && line.effect !== null && html`<br /><span class="fine">${line.effect}</span>`}`,
          net_cents: line.net_cents,
        })),
        vat: {
          ...{ country: vat.country!, rate_percent: vat.rate_percent! },
          ...{ vat_cents: vat_cents!, gross_cents: gross_cents!, is_paid: false },
        },
        returned_cents: 0,
      })}
    </div>
    <p class="fine">${forPeople(vat.explanation)}</p>
    ${sealedForm(
      session,
      `${path}/launch`,
      html`${hidden({ week: choice.week, country: choice.country, vat_number: choice.vat_number })}${choice.extras.map((key) => html`<input type="hidden" name="extra" value="${key}" />`)}
        <button class="wide">Go on to payment</button>`,
    )}
  </div>`
}

/** Why the choice has no price yet. */
function lacks({ listing, choice, refused }: Omit<Shown, 'quote'>): Html {
  if (refused !== null)
    return html`<h2>That cannot be ordered</h2>
      <p>What to change is shown beside the choice or at the top of this page.</p>`
  if (wantsPaid(choice))
    return html`<h2>Your country is missing</h2>
      <p>VAT depends on it.</p>`
  return html`<h2>Nothing chosen yet</h2>
    <p>
      ${listing.live_at === null && listing.plan !== 'launch' ? 'Choose a week' : 'Choose what you want'}, and
      see what it costs before anything is ordered.
    </p>`
}

export function missing({ missing: all, live_at, listing_id, plan, url, badge }: OwnListing): Html {
  const lacking = all.filter(({ item }) => item !== 'plan')
  if (live_at !== null || plan === 'launch') return html``
  return html`<h2>${plan === null ? 'What a free week needs' : 'Missing for a free week'}</h2>
    ${
      plan === null
        ? html`<p>Our badge on your homepage, and a founder profile: ${requiredProfile}.</p>`
        : lacking.length === 0
          ? html`<p>Nothing is missing.</p>`
          : html`<ul class="prose">
              ${lacking.map(({ item, what_to_do }) =>
                item === 'badge'
                  ? html`<li>
                      The badge: not seen on ${shortUrl(url)}.
                      ${forPeople(`${badge?.message ?? 'Put it on your homepage.'} ${what_to_do}`)}
                    </li>`
                  : html`<li>${forPeople(what_to_do)}</li>`,
              )}
            </ul>`
    }
    <p class="fine">
      ${lacking.length > 0 && 'For a paid launch nothing is missing.'}
      <a href="/account/listings/${listing_id}">What is left to do</a>
    </p>`
}
