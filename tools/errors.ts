import { outageIn, type Trouble } from '../storage/outage.ts'
import type { NextStep } from './next_step.ts'

/** One fault of the input. `pointer` is an RFC 6901 pointer into the flat input of the operation. */
export type Fault = {
  pointer: string
  code: string
  message: string
  /** The valid name that was probably meant, if it is clear. */
  nearest?: string
  limit?: number | string
  actual?: number | string
}

/** Every code there is, with its status (specification section 7). */
const statuses = {
  already_invited: 400,
  already_listed: 400,
  already_verified: 400,
  cannot_be_claimed: 400,
  claim_expired: 400,
  draft_exists: 400,
  draft_incomplete: 400,
  draft_not_ready: 400,
  field_locked: 400,
  idempotency_key_reused: 400,
  invalid_input: 400,
  invalid_order: 400,
  never_read: 400,
  no_founder_profile: 400,
  not_public: 400,
  not_selling: 400,
  order_pending: 400,
  pages_gone: 400,
  paid_already: 400,
  quote_changed: 400,
  redraft_failed: 400,
  suspended: 400,
  too_many_claims: 400,
  too_many_drafts: 400,
  too_many_invites: 400,
  too_many_mails: 400,
  too_many_milestones: 400,
  too_many_updates: 400,
  verified_by_mail: 400,
  withdrawn: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  content_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof statuses

/**
 * The only way the service refuses a call. `message` is a sentence the caller can act on and never repeats text that a
 * user or a crawled site wrote.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly errors: Fault[]
  readonly next_steps: NextStep[]
  readonly headers: Record<string, string>
  /** Which of our limits was met, for the audit log. */
  readonly limit: string | undefined

  constructor(
    code: RefusalCode,
    message: string,
    details: {
      errors?: Fault[]
      next_steps?: NextStep[]
      headers?: Record<string, string>
      limit?: string
    } = {},
  ) {
    super(message)
    this.code = code
    this.status = statuses[code]
    this.errors = details.errors ?? []
    this.next_steps = details.next_steps ?? []
    this.headers = details.headers ?? {}
    this.limit = details.limit
  }
}

/** Returns a Refusal that was thrown; any other error is thrown on. */
export async function orRefusal<T>(asked: Promise<T>): Promise<T | Refusal> {
  return asked.catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

const laterAgain =
  'The database does not answer at the moment. Nothing was changed; try again in a few seconds.'
const outages: Partial<Record<Trouble, string>> = {
  slow: 'This took the database too long, so it was stopped. Nothing was changed; try again in a few seconds.',
  unsettled:
    'The database went away while this was being saved, so it may be done or not. Look before you send it again, or send ' +
    'the same Idempotency-Key.',
}

/** The refusal to send for any error: a database outage is reported as one, an unexpected error as our bug. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const outage = outageIn(error)
  if (outage !== null)
    return new Refusal('unavailable', outages[outage.trouble] ?? laterAgain, {
      headers: { 'retry-after': '5' },
    })
  return new Refusal('internal', 'Something broke on our side. Nothing was changed; please try again.')
}

/** RFC 9457 problem details, the same object through every door. */
export function problemOf(error: unknown, request_id: string) {
  const refusal = refusalOf(error)
  return {
    type: `urn:problem:${refusal.code}`,
    title: titles[refusal.status] ?? 'Error',
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    request_id,
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
    ...(refusal.next_steps.length > 0 && { next_steps: refusal.next_steps }),
  }
}

/** Where a person makes API keys, as an absolute URL: agents cannot resolve a relative one. */
export const keysAt = (public_url: string): string => `${public_url}/account/keys`

export const signInFirst = (public_url: string): string =>
  'Sign in first: this operation acts for a person. ' +
  `Send an API key, made at ${keysAt(public_url)}, or an OAuth token as Authorization: Bearer.`

export function lacking(scopes: readonly string[], public_url: string): string {
  return `This credential does not have the scope ${scopes.join(' ')}. Make an API key that has it at ${keysAt(public_url)}, or connect again and allow it.`
}

export function notFound(what: string, next_steps: NextStep[] = []): Refusal {
  return new Refusal('not_found', `There is no ${what}.`, { next_steps })
}
