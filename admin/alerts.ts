// By which ways alerts leave, and a trial of them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { openLog } from '../http/log.ts'
import { alertWays } from '../jobs/alert_ways.ts'
import { openDelivery } from '../jobs/delivery.ts'
import type { Alert } from '../jobs/send_alert.ts'
import { Mistake } from '../mistake.ts'
import { openOutbound, type Outbound } from '../outbound.ts'
import { now } from './command.ts'
import { bad, note, told, well, type Finding } from './findings.ts'

/** The ways by which alerts leave; nothing is opened before one does. */
const waysOf = (config: Config, outbound: Outbound) => {
  const delivery = openDelivery({
    ...{ mail_url: config.MAIL_URL, mail_from: config.MAIL_FROM, folder: join(config.DATA_DIR, 'mail') },
    ...{ log_links: false, log: openLog('silent') },
  })
  return { ways: alertWays(config, { delivery, outbound }), delivery }
}

/** alert test: sends an alert by every way at once, and says of each whether it was taken. */
export async function testAlert(): Promise<{ said: string; isWell: boolean }> {
  const config = readConfig()
  const outbound = openOutbound({ allow: () => true })
  const { ways, delivery } = waysOf(config, outbound)
  if (ways.length === 0)
    throw new Mistake('Nobody would be told: set ALERT_EMAIL, or ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET.')
  const at = now()
  const alert: Alert = {
    ...{ id: randomUUID(), at: at.toISOString(), type: 'alert.test', key: 'test' },
    ...{ what: 'The operator asked for this alert, to see that it arrives.', remedy: 'Nothing is wrong.' },
  }
  const send = ({ name, send }: (typeof ways)[number]): Promise<Finding> =>
    send(alert, at).then(
      () => well(name, 'accepted'),
      (error: Error) => bad(name, 'It was not accepted.', error.message),
    )
  try {
    return told(await Promise.all(ways.map(send)))
  } finally {
    delivery.close()
    await outbound.close()
  }
}

export function ofAlerts(config: Config, outbound: Outbound): Finding {
  const { AT_HOME, HEARTBEAT_URL } = config
  const { ways } = waysOf(config, outbound)
  if (ways.length === 0)
    return AT_HOME
      ? note(
          'alerts',
          'sent to nobody, only in the log and on the desk: neither ALERT_EMAIL nor ALERT_WEBHOOK_URL is set',
        )
      : bad('alerts', 'Nobody is told when something is wrong.', 'Set ALERT_EMAIL or ALERT_WEBHOOK_URL.')
  const names = `sent by ${ways.map(({ name }) => name).join(', and by ')}; "alert test" tries it`
  const byMailAlone = HEARTBEAT_URL === undefined && ways.every(({ name }) => name.startsWith('mail'))
  return byMailAlone
    ? note('alerts', `${names}; set HEARTBEAT_URL too, for a mail server that fails cannot tell you`)
    : well('alerts', names)
}
