// What a founder profile has to hold before a launch on the free plan.
import type { FounderProfile } from '../../storage/people/users.ts'

export const shortestBio = 80

const link = 'a link to an account or a website of yours'

/** All of it, in words. */
export const requiredProfile = `your name and title, a text about you of ${shortestBio} characters or more, and ${link}`

/** What a founder profile lacks before a free launch may go live, in words; empty when it is complete. */
export function missingFromProfile(profile: FounderProfile | undefined): string {
  const written = (profile?.bio ?? '').length
  return listed([
    ...(profile?.name ? [] : ['a name']),
    ...(profile?.title ? [] : ['a title']),
    ...(written >= shortestBio
      ? []
      : [
          `a text about you of ${shortestBio} characters or more${written > 0 ? ` (it has ${written})` : ''}`,
        ]),
    ...(Object.values(profile?.socials ?? {}).some((one) => one !== '') ? [] : [link]),
  ])
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
