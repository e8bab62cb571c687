// Which products may be ordered for which listing, and at what net price.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { Refusal, type Fault } from '../errors.ts'
import type { NextStep } from '../next_step.ts'
import { id } from '../inputs.ts'
import { addWeeks, weekOf } from '../launches/week.ts'
import type { Context } from '../tool.ts'
import type { Caller } from '../../auth/caller.ts'
import type { PricedItem } from './price.ts'

const longestWait_weeks = 52
const mostBillboardCents = 1_000_000

export const orderItems = z
  .array(
    z.strictObject({
      product: z.string().max(40).describe('A key of list_products'),
      listing_id: id,
      week: z
        .string()
        .max(10)
        .regex(/^(now|\d{4}-\d{2}-\d{2})$/, 'Must be now or a date as YYYY-MM-DD.')
        .optional()
        .describe('Of launch: a date in the week of the launch, or now (default)'),
      amount_cents: z.int().min(1).max(mostBillboardCents).optional().describe('Of billboard only: net'),
    }),
  )
  .min(1)
  .max(20)
export type OrderItem = z.output<typeof orderItems>[number]

type Product = Awaited<ReturnType<Storage['products']['active']>>[number]
/** What a listing will have once the items before it have been carried out. */
type Standing = { listing: Listing; launched: boolean; unlocked: Set<string> }

/** The items with names and net prices, or one refusal that names every item that cannot be ordered. */
export async function priceItems(
  items: readonly OrderItem[],
  { storage, site, caller, now }: Pick<Context<Caller>, 'storage' | 'site' | 'caller' | 'now'>,
): Promise<(PricedItem & { listing_name: string })[]> {
  const products = new Map((await storage.products.active(site.id)).map((product) => [product.key, product]))
  const standings = new Map<number, Standing>()
  for (const { listing_id } of items) {
    if (standings.has(listing_id)) continue
    const listing = await storage.owners.listing(caller.user_id, listing_id)
    if (listing === undefined || listing.site_id !== site.id) continue
    const launched = listing.plan === 'launch'
    standings.set(listing_id, { listing, launched, unlocked: new Set(listing.unlocked_sections) })
  }
  const faults: Fault[] = []
  const steps: NextStep[] = []
  // A launch is carried out before what is bought with it, in whatever order they are named.
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
      continue
    }
    if (standing === undefined) {
      complain('listing_id', 'not_found', 'You own no listing of this id on this site.')
      steps.push({ tool: 'list_my_listings', arguments: {}, why: 'Lists your listings with their ids' })
      continue
    }
    const fault = faultOfItem(item, product, standing, now)
    if (fault !== null) {
      complain(fault.key, fault.code, fault.message)
      continue
    }
    if (product.kind === 'launch') standing.launched = true
    else if (product.kind === 'extra') standing.unlocked.add(product.key)
    priced.set(index, {
      product: product.key,
      name: product.name,
      listing_id: item.listing_id,
      listing_name: standing.listing.name,
      week: product.kind === 'launch' ? launchWeek(item, now) : null,
      net_cents: product.kind === 'billboard' ? item.amount_cents! : product.amount_cents!,
    })
  }
  if (faults.length > 0) throw refusalOf(faults, steps)
  return items.map((_item, index) => priced.get(index)!)
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
  if (listing.status === 'suspended' || listing.status === 'withdrawn')
    return {
      key: 'listing_id',
      code: 'not_orderable',
      message: `A ${listing.status} listing cannot be launched. Write to the site team about it.`,
    }
  const week = launchWeek(item, now)
  if (week === 'now') return null
  if (listing.status === 'live')
    return {
      key: 'week',
      code: 'already_live',
      message: 'This listing is live; its upgrade takes effect at once. Leave the week out.',
    }
  if (!z.iso.date().safeParse(item.week).success)
    return { key: 'week', code: 'invalid_format', message: 'Must be a day that exists, as YYYY-MM-DD.' }
  const last = addWeeks(weekOf(now), longestWait_weeks)
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
  { listing, launched }: Standing,
): ItemFault | null {
  const least = product.minimum_cents ?? 1
  if (listing.status !== 'live' && !launched)
    return {
      key: 'listing_id',
      code: 'not_live',
      message: 'The billboard shows live listings. Launch this one first, or add launch to this order.',
    }
  if (amount_cents === undefined || amount_cents < least)
    return {
      key: 'amount_cents',
      code: amount_cents === undefined ? 'required' : 'too_small',
      message: `Say how much you contribute: at least ${least} cents.`,
    }
  return null
}

function faultOfExtra(product: Product, { launched, unlocked }: Standing): ItemFault | null {
  if (!launched)
    return {
      key: 'product',
      code: 'needs_launch',
      message: 'Extras come with a paid launch or after it. Add launch for this listing to the order.',
    }
  if (unlocked.has(product.key))
    return {
      key: 'product',
      code: 'already_unlocked',
      message: 'This listing has it already, or this order contains it twice. Leave this item out.',
    }
  return null
}

/** The Monday of the chosen week; the current week and no week mean now. */
function launchWeek({ week = 'now' }: OrderItem, now: Date): string {
  if (week === 'now' || !z.iso.date().safeParse(week).success) return week
  const monday = weekOf(new Date(`${week}T00:00:00.000Z`))
  return monday === weekOf(now) ? 'now' : monday
}

function refusalOf(errors: Fault[], steps: NextStep[]): Refusal {
  const [first] = errors as [Fault, ...Fault[]]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new Refusal('invalid_order', `${first.pointer.slice(1)}: ${first.message}${more}`, {
    errors,
    next_steps: [
      ...steps.slice(0, 1),
      { tool: 'list_products', arguments: {}, why: 'Shows what can be bought, and for how much' },
    ],
  })
}
