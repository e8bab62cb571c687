// Mails are sent from the outbox, a table, so that a mail queued in a transaction is sent even after a crash.
import { z } from 'zod'
import type { Mail } from '../storage/mail.ts'
import { farewell } from '../tools/account/farewell.ts'
import type { Storage } from '../storage/storage.ts'
import { personal } from '../tools/follows/tell_followers.ts'
import { siteUrlOf } from '../tools/site/site_url.ts'
import { defineJob } from './queue/job.ts'

/** Sends one mail of the outbox, with retries for some hours unless the server refuses it for good. */
export const sendMail = defineJob({
  kind: 'send_mail',
  lane: 'mail',
  payload: z.object({ mail_id: z.int() }),
  max_failures: 30,
  timeout_ms: 60_000,
  async run({ mail_id }, { storage, delivery, now, log, public_url, signal }) {
    const mail = await storage.mail.byId(mail_id)
    if (mail === undefined || mail.body === null) return
    if (mail.expires_at !== null && mail.expires_at <= now.toISOString())
      return ({ mail: outbox }) => outbox.drop(mail_id, 'expired')
    // A mass mail is never sent twice: if a process died while sending it, it may have arrived, so it is dropped.
    // A mail that somebody waits for is sent again, under the same Message-ID.
    if (mail.handed_at !== null) return ({ mail: outbox }) => outbox.drop(mail_id, 'perhaps sent')
    const isOneOfMany = mail.letter_id !== null
    const whole = isOneOfMany ? await withLetter(mail, storage) : mail
    if (whole === undefined) return ({ mail: outbox }) => outbox.drop(mail_id, 'expired')
    let isLeaving = false
    const leaving = async () => {
      // If this attempt was given up meanwhile, the next one sends the mail.
      signal.throwIfAborted()
      if (!isOneOfMany) return
      await storage.write(({ mail: outbox }) => outbox.handOver(mail_id, now.toISOString()))
      isLeaving = true
    }
    try {
      const from = await senderOf(mail, storage, public_url)
      await delivery.deliver(whole, { from, leaving })
    } catch (error) {
      // The server's message may contain an address or the link, so only its codes are stored.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown'
      if (code === 'EENVELOPE' && (responseCode ?? 0) >= 500) {
        log.error({ mail: mail_id, reason }, 'mail refused for good')
        if (isLeaving) await storage.write(({ mail: outbox }) => outbox.handOver(mail_id, null))
        return ({ mail: outbox }) => outbox.fail(mail_id, reason)
      }
      if (isLeaving && responseCode === undefined)
        return ({ mail: outbox }) => outbox.drop(mail_id, 'perhaps sent')
      if (isLeaving) await storage.write(({ mail: outbox }) => outbox.handOver(mail_id, null))
      throw new Error(reason)
    }
    return ({ mail: outbox }) =>
      mail.message_id.startsWith(`${farewell}-`)
        ? outbox.forget(mail_id)
        : outbox.sent(mail_id, now.toISOString())
  },
  gaveUp:
    ({ mail_id }) =>
    ({ mail: outbox }) =>
      outbox.fail(mail_id, 'gave up'),
})

/** The sender of a mail: a Message-ID ends with the host of its site. */
async function senderOf(
  { message_id }: Mail,
  { sites }: Storage,
  public_url: string,
): Promise<string | null> {
  const host = message_id.split('@').at(-1)
  const site = (await sites.all()).find((one) => new URL(siteUrlOf(one, public_url)).hostname === host)
  return site?.mail_from ?? null
}

async function withLetter(mail: Mail, storage: Storage): Promise<Mail | undefined> {
  const letter = await storage.mail.letter(mail.letter_id!)
  return letter === undefined ? undefined : { ...mail, ...personal(letter, mail.unsubscribe_url!) }
}
