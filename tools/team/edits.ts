// Reviewing owners' edits: marking them as seen, or reverting them.
import { z } from 'zod'
import { columnFacts } from '../../facts.ts'
import type { Version } from '../../storage/listings/owners.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import type { DraftMilestone } from '../../storage/tables/drafts.ts'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { companyKeyOf } from '../listings/company.ts'
import { tellOwners } from '../my_listings/letters.ts'
import { keepMilestonesVersion } from '../my_listings/milestones.ts'
import { noteFacts } from '../my_listings/facts.ts'
import { changeListing } from '../my_listings/turn.ts'
import { filesOf } from '../pictures/keep.ts'
import { defineTeamAction, type TeamContext } from './action.ts'
import { listingWith } from './standing.ts'
import { reason } from './reason.ts'
import { madeByTeam } from './versions.ts'

/** Columns that can be reverted on their own; owners, status and paid extras are not among them. */
const columns: readonly string[] = [
  ...columnFacts.filter((name) => name !== 'name'),
  ...['logo', 'logo_from', 'faqs', 'socials', 'attributes', 'media', 'story', 'not_found_on_website'],
  'launch_note',
]
const restorable = new Set([...columns, 'name', 'milestones'])

export const markEditsSeen = defineTeamAction({
  name: 'mark_edits_seen',
  input: z.strictObject({ ids: z.array(id).min(1).max(100) }),
  async handler({ ids }, context) {
    const { storage, caller, now } = context
    const done = []
    for (const version_id of ids) {
      const { version, listing } = await editWith(version_id, storage)
      if (version.seen_at !== null) continue
      await storage.owners.markSeen(version_id, caller.user_id, now.toISOString())
      const { id: about_id, name } = listing
      done.push({ about: 'listing' as const, about_id, name, outcome: `edit ${version_id}` })
    }
    return done
  },
})

/**
 * Reverts an edit as a new version, except values that a later edit has changed. Refused if nothing is left to
 * revert.
 */
export const revertEdit = defineTeamAction({
  name: 'revert_edit',
  input: z.strictObject({ id, reason }),
  async handler({ id: version_id, reason: why }, context) {
    const { storage, caller, now } = context
    const { version } = await editWith(version_id, storage)
    const listing = await listingWith(version.listing_id, storage)
    const { open, covered, others } = await standingOf(version, listing, storage)
    if (open.length === 0)
      throw new Refusal(
        'invalid_input',
        covered.length > 0
          ? 'Later edits have changed everything this one changed. Look at those instead.'
          : 'This edit cannot be undone here: it changed the status or the people of the listing, or a picture that is gone.',
      )
    await putBack(version, open, listing, madeByTeam('revert_edit', why, context), storage)
    await storage.owners.markSeen(version_id, caller.user_id, now.toISOString())
    await tellOwners(storage, listing, 'edit_reverted', { ...context, why, fields: open })
    const left = [...covered, ...others]
    const outcome = `edit ${version_id}: ${open.join(', ')} put back${left.length > 0 ? `; ${left.join(', ')} left` : ''}`
    return { about: 'listing', about_id: listing.id, name: listing.name, reason: why, outcome }
  },
})

/** Which values of an edit can be reverted, which were changed by later edits, and which cannot be reverted here. */
export async function standingOf(
  version: Pick<Version, 'id' | 'listing_id' | 'before' | 'after'>,
  listing: Listing,
  storage: Storage,
): Promise<{ open: string[]; covered: string[]; others: string[] }> {
  const later = await storage.team.changedAfter(version)
  const now: Record<string, unknown> = listing
  const isAsLeft = (key: string) =>
    key === 'milestones' || JSON.stringify(now[key] ?? null) === JSON.stringify(version.after[key] ?? null)
  const named = Object.keys(version.after).filter((key) => key !== 'slug')
  // An unused picture is deleted within the hour; the rest of the edit is then reverted without it.
  const lost = await lostPictures(version.before as Partial<Listing>, storage)
  const restorableNames = named.filter((key) => restorable.has(key) && !lost.has(key))
  const open = restorableNames.filter((key) => !later.has(key) && isAsLeft(key))
  return {
    open,
    covered: restorableNames.filter((key) => !open.includes(key)),
    others: named.filter((key) => !restorableNames.includes(key)),
  }
}

async function lostPictures({ logo = null, media = [] }: Partial<Listing>, { pictures }: Storage) {
  const isLost = async (of: Pick<Listing, 'logo' | 'media'>) => {
    for (const file of filesOf(of)) if ((await pictures.find(file)) === undefined) return true
    return false
  }
  const lost = new Set<string>()
  if (await isLost({ logo, media: [] })) lost.add('logo').add('logo_from')
  if (await isLost({ logo: null, media })) lost.add('media')
  return lost
}

async function putBack(
  { before }: Version,
  fields: readonly string[],
  listing: Listing,
  making: ReturnType<typeof madeByTeam>,
  storage: Storage,
): Promise<void> {
  const set = Object.fromEntries(
    fields.filter((key) => columns.includes(key)).map((key) => [key, before[key]]),
  )
  if (fields.includes('name')) await rename(listing, before, making, storage)
  await changeListing(storage, listing, set as Partial<Listing>, making)
  if (!fields.includes('milestones')) return
  const milestones = await storage.updates.milestones(listing.id)
  await storage.founders.replaceMilestones(listing.id, before.milestones as DraftMilestone[])
  await keepMilestonesVersion(storage, listing.id, milestones, making)
}

/** Reverting a name also changes the slug; the slug it replaces goes on leading here. */
async function rename(
  listing: Listing,
  before: Record<string, unknown>,
  making: ReturnType<typeof madeByTeam>,
  storage: Storage,
): Promise<void> {
  const { company_id: _company, category_id: _category, name_key: _key, ...kept } = listing
  const [name, slug] = [String(before.name), String(before.slug ?? listing.slug)]
  const slugs = await storage.catalogue.categoriesOf(listing.id)
  const ids = new Map((await storage.categories.known()).map((category) => [category.slug, category.id]))
  await storage.listings.save({
    ...kept,
    ...{ name, slug, updated_at: making.created_at },
    company_key: companyKeyOf(new URL(listing.url)),
    category_ids: slugs.map((one) => ids.get(one)!),
  })
  await noteFacts(storage, listing.id, { name }, { at: making.created_at })
  await storage.owners.addVersion({
    ...making,
    listing_id: listing.id,
    before: { name: listing.name, slug: listing.slug },
    after: { name, slug },
  })
}

async function editWith(version_id: number, storage: TeamContext['storage']) {
  const version = await storage.team.edit(version_id)
  if (version === undefined) throw notFound('edit with this id')
  return version
}
