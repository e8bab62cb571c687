// The mail with the sign-in link.
import { randomUUID } from 'node:crypto'
import type { NewMail } from '../storage/mail.ts'
import { written } from './letter.ts'

type SignInMail = {
  recipient: string
  link: string
  public_url: string
  site_name: string
  votes_for?: string
  created_at: string
  expires_at: string
}

export function signInMail({
  recipient,
  link,
  public_url,
  site_name,
  votes_for,
  ...times
}: SignInMail): NewMail {
  const title = votes_for === undefined ? `Sign in to ${site_name}` : `Vote for ${votes_for}`
  const { host, hostname } = new URL(public_url)
  return {
    message_id: `${randomUUID()}@${hostname}`,
    recipient,
    subject: title,
    ...written({
      site_name,
      title,
      paragraphs: [
        votes_for === undefined
          ? `Open this link to sign in to ${site_name} (${host}).`
          : `Open this link to sign in to ${site_name} (${host}) and vote for ${votes_for}.`,
      ],
      button: { label: votes_for === undefined ? 'Sign in' : 'Sign in and vote', url: link },
      after: [
        'It works once, for 15 minutes. If you did not ask for it, ignore this email: nothing happens unless you open the link.',
      ],
    }),
    ...times,
  }
}
