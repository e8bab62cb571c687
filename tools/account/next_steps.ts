import type { Caller } from '../../auth/caller.ts'
import type { NextStep } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The first thing that is unfinished for this caller, as a call that moves it on. */
export async function nextSteps({ caller, storage, site }: Context<Caller>): Promise<NextStep[]> {
  if (!caller.scopes.includes('listings:write')) return []
  const { items } = await storage.drafts.list(caller.user_id, site.id, { limit: 20, offset: 0 })
  const open = items.find((draft) => draft.listing_id === null)
  if (open !== undefined)
    return [
      {
        tool: 'get_draft',
        arguments: { id: open.id },
        why: 'This draft is not submitted yet; it says what is next.',
      },
    ]
  if (items.length > 0)
    return [{ tool: 'list_my_drafts', arguments: {}, why: 'Lists your drafts and their listings.' }]
  return [
    {
      tool: 'submit_listing',
      arguments: {},
      why: 'Nothing is submitted yet. Call it with the url of the product; a draft is written from the website.',
    },
  ]
}
