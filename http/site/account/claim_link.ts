import { digest } from '../../../auth/secrets.ts'
import type { Storage } from '../../../storage/storage.ts'
import { statusOf } from '../../../tools/claims/claim.ts'
import { faultOfAddress, subjectOf } from '../../../tools/claims/proof.ts'
import { settleClaim } from '../../../tools/claims/settle.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { deadLink } from './dead_link.ts'
import { openPage } from '../private_page.ts'
import type { Visit } from '../visit.ts'

type Asked = { name: string; host: string; email: string; claimant: string }
type Shown = { asked: Asked } | { settled: 'verified' | 'disputed'; name: string; claimant: string } | null

/**
 * Where somebody at the company confirms a claim; null when the link does not work any more. Whoever opens it need not be
 * who claims, so it says whom the button would make an owner. Opening it changes nothing: mail scanners open every link.
 */
export const claimLink = openPage<Shown>({
  path: '/claims/:token',
  async load(visit) {
    visit.take('sign_in')
    const found = await claimOf(visit, visit.storage)
    return found === null ? null : { asked: found.asked }
  },
  render(shown, { url }) {
    if (shown === null) return deadLink(dead)
    return 'asked' in shown ? question(url.pathname, shown.asked) : outcome(shown)
  },
  post: {
    async '/claims/:token'(visit) {
      visit.take('sign_in')
      const { site, public_url, now } = visit
      return visit.storage.write(async (inside) => {
        const found = await claimOf(visit, inside)
        if (found === null) return null
        const { claim, listing, asked } = found
        const place = { site_name: site.name, public_url, now }
        const { status } = await settleClaim(inside, claim, listing, place)
        return { settled: status as 'verified' | 'disputed', name: asked.name, claimant: asked.claimant }
      })
    },
  },
})

/** The claim behind the link, while the listing still is of the company whose address was mailed to. */
async function claimOf({ params, now }: Visit, storage: Pick<Storage, 'claims' | 'users'>) {
  const found = await storage.claims.byLink(digest(params.token!))
  if (found === undefined || statusOf(found.claim, now) !== 'pending') return null
  const { claim, listing } = found
  const subject = subjectOf(listing.url)
  const claimant = await storage.users.byId(claim.user_id)
  if (subject === null || claim.email === null || claimant === undefined) return null
  if (faultOfAddress(claim.email, subject) !== null) return null
  const who = claimant.email ?? 'somebody'
  return {
    claim,
    listing,
    asked: { name: listing.name, host: subject.host, email: claim.email, claimant: who },
  }
}

function question(path: string, { name, host, email, claimant }: Asked): Page {
  return {
    title: 'Confirm a claim',
    body: html`<section class="middle stack">
      <h1>May ${claimant} look after ${name}?</h1>
      <p>
        They will be able to change what the listing of <strong>${host}</strong> says. Go on only if
        <strong>${email}</strong> is your address and you know them.
      </p>
      <form method="post" action="${path}"><button>Yes, confirm it</button></form>
      <p>If not, close this page: nothing happens without you.</p>
    </section>`,
  }
}

function outcome({ settled, name, claimant }: Exclude<Shown, { asked: Asked } | null>): Page {
  return settled === 'verified'
    ? {
        title: 'The claim is verified',
        body: html`<section class="middle stack">
          <h1>${claimant} looks after ${name} now</h1>
          <p>The listing says from now on that its domain was proved.</p>
        </section>`,
      }
    : {
        title: 'The site team decides',
        body: html`<section class="middle stack">
          <h1>The site team decides</h1>
          <p>${name} has another owner already. The site team looks at it and writes to ${claimant}.</p>
        </section>`,
      }
}

const dead = html`<p>
  It was used before, a newer one was mailed, or it is older than seven days. Claim the listing again.
</p>`
