import { stopMails } from '../../../tools/follows/tell_followers.ts'
import type { FollowedKind } from '../../../tools/follows/follow.ts'
import { aboutOf, followedPath } from '../following.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { openPage } from '../private_page.ts'
import { middlePage } from './middle_page.ts'

type Shown = { kind: FollowedKind; name: string; slug: string; told: boolean; path: string } | null

/**
 * Ends the mails about something followed. Knowing the address is the permission: it is in the mail only, and mail
 * programs post to it without asking (RFC 8058). Opening it changes nothing, because mail scanners do.
 */
export const unsubscribe = openPage<Shown>({
  path: '/unsubscribe/:token',
  from_anywhere: true,
  async load({ storage, params, url }) {
    const follow = await storage.follows.byToken(params.token!)
    return follow === undefined ? null : { ...follow, path: url.pathname }
  },
  render: (shown) => (shown === null ? gone() : shown.told ? question(shown) : done(shown)),
  post: {
    async '/unsubscribe/:token'({ act, params, url }) {
      const follow = await act(stopMails, { token: params.token })
      return follow === undefined ? null : { ...follow, path: url.pathname }
    },
  },
})

function question({ path, ...shown }: NonNullable<Shown>): Page {
  return middlePage(
    'Emails about what you follow',
    html`<form method="post" action="${path}"><button>Stop these emails</button></form>
      <p>${shown.kind === 'site' ? 'They end at once.' : 'You keep following it; only the emails end.'}</p>`,
    { heading: html`No more emails about ${aboutOf(shown)}?` },
  )
}

function done(shown: NonNullable<Shown>): Page {
  const about = aboutOf(shown)
  return middlePage(
    'No more emails',
    html`<p><a href="${followedPath(shown.kind, shown.slug)}">See ${about}</a></p>
      ${
        shown.kind === 'site' &&
        html`<p class="fine">
          Your address still has an account here, as after signing in.
          <a href="/account/profile">Sign in</a> to delete it.
        </p>`
      }`,
    { heading: html`You will get no more emails about ${about}` },
  )
}

function gone(): Page {
  return middlePage(
    'You are not getting these emails',
    html`<p>
      Whoever this link was sent to no longer follows that. If the address was cut short, open it again from
      the email.
    </p>`,
  )
}
