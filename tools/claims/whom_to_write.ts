import type { Context } from '../tool.ts'

type Place = Pick<Context, 'public_url'> & Partial<Pick<Context, 'contact_email'>>

/** Where the site team is reached about a listing: mails come from an address that nobody reads. */
export const teamAt = (slug: string, { contact_email, public_url }: Place): string =>
  contact_email ?? `${public_url}/listings/${slug}/report`

/** Whom people write to where nothing they can do by themselves is left. */
export const whomToWrite = (slug: string, place: Place): string =>
  `If none of it is possible, write to the site team at ${teamAt(slug, place)}.`
