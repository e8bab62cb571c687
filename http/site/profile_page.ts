import type { Session } from '../../auth/sessions.ts'
import type { FounderProfile } from '../../storage/people/users.ts'
import { missingFromProfile } from '../../tools/account/profile.ts'
import { field, sealedForm } from './forms.ts'
import { profileFields } from './profile_form.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

export function profilePage(
  session: Session,
  profile: FounderProfile | undefined,
  { faults = {}, saved = false }: { faults?: Record<string, string>; saved?: boolean } = {},
): Page {
  const missing = missingFromProfile(profile)
  return {
    title: 'Profile',
    place: '/account',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    body: html`<h1>Your founder profile</h1>
      ${saved && html`<p class="done" role="status">Saved.</p>`}
      <p>
        It stands beside your listings.
        ${
          missing.length === 0
            ? 'It is complete.'
            : `A launch on the free plan needs a complete profile; this one still lacks ${missing.join(', ')}.`
        }
      </p>
      ${sealedForm(session, '/account', html`${profileFields(profile, faults)} <button>Save</button>`)}
      <section class="danger" aria-labelledby="delete">
        <h2 id="delete">Delete this account</h2>
        <p>
          Your keys, connected applications and sessions end at once, and we forget your name, your address,
          this profile and the drafts you did not submit. What you listed stays, in the care of the site team.
          This cannot be undone.
        </p>
        ${sealedForm(
          session,
          '/account/delete',
          html`${field({ name: 'confirm', label: `Type ${session.user.email ?? 'delete'} to confirm`, max: 254, required: true, fault: faults.confirm })}
            <button class="dangerous">Delete my account</button>`,
        )}
      </section>`,
  }
}
