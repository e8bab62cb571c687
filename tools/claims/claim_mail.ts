// The mail that proves an address at the company's domain. It names the claimant, who may not be the reader.
import { mailOf, type Posted } from '../../auth/letter.ts'
import { inWords } from '../../days.ts'
import type { NewMail } from '../../storage/mail.ts'

type ClaimMail = Posted & {
  /** The account that would become an owner. */
  claimant: string
  host: string
  link: string
  expires_at: string
}

export function claimMail({ claimant, host, link, ...posted }: ClaimMail): NewMail {
  const { site_name, expires_at } = posted
  return mailOf({
    ...posted,
    kind: 'claim',
    title: `Confirm who looks after ${host} on ${site_name}`,
    paragraphs: [
      `${claimant} asks to look after the listing of ${host} on ${site_name}, and names this address as proof of belonging to the company.`,
      'If that is right, open this page and confirm it. They will then be able to change what the listing says.',
    ],
    button: { label: 'Look at the request', url: link },
    after: [
      `If you do not know ${claimant}, ignore this mail: nothing happens without you. The link works until ${inWords(expires_at)}.`,
    ],
  })
}
