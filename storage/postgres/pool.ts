// Connections to PostgreSQL. Values have the same types as from SQLite: numbers, booleans as 1 and 0, JSON as text.
import pg from 'pg'
import { Mistake } from '../../mistake.ts'
import { Outage, type Trouble } from '../outage.ts'
import { spelled } from './spelling.ts'

/** Runs one statement written for SQLite; returns its rows as arrays. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[][]>
export type Pool = pg.Pool
export type Connection = Pick<pg.ClientBase, 'query'>

/** The first version that allows a subquery without an alias, as SQLite does. */
const oldest = 160_000

const numbers = new Set([20, 21, 23, 26, 700, 701, 1700])
const asItIs = (text: string): string => text
const types = {
  getTypeParser(type: number): (text: string) => unknown {
    if (numbers.has(type)) return Number
    if (type === 16) return (text) => (text === 't' ? 1 : 0)
    return type === 17 ? pg.types.getTypeParser(17) : asItIs
  },
} as pg.CustomTypesConfig

/** A frozen server does not enforce its statement_timeout, so the client waits a little longer and gives up. */
const grace_ms = 2000

const settings = (url: string) => ({
  connectionString: url,
  types,
  application_name: 'launch-directory',
  connectionTimeoutMillis: 5000,
  // A node that stops during a transaction must not block the others.
  idle_in_transaction_session_timeout: 60_000,
})

// A broken connection is reported to its user by the statement's error; nobody else needs it.
const forget = () => undefined

export function openPool(url: string, max: number, options?: string): Pool {
  const pool = new pg.Pool({ ...settings(url), max, options, idleTimeoutMillis: 60_000 })
  pool.on('connect', (client) => void client.on('error', forget))
  return pool.on('error', forget)
}

// Names of prepared statements: each connection prepares a statement once.
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `launch_${names.size}`
  names.set(text, name)
  return name
}

/** PostgreSQL cannot store NUL in text; SQLite can, and nobody searches for it. */
function portable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** `longest_ms` is the server's time limit for a statement; 0 means none. */
export function asking(connection: Connection, longest_ms = 0): Ask {
  return async (text, values = []) => {
    const said = spelled(text)
    const query = {
      ...within(said, longest_ms),
      name: nameOf(said),
      values: values.map(portable),
      rowMode: 'array' as const,
    }
    return (await connection.query(query)).rows as unknown[][]
  }
}

/** node-postgres accepts a timeout per query, which its types lack. */
const within = (text: string, longest_ms: number) => ({
  text,
  ...(longest_ms > 0 && { query_timeout: longest_ms + grace_ms }),
})

/** Rows as objects. */
export async function askRows<T>(connection: Connection, text: string, values: unknown[]): Promise<T[]> {
  const said = spelled(text)
  return (await connection.query({ name: nameOf(`rows ${said}`), text: said, values })).rows as T[]
}

/** Does the work in a transaction, in which no statement takes longer than `longest_ms`, if given. */
export async function transact<T>(
  pool: Pool,
  isolation: string,
  work: (connection: Connection) => Promise<T>,
  longest_ms = 0,
): Promise<T> {
  const client = await pool.connect()
  const say = (text: string) => client.query(within(text, longest_ms))
  const bounds = longest_ms === 0 ? '' : `; SET LOCAL statement_timeout = ${longest_ms}`
  let broken: Error | undefined
  try {
    await say(`BEGIN ISOLATION LEVEL ${isolation}${bounds}`)
    const result = await work(client)
    await say('COMMIT')
    return result
  } catch (error) {
    // A server that timed out would not answer ROLLBACK either.
    if (isLate(error)) broken = error as Error
    else await say('ROLLBACK').catch((fault: Error) => (broken = fault))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Calls `heard` for every notification, and again after a lost connection is restored: some may have been missed. */
export async function listen(url: string, channel: string, heard: () => void) {
  let client: pg.Client | null = null
  let isClosed = false
  async function connect(): Promise<void> {
    const made = new pg.Client(settings(url))
    made.on('notification', heard)
    made.on('error', forget)
    made.once('end', () => {
      if (!isClosed) setTimeout(again, 200).unref()
    })
    client = made
    await made.connect()
    await made.query(`LISTEN ${channel}`)
    heard()
  }
  function again(): void {
    if (isClosed) return
    // A client that never connected emits no end event.
    connect().catch(() => void client?.end().catch(forget))
  }
  await connect()
  return async () => {
    isClosed = true
    await client?.end()
  }
}

/** The error code of PostgreSQL or of the network. */
export const codeOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as { cause?: { code?: string } }).cause?.code ?? ''

const wordsOf = (error: unknown): string => String((error as Error).cause ?? error)

/** A timeout: trying again would take as long. */
const isLate = (error: unknown): boolean =>
  /Query read timeout|due to connection timeout|timeout exceeded when trying to connect/.test(wordsOf(error))

/** The connection broke: its transaction is rolled back, and another connection may work. */
export const isBroken = (error: unknown): boolean =>
  !isLate(error) &&
  (/^(57P0[123]|08\w{3}|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(codeOf(error)) ||
    /Connection terminated|not queryable|Client was closed/.test(wordsOf(error)))

const troubles: [RegExp, Trouble][] = [
  [/^57014$/, 'slow'],
  [/^(?:53300|55P03|40001|40P01)$/, 'busy'],
  [/^(?:53|58|XX00)/, 'out of order'],
  [/^(?:25006|E[A-Z]+$)/, 'gone'],
]
const severityOf = (error: unknown) => (error as { severity?: string }).severity

/** The error as an outage, if it is one; otherwise unchanged. */
export function asOutage(error: unknown, isCommitting = false): unknown {
  if (isLate(error) || isBroken(error)) return new Outage(isCommitting ? 'unsettled' : 'gone', error)
  const found = troubles.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  // FATAL: the server refuses or ends the connection.
  const trouble = found ?? (severityOf(error) === 'FATAL' ? 'gone' : undefined)
  return trouble === undefined ? error : new Outage(trouble, error)
}

/** Retries a read if the connection broke, because reads change nothing. */
export function askingAgain(pool: Pool, longest_ms: number): Ask {
  const ask = asking(pool, longest_ms)
  return async (text, values) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask(text, values)
      } catch (error) {
        if (!isBroken(error) || tries === 3) throw asOutage(error)
      }
    }
  }
}

const complaints: [RegExp, string][] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/, 'does not answer.'],
  [/^28/, 'does not let this user in. Check the name and the password.'],
  [/^3D000$/, 'has no such database. Create it first: createdb NAME.'],
  [/^42501$/, 'does not let this user create tables. Make it the owner of the database.'],
  [/^53300$/, 'has no connection left. A node takes up to thirteen.'],
]

/** Tells an operator what to do about a PostgreSQL server that cannot be used. */
export async function demandUsable(pool: Pool): Promise<void> {
  try {
    const [[version, encoding]] = (await asking(pool)(
      "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')",
    )) as [[number, string]]
    if (version < oldest)
      throw new Mistake('The PostgreSQL of DATABASE_URL is older than 16. Use 16 or newer.')
    if (encoding !== 'UTF8')
      throw new Mistake(
        `The database of DATABASE_URL is kept in ${encoding}. Create it with ENCODING 'UTF8'.`,
      )
  } catch (error) {
    throw mistaken(error)
  }
}

function mistaken(error: unknown): unknown {
  const why = complaints.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  return why === undefined ? error : new Mistake(`The PostgreSQL of DATABASE_URL ${why}`)
}
