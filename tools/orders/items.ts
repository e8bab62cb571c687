// Which products may be ordered for which listing, and at what net price.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { Refusal, type Fault } from '../errors.ts'
import { distinctSteps, type NextStep } from '../next_step.ts'
import { listingId } from '../inputs.ts'
import { furthestWeek_ahead } from '../my_listings/weeks.ts'
import { addWeeks, weekOf } from '../launches/week.ts'
import { shownSections, withLaunch } from '../listings/sections.ts'
import type { Context } from '../tool.ts'
import type { PricedItem } from './price.ts'

const mostBillboardCents = 1_000_000

export const orderItems = z
  .array(
    z.strictObject({
      product: z.string().max(40).describe('A key of list_products'),
      listing_id: listingId,
      week: z
        .string()
        .max(10)
        .regex(
          /^(now|\d{4}-\d{2}-\d{2})$/,
          'Must be now or a date as YYYY-MM-DD; launch_options of get_my_listing has the next weeks.',
        )
        .optional()
        .describe('Of launch: a date in the week of the launch, or now (default)'),
      amount_cents: z.int().min(1).max(mostBillboardCents).optional().describe('Of billboard only: net'),
    }),
  )
  .min(1)
  .max(20)
  .describe('What to buy')
type OrderItem = z.output<typeof orderItems>[number]

type Product = Awaited<ReturnType<Storage['products']['active']>>[number]
/** The state of a listing once the items before this one have been carried out. */
type Standing = {
  listing: Listing
  launched: boolean
  isLive: boolean
  unlocked: Set<string>
  /** Whether the buyer has the draft in which the categories of this listing are named. */
  hasDraft: boolean
}

/** The items with names and net prices, or one refusal with every item that cannot be ordered. */
export async function priceItems(
  items: readonly OrderItem[],
  { storage, site, user_id, now }: Pick<Context, 'storage' | 'site' | 'now'> & { user_id: number },
): Promise<(PricedItem & { listing_name: string })[]> {
  const products = new Map((await storage.products.active(site.id)).map((product) => [product.key, product]))
  const standings = new Map<number, Standing>()
  for (const { listing_id } of items) {
    if (standings.has(listing_id)) continue
    const listing = await storage.owners.listing(user_id, listing_id)
    if (listing === undefined || listing.site_id !== site.id) continue
    const [launched, isLive] = [listing.plan === 'launch', listing.status === 'live']
    const hasDraft = (await storage.drafts.ofListing(user_id, listing_id)) !== undefined
    standings.set(listing_id, {
      ...{ listing, launched, isLive, hasDraft },
      unlocked: new Set(shownSections(listing)),
    })
  }
  const faults: Fault[] = []
  const steps: NextStep[] = []
  // A launch is carried out before anything else for the listing, whatever the order of the items.
  const inOrder = [...items.entries()].sort(
    ([, a], [, b]) => Number(b.product === 'launch') - Number(a.product === 'launch'),
  )
  const priced = new Map<number, PricedItem & { listing_name: string }>()
  for (const [index, item] of inOrder) {
    const complain = (key: string, code: string, message: string) =>
      faults.push({ pointer: `/items/${index}/${key}`, code, message })
    const product = products.get(item.product)
    const standing = standings.get(item.listing_id)
    if (product === undefined) {
      complain('product', 'unknown_product', `Must be one of ${[...products.keys()].join(', ')}.`)
      steps.push(whatIsSold)
    }
    if (standing === undefined) {
      complain('listing_id', 'not_found', 'You own no listing of this id on this site.')
      steps.push({ tool: 'list_my_listings', arguments: {}, why: 'Lists your listings with their ids' })
    }
    if (product === undefined || standing === undefined) continue
    const fault = faultOfItem(item, product, standing, now)
    if (fault !== null) {
      complain(fault.key, fault.code, fault.message)
      steps.push(
        fault.code === 'not_orderable'
          ? whyNot(item.listing_id)
          : fault.key === 'week' && product.kind === 'launch'
            ? whichWeeks(item.listing_id)
            : whatIsSold,
      )
      continue
    }
    // A listing that has launched already is upgraded, and stays in its week.
    const isUpgrade = product.kind === 'launch' && standing.listing.live_at !== null
    const week = product.kind === 'launch' && !isUpgrade ? launchWeek(item, now) : null
    if (product.kind === 'launch') {
      standing.launched = true
      standing.isLive ||= isUpgrade || week === 'now'
      for (const section of withLaunch) standing.unlocked.add(section)
    } else if (product.kind === 'extra') standing.unlocked.add(product.key)
    priced.set(index, {
      product: product.key,
      name: isUpgrade ? `${product.name} (upgrade)` : product.name,
      listing_id: item.listing_id,
      listing_name: standing.listing.name,
      week,
      net_cents: product.kind === 'billboard' ? item.amount_cents! : product.amount_cents!,
    })
  }
  if (faults.length > 0) throw refusalOf(faults, steps)
  return items.map((_item, index) => priced.get(index)!)
}

const whyNot = (listing_id: number): NextStep => ({
  ...{ tool: 'get_my_listing', arguments: { listing_id } },
  why: 'Says why nothing is sold for it, and what to do next',
})

const whichWeeks = (listing_id: number): NextStep => ({
  ...{ tool: 'get_my_listing', arguments: { listing_id } },
  why: 'Shows the week the listing is in, or in launch_options those it may launch in',
})
const whatIsSold: NextStep = {
  ...{ tool: 'list_products', arguments: {} },
  why: 'Shows what can be bought, and for how much',
}

type ItemFault = { key: keyof OrderItem; code: string; message: string }

function faultOfItem(item: OrderItem, product: Product, standing: Standing, now: Date): ItemFault | null {
  if (item.week !== undefined && product.kind !== 'launch')
    return { key: 'week', code: 'not_for_this_product', message: 'Only launch takes a week; leave it out.' }
  if (item.amount_cents !== undefined && product.kind !== 'billboard')
    return {
      key: 'amount_cents',
      code: 'not_for_this_product',
      message: 'This product has a fixed price; only billboard takes an amount. Leave it out.',
    }
  const { status } = standing.listing
  if (status === 'suspended' || status === 'withdrawn')
    return {
      key: 'listing_id',
      code: 'not_orderable',
      message: `Nothing is sold for a ${status} listing. get_my_listing says why it is ${status}, and what next.`,
    }
  if (product.kind === 'launch') return faultOfLaunch(item, standing, now)
  if (product.kind === 'billboard') return faultOfContribution(item, product, standing)
  return faultOfExtra(product, standing)
}

function faultOfLaunch(item: OrderItem, { listing, launched }: Standing, now: Date): ItemFault | null {
  if (launched)
    return {
      key: 'product',
      code: 'already_launched',
      message: 'This listing has a paid launch already, or this order holds one. Leave this item out.',
    }
  const week = launchWeek(item, now)
  if (week === 'now') return null
  if (listing.live_at !== null)
    return {
      key: 'week',
      code: 'already_live',
      message: 'This listing is live; its upgrade takes effect at once. Leave the week out.',
    }
  if (!z.iso.date().safeParse(item.week).success)
    return { key: 'week', code: 'invalid_format', message: 'Must be a day that exists, as YYYY-MM-DD.' }
  const last = addWeeks(weekOf(now), furthestWeek_ahead)
  if (week < weekOf(now) || week > last)
    return {
      key: 'week',
      code: 'out_of_range',
      message: `Must be between today and the week of ${last}, or be now.`,
    }
  return null
}

function faultOfContribution(
  { amount_cents }: OrderItem,
  product: Product,
  { isLive }: Standing,
): ItemFault | null {
  const least = product.minimum_cents ?? 1
  if (!isLive)
    return {
      key: 'listing_id',
      code: 'not_live',
      message:
        'The billboard shows live listings. Wait until this one is live, or add a launch that begins now to this order.',
    }
  if (amount_cents === undefined || amount_cents < least)
    return {
      key: 'amount_cents',
      code: amount_cents === undefined ? 'required' : 'too_small',
      message: `Say how much you contribute: at least ${least} cents.`,
    }
  return null
}

function faultOfExtra(
  product: Product,
  { launched, isLive, unlocked, hasDraft }: Standing,
): ItemFault | null {
  const isIncluded = (withLaunch as readonly string[]).includes(product.key)
  if (launched && isIncluded)
    return {
      key: 'product',
      code: 'included',
      message: 'A paid launch includes this. Leave this item out.',
    }
  if (!launched && !(isIncluded && isLive))
    return {
      key: 'product',
      code: 'needs_launch',
      message: isIncluded
        ? 'This shows something on a live listing. A paid launch includes it; add launch for this listing instead.'
        : 'Extras come with a paid launch or after it. Add launch for this listing to the order.',
    }
  if (unlocked.has(product.key))
    return {
      key: 'product',
      code: 'already_unlocked',
      message: 'This listing has it already, or this order contains it twice. Leave this item out.',
    }
  if (product.key === 'extra_categories' && !hasDraft)
    return {
      key: 'product',
      code: 'no_draft',
      message:
        'Further categories are named in the draft that became the listing, and you have none of this one. Leave this item out; whoever submitted the listing can buy them.',
    }
  return null
}

/** The Monday of the chosen week; the current week, or no week, means now. */
function launchWeek({ week = 'now' }: OrderItem, now: Date): string {
  if (week === 'now' || !z.iso.date().safeParse(week).success) return week
  const monday = weekOf(new Date(`${week}T00:00:00.000Z`))
  return monday === weekOf(now) ? 'now' : monday
}

/** Many items may have the same fault, and the same step. */
export function refusalOf(errors: Fault[], steps: NextStep[]): Refusal {
  const [first] = errors as [Fault, ...Fault[]]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const next_steps = distinctSteps(steps).slice(0, 3)
  return new Refusal('invalid_order', `${first.pointer.slice(1)}: ${first.message}${more}`, {
    errors,
    next_steps,
  })
}
