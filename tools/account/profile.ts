import type { FounderProfile } from '../../storage/people/users.ts'

export const shortestBio = 80

/** What a founder profile lacks before a free launch may go live, in words; nothing when it is complete. */
export function missingFromProfile(profile: FounderProfile | undefined): string[] {
  return [
    ...(profile?.name ? [] : ['a name']),
    ...(profile?.title ? [] : ['a title']),
    ...((profile?.bio ?? '').length >= shortestBio
      ? []
      : [`a text about you of ${shortestBio} characters or more`]),
    ...(Object.values(profile?.socials ?? {}).some((link) => link !== '') ? [] : ['one social link']),
  ]
}
