// Every change of a listing is a version: what it was, what it became, and who did it how.
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../auth/caller.ts'
import type { NewVersion } from '../../storage/listings/owners.ts'

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>

/** By a person, through a client, in one call: versions of one making belong together. */
export function madeBy({ user_id, via, client_name }: Caller, operation: string, now: Date): Making {
  return { user_id, via, client_name, operation, call_id: randomUUID(), created_at: now.toISOString() }
}

/** By the service itself, for a reason that is the name of what happened. */
export function madeByItself(reason: string, now: Date): Making {
  return {
    user_id: null,
    via: 'service',
    client_name: null,
    operation: reason,
    call_id: randomUUID(),
    created_at: now.toISOString(),
  }
}
