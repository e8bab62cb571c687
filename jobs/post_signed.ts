// Sends webhooks, the operator's and everybody's, signed according to Standard Webhooks (standardwebhooks.com).
import { createHmac } from 'node:crypto'
import type { Outbound } from '../outbound.ts'

type Post = {
  url: string
  /** One signature for each: after a rotation the receiver may still use the old secret. */
  secrets: readonly string[]
  id: string
  body: string
  now: Date
  https_only: boolean
  signal?: AbortSignal
}

/** Returns the status of the receiver's answer. A redirect is not followed, and throws. */
export async function postSigned(outbound: Outbound, post: Post): Promise<number> {
  const { url, secrets, id, body, now, https_only, signal } = post
  const sent_s = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${sent_s}.${body}`).digest('base64')}`
  })
  const { status } = await outbound.fetch({
    ...{ url, method: 'POST', accept: '*/*', max_bytes: 65_536, timeout_ms: 15_000, redirects: 0, cut: true },
    ...{ body, https_only, signal },
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(sent_s),
      'webhook-signature': signatures.join(' '),
    },
  })
  return status
}
