// Audit entries for sign-ins and granted access, beside those for calls; they never contain a link, code or key.
import type { Storage } from '../storage/storage.ts'

type Coming = {
  operation:
    | 'sign_in'
    | 'sign_in_link'
    | 'create_api_key'
    | 'reviewer'
    | 'allow_application'
    | 'disconnect_application'
  /** The subject: "application 3". */
  subject?: string
  outcome?: string
}
export type Who = { user_id: number; client: string; door: string; request_id: string; now: Date }

/** Anyone with access to the machine. */
export const theOperator = (now: Date): Who => ({
  ...{ user_id: 0, client: 'admin', door: 'admin', request_id: 'admin' },
  now,
})

export const noteComing = (
  { audit }: Storage,
  { now, ...who }: Who,
  { operation, subject, outcome = 'done' }: Coming,
): Promise<void> =>
  audit.note([
    { ...who, at: now.toISOString(), operation, subject: subject ?? null, listing_id: null, outcome },
  ])
