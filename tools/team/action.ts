// Actions of the site team. Each is recorded in the transaction that performs it.
import type { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { defineAction, type Action, type ActionContext, type Given } from '../action.ts'
import { deedOf } from '../deed.ts'
import { Refusal } from '../errors.ts'
import { parseInput } from '../faults.ts'

export type TeamContext = ActionContext<'team'>
/** What an action of the command line is given of its surroundings. */
export type OperatorPlace = Pick<TeamContext, 'now' | 'public_url' | 'seller'>

/** What was done, for the record: its subject, the reason and the outcome. */
export type Done = {
  about:
    | 'listing'
    | 'claim'
    | 'report'
    | 'category'
    | 'post'
    | 'product'
    | 'site'
    | 'job'
    | 'mail'
    | 'person'
    | 'payment'
    | 'application'
    | 'programme'
  about_id: string | number
  name: string
  reason?: string | null
  outcome?: string
}

/** The caller for the command line: access to the machine replaces a session. */
const operator: Caller = {
  ...{ user_id: 0, email: null, name: 'The operator', role: 'team', via: 'session' },
  ...{ scopes: [], client_name: null, credential: 'admin', expires_at: null },
}

/** Performs an action from the operator's command line; the record has no user id then. */
export async function operate<I extends z.ZodObject>(
  action: TeamAction<I>,
  input: Given<I>,
  {
    storage,
    called,
    ...place
  }: OperatorPlace & {
    storage: OpenStorage
    /** The subject as the operator typed it. */
    called?: string
  },
): Promise<string> {
  const [site] = await storage.sites.all()
  const parsed = parseInput(action, input)
  if (parsed instanceof Refusal) throw new Mistake(parsed.message)
  try {
    const by = { ...place, site: site!, caller: operator, door: 'admin', request_id: 'admin' } as const
    const done = await storage.write(async (inside) => {
      const all = await action.handler(parsed, { ...by, storage: inside }, undefined)
      await inside.audit.note([deedOf(action.name, parsed, by, 'done', all)])
      return all
    })
    return done
      .map(({ about, name, outcome }) => `${called ?? (name || about)}: ${outcome ?? 'done'}.`)
      .join('\n')
  } catch (error) {
    throw error instanceof Refusal ? new Mistake(error.message) : error
  }
}

type TeamAction<I extends z.ZodObject> = Action<I, 'team', Done[], undefined>

/** An action of the site team. If it does several things, each is recorded. */
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
          ...{
            user_id: caller.user_id === operator.user_id ? null : caller.user_id,
            done_at: now.toISOString(),
          },
        })
      return all
    },
  })
}
