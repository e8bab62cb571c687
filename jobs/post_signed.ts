// How a webhook is sent, the operator's and everybody's: signed as Standard Webhooks (standardwebhooks.com) says.
import { createHmac } from 'node:crypto'
import type { Outbound } from '../outbound.ts'

type Post = {
  url: string
  /** Each of them signs: after a rotation the old one is still known to the receiver. */
  secrets: readonly string[]
  id: string
  body: string
  now: Date
  https_only: boolean
  signal?: AbortSignal
}

/** The status that the receiver answers. A redirect is not followed, and throws. */
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
