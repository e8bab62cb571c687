// Audit entries for sign-ins and granted access, beside those for calls; they never contain a link, code or key.
import type { User } from '../storage/people/users.ts'
import type { Storage } from '../storage/storage.ts'
import { nameOf } from './accounts.ts'

type Coming = {
  operation: 'sign_in' | 'allow_application' | 'disconnect_application'
  /** The subject: "application 3". */
  subject?: string
  outcome?: string
}
export type Who = { user_id: number; client: string; door: string; request_id: string; now: Date }

export const noteComing = (
  { audit }: Storage,
  { now, ...who }: Who,
  { operation, subject, outcome = 'done' }: Coming,
): Promise<void> =>
  audit.note([
    { ...who, at: now.toISOString(), operation, subject: subject ?? null, listing_id: null, outcome },
  ])

type Subject = { about: string; about_id: string; name: string }
export const aboutPerson = (user: Pick<User, 'id' | 'name'>): Subject => {
  return { about: 'person', about_id: String(user.id), name: nameOf(user) }
}

/** What the operator did on the command line: in the audit log, and in the record of the team. */
export async function noteOperator(
  { audit, team }: Storage,
  subject: Subject,
  { action, outcome, now }: { action: string; outcome: string; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await team.record({ ...subject, reason: null, user_id: null, action, outcome, done_at: at })
  await audit.note([
    {
      ...{ at, user_id: 0, door: 'admin', client: 'admin', operation: action },
      ...{ subject: `${subject.about} ${subject.about_id}`, listing_id: null },
      ...{ outcome: 'done', request_id: 'admin' },
    },
  ])
}
