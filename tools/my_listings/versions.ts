// Every change of a listing is saved as a version: the values before and after, and who made it how.
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../auth/caller.ts'
import type { NewVersion } from '../../storage/listings/owners.ts'

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>

/** A change by a person in one call; versions of the same call share its `call_id`. */
export function madeBy({ user_id, via, client_name }: Caller, operation: string, now: Date): Making {
  return { user_id, via, client_name, operation, call_id: randomUUID(), created_at: now.toISOString() }
}

/** A change by the service itself; `reason` is the name of the event. */
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
