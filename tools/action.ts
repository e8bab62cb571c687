// What people do on a page and nowhere else: an action has no scope, no address under /api/v1 and no name over MCP.
// It may be for signed-in people, for the team, or for anyone who has a link.
import type { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import type { MediaFolder } from '../storage/media_folder.ts'
import { deedOf } from './deed.ts'
import { notFound, Refusal } from './errors.ts'
import { parseInput } from './faults.ts'
import type { Payments } from './orders/payment.ts'
import type { Context, Reach } from './tool.ts'

/** Who may perform an action: anyone, whoever is signed in, or the site team. */
export type Performer = 'anyone' | 'person' | 'team'

export type ActionContext<P extends Performer = 'person'> = Pick<
  Context<P extends 'anyone' ? Caller | null : Caller>,
  'storage' | 'site' | 'caller' | 'now' | 'public_url' | 'seller' | 'door' | 'request_id'
>

/** What only `gather` may use: other people's machines, picture files, and the file sent with the form. */
export type Surroundings = Pick<Reach, 'outbound'> & {
  payments: Payments | null
  media: MediaFolder
  file: Uint8Array
}

export type Action<I extends z.ZodObject, P extends Performer, D, G> = {
  name: string
  by: P
  input: I
  /** Does what involves other machines or files, before the transaction begins. */
  gather?(input: z.output<I>, context: ActionContext<P> & Surroundings): Promise<G>
  /** Runs inside the transaction. */
  handler(input: z.output<I>, context: ActionContext<P>, gathered: G): Promise<D>
}

/** A form may send anything under these names; the schema decides what is accepted. */
export type Given<I extends z.ZodObject> = { [Name in keyof z.input<I>]: unknown }

/** Returns its argument; it exists so that TypeScript checks a definition where it is written. */
export function defineAction<I extends z.ZodObject, P extends Performer, D, G = undefined>(
  action: Action<I, P, D, G>,
): Action<I, P, D, G> {
  return action
}

/** The one way to perform an action. */
export async function perform<I extends z.ZodObject, P extends Performer, D, G>(
  action: Action<I, P, D, G>,
  input: Given<I>,
  { payments, media, file, outbound, ...context }: ActionContext<'anyone'> & Surroundings,
): Promise<D> {
  const { caller, storage } = context
  demand(action.by, caller)
  const parsed = parseInput(action, input)
  if (parsed instanceof Refusal) throw parsed
  const theirs = context as ActionContext<P>
  const gathered = (await action.gather?.(parsed, { ...theirs, payments, media, file, outbound })) as G
  return storage.write(async (inside) => {
    // The account may have been closed or deleted, or its role removed, while this call waited for its turn.
    const user = caller === null ? undefined : await inside.users.byId(caller.user_id)
    const present = caller === null || user?.closed_at !== null ? null : { ...caller, role: user.role }
    demand(action.by, present)
    const done = await action.handler(
      parsed,
      { ...theirs, caller: present as Caller, storage: inside },
      gathered,
    )
    if (present !== null)
      await inside.audit.note([deedOf(action.name, parsed, { ...context, caller: present }, 'done', done)])
    return done
  })
}

/**
 * A token or key gives no access to pages. A caller who is not on the team gets "not found", so that the page's
 * existence is not revealed.
 */
function demand(by: Performer, caller: Caller | null): void {
  const isHere = caller !== null && caller.via === 'session'
  if (by === 'team' ? !isHere || caller.role !== 'team' : caller !== null && !isHere)
    throw notFound('page at this address')
  if (by === 'person' && !isHere)
    throw new Refusal('unauthenticated', 'You are not signed in any more. Sign in again.')
}
