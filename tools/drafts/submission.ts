// From a draft to the columns of its listing. Pure; what a listing would refuse has been refused before.
import type { SavedListing } from '../../storage/listings/save.ts'
import type { DraftProfile, TextField } from '../../storage/tables/drafts.ts'
import { Refusal } from '../errors.ts'
import { slugOf } from '../slug.ts'
import { listOf, missingOf, textOf } from './completeness.ts'

export type ListingFacts = Pick<
  SavedListing,
  | 'name'
  | 'tagline'
  | 'short_description'
  | 'description'
  | 'stage'
  | 'country'
  | 'city'
  | 'founded_year'
  | 'pricing_model'
  | 'pricing_summary'
  | 'contact_email'
  | 'demo_video_url'
  | 'logo_url'
  | 'seo_title'
  | 'seo_description'
  | 'features'
  | 'usps'
  | 'keywords'
  | 'tags'
  | 'faqs'
  | 'socials'
  | 'story'
  | 'not_found_on_website'
>

export function listingFacts(profile: DraftProfile): ListingFacts {
  const text = (name: TextField) => textOf(profile, name) || null
  const stage = text('stage')
  const year = text('founded_year')
  return {
    name: textOf(profile, 'name'),
    tagline: text('tagline'),
    short_description: text('short_description'),
    description: text('description'),
    stage: stage === null ? null : slugOf(stage),
    country: text('country')?.toUpperCase() ?? null,
    city: text('city'),
    founded_year: year === null ? null : Number(year),
    pricing_model: text('pricing_model'),
    pricing_summary: text('pricing_summary'),
    contact_email: text('contact_email'),
    demo_video_url: text('demo_video_url'),
    logo_url: text('logo_url'),
    seo_title: profile.seo.title ?? null,
    seo_description: profile.seo.meta ?? null,
    features: listOf(profile, 'features'),
    usps: listOf(profile, 'usps'),
    keywords: listOf(profile, 'keywords'),
    tags: listOf(profile, 'tags'),
    faqs: profile.faqs.value ?? [],
    socials: profile.company_socials.value ?? {},
    story: Object.keys(profile.story).length > 0 ? profile.story : null,
    not_found_on_website: Object.entries(profile.fields)
      .filter(([, field]) => field.state === 'not_found')
      .map(([name]) => name),
  }
}

/** Refuses what cannot become a listing, each fault by name and limit. */
export function demandSubmittable(
  id: string,
  profile: DraftProfile,
  isCategory: (text: string) => boolean,
): void {
  const faults = missingOf(profile, isCategory).filter((one) => one.required)
  if (faults.length === 0) return
  const names = faults.map((fault) => fault.item).join(', ')
  throw new Refusal(
    'draft_incomplete',
    `The draft is not complete enough to submit. Fix these first: ${names}.`,
    {
      errors: faults.map(({ item, problem, what_to_do, limit, actual }) => ({
        pointer: `/${item.replaceAll('.', '/')}`,
        code: problem,
        message: what_to_do,
        ...(limit !== undefined && { limit, actual }),
      })),
      next_steps: [
        {
          tool: 'get_draft',
          arguments: { id },
          why: 'Shows the draft and what to do about each missing item',
        },
        ...(faults.some((fault) => fault.item === 'categories')
          ? [{ tool: 'list_categories', arguments: {}, why: 'Names the categories to choose from' }]
          : []),
      ],
    },
  )
}

/** What an edit has changed, as a version keeps it; null when nothing did. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  )
  if (changed.length === 0) return null
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, from[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}
