// Mail leaves from the outbox, a table, so that what was promised in a transaction is sent even after a crash.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mail } from '../storage/mail.ts'
import { z } from 'zod'
import { defineJob } from './queue/job.ts'

export type Delivery = { deliver(mail: Mail): Promise<void>; close(): void }

/**
 * Delivers over SMTP when there is a mail server, and otherwise as .eml files in a folder. `log_links` also writes the
 * link of a mail to the log, so that somebody who tries the service at home can sign in without any mail.
 */
export function openDelivery(options: {
  mail_url: string | undefined
  mail_from: string
  folder: string
  log_links: boolean
  log: Logger
}): Delivery {
  const { mail_url, mail_from: from, folder, log_links, log } = options
  let opened: Promise<Transporter> | undefined

  /** Opened, and loaded, with the first mail: until then it would take memory and time at the start. */
  async function open(): Promise<Transporter> {
    const { default: nodemailer } = await import('nodemailer')
    return mail_url === undefined
      ? nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      : nodemailer.createTransport({
          url: mail_url,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 20_000,
        })
  }

  return {
    async deliver(mail) {
      const transport = await (opened ??= open())
      const sent = await transport.sendMail({
        from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body ?? '',
        // The same after a crash, so that a repeat is recognised as one.
        messageId: `<${mail.message_id}>`,
        date: new Date(mail.created_at),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (mail_url !== undefined) return
      await mkdir(folder, { recursive: true })
      const file = `${mail.created_at.replaceAll(':', '-')}-${mail.id}.eml`
      await writeFile(join(folder, file), (sent as unknown as { message: Buffer }).message, { mode: 0o600 })
      const link = /https?:\/\/\S+/.exec(mail.body ?? '')?.[0]
      if (log_links && link !== undefined) log.info({ link }, `mail "${mail.subject}" written to ${file}`)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Sends one mail of the outbox. It is tried for some hours, unless the server refuses it for good. */
export const sendMail = defineJob({
  kind: 'send_mail',
  payload: z.object({ mail_id: z.int() }),
  max_failures: 30,
  timeout_ms: 60_000,
  async run({ mail_id }, { storage, delivery, now }) {
    const mail = await storage.mail.byId(mail_id)
    if (mail === undefined || mail.body === null) return
    if (mail.expires_at !== null && mail.expires_at <= now.toISOString())
      return ({ mail: outbox }) => outbox.drop(mail_id, 'expired')
    try {
      await delivery.deliver(mail)
    } catch (error) {
      // The server's own words may hold an address or the link; its codes do not.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown'
      if (code === 'EENVELOPE' && (responseCode ?? 0) >= 500)
        return ({ mail: outbox }) => outbox.drop(mail_id, reason)
      throw new Error(reason)
    }
    return ({ mail: outbox }) => outbox.sent(mail_id, now.toISOString())
  },
  gaveUp:
    ({ mail_id }) =>
    ({ mail: outbox }) =>
      outbox.drop(mail_id, 'gave up'),
})
