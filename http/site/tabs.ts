// The pages of an account and of the team, above each of them.
import { html, type Html } from './html.ts'
import { figure } from './parts.ts'

const accountPlaces = [
  ['/account', 'Overview'],
  ['/account/listings', 'Listings'],
  ['/account/drafts', 'Drafts'],
  ['/account/claims', 'Claims'],
  ['/account/orders', 'Orders'],
  ['/account/votes', 'Votes'],
  ['/account/follows', 'Follows'],
  ['/account/profile', 'Profile'],
  ['/account/interview', 'Interview'],
  ['/account/keys', 'API keys'],
  ['/account/webhooks', 'Webhooks'],
  ['/account/applications', 'Applications'],
  ['/account/sessions', 'Sessions'],
] as const

/** The team's pages in the navigation. */
const teamPlaces = [
  ['/team', 'Waiting'],
  ['/team/health', 'Health'],
  ['/team/votes', 'Votes'],
  ['/team/disputes', 'Disputes'],
  ['/team/reports', 'Reports'],
  ['/team/edits', 'Edits'],
  ['/team/listings', 'Listings'],
  ['/team/categories', 'Categories'],
  ['/team/posts', 'Blog'],
  ['/team/products', 'Products'],
  ['/team/programmes', 'Programmes'],
  ['/team/sites', 'Sites'],
  ['/team/people', 'People'],
  ['/team/payments', 'Payments'],
  ['/team/mail', 'Mail'],
  ['/team/record', 'Record'],
  ['/team/audit', 'Audit'],
] as const

/** The navigation that the page is in, with how much waits on each page; null if it is in none. */
export function tabs(place: string | undefined, waiting: Record<string, number> = {}): Html | null {
  const all = { Account: accountPlaces, Team: teamPlaces }
  const found = Object.entries(all).find(([, places]) => places.some(([path]) => path === place))
  if (found === undefined) return null
  const [label, places] = found
  // On a phone they would fill the screen, so they are folded there.
  return html`<nav class="places" aria-label="${label}">
    <details class="fold">
      <summary>${label}: ${places.find(([path]) => path === place)?.[1]}</summary>
      <div class="tabs">
        ${places.map(
          ([path, name]) =>
            html`<a href="${path}" ${path === place && html`aria-current="page"`}
              >${name}${(waiting[path] ?? 0) > 0 && html` ${figure(waiting[path]!)}<span class="unseen"> waiting</span>`}</a
            >`,
        )}
      </div>
    </details>
  </nav>`
}
