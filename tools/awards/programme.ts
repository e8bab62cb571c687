// Entering a programme, and leaving it: what owners do on its page.
import { z } from 'zod'
import type { Programme } from '../../storage/programmes.ts'
import { beginOf } from '../../days.ts'
import { defineAction, type ActionContext } from '../action.ts'
import { notFound, Refusal } from '../errors.ts'
import { id, slug } from '../inputs.ts'
import { addWeeks, weekOf } from '../launches/week.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { NextStep } from '../next_step.ts'
import type { Context } from '../tool.ts'

const whichThereAre: NextStep = {
  ...{ tool: 'get_site_info', arguments: {} },
  why: 'Names the programmes there are',
}

export async function programmeOr404(
  slug: string,
  { storage, site }: Pick<Context, 'storage' | 'site'>,
): Promise<Programme> {
  const programme = await storage.programmes.bySlug(site.id, slug)
  if (programme === undefined) throw notFound('programme of this slug', [whichThereAre])
  return programme
}

export const stateOf = ({ from_week, to_week }: Programme, now: Date): 'to_come' | 'running' | 'over' =>
  weekOf(now) < from_week ? 'to_come' : weekOf(now) <= to_week ? 'running' : 'over'

/** Why a listing cannot be entered, as a sentence; null where it can. */
export function whyNot(
  { status, launch_week, live_at }: Pick<Listing, 'status' | 'launch_week' | 'live_at'>,
  { entry, from_week, to_week }: Programme,
  now: Date,
): string | null {
  if (entry === 'all') return 'Every launch of its weeks takes part by itself.'
  if (now.toISOString() >= beginOf(addWeeks(to_week, 1))) return 'This programme is over.'
  if (live_at !== null && live_at < beginOf(from_week)) return 'It has launched before.'
  if (launch_week !== null && (launch_week < from_week || launch_week > to_week))
    return 'It launches in another week than those of the programme.'
  return status === 'suspended' || status === 'withdrawn' ? 'It is not listed.' : null
}

const input = z.strictObject({ slug, listing_id: id })

async function ofCaller({ slug, listing_id }: z.output<typeof input>, context: ActionContext) {
  const programme = await programmeOr404(slug, context)
  const listing = await context.storage.owners.listing(context.caller.user_id, listing_id)
  if (listing === undefined || listing.site_id !== context.site.id) throw notFound('listing of yours here')
  return { programme, listing }
}

export const enterProgramme = defineAction({
  ...{ name: 'enter_programme', by: 'person', input },
  async handler(given, context) {
    const { programme, listing } = await ofCaller(given, context)
    const why = whyNot(listing, programme, context.now)
    if (why !== null) throw new Refusal('invalid_input', why)
    await context.storage.programmes.enter(programme.id, listing.id, context.now.toISOString())
  },
})

export const leaveProgramme = defineAction({
  ...{ name: 'leave_programme', by: 'person', input },
  async handler(given, context) {
    const { programme, listing } = await ofCaller(given, context)
    if (programme.closed_at !== null) throw new Refusal('invalid_input', 'This programme is over.')
    await context.storage.programmes.leave(programme.id, listing.id)
  },
})
