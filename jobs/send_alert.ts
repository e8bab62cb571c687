import { z } from 'zod'
import type { Outbound } from '../outbound.ts'
import { postSigned } from './post_signed.ts'
import { defineJob, type Job } from './queue/job.ts'

type Webhook = { url: string; secret: string; outbound: Outbound }

const alert = z.object({
  ...{ id: z.string(), at: z.string(), type: z.string() },
  ...{ key: z.string(), what: z.string(), remedy: z.string() },
})
export type Alert = z.output<typeof alert>

/** Sends an alert to the operator's webhook. */
export async function postAlert(
  { url, secret, outbound }: Webhook,
  { id, at, type, ...data }: Alert,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({ type, timestamp: at, data })
  const post = { url, secrets: [secret], id, body, now, https_only: false, signal }
  const status = await postSigned(outbound, post)
  if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}.`)
}

export function sendAlert(webhook: Webhook): Job {
  return defineJob({
    kind: 'send_alert',
    lane: 'alerts',
    payload: alert,
    max_failures: 12,
    timeout_ms: 20_000,
    run: (payload, { now, signal }) => postAlert(webhook, payload, now, signal),
  })
}
