import type { FounderProfile } from '../../../storage/people/users.ts'
import { acceptInvite, invitationOf } from '../../../tools/drafts/accept_invite.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { openPage } from '../private_page.ts'
import type { Visit } from '../visit.ts'
import { asTyped, profileFields, profileIn } from './profile_form.ts'
import { deadLink, middlePage } from './middle_page.ts'
import { attempt, faultsByName } from './refused.ts'

type Asked = {
  host: string
  email: string
  profile: FounderProfile | undefined
  /** Whether the profile may be edited here; an existing profile of somebody is shown, and joins unchanged. */
  may_write: boolean
  faults: Record<string, string>
}

/**
 * A co-founder adds their profile here; null if the invitation is no longer valid. The mailed link proves who owns the
 * address, as a sign-in link does; opening it changes nothing.
 */
export const invite = openPage<Asked | { thanked_for: string } | null>({
  path: '/invites/:token',
  load: (visit) => askedOf(visit),
  render(shown, { url }) {
    if (shown === null) return deadLink(dead, 'This invitation no longer works')
    return 'thanked_for' in shown ? thanks(shown.thanked_for) : form(url.pathname, shown)
  },
  post: {
    async '/invites/:token'(visit) {
      const asked = await askedOf(visit)
      if (asked === null) return null
      const profile = profileIn(visit.form)
      const tried = await attempt(() => visit.act(acceptInvite, { token: visit.params.token, profile }))
      if ('refused' in tried)
        return { ...asked, profile: asTyped(profile), faults: faultsByName(tried.refused) }
      return tried.done && { thanked_for: tried.done.host }
    },
  },
})

async function askedOf({ take, params, storage, now, session }: Visit): Promise<Asked | null> {
  take('sign_in')
  const invited = await invitationOf(params.token!, storage, now, session?.user.id)
  return invited && { ...invited, faults: {} }
}

/** `path` is the address of the invitation. */
function form(path: string, { host, email, profile, may_write, faults }: Asked): Page {
  return {
    title: 'Your founder profile',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    body: html`<div class="narrow stack">
      <h1>Your founder profile</h1>
      <p>
        You are named as a co-founder of <strong>${host}</strong>. Go on only if that is true and
        <strong>${email}</strong> is your address. Your profile is shown with the listing.
      </p>
      <form class="stack" method="post" action="${path}">
        ${
          may_write
            ? profileFields(profile, faults)
            : html`<p>
                You are here already, as <strong>${profile!.name}</strong>. To change your profile,
                <a href="/sign-in">sign in</a>.
              </p>`
        }
        <button>Add my profile</button>
      </form>
    </div>`,
  }
}

function thanks(host: string): Page {
  return middlePage(
    'Your profile is saved',
    html`<p>
      It will be shown with the listing of <strong>${host}</strong>. To change it,
      <a href="/sign-in">sign in</a>.
    </p>`,
  )
}

const dead = html`<p>
  It was used before, it is older than 14 days, or whoever sent it does not own the listing any more. Ask for
  a new one, or <a href="/sign-in">sign in</a>.
</p>`
