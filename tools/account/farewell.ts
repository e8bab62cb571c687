// The last mail to an address: that its account was deleted, by whom and when. The address goes with the mail.
import { mailOf } from '../../auth/letter.ts'
import { inWords } from '../../days.ts'
import type { ActionContext } from '../action.ts'

/** The message id begins with it; the row of such a mail is deleted once it has been sent (jobs/send_mail.ts). */
export const farewell = 'farewell'

/** Call it after the deletion, which removes every other mail to the address. */
export async function sayFarewell(
  email: string | null | undefined,
  by: 'you' | 'team',
  { storage, site, now, public_url }: Pick<ActionContext, 'storage' | 'site' | 'now' | 'public_url'>,
): Promise<void> {
  if (email == null) return
  const at = `${inWords(now.toISOString())} at ${now.toISOString().slice(11, 16)} UTC`
  await storage.mail.add(
    mailOf({
      kind: farewell,
      recipient: email,
      site_name: site.name,
      title: `Your account on ${site.name} is deleted`,
      paragraphs: [
        by === 'you'
          ? `It was deleted on ${at}, by somebody who was signed in to it.`
          : `The site team deleted it on ${at}.`,
        'Your name, your address, your profile, your reviews and the drafts you did not submit are gone. What you listed stays, in the care of the site team.',
      ],
      button: { label: `Open ${site.name}`, url: public_url },
      after: ['This is our last email to this address: we forget the address once it is sent.'],
      public_url,
      created_at: now.toISOString(),
    }),
  )
}
