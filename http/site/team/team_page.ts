// The frame of the site team's pages. For anybody else they do not exist (404).
import type { OpenStorage } from '../../../storage/storage.ts'
import { Refusal } from '../../../tools/errors.ts'
import { framed, type Definition, type PrivatePage } from '../private_page.ts'
import { ownVisit, type OwnVisit } from '../visit.ts'

type Waiting = Awaited<ReturnType<OpenStorage['team']['waiting']>>

/** What waits for the team, the most urgent first: the label, its page, and what is counted. */
export const queues: readonly [label: string, path: string, counts: (keyof Waiting)[]][] = [
  ['Stuck or wrong', '/team/health', ['alerts', 'jobs']],
  ['Disputes of claims', '/team/disputes', ['disputes']],
  ['Reports from visitors', '/team/reports', ['reports']],
  ['Edits not reviewed yet', '/team/edits', ['edits']],
  ['Payments to look at', '/team/payments', ['payments']],
  ['Emails that were not sent', '/team/mail', ['mails']],
]

export const teamPage = <Data extends object | null>(page: Definition<OwnVisit, Data>): PrivatePage =>
  framed(page, async (visit) => {
    // Checked before the seal, so that a form's refusal does not reveal that the page exists.
    if (visit.session?.user.role !== 'team')
      throw new Refusal('not_found', 'Page not found. Check the address.')
    const counts = await visit.storage.team.waiting()
    const waiting = queues.map(([, path, keys]) => [path, keys.reduce((sum, key) => sum + counts[key], 0)])
    return { ...ownVisit(visit)!, waiting: Object.fromEntries(waiting) as Record<string, number> }
  })
