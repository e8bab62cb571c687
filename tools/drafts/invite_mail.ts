// The mail that invites a co-founder. It names the inviter and the site, and has no other text by the inviter.
import { mailOf, type Posted } from '../../auth/letter.ts'
import type { NewMail } from '../../storage/mail.ts'

type InviteMail = Posted & {
  /** The address of the inviter's account. */
  inviter: string
  host: string
  link: string
  days: number
}

export function inviteMail({ inviter, host, link, days, ...posted }: InviteMail): NewMail {
  return mailOf({
    ...posted,
    kind: 'invite',
    title: `Add your founder profile on ${posted.site_name}`,
    paragraphs: [
      `${inviter} is listing ${host} on ${posted.site_name} and names you as a co-founder.`,
      'Open this page to add your own founder profile.',
    ],
    button: { label: 'Add my profile', url: link },
    after: [
      `The link is for you alone and works for ${days} days. If you were not expecting it, ignore this email: nothing is published without you.`,
    ],
  })
}
