// The mail that invites a co-founder. It names the inviter and the site, and has no other text by the inviter.
import { randomUUID } from 'node:crypto'
import { written } from '../../auth/letter.ts'
import type { NewMail } from '../../storage/mail.ts'

type InviteMail = {
  recipient: string
  /** The address of the inviter's account. */
  inviter: string
  host: string
  link: string
  days: number
  site_name: string
  public_url: string
  created_at: string
  expires_at: string
}

export function inviteMail(mail: InviteMail): NewMail {
  const { recipient, inviter, host, link, days, site_name, public_url, created_at, expires_at } = mail
  const title = `Add your founder profile on ${site_name}`
  return {
    message_id: `invite-${randomUUID()}@${new URL(public_url).hostname}`,
    recipient,
    subject: title,
    ...written({
      site_name,
      title,
      paragraphs: [
        `${inviter} is listing ${host} on ${site_name} and names you as a co-founder.`,
        'Open this page to add your own founder profile.',
      ],
      button: { label: 'Add my profile', url: link },
      after: [
        `The link is for you alone and works for ${days} days. If you were not expecting it, ignore this email: nothing is published without you.`,
      ],
    }),
    created_at,
    expires_at,
  }
}
