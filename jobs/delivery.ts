// Delivers mails: over SMTP, or into a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type MailMessage from 'nodemailer/lib/mailer/mail-message'
import type { Logger } from 'pino'
import type { Mail } from '../storage/mail.ts'

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** A mail of the outbox, or one that is not in it. */
type Outgoing = Pick<Mail, 'message_id' | 'recipient' | 'subject' | 'created_at'> &
  Partial<Pick<Mail, 'id' | 'body' | 'html' | 'unsubscribe_url'>>

export type Delivery = {
  /** `from` replaces MAIL_FROM. `leaving` is awaited after the server has accepted DATA, before anything is sent. */
  deliver(mail: Outgoing, more?: { leaving?: () => Promise<void>; from?: string | null }): Promise<void>
  close(): void
}

/**
 * Delivers over SMTP if there is a mail server, and otherwise as .eml files in a folder. `log_links` also writes the
 * link of a mail to the log, so that somebody on a home installation can sign in without mail.
 */
export function openDelivery(options: {
  mail_url: string | undefined
  mail_from: string
  folder: string
  log_links: boolean
  log: Logger
}): Delivery {
  const { mail_url, mail_from, folder, log_links, log } = options
  let opened: Promise<Transporter> | undefined

  /** Loaded and opened with the first mail, to save memory and time at the start. */
  async function open(): Promise<Transporter> {
    const { default: nodemailer } = await import('nodemailer')
    const transport: Transporter =
      mail_url === undefined
        ? nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
        : nodemailer.createTransport({
            url: mail_url,
            ...patience,
          })
    transport.use('stream', announce)
    return transport
  }

  return {
    async deliver(mail, { leaving, from } = {}) {
      const transport = await (opened ??= open())
      const sent = await transport.sendMail({
        from: from ?? mail_from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body ?? '',
        html: mail.html ?? undefined,
        // The same on every attempt, so that a repeated mail is recognised.
        messageId: `<${mail.message_id}>`,
        date: new Date(mail.created_at),
        headers: mail.unsubscribe_url == null ? {} : oneClick(mail.unsubscribe_url),
        disableFileAccess: true,
        disableUrlAccess: true,
        leaving,
      } as SendMailOptions)
      if (mail_url !== undefined) return
      await mkdir(folder, { recursive: true })
      const file = `${mail.created_at.replaceAll(':', '-')}-${mail.id ?? 'alert'}.eml`
      const { message } = sent as unknown as { message: Buffer }
      await writeFile(join(folder, file), unquoted(message), { mode: 0o600 })
      const link = /https?:\/\/\S+/.exec(mail.body ?? '')?.[0]
      if (log_links && link !== undefined) log.info({ link }, `mail "${mail.subject}" written to ${file}`)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Null if the mail server accepts our login; otherwise its error codes. */
export async function greetMailServer(mail_url: string): Promise<string | null> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({ url: mail_url, ...patience })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    return [code, responseCode].filter(Boolean).join(' ') || 'something unknown'
  } finally {
    transport.close()
  }
}

/** The transport reads the first byte of a mail only after the server has answered DATA. */
function announce(mail: MailMessage, done: (error?: Error | null) => void): void {
  const { leaving } = mail.data as { leaving?: () => Promise<void> }
  const open = mail.message.createReadStream.bind(mail.message)
  if (leaving !== undefined)
    mail.message.createReadStream = () =>
      Readable.from(
        (async function* () {
          await leaving()
          yield* open()
        })(),
        { objectMode: false },
      )
  done()
}

/** Decodes quoted-printable, which would break links that somebody copies from the file. */
function unquoted(message: Buffer): Buffer {
  const text = message.toString('latin1')
  const boundary = /\bboundary="([^"]+)"/.exec(text)?.[1]
  const between = `\r\n--${boundary}`
  const parts = boundary === undefined ? [text] : text.split(between)
  return Buffer.from(parts.map(unquotedPart).join(between), 'latin1')
}

function unquotedPart(part: string): string {
  const [, head = '', body = ''] = /^([^]*?\r\n\r\n)([^]*)$/.exec(part) ?? []
  const plainHead = head.replace(
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Transfer-Encoding: 8bit',
  )
  if (plainHead === head) return part
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_byte, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return plainHead + bytes
}

/** Headers for unsubscribing with one click in the mail program (RFC 2369, RFC 8058). */
function oneClick(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
