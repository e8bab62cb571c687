// Every code a call is refused with, with the status and the title that RFC 9110 gives it.
import { describe, expect, it } from 'vitest'
import { orRefusal, problemOf, Refusal, type RefusalCode } from '../../tools/errors.ts'

const bad: [number, string] = [400, 'Bad Request']
const expected: Record<RefusalCode, [number, string]> = {
  ...{ already_invited: bad, already_listed: bad, already_verified: bad, cannot_be_claimed: bad },
  ...{ claim_expired: bad, draft_exists: bad, draft_incomplete: bad, draft_not_ready: bad },
  ...{ field_locked: bad, idempotency_key_reused: bad, invalid_input: bad, invalid_order: bad },
  ...{ never_read: bad, no_founder_profile: bad, not_public: bad, not_selling: bad, order_pending: bad },
  ...{ pages_gone: bad, paid_already: bad, quote_changed: bad, redraft_failed: bad },
  ...{ suspended: bad, too_many_claims: bad, too_many_drafts: bad, too_many_invites: bad },
  ...{ too_many_mails: bad, too_many_milestones: bad, too_many_updates: bad, verified_by_mail: bad },
  ...{ withdrawn: bad },
  unauthenticated: [401, 'Unauthorized'],
  insufficient_scope: [403, 'Forbidden'],
  forbidden: [403, 'Forbidden'],
  not_found: [404, 'Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  precondition_failed: [412, 'Precondition Failed'],
  content_too_large: [413, 'Content Too Large'],
  unsupported_media_type: [415, 'Unsupported Media Type'],
  rate_limited: [429, 'Too Many Requests'],
  internal: [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
}

describe('a refusal', () => {
  it.each(Object.entries(expected))('%s has its status and title', (code, told) => {
    const { status, title } = problemOf(new Refusal(code as RefusalCode, 'x'), 'r1')
    expect([status, title]).toEqual(told)
  })

  it('is taken from what was asked, and any other error is not', async () => {
    const refusal = new Refusal('not_found', 'x')
    expect(await orRefusal(Promise.reject(refusal))).toBe(refusal)
    expect(await orRefusal(Promise.resolve(7))).toBe(7)
    await expect(orRefusal(Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError)
  })
})
