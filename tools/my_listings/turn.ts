// Changes the status of a listing: its row, its search index entry and its version, in one transaction.
import type { NewVersion } from '../../storage/listings/owners.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { changesBetween } from '../drafts/submission.ts'
import { filesOf } from '../pictures/keep.ts'
import { noteFacts } from './facts.ts'
import { tellWebhooksOf } from '../webhooks/tell.ts'
import type { Standing } from './status.ts'

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>

const standingOf = ({ status, plan, launch_week, live_at, status_reason }: Standing): Standing => ({
  status,
  plan,
  launch_week,
  live_at,
  status_reason,
})

/** Saves a changed status; false if nothing changed. */
export async function turn(
  storage: Storage,
  listing: Listing,
  turned: Standing,
  making: Making,
): Promise<boolean> {
  return changeListing(storage, listing, standingOf(turned), making)
}

/** Changes columns of a listing and saves a version with them; false if nothing changed. */
export async function changeListing(
  storage: Storage,
  listing: Listing,
  set: Partial<Listing>,
  making: Making,
): Promise<boolean> {
  const version = changesBetween(listing, set)
  if (version === null) return false
  await storage.listings.change(listing.id, { ...version.after, updated_at: making.created_at })
  await storage.owners.addVersion({ ...making, listing_id: listing.id, ...version })
  if (version.after.status === 'live') {
    const { id: listing_id, slug, site_id, launch_week } = { ...listing, ...set }
    const data = { listing_id, slug, launch_week }
    await tellWebhooksOf(storage, listing_id, {
      ...{ type: 'listing.live', data, site_id, now: new Date(making.created_at) },
    })
  }
  if (version.after.status === 'withdrawn') {
    await storage.facts.dropOf(listing.id)
    await storage.needs.drop(listing.id)
  } else await noteFacts(storage, listing.id, version.after, { at: making.created_at })
  if ('logo' in version.after || 'media' in version.after) {
    const [were, are] = [filesOf(listing), filesOf({ ...listing, ...set })]
    await storage.pictures.note(
      were.filter((file) => !are.includes(file)),
      making.created_at,
    )
    await storage.pictures.note(are, null)
  }
  return true
}
