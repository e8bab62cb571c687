// How a payment or refund changes an order and its listings, all in one transaction. Only the payment provider leads
// here: by its webhook, its answer to a request of ours, or the page that simulates it.
import type { Listing } from '../../storage/listings/read.ts'
import type { Order, OrderLine } from '../../storage/orders.ts'
import type { Payment } from '../../storage/payments.ts'
import type { Storage } from '../../storage/storage.ts'
import { shownSections, withLaunch, type Section } from '../listings/sections.ts'
import { tellOfLaunch } from '../follows/tell_followers.ts'
import { wantedCategories } from '../drafts/save_listing.ts'
import { tellOwners } from '../my_listings/letters.ts'
import { isHindered, launchPaid } from '../my_listings/status.ts'
import { changeListing } from '../my_listings/turn.ts'
import { madeByItself } from '../my_listings/versions.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { tellWebhooks } from '../webhooks/tell.ts'
import type { Seller } from '../../config.ts'
import { receiptMail, refundMail } from './order_mails.ts'

export type FulfilContext = { now: Date; public_url: string; seller: Seller }
type Change = Partial<
  Pick<
    Listing,
    'status' | 'plan' | 'launch_week' | 'live_at' | 'status_reason' | 'unlocked_sections' | 'billboard_cents'
  >
>

const unfit =
  'It was paid, but a listing in it could no longer be launched or extended. The whole amount is being refunded.'

/** The order was paid: carries it out completely, or refunds it if that has become impossible. */
export async function fulfil(
  storage: Storage,
  order: Order,
  payment: string,
  { now, public_url, seller }: FulfilContext,
): Promise<void> {
  const at = now.toISOString()
  const receipt_number = await storage.orders.nextNumber(`R-${at.slice(0, 4)}`)
  const paid = {
    status: 'paid' as const,
    receipt_number,
    provider_payment: payment,
    paid_at: at,
    under_way_at: null,
    failure: null,
  }
  await storage.orders.change(order.id, paid)
  const lines = await storage.orders.linesOf([order.id])
  if (!(await carryOut(storage, lines, order.user_id, { now, public_url }))) {
    await storage.orders.change(order.id, { failure: unfit })
    return giveBack(storage, order.id, payment, unfit, now)
  }
  if (order.provider === 'stripe' && order.vat_reason === 'destination')
    await storage.jobs.enqueue({ kind: 'note_country', payload: { order_id: order.id }, created_at: at })
  await tellWebhooks(storage, [order.user_id], {
    ...{ type: 'order.paid', data: { number: order.number }, site_id: order.site_id, now },
  })
  const site = (await storage.sites.all()).find(({ id }) => id === order.site_id)!
  if (order.buyer_email !== null)
    await storage.mail.add(
      receiptMail({
        order: { ...order, ...paid },
        lines: await storage.orders.linesOf([order.id]),
        site_name: site.name,
        seller,
        public_url: siteUrlOf(site, public_url),
      }),
    )
}

/** Refunds what is left of a payment, and notes the reason for the site team. */
export async function giveBack(
  storage: Storage,
  order_id: number,
  payment: string,
  note: string,
  now: Date,
): Promise<void> {
  const before = await storage.payments.find(payment)
  await storage.payments.change(payment, { note: alsoSaying(before, note), seen_at: null })
  await refundLater(storage, order_id, payment, now)
}

/** Adds a note to one that the team has not seen yet, so that no note is lost. */
export function alsoSaying(before: Pick<Payment, 'note' | 'seen_at'> | undefined, note: string): string {
  const unseen = before?.seen_at === null ? (before.note ?? '') : ''
  return unseen.includes(note) ? unseen : `${unseen} ${note}`.trim()
}

export async function refundLater(
  { jobs }: Pick<Storage, 'jobs'>,
  order_id: number,
  payment: string,
  now: Date,
): Promise<void> {
  await jobs.enqueue({
    kind: 'refund_payment',
    key: `refund_payment ${payment}`,
    payload: { order_id, payment },
    created_at: now.toISOString(),
  })
}

/** Changes every listing of the order, or none; false if one of them no longer allows it or is no longer the buyer's. */
async function carryOut(
  storage: Storage,
  lines: readonly OrderLine[],
  buyer_id: number,
  { now, public_url }: Pick<FulfilContext, 'now' | 'public_url'>,
): Promise<boolean> {
  const launchesFirst = [...lines].sort(
    (a, b) => Number(b.product === 'launch') - Number(a.product === 'launch'),
  )
  const listings = new Map<number, Listing>()
  const done: { line: OrderLine; before: Change }[] = []
  for (const line of launchesFirst) {
    const listing = listings.get(line.listing_id) ?? (await storage.owners.listing(buyer_id, line.listing_id))
    const change = listing === undefined ? null : changeOf(line, listing, now)
    if (listing === undefined || change === null) return false
    const names = Object.keys(change) as (keyof Change)[]
    done.push({ line, before: Object.fromEntries(names.map((name) => [name, listing[name]])) })
    listings.set(line.listing_id, { ...listing, ...change })
  }
  for (const [id, listing] of listings) {
    const before = (await storage.listings.byId(id))!
    for (const { line, before: kept } of done.filter((one) => one.line.listing_id === id))
      await storage.orders.keepCarriedOut(line, {
        before: kept,
        // A listing that went live by itself before the payment came is upgraded.
        ...(line.product === 'launch' && before.live_at !== null && { week: null }),
      })
    // A paid launch needs no badge.
    if (before.plan !== listing.plan) await storage.badge_checks.end(id)
    await changeListing(storage, before, columnsOf(listing), madeByItself('order_paid', now))
    if (before.live_at === null && listing.live_at !== null) {
      await tellOfLaunch(storage, listing, { now, public_url })
      await tellOwners(storage, listing, 'launched', { now, public_url })
    }
    if (lines.some((line) => line.listing_id === id && line.product === 'extra_categories')) {
      const wanted = await wantedCategories(storage, buyer_id, id)
      // Without a draft, what an import gave it stays.
      if (wanted.length > 0) await storage.listings.setFurtherCategories(id, wanted.slice(1))
    }
  }
  return true
}

/** How a paid line changes its listing; null if that has become impossible. */
function changeOf({ product, week, net_cents }: OrderLine, listing: Listing, now: Date): Change | null {
  if (listing.status === 'suspended' || listing.status === 'withdrawn') return null
  if (product === 'launch') {
    const turned = launchPaid(listing, week ?? 'now', now)
    if (isHindered(turned)) return null
    const { status, plan, launch_week, live_at, status_reason } = turned
    return { status, plan, launch_week, live_at, status_reason }
  }
  if (product === 'billboard')
    return listing.status === 'live' ? { billboard_cents: listing.billboard_cents + net_cents } : null
  const section = product as Section
  const isSold = listing.plan === 'launch' || (withLaunch.includes(section) && listing.status === 'live')
  if (!isSold || shownSections(listing).includes(section)) return null
  return { unlocked_sections: [...listing.unlocked_sections, section] }
}

/** The payment was refunded: undoes what it had bought, and tells the buyer. Votes, results and awards stay. */
export async function reverse(
  storage: Storage,
  order: Order,
  { now, public_url, seller }: FulfilContext,
): Promise<void> {
  if (order.status !== 'paid') return
  const at = now.toISOString()
  const credit_note_number = await storage.orders.nextNumber(`C-${at.slice(0, 4)}`)
  const refunded = {
    ...({ status: 'refunded', credit_note_number, refunded_at: at } as const),
    returned_cents: order.gross_cents,
  }
  await storage.orders.change(order.id, refunded)
  const lines = await storage.orders.linesOf([order.id])
  for (const line of lines.toReversed()) {
    const listing = await storage.listings.byId(line.listing_id)
    if (listing === undefined || line.before === null) continue
    const undone = undoneBy(line, listing)
    await changeListing(storage, listing, undone, madeByItself('order_refunded', now))
    if (line.product === 'extra_categories') await storage.listings.setFurtherCategories(listing.id, [])
    // Back on the free plan it needs its badge again, with the usual warning and grace period.
    if (undone.plan === 'free') await storage.badge_checks.begin(listing.id, at)
  }
  const site = (await storage.sites.all()).find(({ id }) => id === order.site_id)!
  if (order.buyer_email !== null)
    await storage.mail.add(
      refundMail({
        ...{ order: { ...order, ...refunded }, lines, seller },
        ...{ site_name: site.name, public_url: siteUrlOf(site, public_url) },
      }),
    )
}

function undoneBy({ product, net_cents, before: kept }: OrderLine, listing: Listing): Change {
  if (product === 'billboard') return { billboard_cents: Math.max(0, listing.billboard_cents - net_cents) }
  if (product !== 'launch')
    return { unlocked_sections: listing.unlocked_sections.filter((one) => one !== product) }
  const was = kept as Pick<Listing, 'status' | 'plan' | 'launch_week' | 'live_at'>
  const { status, plan, launch_week, live_at } = was
  const before = { plan, launch_week, live_at }
  // A suspended listing stays suspended; once reinstated, it continues as if it had never been paid for.
  if (listing.status === 'suspended' || listing.status === 'withdrawn') return before
  const status_reason = 'Its paid launch was refunded, so it is where it was before.'
  return { status, ...before, ...(status === 'draft' && { status_reason }) }
}

function columnsOf(listing: Listing): Change {
  const { status, plan, launch_week, live_at, status_reason, unlocked_sections, billboard_cents } = listing
  return { status, plan, launch_week, live_at, status_reason, unlocked_sections, billboard_cents }
}
