import type { Storage } from '../../storage/storage.ts'
import type { Milestone } from '../../storage/listings/updates.ts'
import type { NewVersion } from '../../storage/listings/owners.ts'

/** The same limit as in a draft (2.10). */
export const mostMilestones = 50

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>
const shown = (all: readonly Milestone[]) =>
  all.map(({ date, title, description, url }) => ({ date, title, description, url }))

/** Saves the version of a change of milestones, with the list before and after. */
export async function keepMilestonesVersion(
  storage: Storage,
  listing_id: number,
  before: readonly Milestone[],
  making: Making,
): Promise<void> {
  await storage.listings.change(listing_id, { updated_at: making.created_at })
  const after = await storage.updates.milestones(listing_id)
  await storage.owners.addVersion({
    ...making,
    listing_id,
    before: { milestones: shown(before) },
    after: { milestones: shown(after) },
  })
}
