import type { Caller } from '../../auth/caller.ts'
import type { Draft } from '../../storage/drafts.ts'
import { notFound } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The caller's draft, or a refusal that says where to look. For others it does not exist. */
export async function ownedDraft(
  id: string,
  { storage, site, caller }: Pick<Context<Caller>, 'storage' | 'site' | 'caller'>,
): Promise<Draft> {
  const draft = await storage.drafts.ownedBy(caller.user_id, site.id, id.toLowerCase())
  if (draft !== undefined) return draft
  throw notFound('draft of yours with this id', [
    { tool: 'list_my_drafts', arguments: {}, why: 'Lists your drafts with their ids' },
  ])
}
