// Checks of the settings, the data, the machine, and whether the service can be reached.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { version } from '../http/version.ts'
import { greetMailServer } from '../jobs/delivery.ts'
import { lookAround, sightsOf } from '../jobs/look_around.ts'
import { complaintOf } from '../mistake.ts'
import { openOutbound, type Outbound } from '../outbound.ts'
import { wholeness } from '../storage/backup.ts'
import { copiesIn } from '../storage/copies.ts'
import { takeLock } from '../storage/lock.ts'
import { newestMigration } from '../storage/migrate.ts'
import { databaseFile, schemaAt } from '../storage/open.ts'
import { databaseGone, troublesOf } from '../tools/team/troubles.ts'
import { ofAlerts } from './alerts.ts'
import { now, withKnownStorage } from './command.ts'
import { bad, note, told, well, type Finding } from './findings.ts'

/** doctor: a line for each check; problems come with what to do. */
export async function examine(): Promise<{ said: string; isWell: boolean }> {
  const config = readConfig()
  const outbound = openOutbound({ allow: () => true })
  const runs = isServed(config.DATA_DIR)
  try {
    const answer = await askHealth(config.PUBLIC_URL, outbound)
    // Asked without proxies too: whether the service runs, and whether people can reach it, are two checks.
    const own = await askHealth(ownAddress(config), outbound)
    // A check that fails must not hide the others.
    const look = async (about: string, find: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> => {
      try {
        return await find()
      } catch (error) {
        return [bad(about, complaintOf(error), 'Mend this first: nothing more of it could be looked at.')]
      }
    }
    const findings = [
      well('version', `${version}, Node ${process.version}`),
      ...config.DOUBTS.map((doubt) => bad('settings', doubt, 'Correct it, or take it away.')),
      runs
        ? well('service', 'it runs on this data folder')
        : bad('service', 'It does not run on this data folder.', 'Start it.'),
      ...(await look('ready', () => ('failed' in own || !runs ? [] : ofReadiness(config, outbound)))),
      ...(await look('data', () => ofSchema(config, runs))),
      ...(await look('file', () => ofFile(config))),
      ...ofCopies(config),
      ...(await look('jobs', () => ofTroubles(config, runs, 'up_s' in own ? own : answer))),
      ofAlerts(config, outbound),
      ...(await look('mail', () => ofMail(config))),
      ...(await look('address', () => ofWayHere(config, runs, answer, own))),
      ...ofSeller(config),
      ...(await look('providers', () => ofProviders(config, outbound))),
    ]
    return told(findings)
  } finally {
    await outbound.close()
  }
}

/** Whether a service holds the lock of the folder. Does not create a lock file. */
function isServed(folder: string): boolean {
  if (!existsSync(join(folder, 'server.lock'))) return false
  const release = takeLock(folder, 'server')
  release?.()
  return release === null
}

async function ofSchema(config: Config, runs: boolean): Promise<Finding[]> {
  const schema = await schemaAt(config)
  const newest = newestMigration()
  if (schema === 0)
    return [
      bad('data', `There are none in ${placeOf(config)}.`, runs ? databaseGone.remedy : 'Start the service.'),
    ]
  if (schema < newest)
    return [
      bad(
        'schema',
        `It is ${schema}, and this version has ${newest}.`,
        'Start the service: it migrates, after a copy.',
      ),
    ]
  return [
    schema === newest
      ? well('schema', String(schema))
      : bad('schema', `It is ${schema}, and this version knows ${newest}.`, 'Update the service.'),
  ]
}

const placeOf = ({ DATABASE_URL, DATA_DIR }: Config) =>
  DATABASE_URL === undefined ? `DATA_DIR, ${DATA_DIR}` : 'the PostgreSQL of DATABASE_URL'

/** While the service is stopped, waiting jobs are not reported as late; that it is stopped is reported once. */
async function ofTroubles(config: Config, runs: boolean, answer: Answer): Promise<Finding[]> {
  if ((await schemaAt(config)) !== newestMigration()) return []
  const up_ms = !runs ? 0 : 'up_s' in answer ? answer.up_s * 1000 : Infinity
  const around = { ...(await lookAround(sightsOf(config))), up_ms, clock_off_ms: 0, faults: 0 }
  const found = await withKnownStorage(async (storage) => [
    ...(await troublesOf(storage, around, now())).map(({ key, what, remedy }) => bad(key, what, remedy)),
    (await storage.users.teamSize()) > 0
      ? well('team', 'somebody can open the desk')
      : bad(
          'team',
          'Nobody is on the site team, so nobody can open the desk.',
          '"sign-in-link EMAIL" makes an account, and "user role EMAIL team" puts it on the team.',
        ),
  ])
  const isQuiet = found.every(({ mark, about }) => mark !== 'BAD' || about === 'team')
  return isQuiet ? [...found, well('jobs, weeks, payments, copies, disk', 'nothing is wrong')] : found
}

/** That they are too old, or their folder cannot be looked at, is one of the troubles. */
function ofCopies(config: Config): Finding[] {
  const { copies } = sightsOf(config)
  if (copies === null) return []
  try {
    const [newest] = copiesIn(copies.folder)
    return newest === undefined
      ? [note('copies', `there are none yet in ${copies.folder}`)]
      : [well('copies', `the newest is of ${newest.made_at.toISOString()}: "restore ${newest.file}"`)]
  } catch {
    return []
  }
}

async function ofFile(config: Config): Promise<Finding[]> {
  const file = databaseFile(config)
  if (config.DATABASE_URL !== undefined || !existsSync(file)) return []
  const open = [config.DATA_DIR, file].filter((path) => (statSync(path).mode & 0o077) !== 0)
  const fault = wholeness(file)
  const rights =
    open.length === 0
      ? well('file rights', 'only the owner reads the data')
      : bad(
          'file rights',
          `Others may read ${open.join(' and ')}.`,
          'Start the service once as the owner, or chmod go= them.',
        )
  if (fault === null) return [rights, well('integrity', 'the database is whole')]
  // Data of a newer version are not damaged; the check of the schema already says that an update is needed.
  if ((await schemaAt(config).catch(() => 0)) > newestMigration()) return [rights]
  return [rights, bad('integrity', fault, 'Stop the service and put the newest copy back with restore.')]
}

async function ofMail({ MAIL_URL, AT_HOME }: Config): Promise<Finding[]> {
  if (MAIL_URL === undefined)
    return [
      AT_HOME
        ? note('mail', 'mails are files in the folder mail of DATA_DIR; set MAIL_URL to send them')
        : bad('mail', 'No mail leaves: mails are files.', 'Set MAIL_URL.'),
    ]
  const failure = await greetMailServer(MAIL_URL)
  return [
    failure === null
      ? well('mail', 'the mail server answers and lets us in')
      : bad('mail', `The mail server of MAIL_URL says ${failure}.`, 'Check its address, name and password.'),
  ]
}

const asking = { accept: 'application/json', max_bytes: 65_536, timeout_ms: 10_000, redirects: 0 }

/** Why the service says that it cannot answer. */
async function ofReadiness(config: Config, outbound: Outbound): Promise<Finding[]> {
  const { status, body } = await outbound.fetch({ url: `${ownAddress(config)}/readyz`, ...asking })
  if (status === 200) return []
  const said = JSON.parse(Buffer.from(body).toString()) as { status: string }
  return [bad('ready', `/readyz answers ${status}: ${said.status.replace(/\.$/, '')}.`, 'Mend this first.')]
}

const mostOff_ms = 5000

/** The answer of the service at an address, or why there is none. */
type Answer = { status: number; version?: string; up_s: number; off_ms: number } | { failed: string }

/** Where the service listens. */
function ownAddress({ HOST, PORT }: Config): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

async function askHealth(address: string, outbound: Outbound): Promise<Answer> {
  try {
    const { status, headers, body } = await outbound.fetch({ url: `${address}/healthz`, ...asking })
    const off_ms = Math.abs(Date.parse(headers.date ?? '') - now().getTime())
    const said = status === 200 ? (JSON.parse(Buffer.from(body).toString()) as { version?: string }) : {}
    return { up_s: Infinity, ...said, status, off_ms }
  } catch (error) {
    return { failed: error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown' }
  }
}

/** Whether PUBLIC_URL leads to this service, and whether the clocks agree. */
function ofWayHere(config: Config, runs: boolean, answer: Answer, own: Answer): Finding[] {
  const { PUBLIC_URL, TRUST_PROXY, AT_HOME, DATABASE_URL } = config
  const proxy =
    AT_HOME || TRUST_PROXY.length > 0
      ? well(
          'proxy',
          AT_HOME ? 'only this machine reaches the service' : `believed: ${TRUST_PROXY.join(', ')}`,
        )
      : bad(
          'proxy',
          'No proxy is believed, so all who come through one count as one caller.',
          'Set TRUST_PROXY.',
        )
  if ('failed' in answer) {
    const remedy = !runs
      ? 'Start the service.'
      : 'failed' in own
        ? `Nor does anything at ${ownAddress(config)}: look whether HOST and PORT are those of the service.`
        : `The service itself answers at ${ownAddress(config)}: look at the name, the proxy and its certificate, or correct PUBLIC_URL.`
    return [proxy, bad('address', `Nothing answers at ${PUBLIC_URL} (${answer.failed}).`, remedy)]
  }
  const { status, off_ms } = answer
  const clock =
    off_ms <= mostOff_ms
      ? well('clock', 'agrees with that of the answer')
      : bad(
          'clock',
          `It is ${Math.round(off_ms / 1000)} seconds off that of ${PUBLIC_URL}.`,
          'Set the clock.',
        )
  // With a shared PostgreSQL, another node may answer.
  if (!runs && DATABASE_URL === undefined)
    return [
      proxy,
      bad('address', `Another program answers at ${PUBLIC_URL}.`, 'Look who it is, and set PORT.'),
      clock,
    ]
  return [
    proxy,
    status === 200 && answer.version === version
      ? well('address', `${PUBLIC_URL} leads here`)
      : bad(
          'address',
          `${PUBLIC_URL} answers ${status}, version ${answer.version ?? 'unknown'}.`,
          'Look who answers there, and start the service again after an upgrade.',
        ),
    clock,
  ]
}

/** Whom receipts name. The start refuses real payments without a name and an address (config.ts). */
function ofSeller({ PAYMENTS, SELLER_NAME, SELLER_ADDRESS, SELLER_VAT_NUMBER }: Config): Finding[] {
  if (PAYMENTS === 'off') return []
  if (SELLER_NAME === undefined || SELLER_ADDRESS === undefined)
    return [
      note('seller', 'receipts name no seller; before payments are real set SELLER_NAME and SELLER_ADDRESS'),
    ]
  return [
    SELLER_VAT_NUMBER === undefined
      ? note('seller', `receipts name ${SELLER_NAME}; set SELLER_VAT_NUMBER too, if you charge VAT`)
      : well('seller', `receipts name ${SELLER_NAME}`),
  ]
}

/** Tries each provider's key with a request that changes nothing. */
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
