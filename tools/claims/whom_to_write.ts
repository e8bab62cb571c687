import type { Context } from '../tool.ts'

type Place = Pick<Context, 'public_url'> & Partial<Pick<Context, 'contact_email'>>

/** Where to reach the site team about a listing: nobody reads replies to our mails. */
export const teamAt = (slug: string, { contact_email, public_url }: Place): string =>
  contact_email ?? `${public_url}/listings/${slug}/report`

/** The sentence that says whom to write to, for people who can do nothing more by themselves. */
export const whomToWrite = (slug: string, place: Place): string =>
  `If none of it is possible, write to the site team at ${teamAt(slug, place)}.`
