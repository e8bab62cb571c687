// The fields of a founder profile, and how they are read: on the account page and on an invitation.
import { z } from 'zod'
import type { FounderProfile } from '../../../storage/people/users.ts'
import type { SocialPlatform } from '../../../storage/tables/columns.ts'
import { isPlainName, isPlainText } from '../../../auth/names.ts'
import { country, isWebLink } from '../../../tools/inputs.ts'
import { slugOf } from '../../../tools/slug.ts'
import { faultsOf, field } from '../forms.ts'
import { html, type Html } from '../html.ts'

/** The accounts a profile asks for. */
const askedAccounts = {
  website: 'Website',
  linkedin: 'LinkedIn',
  x: 'X',
  github: 'GitHub',
} satisfies Partial<Record<SocialPlatform, string>>

const link = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (/^https:/i.test(text) && isWebLink(text)), 'Give an https address.')
const notShown = 'This contains characters that cannot be shown.'
const line = (max: number, isPlain: (text: string) => boolean = isPlainName) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isPlain, notShown)
    .transform((text) => (text === '' ? null : text))
const profileForm = z.object({
  name: z.string().trim().min(1, 'A profile needs a name.').max(160).refine(isPlainName, notShown),
  title: line(160),
  bio: line(3000, isPlainText),
  city: line(120),
  country: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text.toUpperCase()))
    .pipe(country.nullable()),
  ...Object.fromEntries(Object.keys(askedAccounts).map((key) => [key, link])),
})
type Read =
  { profile: FounderProfile; slug: string } | { faults: Record<string, string>; typed: FounderProfile }

/** What was sent, with the links of other platforms that were there before; or what is wrong with it. */
export function readProfile(form: URLSearchParams, before: FounderProfile | undefined): Read {
  const given = Object.fromEntries(form)
  const parsed = profileForm.safeParse(given)
  if (!parsed.success)
    return {
      faults: faultsOf(parsed.error),
      typed: { ...given, socials: given } as unknown as FounderProfile,
    }
  const { name, title, bio, city, country: land } = parsed.data
  const links = Object.keys(askedAccounts).map((key) => [key, String(form.get(key) ?? '').trim()])
  const kept = Object.entries(before?.socials ?? {}).filter(([key]) => !(key in askedAccounts))
  const socials = Object.fromEntries([...kept, ...links.filter(([, url]) => url !== '')])
  return { profile: { name, title, bio, city, country: land, socials }, slug: slugOf(name) ?? 'founder' }
}

export function profileFields(profile: FounderProfile | undefined, faults: Record<string, string>): Html {
  return html`${field({ name: 'name', label: 'Name', max: 160, autocomplete: 'name', required: true, value: profile?.name, fault: faults.name })}
    ${field({ name: 'title', label: 'Title', hint: 'For example: Founder and designer', max: 160, autocomplete: 'organization-title', value: profile?.title, fault: faults.title })}
    ${field({ name: 'bio', label: 'About you', hint: '80 characters or more', max: 3000, rows: 6, value: profile?.bio, fault: faults.bio })}
    <div class="pair">
      ${field({ name: 'city', label: 'City', max: 120, value: profile?.city, fault: faults.city })}
      ${field({ name: 'country', label: 'Country', hint: 'Two letters, such as DE', max: 2, autocomplete: 'country', value: profile?.country, fault: faults.country })}
    </div>
    ${Object.entries(askedAccounts).map(([key, label]) =>
      field({
        name: key,
        label,
        type: 'url',
        max: 500,
        value: profile?.socials[key],
        fault: faults[key],
      }),
    )}`
}
