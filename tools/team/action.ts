// What people of the site team do. Whatever is done is recorded in the transaction that does it.
import type { z } from 'zod'
import { defineAction, type Action, type ActionContext } from '../action.ts'

export type TeamContext = ActionContext<'team'>

/** What was done, for the record: what about, why, and what came of it. */
export type Done = {
  about:
    'listing' | 'claim' | 'report' | 'category' | 'post' | 'product' | 'job' | 'mail' | 'person' | 'payment'
  about_id: string | number
  name: string
  reason?: string | null
  outcome?: string
}

type TeamAction<I extends z.ZodObject> = Action<I, 'team', Done[], undefined>

/** An action of the site team. Of several things done at once each is recorded. */
export function defineTeamAction<I extends z.ZodObject>({
  name: action,
  input,
  handler,
}: {
  name: string
  input: I
  handler(input: z.output<I>, context: TeamContext): Promise<Done | Done[]>
}): TeamAction<I> {
  return defineAction({
    ...{ name: action, by: 'team', input },
    async handler(given, context) {
      const all = [await handler(given, context)].flat()
      const { storage, caller, now } = context
      for (const { about_id, reason = null, outcome = null, ...done } of all)
        await storage.team.record({
          ...{ ...done, about_id: String(about_id), reason, outcome, action },
          ...{ user_id: caller.user_id, done_at: now.toISOString() },
        })
      return all
    },
  })
}
