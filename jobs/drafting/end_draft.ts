import type { Draft } from '../../storage/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import { isByHand } from '../../tools/drafts/failures.ts'
import { tellWebhooks } from '../../tools/webhooks/tell.ts'

type Ending = { status: 'ready'; failure: null } | { status: 'failed'; failure: string }

/** Ends a draft as ready or failed, and tells its owner's webhooks. */
export async function endDraft(
  storage: Storage,
  draft_id: string,
  { now, ...given }: Ending & { now: Date } & Partial<Draft>,
): Promise<void> {
  const draft = await storage.drafts.byId(draft_id)
  // The owner may have deleted the account meanwhile, and the draft with it.
  if (draft === undefined) return
  // Typed values can be submitted even if the website cannot be read.
  const ending: typeof given =
    given.status === 'failed' && isByHand(draft.notices)
      ? { ...given, status: 'ready', failure: null }
      : given
  await storage.drafts.change(draft_id, { ...ending, updated_at: now.toISOString() } as Partial<Draft>)
  const { user_id, site_id } = draft
  const news = { site_id, now }
  if (ending.status === 'ready')
    return tellWebhooks(storage, [user_id], { ...news, type: 'draft.ready', data: { draft_id } })
  const data = { draft_id, reason: ending.failure }
  return tellWebhooks(storage, [user_id], { ...news, type: 'draft.failed', data })
}

/** Ends the draft of a dead job as failed. */
export const failDraft =
  ({ draft_id }: { draft_id: string }, now: Date) =>
  (storage: Storage): Promise<void> =>
    endDraft(storage, draft_id, { status: 'failed', failure: 'internal', now })
