// Connections to PostgreSQL. Values come as they come from SQLite: numbers as numbers, truth as 1 and 0, JSON as text.
import pg from 'pg'
import { Mistake } from '../../mistake.ts'
import { Outage, type Trouble } from '../outage.ts'
import { spelled } from './spelling.ts'

/** Runs one statement in SQLite's words and gives its rows as arrays. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[][]>
export type Pool = pg.Pool
export type Connection = Pick<pg.ClientBase, 'query'>

/** The first that takes a subquery without a name, as SQLite does. */
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

/** A server that is frozen does not end a statement by its own clock, so ours waits a little longer. */
const grace_ms = 2000

const settings = (url: string) => ({
  connectionString: url,
  types,
  application_name: 'launch-directory',
  connectionTimeoutMillis: 5000,
  // A node that stops in the middle must not hold the others up.
  idle_in_transaction_session_timeout: 60_000,
})

// Whoever uses a connection that breaks is told by what it asks; nobody else need be.
const forget = () => undefined

export function openPool(url: string, max: number, options?: string): Pool {
  const pool = new pg.Pool({ ...settings(url), max, options, idleTimeoutMillis: 60_000 })
  pool.on('connect', (client) => void client.on('error', forget))
  return pool.on('error', forget)
}

// Each statement is prepared once by each connection.
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `launch_${names.size}`
  names.set(text, name)
  return name
}

/** PostgreSQL keeps no NUL in a text; SQLite does, and nobody looks for one. */
function portable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** `longest_ms` is how long the server itself lets a statement take; 0 is for ever. */
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

/** node-postgres takes the time of one query, which its types leave out. */
const within = (text: string, longest_ms: number) => ({
  text,
  ...(longest_ms > 0 && { query_timeout: longest_ms + grace_ms }),
})

/** Rows as objects. */
export async function askRows<T>(connection: Connection, text: string, values: unknown[]): Promise<T[]> {
  const said = spelled(text)
  return (await connection.query({ name: nameOf(`rows ${said}`), text: said, values })).rows as T[]
}

/** Does the work in one transaction of its own, of which no statement takes longer than `longest_ms`, if that is given. */
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
    // Who did not answer in time would not answer this either.
    if (isLate(error)) broken = error as Error
    else await say('ROLLBACK').catch((fault: Error) => (broken = fault))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Calls back for every message of the channel, and when it listens again after its connection broke. */
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
    // One that never connected has no end.
    connect().catch(() => void client?.end().catch(forget))
  }
  await connect()
  return async () => {
    isClosed = true
    await client?.end()
  }
}

/** The code that PostgreSQL, or the way to it, gave an error. */
export const codeOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as { cause?: { code?: string } }).cause?.code ?? ''

const wordsOf = (error: unknown): string => String((error as Error).cause ?? error)

/** Nobody answered in time. To ask again would take as long. */
const isLate = (error: unknown): boolean =>
  /Query read timeout|due to connection timeout|timeout exceeded when trying to connect/.test(wordsOf(error))

/** The connection broke: whatever was under way is undone, and another connection can be asked. */
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

/** The error as an outage, where it is one; any other as it is. */
export function asOutage(error: unknown, isCommitting = false): unknown {
  if (isLate(error) || isBroken(error)) return new Outage(isCommitting ? 'unsettled' : 'gone', error)
  const found = troubles.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  // With these words it lets nobody in, or ends a connection.
  const trouble = found ?? (severityOf(error) === 'FATAL' ? 'gone' : undefined)
  return trouble === undefined ? error : new Outage(trouble, error)
}

/** Asks again where the connection broke: a question changes nothing. */
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

/** Says what an operator can do about a PostgreSQL that cannot be used. */
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
