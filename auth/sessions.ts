// Sessions of people on the site. A session is a cookie; the API and the MCP server ignore it.
import type { Storage } from '../storage/storage.ts'
import type { User } from '../storage/people/users.ts'
import { later, lifetimes } from './authority.ts'
import { noteComing } from './coming.ts'
import { digest, mint, seal } from './secrets.ts'

export type Session = { id: number; token: string; user: User; expires_at: string }

/** Where a session begins: the browser's name, and the session it replaces. */
export type SessionStart = { browser: string; replaces: string | null; request_id: string; now: Date }

/** Begins a session with a new identifier, whatever the browser had before (against session fixation). */
export async function beginSession(
  storage: Storage,
  user_id: number,
  { browser, replaces, request_id, now }: SessionStart,
): Promise<string> {
  const token = mint('ls')
  const session = { hash: digest(token), user_id, browser, created_at: now.toISOString() }
  await storage.write(async (inside) => {
    if (replaces !== null) await inside.sessions.end(digest(replaces))
    const id = await inside.sessions.begin({ ...session, expires_at: later(now, lifetimes.session_s) })
    const who = { user_id, client: `session ${id}`, door: 'page', request_id, now }
    await noteComing(inside, who, { operation: 'sign_in' })
  })
  return token
}

export async function findSession(
  storage: Storage,
  token: string | null,
  now: Date,
): Promise<Session | null> {
  if (token === null) return null
  const session = await storage.sessions.find(digest(token), now.toISOString())
  if (session === undefined || session.user.deleted_at !== null || session.user.closed_at !== null)
    return null
  return { id: session.session.id, token, user: session.user, expires_at: session.session.expires_at }
}

/** The CSRF token of this session's forms (RFC 9700 section 4.7): 128 bits, for a page may have thirty forms. */
export function formSeal(session: Pick<Session, 'token'>, action: string): string {
  return seal(session.token, 'form', action).slice(0, 22)
}

/** A short name of a browser, so that people recognise their sessions. Nothing more of it is stored. */
export function browserName(user_agent: string): string {
  const find = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(user_agent))?.[0]
  const browser = find({
    Edge: /Edg\//,
    Opera: /OPR\//,
    Firefox: /Firefox\//,
    Chrome: /Chrom(?:e|ium)\//,
    Safari: /Safari\//,
  })
  const system = find({
    iPhone: /iPhone/,
    iPad: /iPad/,
    Android: /Android/,
    Windows: /Windows/,
    macOS: /Mac OS X/,
    Linux: /Linux/,
  })
  return browser === undefined
    ? 'An unknown browser'
    : system === undefined
      ? browser
      : `${browser} on ${system}`
}
