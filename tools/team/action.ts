// What people of the site team do. An action is no operation: it has no scope, no address under /api/v1 and no name over
// MCP, and only a session on the site can perform it. Whatever is done is recorded in the transaction that does it.
import type { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import type { Storage } from '../../storage/storage.ts'
import { notFound, Refusal } from '../errors.ts'
import { parseInput } from '../faults.ts'
import type { Context } from '../tool.ts'

export type TeamContext = Pick<Context<Caller>, 'storage' | 'site' | 'caller' | 'now' | 'public_url'>

/** What was done, for the record: what about, why, and what came of it. */
export type Done = {
  about: 'listing' | 'claim' | 'report' | 'category' | 'post' | 'product' | 'job' | 'mail' | 'person'
  about_id: string | number
  name: string
  reason?: string | null
  outcome?: string
}

export type Action<I extends z.ZodObject> = {
  name: string
  input: I
  /** Runs inside the transaction. Of several things done at once each is recorded. */
  handler(input: z.output<I>, context: TeamContext): Promise<Done | Done[]>
}

/** Identity; it exists so that a definition is checked where it stands. */
export function defineAction<I extends z.ZodObject>(action: Action<I>): Action<I> {
  return action
}

/** The one way to perform an action. Whoever is not of the team is told nothing, not even that there is such a thing. */
export async function perform<I extends z.ZodObject>(
  { name: action, input: schema, handler }: Action<I>,
  input: z.input<I>,
  context: Omit<TeamContext, 'caller'> & { caller: Caller | null },
): Promise<Done[]> {
  const { caller, storage, now } = context
  if (!isTeam(caller)) throw nothingHere()
  const parsed = parseInput({ name: action, input: schema }, input)
  if (parsed instanceof Refusal) throw parsed
  return storage.write(async (inside) => {
    // The role may have been taken away while this waited for its turn.
    if ((await inside.users.byId(caller.user_id))?.role !== 'team') throw nothingHere()
    const done = [await handler(parsed, { ...context, caller, storage: inside })].flat()
    for (const one of done) await record(inside, { ...one, action, user_id: caller.user_id, done_at: now })
    return done
  })
}

/** A token or key of somebody on the team is theirs as a member; the team works on the site alone. */
function isTeam(caller: Caller | null): caller is Caller {
  return caller !== null && caller.role === 'team' && caller.via === 'session'
}

function nothingHere(): Refusal {
  return notFound('page at this address')
}

async function record(
  { team }: Storage,
  {
    about_id,
    done_at,
    reason = null,
    outcome,
    ...done
  }: Done & { action: string; user_id: number; done_at: Date },
): Promise<void> {
  await team.record({
    ...done,
    about_id: String(about_id),
    reason,
    outcome: outcome ?? null,
    done_at: done_at.toISOString(),
  })
}
