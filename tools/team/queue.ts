// Jobs that failed for good, and mails that could not be sent.
import { z } from 'zod'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { defineTeamAction } from './action.ts'

const input = z.strictObject({ id })

export const retryJob = defineTeamAction({
  name: 'retry_job',
  input,
  async handler({ id: job_id }, { storage, now }) {
    const job = await storage.jobs.deadOne(job_id)
    if (job === undefined) throw notFound('failed job with this id')
    if (!(await storage.jobs.revive(job_id, now.toISOString())))
      throw new Refusal('invalid_input', 'A newer job of the same kind waits already. Dismiss this one.')
    return { about: 'job', about_id: job_id, name: job.kind, outcome: 'waits again' }
  },
})

export const dismissJob = defineTeamAction({
  name: 'dismiss_job',
  input,
  async handler({ id: job_id }, { storage }) {
    const job = await storage.jobs.deadOne(job_id)
    if (job === undefined) throw notFound('failed job with this id')
    await storage.jobs.dismiss(job_id)
    return { about: 'job', about_id: job_id, name: job.kind, outcome: 'will not be done' }
  },
})

export const retryMail = defineTeamAction({
  name: 'retry_mail',
  input,
  async handler({ id: mail_id }, { storage, now }) {
    const at = now.toISOString()
    const mail = await storage.mail.byId(mail_id)
    if (mail === undefined || mail.failure === null) throw notFound('mail with this id that was not sent')
    if (mail.body === null || (mail.expires_at !== null && mail.expires_at <= at))
      throw new Refusal(
        'invalid_input',
        'This mail would come too late, or may have arrived. It is not sent again.',
      )
    await storage.mail.retry(mail_id, at)
    // The failed job of this mail is no longer needed.
    for (const { id: job_id, kind, payload } of await storage.jobs.dead())
      if (kind === 'send_mail' && payload.mail_id === mail_id) await storage.jobs.dismiss(job_id)
    return { about: 'mail', about_id: mail_id, name: mail.subject, outcome: 'waits again' }
  },
})
