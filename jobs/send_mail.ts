// Mail leaves from the outbox, a table, so that what was promised in a transaction is sent even after a crash.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mail } from '../storage/mail.ts'
import type { Storage } from '../storage/storage.ts'

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

const pauses_s = [30, 120, 600, 3600, 14_400, 43_200]

/** Sends one mail and notes what became of it. After the last try it is given up, with the reason in its row. */
export async function sendMail(storage: Storage, delivery: Delivery, mail: Mail, now: Date): Promise<void> {
  if (mail.expires_at !== null && mail.expires_at <= now.toISOString()) {
    await storage.write(({ mail: outbox }) => outbox.failed(mail.id, 'expired', null))
    return
  }
  try {
    await delivery.deliver(mail)
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const final = (responseCode ?? 0) >= 500 && code === 'EENVELOPE'
    const pause_s = final ? undefined : pauses_s[mail.attempts]
    const next = pause_s === undefined ? null : new Date(now.getTime() + pause_s * 1000).toISOString()
    await storage.write(({ mail: outbox }) =>
      outbox.failed(mail.id, [code, responseCode].filter(Boolean).join(' ') || 'unknown', next),
    )
    return
  }
  await storage.write(({ mail: outbox }) => outbox.sent(mail.id, now.toISOString()))
}

export type Outbox = {
  /** Says that there may be mail; returns at once. */
  kick(): void
  /** Resolves when what was due has been tried. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Sends what is due, at every kick and every few seconds. Its place may be taken by the job worker. */
export function openOutbox(options: {
  storage: Storage
  delivery: Delivery
  clock: () => Date
  log: Logger
  every_ms?: number
}): Outbox {
  const { storage, delivery, clock, log, every_ms = 5000 } = options
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  async function round(): Promise<void> {
    do {
      again = false
      const due = await storage.mail.due(clock().toISOString(), 20)
      for (const mail of due) if (!closed) await sendMail(storage, delivery, mail, clock())
      if (due.length === 20) again = true
    } while (again && !closed)
  }
  function kick(): void {
    again = true
    running ??= round()
      .catch((error: unknown) => log.error({ err: error }, 'mail not sent'))
      .finally(() => {
        running = null
        if (again && !closed) kick()
      })
  }
  const timer = setInterval(kick, every_ms)
  timer.unref()

  return {
    kick,
    async idle() {
      while (running !== null) await running
    },
    async close() {
      closed = true
      clearInterval(timer)
      await running
      delivery.close()
    },
  }
}
