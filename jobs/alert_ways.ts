// The ways by which the operator is told of a problem without the database: mail and webhook, as far as they are set.
import type { Config } from '../config.ts'
import type { Outbound } from '../outbound.ts'
import type { Delivery } from './delivery.ts'
import { postAlert, type Alert } from './send_alert.ts'
import { letterOf } from './watch.ts'

type AlertWay = { name: string; send(alert: Alert, now: Date): Promise<void> }

export function alertWays(
  { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret, ALERT_EMAIL: email, ...config }: Config,
  { delivery, outbound }: { delivery: Pick<Delivery, 'deliver'>; outbound: Outbound },
): AlertWay[] {
  const { PUBLIC_URL: public_url, MAIL_URL } = config
  const place = { public_url, site_name: new URL(public_url).hostname }
  const ways: AlertWay[] = []
  if (email !== undefined)
    ways.push({
      name: `mail to ${email}${MAIL_URL === undefined ? ', as a file in the folder mail of DATA_DIR' : ''}`,
      send: (alert) => delivery.deliver(letterOf(alert, { email, ...place })),
    })
  if (url !== undefined && secret !== undefined)
    ways.push({
      // Its path may be a secret.
      name: `webhook to ${new URL(url).host}`,
      send: (alert, now) => postAlert({ url, secret, outbound }, alert, now),
    })
  return ways
}
