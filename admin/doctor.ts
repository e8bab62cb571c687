// What an operator looks at first: whether the settings, the data, the machine and the way here are as they should be.
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { readConfig, type Config } from '../config.ts'
import { version } from '../http/version.ts'
import { greetMailServer } from '../jobs/delivery.ts'
import { openOutbound, type Outbound } from '../outbound.ts'
import { wholeness } from '../storage/backup.ts'
import { copiesIn } from '../storage/copies.ts'
import { newestMigration } from '../storage/migrate.ts'
import { databaseFile, schemaAt } from '../storage/open.ts'
import { troublesOf } from '../tools/team/troubles.ts'
import { now, withKnownStorage } from './command.ts'

/** What was found, and what to do about it where it is not well. */
type Finding = { about: string; says: string; remedy?: string }
const well = (about: string, says: string): Finding => ({ about, says })
const bad = (about: string, says: string, remedy: string): Finding => ({ about, says, remedy })

/** doctor: a line for each thing that was looked at; those that are not well come with what to do. */
export async function examine(): Promise<{ said: string; isWell: boolean }> {
  const config = readConfig()
  const outbound = openOutbound({ allow: () => true })
  try {
    const findings = [
      well('version', `${version}, Node ${process.version}`),
      ...(await ofData(config)),
      ...(await ofMail(config)),
      ...(await ofWayHere(config, outbound)),
      ...(await ofProviders(config, outbound)),
    ]
    const lines = findings.map(({ about, says, remedy }) =>
      remedy === undefined ? `well\t${about}\t${says}` : `BAD\t${about}\t${says} ${remedy}`,
    )
    return { said: lines.join('\n'), isWell: findings.every(({ remedy }) => remedy === undefined) }
  } finally {
    await outbound.close()
  }
}

async function ofData(config: Config): Promise<Finding[]> {
  const schema = await schemaAt(config)
  const newest = newestMigration()
  if (schema === 0) return [bad('data', 'There are none yet.', 'Start the service.')]
  if (schema !== newest)
    return [
      schema < newest
        ? bad(
            'schema',
            `It is ${schema}, and this version has ${newest}.`,
            'Start the service: it migrates, after a copy.',
          )
        : bad('schema', `It is ${schema}, and this version knows ${newest}.`, 'Update the service.'),
    ]
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  const file = databaseFile(config)
  const hasFile = config.DATABASE_URL === undefined
  const makesCopies = hasFile && config.BACKUP_HOURS > 0
  const around = {
    ...{ free_bytes: bavail * bsize, database_bytes: hasFile ? statSync(file).size : 0 },
    copies_every_h: makesCopies ? config.BACKUP_HOURS : null,
    newest_copy: makesCopies ? (copiesIn(config.BACKUP_DIR)[0]?.made_at ?? null) : null,
    ...{ up_ms: Infinity, clock_off_ms: 0, faults: 0 },
  }
  const troubles = await withKnownStorage((storage) => troublesOf(storage, around, now()))
  return [
    well('schema', String(schema)),
    ...(hasFile ? ofFile(config, file) : []),
    ...troubles.map(({ key, what, remedy }) => bad(key, what, remedy)),
    ...(troubles.length === 0 ? [well('jobs, weeks, payments, copies, disk', 'nothing is wrong')] : []),
  ]
}

function ofFile({ DATA_DIR }: Config, file: string): Finding[] {
  const open = [DATA_DIR, file].filter((path) => (statSync(path).mode & 0o077) !== 0)
  const fault = wholeness(file)
  return [
    open.length === 0
      ? well('file rights', 'only the owner reads the data')
      : bad(
          'file rights',
          `Others may read ${open.join(' and ')}.`,
          'Start the service once as the owner, or chmod go= them.',
        ),
    fault === null
      ? well('integrity', 'the database is whole')
      : bad('integrity', fault, 'Stop the service and put the newest copy back with restore.'),
  ]
}

async function ofMail({ MAIL_URL, ALERT_EMAIL, ALERT_WEBHOOK_URL, AT_HOME }: Config): Promise<Finding[]> {
  const isTold = AT_HOME || ALERT_EMAIL !== undefined || ALERT_WEBHOOK_URL !== undefined
  const alerts = isTold
    ? well('alerts', 'somebody is told, or it is at home')
    : bad('alerts', 'Nobody is told when something is wrong.', 'Set ALERT_EMAIL or ALERT_WEBHOOK_URL.')
  if (MAIL_URL === undefined)
    return [
      alerts,
      AT_HOME
        ? well('mail', 'mails are files in the folder mail of DATA_DIR')
        : bad('mail', 'No mail leaves: mails are files.', 'Set MAIL_URL.'),
    ]
  const failure = await greetMailServer(MAIL_URL)
  return [
    alerts,
    failure === null
      ? well('mail', 'the mail server answers and lets us in')
      : bad('mail', `The mail server of MAIL_URL says ${failure}.`, 'Check its address, name and password.'),
  ]
}

const mostOff_ms = 5000

/** Whether people get here, and whether the clocks agree. */
async function ofWayHere(
  { PUBLIC_URL, TRUST_PROXY, AT_HOME }: Config,
  outbound: Outbound,
): Promise<Finding[]> {
  const proxy =
    AT_HOME || TRUST_PROXY.length > 0
      ? well('proxy', AT_HOME ? 'none is needed at home' : `believed: ${TRUST_PROXY.join(', ')}`)
      : bad(
          'proxy',
          'No proxy is believed, so all who come through one count as one caller.',
          'Set TRUST_PROXY.',
        )
  try {
    const url = `${PUBLIC_URL}/healthz`
    const asked = { url, accept: 'application/json', max_bytes: 65_536, timeout_ms: 10_000, redirects: 0 }
    const { status, headers, body } = await outbound.fetch(asked)
    const said = JSON.parse(Buffer.from(body).toString()) as { version?: string }
    const off_ms = Math.abs(Date.parse(headers.date ?? '') - now().getTime())
    return [
      proxy,
      status === 200 && said.version === version
        ? well('address', `${PUBLIC_URL} leads here`)
        : bad(
            'address',
            `${PUBLIC_URL} answers ${status}, version ${said.version ?? 'unknown'}.`,
            'Look who answers there, and start the service again after an upgrade.',
          ),
      off_ms <= mostOff_ms
        ? well('clock', 'agrees with that of the answer')
        : bad(
            'clock',
            `It is ${Math.round(off_ms / 1000)} seconds off that of ${PUBLIC_URL}.`,
            'Set the clock.',
          ),
    ]
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    return [
      proxy,
      bad(
        'address',
        `${PUBLIC_URL} is not reached from here (${why}).`,
        'Start the service, and look at the proxy and its certificate.',
      ),
    ]
  }
}

/** Keys are tried by the harmless question each provider has. */
async function ofProviders(config: Config, outbound: Outbound): Promise<Finding[]> {
  const { AI_API_KEY, AI_BASE_URL, PAYMENTS, STRIPE_SECRET_KEY, STRIPE_API_URL } = config
  const ask = async (about: string, url: string, key: string | undefined): Promise<Finding> => {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const asked = { url, accept: 'application/json', max_bytes: 2_000_000, timeout_ms: 10_000, redirects: 0 }
    return outbound.fetch({ ...asked, headers, cut: true }).then(
      ({ status }) =>
        status < 300
          ? well(about, 'the provider takes the key')
          : bad(
              about,
              `The provider answers ${status}.`,
              status === 401 ? 'Check the key.' : 'Look at its status page.',
            ),
      () =>
        bad(
          about,
          'The provider does not answer.',
          'Look at its status page, and whether this machine gets out.',
        ),
    )
  }
  return [
    ...(PAYMENTS === 'stripe'
      ? [await ask('payments', `${STRIPE_API_URL ?? 'https://api.stripe.com'}/v1/balance`, STRIPE_SECRET_KEY)]
      : []),
    ...(AI_API_KEY === undefined && AI_BASE_URL === undefined
      ? []
      : [await ask('model', `${AI_BASE_URL ?? 'https://api.openai.com/v1'}/models`, AI_API_KEY)]),
  ]
}
