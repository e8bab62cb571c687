import { madeBy } from '../my_listings/versions.ts'
import type { TeamContext } from './action.ts'

/** Team actions on a listing, by their names in versions. */
const teamOperations = [
  ...['suspend_listing', 'reinstate_listing', 'withdraw_listing', 'revert_edit'],
  ...['team_approve_alternative', 'team_remove_alternative'],
]

export function isByTeam(operation: string | null): boolean {
  return operation !== null && teamOperations.includes(operation)
}

/** A version by the team: already marked as seen, with the reason for its owner. */
export function madeByTeam(operation: string, reason: string | null, { caller, now }: TeamContext) {
  return {
    ...madeBy(caller, operation, now),
    reason,
    seen_by: caller.user_id,
    seen_at: now.toISOString(),
  }
}
