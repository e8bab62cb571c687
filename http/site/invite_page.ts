import type { FounderProfile } from '../../storage/people/users.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { profileFields } from './profile_form.ts'

/** Where a co-founder adds their own profile. `path` is the address of the invitation itself. */
export function invitePage(
  path: string,
  host: string,
  email: string,
  profile: FounderProfile | undefined,
  faults: Record<string, string> = {},
): Page {
  return {
    title: 'Your founder profile',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    body: html`<h1>Your founder profile</h1>
      <p>
        You are named as a co-founder of <strong>${host}</strong>. Go on only if that is true and
        <strong>${email}</strong> is your address. What you write here stands beside the listing.
      </p>
      <form method="post" action="${path}">
        ${profileFields(profile, faults)}<button>Add my profile</button>
      </form>`,
  }
}

export function thanksPage(host: string): Page {
  return {
    title: 'Your profile is there',
    body: html`<section class="card">
      <h1>Your profile is there</h1>
      <p>
        It will stand beside the listing of <strong>${host}</strong>. To change it,
        <a href="/sign-in">sign in</a>.
      </p>
    </section>`,
  }
}

export function deadInvitePage(): Page {
  return {
    title: 'This invitation does not work any more',
    status: 400,
    body: html`<section class="card">
      <h1>This invitation does not work any more</h1>
      <p>
        It was used before, or it is older than 14 days. Ask for a new one, or <a href="/sign-in">sign in</a>.
      </p>
    </section>`,
  }
}
