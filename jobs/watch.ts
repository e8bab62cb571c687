// Checks every minute for problems, and tells the operator once when each begins, and once when it is over.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { mailOf } from '../auth/letter.ts'
import type { Outbound } from '../outbound.ts'
import type { NewMail } from '../storage/mail.ts'
import type { Storage } from '../storage/storage.ts'
import { troublesOf, type Trouble } from '../tools/team/troubles.ts'
import { lookAround, type Sights } from './look_around.ts'
import { defineJob, type Job } from './queue/job.ts'
import type { Alert } from './send_alert.ts'

type Watching = Sights & {
  /** The number of 5xx answers in the last five minutes. */
  faults: () => number
  /** The recipient of alert mails. */
  email: string | undefined
  has_webhook: boolean
  /** Requested while there are no problems. */
  heartbeat_url: string | undefined
  /** For the operator's own addresses, which may be in the operator's own network. */
  outbound: Outbound
}

/** `now_ms` is a monotonic clock. */
export function watch(watching: Watching, now_ms = () => performance.now()): Job {
  const began = { at_ms: now_ms(), clock_ms: null as number | null }
  return defineJob({
    kind: 'watch',
    lane: 'alerts',
    payload: z.object({}),
    max_failures: 5,
    timeout_ms: 60_000,
    every_s: 60,
    async run(_payload, { storage, now, log, public_url, signal }) {
      const up_ms = now_ms() - began.at_ms
      began.clock_ms ??= now.getTime() - up_ms
      const clock_off_ms = now.getTime() - began.clock_ms - up_ms
      const here = { up_ms, clock_off_ms, faults: watching.faults() }
      const around = { ...(await lookAround(watching)), ...here }
      const found = await troublesOf(storage, around, now)
      const known = await storage.alerts.open()
      const news = found.filter(({ key }) => !known.some((one) => one.key === key))
      const over = known.filter(({ key }) => !found.some((one) => one.key === key))
      for (const { key, what, remedy } of news) log.error({ alert: key, remedy }, what)
      for (const { key, what } of over) log.warn({ alert: key }, `over: ${what}`)
      if (found.length === 0 && watching.heartbeat_url !== undefined)
        await beat(watching.outbound, watching.heartbeat_url, signal).catch((error: unknown) =>
          log.warn({ err: error }, 'the heartbeat was not heard'),
        )
      if (news.length + over.length === 0) return
      return async (inside) => {
        const place = { public_url, now, ...watching }
        for (const one of news)
          if (await inside.alerts.begin({ ...one, began_at: now.toISOString() }))
            await tell(inside, 'began', one, place)
        for (const one of over) if (await inside.alerts.end(one.key)) await tell(inside, 'over', one, place)
      }
    },
  })
}

async function beat(outbound: Outbound, url: string, signal: AbortSignal): Promise<void> {
  await outbound.fetch({
    ...{ url, accept: '*/*', max_bytes: 65_536, timeout_ms: 10_000, redirects: 2 },
    cut: true,
    signal,
  })
}

type Place = Pick<Watching, 'email' | 'has_webhook'> & { public_url: string; now: Date }

async function tell(
  { mail, jobs, sites }: Storage,
  type: 'began' | 'over',
  { key, what, remedy }: Trouble,
  { email, has_webhook, public_url, now }: Place,
): Promise<void> {
  const alert = { id: randomUUID(), at: now.toISOString(), type: `alert.${type}`, key, what, remedy }
  if (has_webhook) await jobs.enqueue({ kind: 'send_alert', payload: alert, created_at: alert.at })
  const [site] = await sites.all()
  if (email !== undefined) await mail.add(letterOf(alert, { email, public_url, site_name: site!.name }))
}

/** An alert as a mail to the operator. */
export function letterOf(
  { id, at, type, key, what, remedy }: Alert,
  { email, public_url, site_name }: { email: string; public_url: string; site_name: string },
): NewMail {
  const isOver = type === 'alert.over'
  return mailOf({
    occasion: id,
    recipient: email,
    subject: isOver ? `Over: ${key}` : `Alert: ${key}`,
    site_name,
    title: isOver ? `Over: ${what}` : what,
    paragraphs: isOver ? [`This is over: ${what}`] : [what, remedy],
    button: { label: 'Go to the desk', url: `${public_url}/team` },
    after: ['You get this because your address is the ALERT_EMAIL of this service.'],
    public_url,
    created_at: at,
  })
}
