// Connections to PostgreSQL. Values come as they come from SQLite: numbers as numbers, truth as 1 and 0, JSON as text.
import postgres from 'postgres'
import { Mistake } from '../../mistake.ts'
import { spelled } from './spelling.ts'

/** Runs one statement in SQLite's words and gives its rows as arrays. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[][]>
export type Pool = postgres.Sql
export type Connection = Pick<postgres.Sql, 'unsafe'>

/** The first that merges JSON as our queries ask for it. */
const oldest = 160_000

const same = <T>(value: T): T => value
// PostgreSQL keeps no NUL in a text; SQLite does, and nobody looks for one.
const withoutNul = (value: unknown) => String(value).replaceAll('\0', '\ufffd')
const types = {
  number: { to: 20, from: [20, 21, 23, 26, 700, 701, 1700], serialize: String, parse: Number },
  json: { to: 114, from: [114, 3802], serialize: same, parse: same },
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: unknown) => (Number(value) === 1 ? 't' : 'f'),
    parse: (text: string) => (text === 't' ? 1 : 0),
  },
  text: { to: 25, from: [25, 1043], serialize: withoutNul, parse: same },
}

export function openPool(url: string, max: number): Pool {
  return postgres(url, {
    max,
    types: types as never,
    fetch_types: false,
    onnotice: () => undefined,
    connect_timeout: 10,
    max_lifetime: null,
    connection: {
      application_name: 'launch-directory',
      // A node that stops in the middle must not hold the others up.
      idle_in_transaction_session_timeout: 60_000,
    },
  })
}

export function asking(connection: Connection): Ask {
  return async (text, values = []) => {
    const given = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    return (await connection
      .unsafe(spelled(text), given as never[], { prepare: true })
      .values()) as unknown as unknown[][]
  }
}

/** The code that PostgreSQL, or the way to it, gave an error. */
export const codeOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as { cause?: { code?: string } }).cause?.code ?? ''

/** The connection broke: whatever was under way is undone, and another connection can be asked. */
export const isBroken = (error: unknown): boolean =>
  /^(57P0[123]|08\w{3}|CONNECTION_\w+|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(codeOf(error))

/** Asks again where the connection broke: a question changes nothing. */
export function askingAgain(pool: Pool): Ask {
  const ask = asking(pool)
  return async (text, values) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask(text, values)
      } catch (error) {
        if (!isBroken(error) || tries === 3) throw error
      }
    }
  }
}

const complaints: [RegExp, string][] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT|ENOENT)$/, 'does not answer.'],
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

export function mistaken(error: unknown): unknown {
  const why = complaints.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  return why === undefined ? error : new Mistake(`The PostgreSQL of DATABASE_URL ${why}`)
}
