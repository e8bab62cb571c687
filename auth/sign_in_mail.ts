// The mail with the sign-in link.
import type { NewMail } from '../storage/mail.ts'
import { mailOf, type Posted } from './letter.ts'

export function signInMail({
  link,
  votes_for,
  ...posted
}: Posted & { link: string; votes_for?: string }): NewMail {
  const { site_name, public_url } = posted
  const at = `${site_name} (${new URL(public_url).host})`
  return mailOf({
    ...posted,
    title: votes_for === undefined ? `Sign in to ${site_name}` : `Vote for ${votes_for}`,
    paragraphs: [
      votes_for === undefined
        ? `Open this link to sign in to ${at}.`
        : `Open this link to sign in to ${at} and vote for ${votes_for}.`,
    ],
    button: { label: votes_for === undefined ? 'Sign in' : 'Sign in and vote', url: link },
    after: [
      'It works once, for 15 minutes. If you did not ask for it, ignore this email: nothing happens unless you open the link.',
    ],
  })
}
