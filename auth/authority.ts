import type { Storage } from '../storage/storage.ts'
import type { ClientDocuments } from './client_document.ts'

/** The context of the authorization server's functions. */
export type Authority = {
  storage: Storage
  /** Our own origin, without a final slash. It never comes from a request. */
  issuer: string
  /** The origins of all our sites: one server issues the tokens for all of them. */
  origins: readonly string[]
  documents: ClientDocuments
}
/** The authority for a caller at this address. */
export type AuthorityFor = (address: string) => Authority

/** Lifetimes in seconds. */
export const lifetimes = {
  code_s: 60,
  access_s: 3600,
  refresh_s: 90 * 86_400,
  grant_s: 365 * 86_400,
  repeat_s: 60,
  session_s: 12 * 3600,
  link_s: 15 * 60,
} as const

export function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString()
}
