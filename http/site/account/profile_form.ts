// The fields of a founder profile: on the account page and on an invitation.
import type { FounderProfile } from '../../../storage/people/users.ts'
import { askedAccounts, profileInput } from '../../../tools/account/profile.ts'
import { recordOf } from '../../../tools/inputs.ts'
import { countryField, field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { titled } from '../parts.ts'

/** The typed values of the form. */
export function profileIn(form: URLSearchParams) {
  return recordOf(profileInput.keyof().options, (name) => form.get(name) ?? '')
}

/** The values that the form shows for a profile, by field name. */
export function shownIn(profile: FounderProfile | undefined): Record<string, unknown> {
  const all: Record<string, unknown> = { ...profile, ...profile?.socials }
  return recordOf(profileInput.keyof().options, (name) => all[name] ?? null)
}

/** The typed values as a profile, to be shown again with their faults. */
export function asTyped(typed: ReturnType<typeof profileIn>): FounderProfile {
  return { ...typed, socials: typed }
}

export function profileFields(profile: FounderProfile | undefined, faults: Record<string, string>): Html {
  return html`${field({ name: 'name', label: 'Name', max: 160, autocomplete: 'name', required: true, value: profile?.name, fault: faults.name })}
    ${field({ name: 'title', label: 'Title', hint: 'For example: Founder and designer', max: 160, autocomplete: 'organization-title', value: profile?.title, fault: faults.title })}
    ${field({ name: 'bio', label: 'About you', hint: '80 characters or more', max: 3000, rows: 6, value: profile?.bio, fault: faults.bio })}
    <div class="pair">
      ${field({ name: 'city', label: 'City', max: 120, value: profile?.city, fault: faults.city })}
      ${countryField({ label: 'Country', value: profile?.country, fault: faults.country })}
    </div>
    ${askedAccounts.map((key) =>
      field({
        name: key,
        label: titled(key),
        max: 500,
        value: profile?.socials[key],
        fault: faults[key],
      }),
    )}`
}
