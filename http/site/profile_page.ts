import type { Session } from '../../auth/sessions.ts'
import type { FounderProfile } from '../../storage/users.ts'
import { missingFromProfile } from '../../tools/account/profile.ts'
import { field, sealedForm } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

export const socialPlatforms = { website: 'Website', linkedin: 'LinkedIn', x: 'X', github: 'GitHub' } as const

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
      ${sealedForm(
        session,
        '/account',
        html`${field({ name: 'name', label: 'Name', max: 160, autocomplete: 'name', required: true, value: profile?.name, fault: faults.name })}
          ${field({ name: 'title', label: 'Title', hint: 'For example: Founder and designer', max: 160, autocomplete: 'organization-title', value: profile?.title, fault: faults.title })}
          ${field({ name: 'bio', label: 'About you', hint: '80 characters or more', max: 3000, rows: 6, value: profile?.bio, fault: faults.bio })}
          <div class="pair">
            ${field({ name: 'city', label: 'City', max: 120, value: profile?.city, fault: faults.city })}
            ${field({ name: 'country', label: 'Country', hint: 'Two letters, such as DE', max: 2, autocomplete: 'country', value: profile?.country, fault: faults.country })}
          </div>
          ${Object.entries(socialPlatforms).map(([key, label]) =>
            field({
              name: key,
              label,
              type: 'url',
              max: 500,
              value: profile?.socials[key],
              fault: faults[key],
            }),
          )}
          <button>Save</button>`,
      )}
      <section class="danger" aria-labelledby="delete">
        <h2 id="delete">Delete this account</h2>
        <p>
          Your keys, connected applications and sessions end at once, and we forget your name and address.
          What you listed stays, in the care of the site team. This cannot be undone.
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
