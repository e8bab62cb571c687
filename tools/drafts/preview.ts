// How a draft would look as a listing.
import { byFact, factsIn, isList } from '../../facts.ts'
import type { Draft } from '../../storage/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import { categoryFinder } from '../categories/finder.ts'
import { listingProfile } from '../listings/profile.ts'
import { listOf } from './completeness.ts'
import { listingFacts } from './submission.ts'

/** The profile of a listing made from this draft; founders have no page of their own yet. */
export async function profileOfDraft({ url, profile }: Draft, storage: Storage) {
  const findCategory = await categoryFinder(storage)
  const [category] = listOf(profile, 'categories').flatMap((text) => findCategory.find(text) ?? [])
  const { faqs, socials, story: _story, not_found_on_website, ...facts } = listingFacts(profile)
  return listingProfile.parse({
    ...byFact(factsIn('shown'), (name) => (isList(name) ? [] : null)),
    ...facts,
    name: facts.name ?? new URL(url).hostname,
    ...{ faqs, socials, not_found_on_website, url },
    ...{ slug: '', listing_url: '', status: 'upcoming' as const, launch_week: null, live_at: null },
    category: category ?? { slug: '', name: '' },
    more_categories: [],
    logo_url: null,
    founders: (profile.founders.value ?? []).map(({ name, title = null }) => ({ slug: '', name, title })),
    attributes: {},
    latest_updates: [],
    ...{ votes: 0, views: 0, followers: 0, rating: null, domain_rating: null, awards: [] },
    ...{ verified: null, agent_ready: false, doors: {}, provenance: null, facts: null },
  })
}
