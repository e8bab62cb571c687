// What a founder profile has to hold before a launch on the free plan.
import type { FounderProfile } from '../../storage/people/users.ts'

export const shortestBio = 80

/** What a founder profile lacks before a free launch may go live, in words; nothing when it is complete. */
export function missingFromProfile(profile: FounderProfile | undefined): string[] {
  const written = (profile?.bio ?? '').length
  return [
    ...(profile?.name ? [] : ['a name']),
    ...(profile?.title ? [] : ['a title']),
    ...(written >= shortestBio
      ? []
      : [
          `a text about you of ${shortestBio} characters or more${written > 0 ? ` (it has ${written})` : ''}`,
        ]),
    ...(Object.values(profile?.socials ?? {}).some((link) => link !== '') ? [] : ['one social link']),
  ]
}
