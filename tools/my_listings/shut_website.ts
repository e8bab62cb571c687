// Whether the website of a listing opened when it was last looked at, for whoever is about to pay for its launch.
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { failureBefore, failureOf } from '../drafts/failures.ts'
import { silent } from './rereading.ts'

/** What was seen at its website instead of a page, in a sentence; null if it opened or nobody has looked. */
export async function seenShut(
  { id }: Pick<Listing, 'id'>,
  user_id: number,
  { facts, badge_checks, drafts }: Pick<Storage, 'facts' | 'badge_checks' | 'drafts'>,
): Promise<string | null> {
  const reading = await facts.reading(id)
  const draft = await drafts.ofListing(user_id, id)
  const isRead = reading !== undefined && reading.read_at !== null
  const seen = [
    reading?.failure,
    (await badge_checks.of(id))?.fault,
    isRead || draft === undefined ? null : failureBefore(draft.notices),
  ].find((failure) => failure != null && silent.test(failure))
  return seen == null ? null : failureOf(seen).message
}
