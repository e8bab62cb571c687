import type { Context } from '../tool.ts'

/** Whom people write to where nothing they can do by themselves is left. */
export function whomToWrite(
  slug: string,
  { contact_email, public_url }: Pick<Context, 'contact_email' | 'public_url'>,
): string {
  return contact_email === null
    ? `If none of it is possible, write to the site team at ${public_url}/listings/${slug}/report.`
    : `If none of it is possible, write to the site team at ${contact_email}.`
}
