import { claimBehind, confirmClaim } from '../../../tools/claims/confirm_claim.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { deadLink, middlePage } from './middle_page.ts'
import { openPage } from '../private_page.ts'

type Asked = { name: string; host: string; email: string; claimant: string }
type Settled = { settled: string; name: string; claimant: string }

/**
 * Somebody at the company confirms a claim here; null if the link is no longer valid. They may not be the claimant,
 * so the page names the future owner. Opening it changes nothing: mail scanners open every link.
 */
export const claimLink = openPage<Asked | Settled | null>({
  path: '/claims/:token',
  load({ take, params, storage, now }) {
    take('sign_in')
    return claimBehind(params.token!, storage, now)
  },
  render(shown, { url }) {
    if (shown === null) return deadLink(dead)
    return 'settled' in shown ? outcome(shown) : question(url.pathname, shown)
  },
  post: {
    '/claims/:token'({ take, params, act }) {
      take('sign_in')
      return act(confirmClaim, { token: params.token })
    },
  },
})

function question(path: string, { name, host, email, claimant }: Asked): Page {
  return middlePage(
    'Confirm a claim',
    html`<p>
        They will be able to change what the listing of <strong>${host}</strong> says. Go on only if
        <strong>${email}</strong> is your address and you know them.
      </p>
      <form method="post" action="${path}"><button>Yes, confirm it</button></form>
      <p>If not, close this page: nothing happens without you.</p>`,
    { heading: html`May ${claimant} look after ${name}?` },
  )
}

function outcome({ settled, name, claimant }: Settled): Page {
  return settled === 'verified'
    ? middlePage(
        'The claim is verified',
        html`<p>The listing says from now on that its domain was proved.</p>`,
        { heading: html`${claimant} looks after ${name} now` },
      )
    : middlePage(
        'The site team decides',
        html`<p>${name} has another owner already. The site team looks at it and writes to ${claimant}.</p>`,
      )
}

const dead = html`<p>
  It was used before, a newer one was mailed, or it is older than seven days. Claim the listing again.
</p>`
