// Keeps a submitted draft and its listing in step. Everything here happens in the transaction of the call.
import type { Caller } from '../../auth/caller.ts'
import type { Draft } from '../../storage/drafts.ts'
import { freeSlug } from '../../storage/free_slug.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { SavedListing } from '../../storage/listings/save.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import { shortestBio } from '../account/profile_lacks.ts'
import { introduce, isSameName } from '../founders/beside.ts'
import { accountAddresses } from '../accounts.ts'
import { categoryFinder } from '../categories/finder.ts'
import { companyKeyOf, domainOf } from '../listings/company.ts'
import { slugOf } from '../slug.ts'
import { noteFacts, type Source } from '../my_listings/facts.ts'
import { madeBy } from '../my_listings/versions.ts'
import type { Context } from '../tool.ts'
import { alreadyListed, firstOf, listedKeys } from './already_listed.ts'
import { listOf } from './completeness.ts'
import { listingLost } from './owned.ts'
import { changesBetween, demandSubmittable, listingFacts } from './submission.ts'

/** The most former slugs of a listing. Each stays reserved for ever; after that the slug no longer changes. */
const mostFormerSlugs = 5

type Saving = Pick<Context<Caller>, 'storage' | 'site' | 'caller' | 'now'>

/** Saves a draft as a new, unpublished listing of the caller; returns its id. */
export async function createListing(draft: Draft, { storage, site, caller, now }: Saving): Promise<number> {
  const { profile } = draft
  const findCategory = await categoryFinder(storage)
  demandSubmittable(draft.id, profile, findCategory.has)
  const at = now.toISOString()
  const keys = listedKeys(new URL(draft.url))
  const listed = await firstOf(keys, (key) => storage.drafts.listedAt(site.id, key))
  if (listed !== undefined) throw await alreadyListed(listed, { storage, caller })
  const url = new URL(draft.url)
  const facts = listingFacts(profile)
  const joined = (await storage.drafts.invites(draft.id)).flatMap((invite) => invite.founder_id ?? [])
  const listing_id = await storage.listings.save({
    ...facts,
    site_id: site.id,
    company_key: companyKeyOf(url),
    category_ids: (await categoryIds(profile, storage)).slice(0, 1),
    slug: await slugFor(facts.name, site.id, storage),
    url: draft.url,
    domain: domainOf(url),
    status: 'draft',
    founders: await saveFounders(profile, { present: [], joined }, { storage, caller, now }),
    created_at: at,
    updated_at: at,
  })
  await storage.owners.add(listing_id, caller.user_id, at)
  await noteFacts(storage, listing_id, facts, { at, source: await sourceOf(draft, storage) })
  await introduce(storage, caller.user_id, listing_id)
  if (profile.milestones.length > 0) await storage.founders.replaceMilestones(listing_id, profile.milestones)
  return listing_id
}

/**
 * Copies to the listing only what this edit changed in the draft: the owner may have edited the listing itself since.
 * Saves a version if anything changed.
 */
export async function updateListing(
  before: Draft,
  after: Draft,
  { storage, site, caller, now }: Saving,
): Promise<void> {
  const listing = await storage.owners.listing(caller.user_id, before.listing_id!)
  if (listing === undefined) throw listingLost()
  const findCategory = await categoryFinder(storage)
  demandSubmittable(after.id, after.profile, findCategory.has)
  const facts = changesBetween(listingFacts(before.profile), listingFacts(after.profile))?.after ?? {}
  const isRenamed =
    'name' in facts &&
    slugOf(String(facts.name)) !== slugOf(listing.name) &&
    (await storage.owners.formerSlugs(listing.id)).length < mostFormerSlugs
  const { company_id: _company, category_id: _category, name_key: _key, ...kept } = listing
  const saved: SavedListing = {
    ...kept,
    ...facts,
    company_key: companyKeyOf(new URL(listing.url)),
    category_ids: shownCategories(await categoryIds(after.profile, storage), listing),
    slug: isRenamed ? await slugFor(String(facts.name), site.id, storage) : listing.slug,
    updated_at: now.toISOString(),
  }
  const people = [before, after].map(({ profile }) =>
    JSON.stringify([profile.founders.value, profile.founder_socials.value]),
  )
  if (people[0] !== people[1]) {
    const present = await storage.founders.ofListing(listing.id)
    // Founders who joined by their own choice stay, except those whom this edit removed from the draft's list.
    const wasNamed = ({ name }: { name: string }) =>
      before.profile.founders.value?.some((one) => isSameName(one.name, name))
    const joined = present.filter((one) => one.user_id !== null && !wasNamed(one)).map(({ id }) => id)
    saved.founders = await saveFounders(after.profile, { present, joined }, { storage, caller, now })
  }
  const own = (profile: DraftProfile) => ({
    categories: listOf(profile, 'categories'),
    founders: profile.founders.value,
    milestones: profile.milestones,
  })
  const version = changesBetween(
    { ...kept, ...own(before.profile) },
    { ...facts, slug: saved.slug, ...own(after.profile) },
  )
  if (version === null) return
  await storage.listings.save(saved)
  const source = await sourceOf(after, storage)
  await noteFacts(storage, listing.id, facts, { at: saved.updated_at, source })
  if ('milestones' in version.after)
    await storage.founders.replaceMilestones(listing.id, after.profile.milestones)
  await storage.owners.addVersion({
    ...madeBy(caller, 'update_draft', now),
    listing_id: listing.id,
    ...version,
  })
}

const sourceOf = async ({ id, profile }: Draft, storage: Storage): Promise<Source> => ({
  profile,
  pages: await storage.drafts.readPages(id),
})

/** Only the primary category, unless further ones were paid for (2.2). The draft keeps the others until then. */
function shownCategories(ids: number[], listing: Pick<Listing, 'unlocked_sections'>): number[] {
  return listing.unlocked_sections.includes('extra_categories') ? ids : ids.slice(0, 1)
}

/**
 * All categories of the draft that became the listing, for when further ones have been paid for; empty if there is no
 * such draft.
 */
export async function wantedCategories(
  storage: Storage,
  user_id: number,
  listing_id: number,
): Promise<number[]> {
  const draft = await storage.drafts.ofListing(user_id, listing_id)
  return draft === undefined ? [] : categoryIds(draft.profile, storage)
}

async function categoryIds(profile: DraftProfile, storage: Storage): Promise<number[]> {
  const findCategory = await categoryFinder(storage)
  const ids = listOf(profile, 'categories').flatMap((text) => findCategory.find(text)?.id ?? [])
  return [...new Set(ids)].slice(0, 4)
}

async function slugFor(name: string, site_id: number, storage: Storage): Promise<string> {
  const wanted = slugOf(name) ?? 'product'
  return freeSlug(wanted, await storage.owners.takenSlugs(site_id, wanted))
}

/**
 * The first founder is the caller, unless the caller's own profile has another name; what that profile already states
 * stays. The others are founders of this listing only, until they write their own profiles. Those who already have,
 * and `joined` founders, who are on no list, stay unchanged.
 */
async function saveFounders(
  profile: DraftProfile,
  { present, joined }: { present: Awaited<ReturnType<Storage['founders']['ofListing']>>; joined: number[] },
  { storage, caller, now }: Pick<Saving, 'storage' | 'caller' | 'now'>,
): Promise<NonNullable<SavedListing['founders']>> {
  const own = await storage.founders.ofUser(caller.user_id)
  const saved: { founder_id: number; title: string | null }[] = []
  for (const [position, person] of (profile.founders.value ?? []).entries()) {
    const { name, title = null, bio = null } = person
    const socials = position === 0 ? accountAddresses(profile.founder_socials.value ?? {}) : {}
    const there = present.filter((one) => one.id !== own?.id && isSameName(one.name, name))
    const member = there.find((one) => one.user_id !== null)
    const isCaller =
      member === undefined && position === 0 && (own === undefined || isSameName(own.name, name))
    const before = member ?? (isCaller ? own : there[0])
    let founder_id = before?.id
    if (before === undefined) {
      const user_id = isCaller ? caller.user_id : null
      const slug = slugOf(name) ?? 'founder'
      founder_id = await storage.founders.add({
        user_id,
        slug,
        name,
        title,
        bio,
        socials,
        created_at: now.toISOString(),
      })
    } else if (before.user_id === null)
      await storage.founders.change(before.id, { title, bio, ...(position === 0 && { socials }) })
    else if (isCaller)
      await storage.founders.change(before.id, {
        title: before.title ?? title,
        // A bio too short for a launch is still saved.
        bio: (before.bio ?? '').length >= shortestBio ? before.bio : (bio ?? before.bio),
        socials: { ...socials, ...before.socials },
      })
    saved.push({ founder_id: founder_id!, title })
  }
  const already = new Set(saved.map((one) => one.founder_id))
  return [
    ...saved,
    ...joined.flatMap((founder_id) => (already.has(founder_id) ? [] : [{ founder_id, title: null }])),
  ]
}
