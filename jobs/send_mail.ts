// Mail leaves from the outbox, a table, so that what was promised in a transaction is sent even after a crash.
import { z } from 'zod'
import { defineJob } from './queue/job.ts'

/** Sends one mail of the outbox. It is tried for some hours, unless the server refuses it for good. */
export const sendMail = defineJob({
  kind: 'send_mail',
  payload: z.object({ mail_id: z.int() }),
  max_failures: 30,
  timeout_ms: 60_000,
  async run({ mail_id }, { storage, delivery, now, log }) {
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
      if (code === 'EENVELOPE' && (responseCode ?? 0) >= 500) {
        log.error({ mail: mail_id, reason }, 'mail refused for good')
        return ({ mail: outbox }) => outbox.drop(mail_id, reason)
      }
      throw new Error(reason)
    }
    return ({ mail: outbox }) => outbox.sent(mail_id, now.toISOString())
  },
  gaveUp:
    ({ mail_id }) =>
    ({ mail: outbox }) =>
      outbox.drop(mail_id, 'gave up'),
})
