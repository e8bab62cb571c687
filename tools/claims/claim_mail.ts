// The mail that proves an address at the company's domain. It names the claimant, who may not be the reader.
import { randomUUID } from 'node:crypto'
import { written } from '../../auth/letter.ts'
import { inWords } from '../../days.ts'
import type { NewMail } from '../../storage/mail.ts'

type ClaimMail = {
  recipient: string
  /** The account that would become an owner. */
  claimant: string
  host: string
  link: string
  site_name: string
  public_url: string
  created_at: string
  expires_at: string
}

export function claimMail(mail: ClaimMail): NewMail {
  const title = `Confirm who looks after ${mail.host} on ${mail.site_name}`
  return {
    message_id: `claim-${randomUUID()}@${new URL(mail.public_url).hostname}`,
    recipient: mail.recipient,
    subject: title,
    ...written({
      site_name: mail.site_name,
      title,
      paragraphs: [
        `${mail.claimant} asks to look after the listing of ${mail.host} on ${mail.site_name}, and names this address as proof of belonging to the company.`,
        'If that is right, open this page and confirm it. They will then be able to change what the listing says.',
      ],
      button: { label: 'Look at the request', url: mail.link },
      after: [
        `If you do not know ${mail.claimant}, ignore this mail: nothing happens without you. The link works until ${inWords(mail.expires_at)}.`,
      ],
    }),
    created_at: mail.created_at,
    expires_at: mail.expires_at,
  }
}
